/* Compressed input: each kind is unpacked as it was packed, streams may follow one another, and what is cut off or damaged
 * is an error. */
#include "base/input.h"
#include "support.h"

#include <bzlib.h>
#include <check.h>
#include <errno.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

enum { PLAIN = 300000, ROOM = 400000 };

Suite *unpack_suite(void);

static unsigned char plain[PLAIN];
static unsigned char packed[2 * ROOM];

static size_t pack_gzip(unsigned char *out) {
    z_stream z = {.next_in = plain, .avail_in = PLAIN, .next_out = out, .avail_out = ROOM};
    ck_assert_int_eq(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    ck_assert_int_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    return z.total_out;
}

static size_t pack_zstd(unsigned char *out) {
    size_t size = ZSTD_compress(out, ROOM, plain, PLAIN, 3);
    ck_assert(!ZSTD_isError(size));
    return size;
}

static size_t pack_bzip2(unsigned char *out) {
    unsigned size = ROOM;
    ck_assert_int_eq(BZ2_bzBuffToBuffCompress((char *)out, &size, (char *)plain, PLAIN, 9, 0, 0), BZ_OK);
    return size;
}

static size_t pack_xz(unsigned char *out) {
    size_t size = 0;
    ck_assert_int_eq(lzma_easy_buffer_encode(1, LZMA_CHECK_CRC64, NULL, plain, PLAIN, out, &size, ROOM), LZMA_OK);
    return size;
}

static size_t (*const packers[])(unsigned char *out) = {pack_gzip, pack_zstd, pack_bzip2, pack_xz};

/* Text that packs to something like a third: numbers of a simple generator. */
static void fill_plain(void) {
    uint32_t state = 1;
    for (size_t i = 0; i < PLAIN; i++) {
        state = state * 1664525u + 1013904223u;
        plain[i] = (unsigned char)("0123456789 \n"[state >> 24 & 7]);
    }
}

/* Reads all; returns how it ended. *good: the bytes were those of `copies` plain texts. */
static nt_status read_all(const unsigned char *bytes, size_t size, size_t copies, bool *good) {
    nt_context *context = nt_context_new(&(nt_settings){0});
    nt_input *input = nt_input_memory(context, bytes, size, "packed");
    nt_status status;
    while ((status = nt_input_more(input)) == NT_OK) {}
    size_t length = input->size - input->pin;
    *good = length == copies * PLAIN;
    for (size_t i = 0; i < copies && *good; i++) *good = memcmp(input->data + input->pin + i * PLAIN, plain, PLAIN) == 0;
    if (status == NT_IO) ck_assert_int_eq(nt_input_errno(input), EBADMSG);
    nt_input_free(input);
    nt_context_free(context);
    return status;
}

START_TEST(packed_input_reads_as_the_plain_text) {
    bool good;
    fill_plain();
    size_t size = packers[_i](packed);
    ck_assert_int_eq(read_all(packed, size, 1, &good), NT_END);
    ck_assert(good);
}
END_TEST

START_TEST(streams_one_after_the_other_are_one_text) {
    bool good;
    fill_plain();
    size_t size = packers[_i](packed);
    size += packers[_i](packed + size);
    ck_assert_int_eq(read_all(packed, size, 2, &good), NT_END);
    ck_assert(good);
}
END_TEST

START_TEST(packed_input_that_is_cut_off_is_an_error) {
    bool good;
    fill_plain();
    size_t size = packers[_i](packed);
    for (size_t cut = 12; cut < size; cut += 7919) ck_assert_int_eq(read_all(packed, cut, 0, &good), NT_IO);
    ck_assert_int_eq(read_all(packed, size - 1, 0, &good), NT_IO);
}
END_TEST

START_TEST(damaged_packed_input_is_an_error) {
    bool good;
    fill_plain();
    size_t size = packers[_i](packed);
    if (_i == 1) return; /* a Zstandard frame carries a checksum only where the packer was asked for one */
    packed[size / 2] ^= 0x40;
    ck_assert_int_eq(read_all(packed, size, 0, &good), NT_IO);
}
END_TEST

Suite *unpack_suite(void) {
    Suite *suite = suite_create("unpack");
    TCase *reading = tcase_create("reading");
    tcase_add_loop_test(reading, packed_input_reads_as_the_plain_text, 0, 4);
    tcase_add_loop_test(reading, streams_one_after_the_other_are_one_text, 0, 4);
    tcase_add_loop_test(reading, packed_input_that_is_cut_off_is_an_error, 0, 4);
    tcase_add_loop_test(reading, damaged_packed_input_is_an_error, 0, 4);
    suite_add_tcase(suite, reading);
    return suite;
}
