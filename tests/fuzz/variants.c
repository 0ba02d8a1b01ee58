/* Variant files and Betza strings. */
#include "fuzz/fuzz.h"

#include "base/unpack.h"
#include "rules/betza.h"

#include <stdio.h>
#include <string.h>

static outcome whole, part;

void fuzz_variants(const uint8_t *data, size_t size) {
    memory m = {.fail_at = 0};
    work w = {.kind = WORK_VARIANT, .input = data, .size = size};
    work_run(&w, &m, &whole);
    FUZZ_MUST(m.blocks == 0 && !m.wrong, "%zu blocks left", m.blocks);
    FUZZ_MUST(whole.status != 2 || nt_unpack_knows(data, size), "trouble without a reason");
    if (size == 0 || data[size - 1] % 4 != 0) return;
    m = (memory){.fail_at = data[size / 2] * 5u % (m.count + 1)};
    w.chunk = 1 + data[0] % 50u;
    work_run(&w, &m, &part);
    FUZZ_MUST(m.blocks == 0 && !m.wrong, "%zu blocks left after a failure", m.blocks);
    FUZZ_MUST(part.status == 2 || bytes_equal(&whole.out, &part.out), "allocation %zu failed, and nobody said so", m.fail_at);
}

/* As a piece of a small variant, whose positions must then hold. */
static void play(const char *board, const char *string) {
    char file[1200];
    const nt_variant *v = NULL;
    const char *men = board[0] == 's' ? "array = xk2x/5/5/5/XK2X" : "coordinates = glinski\nsetup = K c1, X b1, X d1";
    snprintf(file, sizeof file, "[fuzz]\ntitle = Fuzz\nboard = %s\npiece K = king K\npiece X = man %s\nroyal = K\n%s\n",
             board, string, men);
    memory m = {.fail_at = 0};
    nt_settings settings = {.allocator = memory_allocator(&m)};
    nt_context *context = nt_context_new(&settings);
    nt_input *input = nt_input_memory(context, file, strlen(file), "file");
    nt_status status = nt_variants_add(context, input);
    nt_input_free(input);
    if (status == NT_OK) status = nt_variant_load(context, "fuzz", &v);
    if (status == NT_OK) {
        nt_position *p = nt_position_new(context, v);
        fuzz_position(p, 0, 2);
        nt_position_free(p);
    }
    nt_context_free(context);
    FUZZ_MUST(m.blocks == 0, "%zu blocks left", m.blocks);
}

void fuzz_betza(const uint8_t *data, size_t size) {
    enum { MOST = 200 };
    static const char *const boards[] = {"square 5x5", "hexagon 3 glinski", "hexagon 3 wellisch"};
    nt_board board;
    nt_betza betza;
    size_t at = 0;
    const char *reason = NULL;
    if (size == 0 || size > MOST) return;
    const char *name = boards[data[0] % 3];
    FUZZ_MUST(nt_board_read(&board, nt_text_from(name)), "%s", name);
    nt_text text = {data + 1, size - 1};
    bool good = nt_betza_read(text, &board, &betza, &at, &reason);
    FUZZ_MUST(good || (at <= text.length && reason != NULL), "at %zu", at);
    FUZZ_MUST(!good || (betza.moves <= NT_MAX_BETZA_MOVES && (betza.moves == 0 || betza.move[0].legs <= NT_MAX_LEGS)), "much");
    char string[MOST + 1];
    memcpy(string, text.at, text.length);
    string[text.length] = '\0';
    if (good && strcspn(string, "\r\n#") == text.length && name != boards[2]) play(name, string);
}
