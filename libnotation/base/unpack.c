/* Unpacks gzip (zlib), Zstandard, bzip2 and xz streams behind one read function. */
#include "base/unpack.h"

#include <bzlib.h>
#include <errno.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

enum { CHUNK = 65536, XZ_MEMORY = 64 << 20 };

typedef enum kind { GZIP, ZSTD, BZIP2, XZ, NO_KIND } kind;

struct nt_unpack {
    nt_context *context;
    nt_read_function *source;
    void *user;
    kind kind;
    bool source_ended, inside; /* no more packed bytes; a stream has begun and not ended */
    z_stream gzip;
    bz_stream bzip2;
    lzma_stream xz;
    ZSTD_DStream *zstd;
    size_t at, size;
    unsigned char packed[CHUNK];
};

/* "BZh", a digit, and how a block or the end of an empty file begins: "BZh" alone may begin a text. */
static bool is_bzip2(const unsigned char *bytes, size_t size) {
    return size >= 6 && memcmp(bytes, "BZh", 3) == 0 && bytes[3] >= '1' && bytes[3] <= '9' &&
           (memcmp(bytes + 4, "1A", 2) == 0 || memcmp(bytes + 4, "\x17\x72", 2) == 0);
}

static kind kind_of(const unsigned char *bytes, size_t size) {
    static const struct {
        const char *magic;
        size_t length;
        kind kind;
    } kinds[] = {{"\x1F\x8B", 2, GZIP}, {"\x28\xB5\x2F\xFD", 4, ZSTD}, {"\xFD" "7zXZ\0", 6, XZ}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (size >= kinds[i].length && memcmp(bytes, kinds[i].magic, kinds[i].length) == 0) return kinds[i].kind;
    return is_bzip2(bytes, size) ? BZIP2 : NO_KIND;
}

bool nt_unpack_knows(const unsigned char *bytes, size_t size) { return kind_of(bytes, size) != NO_KIND; }

static bool start(nt_unpack *u) {
    switch (u->kind) {
    case GZIP: return inflateInit2(&u->gzip, 15 + 16) == Z_OK;
    case ZSTD: return (u->zstd = ZSTD_createDStream()) && !ZSTD_isError(ZSTD_initDStream(u->zstd));
    case BZIP2: return BZ2_bzDecompressInit(&u->bzip2, 0, 0) == BZ_OK;
    case XZ: return lzma_stream_decoder(&u->xz, XZ_MEMORY, 0) == LZMA_OK;
    case NO_KIND: break;
    }
    return false;
}

static void stop(nt_unpack *u) {
    switch (u->kind) {
    case GZIP: inflateEnd(&u->gzip); break;
    case ZSTD: ZSTD_freeDStream(u->zstd); break;
    case BZIP2: BZ2_bzDecompressEnd(&u->bzip2); break;
    case XZ: lzma_end(&u->xz); break;
    case NO_KIND: break;
    }
}

nt_unpack *nt_unpack_new(nt_context *context, nt_read_function *source, void *user, const unsigned char *first, size_t size) {
    nt_unpack *u = nt_new(context, sizeof *u);
    if (!u) return NULL;
    assert(size <= CHUNK);
    u->context = context;
    u->source = source;
    u->user = user;
    u->kind = kind_of(first, size);
    u->xz = (lzma_stream)LZMA_STREAM_INIT;
    memcpy(u->packed, first, size);
    u->size = size;
    if (start(u)) return u;
    nt_unpack_free(u);
    return NULL;
}

void nt_unpack_free(nt_unpack *u) {
    if (!u) return;
    stop(u);
    nt_delete(u->context, u, sizeof *u);
}

/* ---- one step of each library: takes packed bytes, gives unpacked ones, and says how it went ---- */

typedef enum outcome { GOES_ON, STREAM_ENDED, NO_MEMORY, DAMAGED } outcome;

static outcome step_gzip(nt_unpack *u, unsigned char *out, size_t *room) {
    u->gzip.next_in = u->packed + u->at;
    u->gzip.avail_in = (uInt)(u->size - u->at);
    u->gzip.next_out = out;
    u->gzip.avail_out = (uInt)*room;
    int code = inflate(&u->gzip, Z_NO_FLUSH);
    u->at = u->size - u->gzip.avail_in;
    *room = u->gzip.avail_out;
    if (code == Z_STREAM_END) return inflateReset(&u->gzip) == Z_OK ? STREAM_ENDED : DAMAGED;
    return code == Z_OK || code == Z_BUF_ERROR ? GOES_ON : code == Z_MEM_ERROR ? NO_MEMORY : DAMAGED;
}

static outcome step_zstd(nt_unpack *u, unsigned char *out, size_t *room) {
    ZSTD_inBuffer in = {u->packed, u->size, u->at};
    ZSTD_outBuffer to = {out, *room, 0};
    size_t code = ZSTD_decompressStream(u->zstd, &to, &in);
    u->at = in.pos;
    *room -= to.pos;
    if (ZSTD_isError(code)) return DAMAGED;
    return code == 0 ? STREAM_ENDED : GOES_ON;
}

static outcome step_bzip2(nt_unpack *u, unsigned char *out, size_t *room) {
    u->bzip2.next_in = (char *)u->packed + u->at;
    u->bzip2.avail_in = (unsigned)(u->size - u->at);
    u->bzip2.next_out = (char *)out;
    u->bzip2.avail_out = (unsigned)*room;
    int code = BZ2_bzDecompress(&u->bzip2);
    u->at = u->size - u->bzip2.avail_in;
    *room = u->bzip2.avail_out;
    if (code == BZ_STREAM_END) {
        BZ2_bzDecompressEnd(&u->bzip2);
        memset(&u->bzip2, 0, sizeof u->bzip2);
        return BZ2_bzDecompressInit(&u->bzip2, 0, 0) == BZ_OK ? STREAM_ENDED : NO_MEMORY;
    }
    return code == BZ_OK ? GOES_ON : code == BZ_MEM_ERROR ? NO_MEMORY : DAMAGED;
}

static outcome step_xz(nt_unpack *u, unsigned char *out, size_t *room) {
    u->xz.next_in = u->packed + u->at;
    u->xz.avail_in = u->size - u->at;
    u->xz.next_out = out;
    u->xz.avail_out = *room;
    lzma_ret code = lzma_code(&u->xz, LZMA_RUN);
    u->at = u->size - u->xz.avail_in;
    *room = u->xz.avail_out;
    if (code == LZMA_STREAM_END) {
        lzma_end(&u->xz);
        u->xz = (lzma_stream)LZMA_STREAM_INIT;
        return start(u) ? STREAM_ENDED : NO_MEMORY;
    }
    if (code == LZMA_MEM_ERROR || code == LZMA_MEMLIMIT_ERROR) return NO_MEMORY;
    return code == LZMA_OK || code == LZMA_BUF_ERROR ? GOES_ON : DAMAGED;
}

static outcome step(nt_unpack *u, unsigned char *out, size_t *room) {
    switch (u->kind) {
    case GZIP: return step_gzip(u, out, room);
    case ZSTD: return step_zstd(u, out, room);
    case BZIP2: return step_bzip2(u, out, room);
    default: return step_xz(u, out, room);
    }
}

/* ---- reading ---- */

static ptrdiff_t fail(int error) {
    errno = error;
    return -1;
}

/* Reads more packed bytes when all have been used; -1: the source failed. */
static int refill(nt_unpack *u) {
    if (u->at < u->size || u->source_ended) return 0;
    ptrdiff_t count = u->source(u->user, u->packed, CHUNK);
    if (count < 0) return -1;
    u->at = 0;
    u->size = (size_t)count;
    u->source_ended = count == 0;
    return 0;
}

/* Between streams: padding of NUL bytes is passed over, as gzip and xz do. */
static int pass_padding(nt_unpack *u) {
    for (;;) {
        if (refill(u) < 0) return -1;
        while (u->at < u->size && u->packed[u->at] == 0) u->at++;
        if (u->at < u->size || u->source_ended) return 0;
    }
}

ptrdiff_t nt_unpack_read(void *user, void *buffer, size_t size) {
    nt_unpack *u = user;
    for (;;) {
        if ((u->inside ? refill(u) : pass_padding(u)) < 0) return -1;
        if (u->source_ended && !u->inside) return 0;
        bool is_dry = u->source_ended; /* the library may still hold bytes to give */
        size_t room = size < CHUNK ? size : CHUNK, before = room;
        u->inside = true;
        outcome came = step(u, buffer, &room);
        if (came == NO_MEMORY) return fail(ENOMEM);
        if (came == DAMAGED) return fail(EBADMSG);
        if (came == STREAM_ENDED) u->inside = false;
        if (room < before) return (ptrdiff_t)(before - room);
        if (is_dry && came == GOES_ON) return fail(EBADMSG);
    }
}
