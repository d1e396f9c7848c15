/*
 * version.c - which library this is
 */
#include "tabia/version.h"

#include "base/banned.h"

unsigned tabia_abi_version(void)
{
    return TABIA_ABI_VERSION;
}

const char *tabia_version(void)
{
    return TABIA_VERSION;
}
