/* The empty intent, for the readers of moves, and what an intent leaves to the kinds of the variant. */
#include "meaning/explain.h"

#include <stddef.h>

void nt_intent_clear(nt_intent *intent) {
    static const nt_intent empty = {
        .player = -1, .promo_player = -1, .from = NT_NO_CELL, .to = NT_NO_CELL, .from_file = -1, .from_rank = -1,
        .to_file = -1,
        .side = -1, .capture = -1, .slot = -1,
    };
    memcpy(intent, &empty, offsetof(nt_intent, part)); /* the parts behind are as many as intent->parts says: none */
}

size_t nt_intent_take(nt_intent *intent, const nt_variant *v, nt_text text, size_t at) {
    size_t length = 0;
    if (!text.length || *text.at != 'x' || intent->parts == NT_MAX_PARTS) return 0;
    unsigned cell = nt_scheme_match(&v->scheme, nt_text_cut(text, 1), &length);
    if (cell == NT_NO_CELL) return 0;
    intent->part[intent->parts++] = (nt_part){
        .form = NT_PART_EMPTY, .player = -1, .from = (uint16_t)cell, .to = NT_NO_CELL, .at = at,
    };
    return length + 1;
}

unsigned nt_intent_dropped(const nt_variant *v, const nt_intent *intent) {
    if (intent->kind) return v->kind[intent->kind].base;
    if (intent->slot >= 0) return v->slot[intent->slot].kind;
    for (unsigned kind = 1; kind <= v->kinds; kind++) {
        if (v->kind[kind].is_pawn && !v->kind[kind].twin) return kind;
    }
    return 0;
}
