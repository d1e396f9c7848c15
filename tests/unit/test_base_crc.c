/*
 * test_base_crc.c - checks against published values and a slow reference
 */
#include "check.h"

#include "base/compiler.h"
#include "base/crc.h"
#include "guard.h"

/* Catalogue values for the nine digits "123456789". */
static const struct {
    const char *name;
    struct crc_params params;
    uint32_t want;
} cases[] = {
    { "CRC-32", { 32, 0x04C11DB7, true, 0xFFFFFFFF, 0xFFFFFFFF }, 0xCBF43926 },
    { "CRC-32/BZIP2",
      { 32, 0x04C11DB7, false, 0xFFFFFFFF, 0xFFFFFFFF },
      0xFC891918 },
    { "CRC-32/MPEG-2", { 32, 0x04C11DB7, false, 0xFFFFFFFF, 0 }, 0x0376E6E7 },
    { "CRC-32C", { 32, 0x1EDC6F41, true, 0xFFFFFFFF, 0xFFFFFFFF }, 0xE3069283 },
    { "CRC-8/SMBUS", { 8, 0x07, false, 0, 0 }, 0xF4 },
    { "CRC-8/MAXIM", { 8, 0x31, true, 0, 0 }, 0xA1 },
    { "CRC-8/I-CODE (init not symmetric)", { 8, 0x1D, false, 0xFD, 0 }, 0x7E },
    { "CRC-8 4D inverted", { 8, 0x4D, true, 0xFF, 0xFF }, 0xD8 },
};

static void test_values(void **state)
{
    (void)state;
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct guard g = guard_copy("123456789", 9);
        struct crc crc;
        crc_init(&crc, &cases[i].params);
        ok &= check_number(cases[i].name, crc_sum(&crc, g.data, g.size),
                           cases[i].want);
        guard_free(&g);
    }
    assert_true(ok);
}

/* Bit by bit, straight from the definition. */
static uint32_t slow_sum(const struct crc_params *p, const uint8_t *data,
                         size_t size)
{
    const uint32_t top = UINT32_C(1) << (p->width - 1);
    const uint32_t mask = top | (top - 1);
    uint32_t reg = p->init, out = 0;
    for (size_t i = 0; i < size * 8; i++) {
        const unsigned at = i % 8;
        const unsigned bit = data[i / 8] >> (p->reflected ? at : 7 - at) & 1;
        const bool carry = (reg & top ? 1u : 0u) != bit;
        reg = (reg << 1 ^ (carry ? p->poly : 0)) & mask;
    }
    for (int i = 0; i < p->width; i++)
        out |= (reg >> i & 1) << (p->width - 1 - i);
    return (p->reflected ? out : reg) ^ p->xor_out;
}

static void test_pieces(void **state)
{
    (void)state;
    uint8_t data[64];
    for (size_t i = 0; i < sizeof(data); i++)
        data[i] = (uint8_t)(i * 37 + 11);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct crc crc;
        crc_init(&crc, &cases[i].params);
        for (size_t size = 0; size <= sizeof(data); size++) {
            const uint32_t want = slow_sum(&cases[i].params, data, size);
            assert_int_equal(crc_sum(&crc, data, size), want);
            const size_t cut = size / 3;
            uint32_t reg = crc_update(&crc, crc_begin(&crc), data, cut);
            reg = crc_update(&crc, reg, data + cut, size - cut);
            assert_int_equal(crc_end(&crc, reg), want);
        }
    }
    struct crc crc;
    crc_init(&crc, &crc_params_crc32);
    assert_int_equal(crc_sum(&crc, NULL, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
