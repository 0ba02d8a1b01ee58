/* Position codes and patterns. The first byte chooses the variant, the second one the form. */
#include "fuzz/fuzz.h"

static bytes text, again;

static ptrdiff_t append(void *user, const void *at, size_t size) {
    bytes_add(user, at, size);
    return (ptrdiff_t)size;
}

static void write_code(const nt_position *p, nt_code code, bytes *to) {
    to->size = 0;
    nt_output *output = nt_output_function(fuzz_context(), append, to);
    nt_position_write(p, code, NULL, output);
    FUZZ_MUST(nt_output_free(output) == NT_OK, "writing fails");
}

static nt_status set(nt_position *p, nt_code code, const bytes *from) {
    return nt_position_set(p, code, (const char *)from->at, from->size);
}

/* What is read is written as a code that is read as the same. */
static void try_code(nt_position *p, nt_code code) {
    static const char *const names[] = {"FEN", "Game Courier code", "cells"};
    write_code(p, code, &text);
    FUZZ_MUST(set(p, code, &text) == NT_OK, "%s is not read again: %.*s", names[code], (int)text.size, text.at);
    uint64_t key = nt_position_key(p);
    write_code(p, code, &again);
    FUZZ_MUST(bytes_equal(&text, &again), "%s changes: %.*s, then %.*s", names[code], (int)text.size, text.at,
              (int)again.size, again.at);
    FUZZ_MUST(set(p, code, &again) == NT_OK && nt_position_key(p) == key, "%s has two keys: %.*s", names[code],
              (int)text.size, text.at);
}

void fuzz_code(const uint8_t *data, size_t size) {
    if (size < 2) return;
    nt_code code = (nt_code)(data[1] % 3);
    nt_position *p = nt_position_new(fuzz_context(), fuzz_variant(data[0]));
    if (nt_position_set(p, code, (const char *)data + 2, size - 2) == NT_OK) {
        uint64_t key = nt_position_key(p);
        fuzz_position(p, data[size - 1], 2);
        FUZZ_MUST(nt_position_key(p) == key, "the key changes by looking");
        try_code(p, NT_CODE_FEN);
        FUZZ_MUST(nt_position_key(p) == key, "FEN is of another position: %.*s", (int)text.size, text.at);
        try_code(p, NT_CODE_GC);
        try_code(p, NT_CODE_CELLS);
    }
    nt_position_free(p);
}

void fuzz_pattern(const uint8_t *data, size_t size) {
    if (size < 2) return;
    const nt_variant *v = fuzz_variant(data[0]);
    nt_status status = NT_NO_MEMORY;
    nt_pattern *pattern = nt_pattern_new(fuzz_context(), v, (nt_pattern_form)(data[1] % 4), (const char *)data + 2, size - 2,
                                         &status);
    FUZZ_MUST(pattern != NULL || status == NT_INVALID, "status %d", (int)status);
    nt_position *p = nt_position_new(fuzz_context(), v);
    if (pattern != NULL) nt_pattern_fits(pattern, p);
    nt_pattern_free(pattern);
    nt_position_free(p);
}
