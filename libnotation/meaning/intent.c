/* The empty intent. Called by the readers of moves. */
#include "meaning/intent.h"

void nt_intent_clear(nt_intent *intent) {
    static const nt_intent empty = {
        .player = -1, .promo_player = -1, .from = NT_NO_CELL, .to = NT_NO_CELL, .from_file = -1, .from_rank = -1,
        .side = -1, .capture = -1, .slot = -1,
    };
    *intent = empty;
}
