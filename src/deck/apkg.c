/*
 * apkg.c - decks as Anki imports them
 *
 * A zip file of collection.anki2, a SQLite database by Anki's schema 11, which
 * all versions since 2.1 import; of pictures called 0, 1, 2 ...; and of
 * "media", their names as JSON. A note that the user has is found by its guid
 * and updated if the file's is newer, so nothing is doubled. Checksums of notes
 * are 0: Anki computes them when it imports.
 */
#include "deck/apkg.h"

#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zlib.h>

#include "base/buf.h"
#include "base/bytes.h"
#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/json_writer.h"
#include "base/vec.h"
#include "draw/draw_internal.h"

#include "base/banned.h"

/* ---- zip ------------------------------------------------------------- */

enum {
    ZIP_LOCAL = 30, // bytes of a member's header
    ZIP_CENTRAL = 46,
    ZIP_END = 22,
    ZIP_MEMBERS_MAX = 65534,
    ZIP_DATE = 1 << 5 | 1, // 1 January 1980, the first that there is
    ZIP_VERSION = 20,
    ZIP_DEFLATED = 8,
};

struct zip {
    struct sink *dst;
    struct buf packed, central;
    size_t n;
    uint64_t size;
    struct tabia_error *err;
};

/* Packs into 'zip->packed', without a header. */
static bool zip_deflate(struct zip *zip, const void *data, size_t size)
{
    z_stream z = { .next_in = (Bytef *)(uintptr_t)data,
                   .avail_in = (uInt)size };
    if (deflateInit2(&z, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) !=
        Z_OK)
        return error_nomem(zip->err);
    const size_t bound = deflateBound(&z, (uLong)size);
    buf_reset(&zip->packed);
    bool ok = buf_reserve(&zip->packed, bound);
    if (ok) {
        z.next_out = (Bytef *)zip->packed.data;
        z.avail_out = (uInt)bound;
        ok = deflate(&z, Z_FINISH) == Z_STREAM_END;
        zip->packed.size = bound - z.avail_out;
    }
    deflateEnd(&z);
    return ok || error_nomem(zip->err);
}

static bool zip_add(struct zip *zip, const char *name, const void *data,
                    size_t size)
{
    if (size > INT32_MAX || zip->size > INT32_MAX || zip->n == ZIP_MEMBERS_MAX)
        return error_set(zip->err, TABIA_ERR_LIMIT,
                         "too many cards for one file: the limit is %d, and "
                         "2 GB",
                         ZIP_MEMBERS_MAX - 2);
    if (!zip_deflate(zip, data, size))
        return false;
    const uint16_t name_len = (uint16_t)strlen(name);
    uint8_t head[ZIP_CENTRAL] = { 'P', 'K', 1, 2 };
    put_le16(head + 4, ZIP_VERSION);
    put_le16(head + 6, ZIP_VERSION);
    put_le16(head + 10, ZIP_DEFLATED);
    put_le16(head + 14, ZIP_DATE);
    put_le32(head + 16, (uint32_t)crc32(0, data, (uInt)size));
    put_le32(head + 20, (uint32_t)zip->packed.size);
    put_le32(head + 24, (uint32_t)size);
    put_le16(head + 28, name_len);
    put_le32(head + 42, (uint32_t)zip->size);
    buf_add(&zip->central, head, sizeof(head));
    buf_add(&zip->central, name, name_len);

    // The local header is the same from the needed version to the name.
    uint8_t local[ZIP_LOCAL] = { 'P', 'K', 3, 4 };
    memcpy(local + 4, head + 6, ZIP_LOCAL - 4);
    sink_write(zip->dst, local, sizeof(local));
    sink_write(zip->dst, name, name_len);
    sink_write(zip->dst, zip->packed.data, zip->packed.size);
    zip->size += sizeof(local) + name_len + zip->packed.size;
    zip->n++;
    return sink_ok(zip->dst);
}

static bool zip_finish(struct zip *zip)
{
    uint8_t end[ZIP_END] = { 'P', 'K', 5, 6 };
    put_le16(end + 8, (uint16_t)zip->n);
    put_le16(end + 10, (uint16_t)zip->n);
    put_le32(end + 12, (uint32_t)zip->central.size);
    put_le32(end + 16, (uint32_t)zip->size);
    if (zip->central.failed)
        return buf_error(&zip->central, zip->err);
    sink_write(zip->dst, zip->central.data, zip->central.size);
    return sink_write(zip->dst, end, sizeof(end));
}

/* ---- the collection's settings --------------------------------------- */

#define ID_BASE  INT64_C(1300000000000) // ids look like times in milliseconds
#define ID_RANGE INT64_C(400000000000)
#define MODEL_ID INT64_C(1700000000001)

static int64_t id_of(const char *text)
{
    const uint64_t hash = XXH3_64bits(text, strlen(text));
    return ID_BASE + (int64_t)(hash % (uint64_t)ID_RANGE);
}

static void put_empty(struct json_writer *js, const char *key)
{
    json_writer_key(js, key);
    json_writer_begin_array(js);
    json_writer_end(js);
}

static void key_id(struct json_writer *js, int64_t id)
{
    char text[24];
    snprintf(text, sizeof(text), "%lld", (long long)id);
    json_writer_key(js, text);
    json_writer_begin_object(js);
    json_writer_pair_int(js, "id", id);
}

static void put_conf(struct json_writer *js, const struct deck *deck,
                     int64_t now)
{
    (void)deck;
    (void)now;
    json_writer_begin_object(js);
    json_writer_key(js, "activeDecks");
    json_writer_begin_array(js);
    json_writer_put_int(js, 1);
    json_writer_end(js);
    json_writer_pair_int(js, "curDeck", 1);
    json_writer_pair_int(js, "newSpread", 0);
    json_writer_pair_int(js, "collapseTime", 1200);
    json_writer_pair_int(js, "timeLim", 0);
    json_writer_pair_bool(js, "estTimes", true);
    json_writer_pair_bool(js, "dueCounts", true);
    json_writer_pair_int(js, "nextPos", 1);
    json_writer_pair_text(js, "sortType", "noteFld");
    json_writer_pair_bool(js, "sortBackwards", false);
    json_writer_pair_bool(js, "addToCur", true);
    json_writer_pair_bool(js, "dayLearnFirst", false);
    json_writer_end(js);
}

/* The fields of a note, in order; the first one is what Anki sorts by. */
static const char *const fields[] = { "Question", "Board", "Answer" };

static void put_models(struct json_writer *js, const struct deck *deck,
                       int64_t now)
{
    json_writer_begin_object(js);
    key_id(js, MODEL_ID);
    json_writer_pair_text(js, "name", "Tabia decision");
    json_writer_pair_int(js, "type", 0);
    json_writer_pair_int(js, "mod", now);
    json_writer_pair_int(js, "usn", -1);
    json_writer_pair_int(js, "sortf", 0);
    json_writer_pair_int(js, "did", id_of(deck_title(deck)));
    json_writer_key(js, "tmpls");
    json_writer_begin_array(js);
    json_writer_begin_object(js);
    json_writer_pair_text(js, "name", "Card 1");
    json_writer_pair_int(js, "ord", 0);
    json_writer_pair_text(js, "qfmt", "{{Board}}<div>{{Question}}</div>");
    json_writer_pair_text(
        js, "afmt",
        "{{FrontSide}}<hr id=answer><div class=answer>{{Answer}}"
        "</div>");
    json_writer_pair_text(js, "bqfmt", "");
    json_writer_pair_text(js, "bafmt", "");
    json_writer_key(js, "did");
    json_writer_put_null(js);
    json_writer_end(js);
    json_writer_end(js);
    json_writer_key(js, "flds");
    json_writer_begin_array(js);
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        json_writer_begin_object(js);
        json_writer_pair_text(js, "name", fields[i]);
        json_writer_pair_int(js, "ord", (int64_t)i);
        json_writer_pair_bool(js, "sticky", false);
        json_writer_pair_bool(js, "rtl", false);
        json_writer_pair_text(js, "font", "Arial");
        json_writer_pair_int(js, "size", 20);
        put_empty(js, "media");
        json_writer_end(js);
    }
    json_writer_end(js);
    json_writer_pair_text(
        js, "css",
        ".card{font-family:arial;font-size:20px;text-align:center}"
        ".card img{width:100%;max-width:400px}"
        ".answer{font-weight:bold}");
    json_writer_pair_text(js, "latexPre", "");
    json_writer_pair_text(js, "latexPost", "");
    json_writer_pair_bool(js, "latexsvg", false);
    json_writer_key(js, "req");
    json_writer_begin_array(js);
    json_writer_begin_array(js);
    json_writer_put_int(js, 0);
    json_writer_put_text(js, "any");
    json_writer_begin_array(js);
    json_writer_put_int(js, 0);
    json_writer_put_int(js, 1);
    json_writer_end(js);
    json_writer_end(js);
    json_writer_end(js);
    put_empty(js, "tags");
    put_empty(js, "vers");
    json_writer_end(js);
    json_writer_end(js);
}

static void put_deck(struct json_writer *js, int64_t id, const char *name,
                     int64_t now)
{
    static const char *const today[] = { "newToday", "revToday", "lrnToday",
                                         "timeToday" };
    key_id(js, id);
    json_writer_pair_text(js, "name", name);
    json_writer_pair_text(js, "desc", "");
    json_writer_pair_int(js, "mod", now);
    json_writer_pair_int(js, "usn", -1);
    json_writer_pair_int(js, "conf", 1);
    json_writer_pair_int(js, "dyn", 0);
    json_writer_pair_bool(js, "collapsed", false);
    json_writer_pair_bool(js, "browserCollapsed", false);
    json_writer_pair_int(js, "extendNew", 0);
    json_writer_pair_int(js, "extendRev", 0);
    for (size_t i = 0; i < COUNT_OF(today); i++) {
        json_writer_key(js, today[i]);
        json_writer_begin_array(js);
        json_writer_put_int(js, 0);
        json_writer_put_int(js, 0);
        json_writer_end(js);
    }
    json_writer_end(js);
}

static void put_decks(struct json_writer *js, const struct deck *deck,
                      int64_t now)
{
    json_writer_begin_object(js);
    put_deck(js, 1, "Default", now);
    put_deck(js, id_of(deck_title(deck)), deck_title(deck), now);
    json_writer_end(js);
}

static void put_numbers(struct json_writer *js, const char *key,
                        const double *list, size_t n)
{
    json_writer_key(js, key);
    json_writer_begin_array(js);
    for (size_t i = 0; i < n; i++)
        json_writer_put_double(js, list[i]);
    json_writer_end(js);
}

static void put_dconf(struct json_writer *js, const struct deck *deck,
                      int64_t now)
{
    static const double steps[] = { 1, 10 }, ints[] = { 1, 4, 7 };
    (void)deck;
    (void)now;
    json_writer_begin_object(js);
    key_id(js, 1);
    json_writer_pair_text(js, "name", "Default");
    json_writer_pair_int(js, "mod", 0);
    json_writer_pair_int(js, "usn", 0);
    json_writer_pair_bool(js, "autoplay", true);
    json_writer_pair_bool(js, "replayq", true);
    json_writer_pair_int(js, "maxTaken", 60);
    json_writer_pair_int(js, "timer", 0);
    json_writer_key(js, "new");
    json_writer_begin_object(js);
    put_numbers(js, "delays", steps, 2);
    put_numbers(js, "ints", ints, 3);
    json_writer_pair_int(js, "initialFactor", 2500);
    json_writer_pair_int(js, "order", 1);
    json_writer_pair_int(js, "perDay", 20);
    json_writer_pair_bool(js, "bury", false);
    json_writer_end(js);
    json_writer_key(js, "rev");
    json_writer_begin_object(js);
    json_writer_pair_int(js, "perDay", 200);
    json_writer_pair_double(js, "ease4", 1.3);
    json_writer_pair_int(js, "ivlFct", 1);
    json_writer_pair_int(js, "maxIvl", 36500);
    json_writer_pair_double(js, "hardFactor", 1.2);
    json_writer_pair_bool(js, "bury", false);
    json_writer_end(js);
    json_writer_key(js, "lapse");
    json_writer_begin_object(js);
    put_numbers(js, "delays", steps + 1, 1);
    json_writer_pair_int(js, "leechAction", 0);
    json_writer_pair_int(js, "leechFails", 8);
    json_writer_pair_int(js, "minInt", 1);
    json_writer_pair_int(js, "mult", 0);
    json_writer_end(js);
    json_writer_end(js);
    json_writer_end(js);
}

/* ---- the database ---------------------------------------------------- */

static const char schema[] =
    "CREATE TABLE col (id integer primary key, crt integer not null,"
    " mod integer not null, scm integer not null, ver integer not null,"
    " dty integer not null, usn integer not null, ls integer not null,"
    " conf text not null, models text not null, decks text not null,"
    " dconf text not null, tags text not null);"
    "CREATE TABLE notes (id integer primary key, guid text not null,"
    " mid integer not null, mod integer not null, usn integer not null,"
    " tags text not null, flds text not null, sfld integer not null,"
    " csum integer not null, flags integer not null, data text not null);"
    "CREATE TABLE cards (id integer primary key, nid integer not null,"
    " did integer not null, ord integer not null, mod integer not null,"
    " usn integer not null, type integer not null, queue integer not null,"
    " due integer not null, ivl integer not null, factor integer not null,"
    " reps integer not null, lapses integer not null, left integer not null,"
    " odue integer not null, odid integer not null, flags integer not null,"
    " data text not null);"
    "CREATE TABLE revlog (id integer primary key, cid integer not null,"
    " usn integer not null, ease integer not null, ivl integer not null,"
    " lastIvl integer not null, factor integer not null,"
    " time integer not null, type integer not null);"
    "CREATE TABLE graves (usn integer not null, oid integer not null,"
    " type integer not null);"
    "CREATE INDEX ix_notes_usn on notes (usn);"
    "CREATE INDEX ix_cards_usn on cards (usn);"
    "CREATE INDEX ix_revlog_usn on revlog (usn);"
    "CREATE INDEX ix_cards_nid on cards (nid);"
    "CREATE INDEX ix_cards_sched on cards (did, queue, due);"
    "CREATE INDEX ix_revlog_cid on revlog (cid);"
    "CREATE INDEX ix_notes_csum on notes (csum);";

static bool db_fail(sqlite3 *db, int code, struct tabia_error *err)
{
    if (code == SQLITE_NOMEM)
        return error_nomem(err);
    return error_set(err, TABIA_ERR_IO, "SQLite: %s",
                     db ? sqlite3_errmsg(db) : sqlite3_errstr(code));
}

static bool db_run(sqlite3 *db, const char *sql, struct tabia_error *err)
{
    const int code = sqlite3_exec(db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK || db_fail(db, code, err);
}

/* Runs a statement with bound values and makes it ready for the next. */
static bool db_step(sqlite3 *db, sqlite3_stmt *statement,
                    struct tabia_error *err)
{
    const int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE || db_fail(db, code, err);
}

static sqlite3_stmt *db_prepare(sqlite3 *db, const char *sql,
                                struct tabia_error *err)
{
    sqlite3_stmt *statement = NULL;
    const int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code != SQLITE_OK)
        db_fail(db, code, err);
    return statement;
}

static bool db_bind_text(sqlite3 *db, sqlite3_stmt *statement, int at,
                         const struct buf *text, struct tabia_error *err)
{
    if (text->failed)
        return buf_error(text, err);
    const int code = sqlite3_bind_text(statement, at, buf_text(text),
                                       (int)text->size, SQLITE_TRANSIENT);
    return code == SQLITE_OK || db_fail(db, code, err);
}

static bool db_add_col(sqlite3 *db, const struct deck *deck, int64_t now,
                       struct tabia_error *err)
{
    static void (*const parts[])(
        struct json_writer * js, const struct deck *deck,
        int64_t now) = { put_conf, put_models, put_decks, put_dconf };
    sqlite3_stmt *statement = db_prepare(
        db,
        "INSERT INTO col VALUES (1, ?1, ?2, ?2, 11, 0, 0, 0, ?3, ?4, ?5, "
        "?6, '{}')",
        err);
    struct buf text = { .limit = 1 << 20 };
    bool ok = statement != NULL;
    sqlite3_bind_int64(statement, 1, now - now % 86400);
    sqlite3_bind_int64(statement, 2, now * 1000);
    for (size_t i = 0; ok && i < COUNT_OF(parts); i++) {
        struct sink dst = sink_to_buf(&text, err);
        struct json_writer js;
        buf_reset(&text);
        json_writer_init(&js, &dst, false);
        parts[i](&js, deck, now);
        ok = sink_ok(&dst) &&
             db_bind_text(db, statement, (int)i + 3, &text, err);
    }
    ok = ok && db_step(db, statement, err);
    sqlite3_finalize(statement);
    buf_clear(&text);
    return ok;
}

static void media_name(const struct deck_card *card, char *name, size_t size)
{
    snprintf(name, size, "tabia-%s.svg", card->id);
}

static void put_html(struct sink *dst, const char *text)
{
    for (const char *end; *text; text = end + (*end == '\n')) {
        end = text + strcspn(text, "\n");
        char *line = strndup(text, (size_t)(end - text));
        if (!line) {
            dst->failed = !error_nomem(dst->err);
            return;
        }
        draw_escape(dst, line);
        free(line);
        if (*end)
            sink_put_text(dst, "<br>");
    }
}

/* Ids that are taken, sorted by SQLite itself: the first free one from 'id'. */
static bool db_free_id(sqlite3 *db, sqlite3_stmt *taken, int64_t *id,
                       struct tabia_error *err)
{
    for (;; ++*id) {
        sqlite3_bind_int64(taken, 1, *id);
        const int code = sqlite3_step(taken);
        sqlite3_reset(taken);
        if (code != SQLITE_ROW)
            return code == SQLITE_DONE || db_fail(db, code, err);
    }
}

struct note_statements {
    sqlite3_stmt *taken, *note, *card;
};

static bool db_add_note(sqlite3 *db, const struct note_statements *s,
                        const struct deck *deck, size_t i, int64_t now,
                        struct buf *text, struct tabia_error *err)
{
    const struct deck_card *card = deck_card_at(deck, i);
    int64_t id = id_of(card->id);
    char name[64];
    if (!db_free_id(db, s->taken, &id, err))
        return false;
    struct sink dst = sink_to_buf(text, err);
    buf_reset(text);
    media_name(card, name, sizeof(name));
    put_html(&dst, card->front);
    const size_t first = text->size;
    sink_printf(&dst, "\x1f<img src=\"%s\">\x1f", name);
    put_html(&dst, card->back);
    if (!sink_ok(&dst) || !db_bind_text(db, s->note, 6, text, err))
        return false;
    sqlite3_bind_int64(s->note, 1, id);
    sqlite3_bind_text(s->note, 2, card->id, -1, SQLITE_STATIC);
    sqlite3_bind_int64(s->note, 3, MODEL_ID);
    sqlite3_bind_int64(s->note, 4, now);
    text->size = first; // the field that it is sorted by
    if (!db_bind_text(db, s->note, 7, text, err))
        return false;
    buf_reset(text);
    buf_addf(text, " %s ", card->tags);
    if (!db_bind_text(db, s->note, 5, text, err) || !db_step(db, s->note, err))
        return false;
    sqlite3_bind_int64(s->card, 1, id);
    sqlite3_bind_int64(s->card, 2, id_of(deck_title(deck)));
    sqlite3_bind_int64(s->card, 3, now);
    sqlite3_bind_int64(s->card, 4, (int64_t)i + 1);
    return db_step(db, s->card, err);
}

static bool db_add_notes(sqlite3 *db, const struct deck *deck, int64_t now,
                         struct tabia_error *err)
{
    struct buf text = { .limit = 1 << 20 };
    struct note_statements s = {
        .taken = db_prepare(db, "SELECT 1 FROM notes WHERE id = ?1", err),
    };
    if (s.taken)
        s.note = db_prepare(db,
                            "INSERT INTO notes VALUES (?1, ?2, ?3, ?4, -1, "
                            "?5, ?6, ?7, 0, 0, '')",
                            err);
    if (s.note)
        s.card = db_prepare(db,
                            "INSERT INTO cards VALUES (?1, ?1, ?2, 0, ?3, -1, "
                            "0, 0, ?4, 0, 0, 0, 0, 0, 0, 0, 0, '')",
                            err);
    bool ok = s.card != NULL;
    for (size_t i = 0; ok && i < deck_count(deck); i++)
        ok = db_add_note(db, &s, deck, i, now, &text, err);
    sqlite3_finalize(s.taken);
    sqlite3_finalize(s.note);
    sqlite3_finalize(s.card);
    buf_clear(&text);
    return ok;
}

/* The database as bytes, to be freed with sqlite3_free. */
static unsigned char *make_collection(const struct deck *deck, int64_t now,
                                      size_t *size, struct tabia_error *err)
{
    sqlite3 *db = NULL;
    unsigned char *bytes = NULL;
    sqlite3_int64 n = 0;
    const int code = sqlite3_open(":memory:", &db);
    if (code != SQLITE_OK) {
        db_fail(db, code, err);
    } else if (db_run(db, schema, err) && db_run(db, "BEGIN", err) &&
               db_add_col(db, deck, now, err) &&
               db_add_notes(db, deck, now, err) && db_run(db, "COMMIT", err)) {
        bytes = sqlite3_serialize(db, "main", &n, 0);
        if (!bytes)
            error_nomem(err);
    }
    sqlite3_close(db);
    *size = (size_t)n;
    return bytes;
}

/* ---- the file -------------------------------------------------------- */

/* Pictures, each once, and their names. */
static bool add_media(struct zip *zip, const struct deck *deck)
{
    struct buf picture = { .limit = 1 << 20 };
    struct buf names = { .limit = (size_t)1 << 30 };
    struct sink list = sink_to_buf(&names, zip->err);
    struct json_writer js;
    bool ok = true;
    json_writer_init(&js, &list, false);
    json_writer_begin_object(&js);
    for (size_t i = 0; ok && i < deck_count(deck); i++) {
        const struct deck_card *card = deck_card_at(deck, i);
        struct sink dst = sink_to_buf(&picture, zip->err);
        char number[24], name[64];
        snprintf(number, sizeof(number), "%zu", i);
        media_name(card, name, sizeof(name));
        json_writer_pair_text(&js, number, name);
        buf_reset(&picture);
        draw_puzzle_diagram(&card->pos, card->is_flipped, &dst);
        ok = sink_ok(&dst) && zip_add(zip, number, picture.data, picture.size);
    }
    json_writer_end(&js);
    ok = ok && sink_ok(&list) && zip_add(zip, "media", names.data, names.size);
    buf_clear(&picture);
    buf_clear(&names);
    return ok;
}

bool apkg_write(const struct deck *deck, int64_t now, struct sink *dst,
                struct tabia_error *err)
{
    struct zip zip = { .dst = dst,
                       .packed = { .limit = (size_t)INT32_MAX },
                       .central = { .limit = (size_t)INT32_MAX },
                       .err = err };
    size_t size;
    unsigned char *bytes = make_collection(deck, now, &size, err);
    const bool ok = bytes && zip_add(&zip, "collection.anki2", bytes, size) &&
                    add_media(&zip, deck) && zip_finish(&zip);
    sqlite3_free(bytes);
    buf_clear(&zip.packed);
    buf_clear(&zip.central);
    return ok;
}
