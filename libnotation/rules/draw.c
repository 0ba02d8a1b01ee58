/* The moves of a piece as a text diagram, for people who read a variant. */
#include "rules/code.h"

typedef struct drawing {
    const nt_variant *v;
    unsigned from, code;
    uint8_t ways[NT_MAX_CELLS]; /* NT_KIND_MOVES, NT_KIND_CAPTURES */
} drawing;

static size_t text_of_drawing(const void *what, unsigned cell, char buffer[NT_MAN_SIZE]) {
    static const char marks[] = {'.', 'm', 'x', '*'};
    const drawing *d = what;
    if (cell == d->from) return nt_code_text(d->v, d->code, buffer);
    buffer[0] = marks[d->ways[cell]];
    return 1;
}

nt_status nt_kind_draw(const nt_variant *variant, size_t kind, size_t from, nt_output *output) {
    drawing d = {.v = variant, .code = nt_code_of((unsigned)kind, 0), .from = (unsigned)from};
    size_t count = nt_kind_moves(variant, kind, 0, d.from, NULL);
    nt_kind_move *moves = nt_new(output->context, (count + 1) * sizeof *moves);
    if (!moves) return NT_NO_MEMORY;
    nt_kind_moves(variant, kind, 0, d.from, moves);
    for (size_t i = 0; i < count; i++) {
        if (moves[i].flags & NT_KIND_OVER) continue; /* the board is empty */
        d.ways[moves[i].to] |= moves[i].flags & (NT_KIND_MOVES | NT_KIND_CAPTURES);
    }
    nt_delete(output->context, moves, (count + 1) * sizeof *moves);
    nt_grid_write(variant, text_of_drawing, &d, output);
    return NT_OK;
}
