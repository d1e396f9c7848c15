/*
 * test_study_progress.c - the progress file: kills, several writers, its place
 */
#include "format_check.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/compiler.h"
#include "folder_test.h"
#include "random.h"
#include "study/practice/progress_file.h"

static const char book_text[] = "e2e4 e7e5 g1f3 b8c6 f1b5\n"
                                "e2e4 c7c5 g1f3 d7d6 d2d4\n"
                                "d2d4 d7d5 c2c4 e7e6 b1c3\n";

enum { DAY_0 = 20000 };

/* A book with its decisions, as a program has it that practises. */
struct student {
    struct tabia_book *book;
    struct decisions d;
    struct progress_file file;
    size_t compact;
};

static void student_enter(struct student *s, const char *path, const char *text)
{
    const struct decisions_options side = { .color = TABIA_WHITE };
    struct tabia_error err = { 0 };
    *s = (struct student){ .book = decode_text("ct800", text, &err) };
    assert_true(decisions_find(&s->d, s->book, &side, &err));
    const struct progress_place place = { .book_path = path, .book = s->book };
    if (!progress_file_find(&s->file, &place, &err))
        fail_msg("%s", err.msg);
}

static void student_leave(struct student *s)
{
    progress_file_clear(&s->file);
    decisions_clear(&s->d);
    tabia_book_free(s->book);
}

/* Answers the n-th decision right; true if it was recorded. */
static bool student_answer(struct student *s, size_t n, int64_t time)
{
    const struct decision *at = &s->d.list[n % s->d.n];
    const tabia_move mv = s->d.moves[at->first + n / s->d.n % at->n];
    const struct progress_answer what = {
        &s->d, at, { .asked = mv, .played = mv, .ahead = true }, { time, 0 }
    };
    struct buf text = { .limit = CARDS_TEXT_MAX }, lines = text;
    struct tabia_error err = { 0 };
    struct training_verdict v;
    struct cards cards;
    if (!progress_record_answer(&s->file, &what, &text, &cards, &v, &lines,
                                &err))
        fail_msg("%s", err.msg);
    cards_clear(&cards);
    buf_clear(&text);
    buf_clear(&lines);
    return v.reason == TRAINING_REASON_RECORDED;
}

/* The cards in a file; checks that nothing but a torn line is damaged. */
static struct cards read_file_cards(const char *path)
{
    struct tabia_error err = { 0 };
    struct input in;
    struct cards cards;
    assert_true(input_open(&in, path, NULL, &err));
    assert_true(cards_read(&cards, in.bytes, &err));
    input_close(&in);
    return cards;
}

/* Two programs that answer at the same time lose nothing. */
static void test_two_writers(void **state)
{
    enum { WRITERS = 4, ANSWERS = 100 };
    pid_t children[WRITERS];
    (void)state;
    for (int i = 0; i < WRITERS; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0) {
            struct student s;
            student_enter(&s, "book.txt", book_text);
            for (int k = 0; k < ANSWERS; k++)
                if (!student_answer(&s, (size_t)k, (DAY_0 + k) * 86400LL + i))
                    _exit(1);
            student_leave(&s);
            _exit(0);
        }
    }
    for (int i = 0; i < WRITERS; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
    struct cards cards = read_file_cards("book.txt" PROGRESS_ENDING);
    assert_int_equal(cards.nanswers, WRITERS * ANSWERS);
    assert_int_equal(cards.ndamaged, 0);
    cards_clear(&cards);
}

/*
 * A program is killed while it answers, again and again. It reports every
 * answer that it has got confirmed; all of these are in the file, and at most
 * one more.
 */
static void test_kill(void **state)
{
    enum { KILLS = 25 };
    uint64_t seed = 1, confirmed = 0;
    (void)state;
    for (int round = 0; round < KILLS; round++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            struct student s;
            student_enter(&s, "book.txt", book_text);
            for (int64_t k = 0;; k++) {
                const int64_t time = (DAY_0 + round * 100000LL + k) * 86400;
                if (!student_answer(&s, (size_t)k, time) ||
                    write(ends[1], "x", 1) != 1)
                    _exit(1);
            }
        }
        close(ends[1]);
        char byte;
        // Every other time some answers are there, however busy the machine.
        if (round % 2 && read(ends[0], &byte, 1) == 1)
            confirmed++;
        const useconds_t pause = (useconds_t)random_below(&seed, 20000);
        usleep(pause);
        assert_int_equal(kill(child, SIGKILL), 0);
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        while (read(ends[0], &byte, 1) == 1)
            confirmed++;
        close(ends[0]);
        if (access("book.txt" PROGRESS_ENDING, F_OK) != 0)
            continue; // killed before the first answer
        struct cards cards = read_file_cards("book.txt" PROGRESS_ENDING);
        assert_true(cards.nanswers >= confirmed);
        assert_true(cards.nanswers <= confirmed + (uint64_t)round + 1);
        cards_clear(&cards);
    }
    assert_true(confirmed >= KILLS / 2);
}

/* A line that a kill cut off at any byte is skipped, and ended. */
static void test_torn(void **state)
{
    struct student s;
    struct tabia_error err = { 0 };
    struct input in;
    (void)state;
    student_enter(&s, "book.txt", book_text);
    assert_true(student_answer(&s, 0, DAY_0 * 86400LL));
    assert_true(student_answer(&s, 1, DAY_0 * 86400LL));
    assert_true(input_open(&in, s.file.path, NULL, &err));
    const size_t size = in.bytes.size;
    char *whole = calloc(size + 1, 1);
    memcpy(whole, in.bytes.data, size);
    input_close(&in);
    const size_t last =
        (size_t)(strstr(strstr(whole, "answer") + 1, "answer") - whole);
    for (size_t cut = last; cut < size; cut++) {
        whole[size] = '\0';
        FILE *file = fopen(s.file.path, "w");
        assert_int_equal(fwrite(whole, 1, cut, file), cut);
        fclose(file);
        struct cards cards = read_file_cards(s.file.path);
        assert_int_equal(cards.nanswers, 1);
        cards_clear(&cards);
        assert_true(student_answer(&s, 2, DAY_0 * 86400LL));
        cards = read_file_cards(s.file.path);
        // A line that lacked only its end is whole again.
        assert_int_equal(cards.nanswers, cut == size - 1 ? 3 : 2);
        assert_int_equal(cards.ndamaged, cut > last && cut < size - 1);
        cards_clear(&cards);
    }
    free(whole);
    student_leave(&s);
}

/* A long file becomes short; nothing is lost while others write. */
static void test_compaction(void **state)
{
    enum { ANSWERS = 400, LIMIT = 4000 };
    struct student s, long_file;
    pid_t child;
    (void)state;
    student_enter(&s, "book.txt", book_text);
    s.file.compact = LIMIT;
    student_enter(&long_file, "other.txt", book_text);
    child = fork();
    assert_true(child >= 0);
    for (int k = child == 0; k < ANSWERS; k += 2) {
        const int64_t time = DAY_0 * 86400LL + k;
        if (child)
            assert_true(student_answer(&long_file, (size_t)k, time));
        assert_true(student_answer(&s, (size_t)k % 2, time));
    }
    if (child == 0)
        _exit(0);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    struct stat st;
    assert_int_equal(stat(s.file.path, &st), 0);
    assert_true(st.st_size < 2 * LIMIT);
    struct cards cards = read_file_cards(s.file.path);
    uint64_t reps = 0, answers = 0;
    for (size_t i = 0; i < cards.n; i++)
        reps += cards.list[i].memory.reps;
    for (size_t i = 0; i < cards.ndays; i++)
        answers += cards.days[i].good;
    assert_int_equal(reps, ANSWERS);
    assert_int_equal(answers, ANSWERS);
    assert_int_equal(cards.ndamaged, 0);
    cards_clear(&cards);
    student_leave(&s);
    student_leave(&long_file);
}

/* The state after compaction is the state before it, to the last decimal. */
static void test_same_schedule(void **state)
{
    struct student a, b;
    (void)state;
    student_enter(&a, "a.txt", book_text);
    student_enter(&b, "b.txt", book_text);
    b.file.compact = 1200;
    for (int k = 0; k < 120; k++) {
        const int64_t time = (DAY_0 + k * k) * 86400LL;
        assert_true(student_answer(&a, (size_t)k % 3, time));
        assert_true(student_answer(&b, (size_t)k % 3, time));
    }
    struct cards x = read_file_cards(a.file.path);
    struct cards y = read_file_cards(b.file.path);
    assert_true(y.nanswers < x.nanswers);
    assert_int_equal(x.n, y.n);
    for (size_t i = 0; i < x.n; i++) {
        const struct card *one = &x.list[i];
        const struct card *other = cards_find(&y, one->key, one->move);
        assert_non_null(other);
        assert_true(one->memory.stability == other->memory.stability &&
                    one->memory.difficulty == other->memory.difficulty &&
                    one->memory.due == other->memory.due &&
                    one->memory.reps == other->memory.reps &&
                    one->first == other->first && one->grade == other->grade);
    }
    cards_clear(&x);
    cards_clear(&y);
    student_leave(&a);
    student_leave(&b);
}

/* Where the file of a book is found. */
static void test_places(void **state)
{
    struct student s;
    (void)state;
    student_enter(&s, "book.txt", book_text);
    assert_string_equal(s.file.path, "book.txt" PROGRESS_ENDING);
    assert_null(s.file.adopted_from);
    assert_int_equal(count_files(), 0); // looking writes nothing
    assert_true(student_answer(&s, 0, DAY_0 * 86400LL));
    student_leave(&s);
    put_file("book.txt", book_text);

    // A copy, whose original is still there.
    student_enter(&s, "copy.txt", book_text);
    assert_string_equal(s.file.adopted_from, "book.txt" PROGRESS_ENDING);
    assert_false(s.file.is_renamed);
    student_leave(&s);

    // Renamed.
    assert_int_equal(rename("book.txt", "renamed.txt"), 0);
    student_enter(&s, "renamed.txt", book_text);
    assert_string_equal(s.file.adopted_from, "book.txt" PROGRESS_ENDING);
    assert_true(s.file.is_renamed);
    assert_true(student_answer(&s, 1, DAY_0 * 86400LL));
    student_leave(&s);
    assert_int_equal(access("book.txt" PROGRESS_ENDING, F_OK), -1);
    struct cards cards = read_file_cards("renamed.txt" PROGRESS_ENDING);
    assert_int_equal(cards.nanswers, 2);
    cards_clear(&cards);

    // Another book.
    student_enter(&s, "queens.txt", "c2c4 e7e5 b1c3 g8f6\n");
    assert_null(s.file.adopted_from);
    student_leave(&s);

    // A book that was dropped on the page, with more lines.
    student_enter(&s, NULL,
                  "c2c4 e7e5\nd2d4 d7d5 c2c4 e7e6 b1c3 f8e7\n"
                  "e2e4 e7e5 g1f3 b8c6 f1b5\n"
                  "e2e4 c7c5 g1f3 d7d6 d2d4\n");
    const size_t len = strlen(s.file.path);
    assert_true(len > strlen("/renamed.txt" PROGRESS_ENDING));
    assert_string_equal(s.file.path + len -
                            strlen("/renamed.txt" PROGRESS_ENDING),
                        "/renamed.txt" PROGRESS_ENDING);
    student_leave(&s);
    unlink("data/tabia/known-files");
    rmdir("data/tabia");
}

/* Nothing is appended to a file that is something else. */
static void test_strange_file(void **state)
{
    struct student s;
    struct buf text = { .limit = CARDS_TEXT_MAX }, lines = text;
    struct tabia_error err = { 0 };
    struct training_verdict v;
    struct cards cards;
    (void)state;
    put_file("book.txt" PROGRESS_ENDING, "my diary\n");
    student_enter(&s, "book.txt", book_text);
    const struct progress_answer what = {
        &s.d, &s.d.list[0], { .asked = s.d.moves[0] }, { DAY_0 * 86400LL, 0 }
    };
    assert_false(progress_record_answer(&s.file, &what, &text, &cards, &v,
                                        &lines, &err));
    assert_int_equal(err.status, TABIA_ERR_SYNTAX);
    check_file("book.txt" PROGRESS_ENDING, "my diary\n");
    cards_clear(&cards);
    buf_clear(&text);
    buf_clear(&lines);
    student_leave(&s);
}

/* ---- puzzles ----------------------------------------------------------- */

enum { PUZZLES = 20 };

/* Puzzles that differ by where the white king stands. */
static struct puzzles *make_puzzle_set(void)
{
    struct tabia_error err = { 0 };
    struct puzzles *set = puzzles_new(&err);
    for (int i = 0; i < PUZZLES; i++) {
        struct puzzle puzzle = { .line = 0 };
        char fen[64];
        snprintf(fen, sizeof(fen), "k7/8/8/%dK%d/8/8/8/%dQ%d w - - 0 1",
                 1 + i % 5, 6 - i % 5, 1 + i / 5, 6 - i / 5);
        assert_true(tabia_fen_parse(&puzzle.pos, fen, strlen(fen), 0, &err));
        assert_true(puzzles_add(set, &puzzle, &err));
    }
    return set;
}

static void solve_puzzle(const struct progress_place *place, size_t i,
                         int64_t time)
{
    const tabia_key key = card_key(&puzzles_at(place->puzzles, i)->pos);
    struct buf text = { .limit = CARDS_TEXT_MAX }, lines = text;
    struct tabia_error err = { 0 };
    struct progress_file file;
    struct cards cards;
    if (!progress_file_find(&file, place, &err) ||
        !progress_record_solved(&file, &key, 1, (struct moment){ time, 0 },
                                &text, &cards, &lines, &err))
        fail_msg("%s", err.msg);
    assert_non_null(cards_find_solved(&cards, key));
    cards_clear(&cards);
    buf_clear(&text);
    buf_clear(&lines);
    progress_file_clear(&file);
}

/*
 * Several programs that solve the same puzzles record each once, under the
 * lock of the file; a set that was renamed finds its file.
 */
static void test_solved(void **state)
{
    enum { WRITERS = 4 };
    struct puzzles *set = make_puzzle_set();
    struct progress_place place = { .book_path = "puzzles.txt",
                                    .puzzles = set };
    pid_t children[WRITERS];
    (void)state;
    for (int i = 0; i < WRITERS; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0) {
            for (size_t k = 0; k < PUZZLES; k++)
                solve_puzzle(&place, (k + (size_t)i) % PUZZLES, DAY_0 * 86400);
            _exit(0);
        }
    }
    for (int i = 0; i < WRITERS; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
    struct tabia_error err = { 0 };
    struct input in;
    assert_true(input_open(&in, "puzzles.txt" PROGRESS_ENDING, NULL, &err));
    size_t nlines = 0;
    for (size_t i = 0; i < in.bytes.size; i++)
        nlines += in.bytes.data[i] == '\n';
    assert_int_equal(nlines, 2 + PUZZLES); // its head, and each once
    input_close(&in);
    place.book_path = "renamed.txt";
    struct progress_file file;
    assert_true(progress_file_find(&file, &place, &err));
    assert_string_equal(file.adopted_from, "puzzles.txt" PROGRESS_ENDING);
    assert_true(file.is_renamed);
    progress_file_clear(&file);
    puzzles_free(set);
}

/* The data folder of a test is its own. */
static int enter_data_folder(void **state)
{
    char path[64];
    if (enter_folder(state) != 0)
        return -1;
    snprintf(path, sizeof(path), "%s/data", (const char *)*state);
    return setenv("XDG_DATA_HOME", path, 1);
}

static int leave_data_folder(void **state)
{
    unlink("data/tabia/known-files");
    rmdir("data/tabia");
    return leave_folder(state);
}

#define IN_DATA_FOLDER(test)                                                   \
    cmocka_unit_test_setup_teardown(test, enter_data_folder, leave_data_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_DATA_FOLDER(test_two_writers),   IN_DATA_FOLDER(test_kill),
        IN_DATA_FOLDER(test_torn),          IN_DATA_FOLDER(test_compaction),
        IN_DATA_FOLDER(test_same_schedule), IN_DATA_FOLDER(test_places),
        IN_DATA_FOLDER(test_strange_file),  IN_DATA_FOLDER(test_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
