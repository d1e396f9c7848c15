/*
 * assets.c - the page and its files
 */
#include "serve/assets.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/compiler.h"

#include "base/banned.h"

enum { FILE_MAX = 16 << 20, CHUNK_SIZE = 16384, GZIP_WINDOW = 15 + 16 };

static const char no_page[] =
    "<!doctype html>\n"
    "<html lang=\"en\"><meta charset=\"utf-8\"><title>Tabia</title>\n"
    "<h1>Tabia</h1>\n"
    "<p>The server is running, but the program was built without the page. "
    "Install Node and npm, then run <code>make</code> again.</p>\n"
    "<p>The HTTP interface works: <a href=\"api/books\">/api/books</a>, "
    "<a href=\"api/find\">/api/find</a>, "
    "<a href=\"masters\">/masters</a>.</p>\n";

static const struct {
    const char *suffix, *type;
} types[] = {
    { ".html", "text/html; charset=utf-8" },
    { ".js", "text/javascript; charset=utf-8" },
    { ".css", "text/css; charset=utf-8" },
    { ".svg", "image/svg+xml" },
    { ".png", "image/png" },
    { ".ico", "image/x-icon" },
    { ".json", "application/json" },
    { ".webmanifest", "application/manifest+json" },
    { ".map", "application/json" },
    { ".woff2", "font/woff2" },
};

static const char *content_type_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < COUNT_OF(types); i++)
        if (strcmp(types[i].suffix, dot) == 0)
            return types[i].type;
    return "application/octet-stream";
}

/* ---- embedded files ----------------------------------------------------- */

/* For clients that do not accept gzip, such as wget. */
static bool asset_decompress(struct tabia_bytes bytes, struct buf *text)
{
    uint8_t chunk[CHUNK_SIZE];
    z_stream stream = { .next_in = (Bytef *)(uintptr_t)bytes.data,
                        .avail_in = (uInt)bytes.size };
    int status = inflateInit2(&stream, GZIP_WINDOW);
    while (status == Z_OK) {
        stream.next_out = chunk;
        stream.avail_out = CHUNK_SIZE;
        status = inflate(&stream, Z_NO_FLUSH);
        if (!buf_add(text, chunk, CHUNK_SIZE - stream.avail_out))
            status = Z_MEM_ERROR;
    }
    inflateEnd(&stream);
    return status == Z_STREAM_END;
}

static bool asset_reply_embedded(const char *path, const struct call *call,
                                 struct reply *reply)
{
    for (const struct asset *asset = page_assets; asset->path; asset++) {
        if (strcmp(asset->path, path) != 0)
            continue;
        reply->type = asset->type;
        reply->is_immutable = asset->is_immutable;
        reply_header(reply, "Vary", "Accept-Encoding");
        if (call->takes_gzip) {
            reply->fixed_body = asset->gzip;
            reply->etag = asset->etag;
            reply->is_gzip = true;
        } else if (!asset_decompress(asset->gzip, &reply->body)) {
            reply->is_immutable = false;
            reply_error(reply, HTTP_FAILED, "out of memory");
        }
        return true;
    }
    return false;
}

/* ---- files of a folder -------------------------------------------------- */

/* True for a path without hidden files, ".." or backslashes. */
static bool asset_is_plain_path(const char *path)
{
    for (const char *p = path; *p; p++)
        if ((*p == '/' && (p[1] == '.' || p[1] == '/')) || *p == '\\')
            return false;
    return path[0] == '/' && path[1] != '\0';
}

/* Opens a file below a folder without following symbolic links. */
static int asset_open(const char *folder, const char *path)
{
    int at = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    char name[NAME_MAX + 1];
    for (path++; at >= 0; path++) {
        const size_t len = strcspn(path, "/");
        const bool is_last = path[len] == '\0';
        int next = -1;
        if (len <= NAME_MAX) {
            memcpy(name, path, len);
            name[len] = '\0';
            next = openat(at, name,
                          O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK |
                              (is_last ? 0 : O_DIRECTORY));
        }
        close(at);
        at = next;
        if (is_last)
            break;
        path += len;
    }
    return at;
}

static bool asset_read_all(int fd, struct buf *body)
{
    char chunk[65536];
    ssize_t n;
    while ((n = read(fd, chunk, sizeof(chunk))) != 0) {
        if (n < 0 && errno != EINTR)
            return false;
        if (n > 0 && !buf_add(body, chunk, (size_t)n))
            return false;
    }
    return true;
}

static bool asset_reply_file(const char *folder, const char *path,
                             struct reply *reply)
{
    struct stat st;
    bool is_read = false;
    if (!asset_is_plain_path(path))
        return false;
    const int fd = asset_open(folder, path);
    if (fd < 0)
        return false;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size <= FILE_MAX)
        is_read = asset_read_all(fd, &reply->body);
    close(fd);
    reply->type = content_type_of(path);
    return is_read;
}

void assets_reply(const struct server *srv, const struct call *call,
                  struct reply *reply)
{
    const char *path = call->path;
    if (strcmp(path, "/") == 0)
        path = "/index.html";
    if (srv->options.assets ? asset_reply_file(srv->options.assets, path, reply)
                            : asset_reply_embedded(path, call, reply))
        return;
    if (strcmp(path, "/index.html") == 0 && !srv->options.assets) {
        reply->type = content_type_of(path);
        buf_add_text(&reply->body, no_page);
    } else {
        reply_error(reply, HTTP_NOT_FOUND, "not found");
    }
}
