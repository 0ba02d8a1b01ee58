/* Counts move trees. */
#include "rules/position.h"

enum { MAX_DEPTH = 100 };

/* The moves of all depths lie one after the other in one array. */
static uint64_t count_leaves(nt_position *p, unsigned depth, nt_move *moves) {
    if (depth == 1) return nt_count_legal(p);
    size_t count = nt_generate(p, moves);
    uint64_t nodes = 0;
    for (size_t i = 0; i < count; i++) {
        nt_make(p, moves[i]);
        nodes += count_leaves(p, depth - 1, moves + count);
        nt_unmake(p);
    }
    return nodes;
}

nt_status nt_perft(nt_position *p, unsigned depth, uint64_t *nodes) {
    if (depth == 0) {
        *nodes = 1;
        return NT_OK;
    }
    if (depth > MAX_DEPTH) return NT_LIMIT;
    size_t size = (size_t)depth * p->variant->move_bound * sizeof(nt_move);
    if (!nt_position_reserve(p, depth)) return NT_NO_MEMORY;
    nt_move *moves = nt_new(p->context, size);
    if (!moves) return NT_NO_MEMORY;
    *nodes = count_leaves(p, depth, moves);
    nt_delete(p->context, moves, size);
    return NT_OK;
}
