/* How games end: what the board says, and the score that it gives. */
#include "rules/small.h"

static unsigned count_cells(const nt_cells *set) {
    unsigned count = 0;
    for (unsigned w = 0; w < NT_SET_WORDS; w++) count += (unsigned)__builtin_popcountll(set->word[w]);
    return count;
}

/* ---- results ---- */

static void share(const nt_position *p, nt_result *result, uint8_t twelfths) {
    *result = (nt_result){.known = true, .players = (uint8_t)p->variant->players};
    for (unsigned player = 0; player < p->variant->players; player++) result->twelfths[player] = twelfths;
}

/* The result when `player` gets a score and the other side the rest of the point. */
static void give(const nt_position *p, nt_result *result, unsigned player, uint8_t twelfths) {
    share(p, result, (uint8_t)(12 - twelfths));
    result->twelfths[player] = twelfths;
}

static void apply(const nt_position *p, nt_result *result, unsigned player, nt_value value, uint8_t custom) {
    switch (value) {
    case NT_VALUE_DRAW: share(p, result, 6); break;
    case NT_VALUE_LOSS: give(p, result, player, 0); break;
    case NT_VALUE_WIN: give(p, result, player, 12); break;
    case NT_VALUE_CUSTOM: give(p, result, player, custom); break;
    }
}

/* ---- ends by rule ---- */

static bool is_bare(const nt_position *p, unsigned player) {
    return p->royal[player] != NT_NO_CELL && count_cells(&p->own[player]) == 1;
}

/* The side that has just moved is bare: it did not bare the other in reply. The side to move is bare: it has lost at once
 * where no reply is allowed. */
static nt_ending bare_ending(const nt_position *p, nt_result *result) {
    unsigned us = p->state.player, them = 1 - us;
    bool we = is_bare(p, us), they = is_bare(p, them);
    if (we && they) {
        share(p, result, 6);
        return NT_ENDING_BARE_DRAW;
    }
    if (they || (we && !p->variant->bare_king_answer)) {
        give(p, result, they ? them : us, 0);
        return NT_ENDING_BARE_KING;
    }
    return NT_ENDING_NONE;
}

static bool is_extinct(const nt_position *p, unsigned player) {
    const nt_variant *v = p->variant;
    bool by_kind = false;
    for (unsigned kind = 1; kind <= v->kinds; kind++) {
        if (!nt_cells_has(&v->extinct_kinds, kind)) continue;
        by_kind = true;
        if (count_cells(&p->piece[nt_code_of(kind, player)]) == 0) return true;
    }
    return !by_kind && count_cells(&p->own[player]) == 0;
}

static nt_ending extinction_ending(const nt_position *p, nt_result *result) {
    for (unsigned player = 0; player < p->variant->players; player++) {
        if (!is_extinct(p, player)) continue;
        apply(p, result, player, p->variant->extinction_value, 0);
        return NT_ENDING_EXTINCTION;
    }
    return NT_ENDING_NONE;
}

static bool stands_on_goal(const nt_position *p, unsigned player) {
    return p->royal[player] != NT_NO_CELL && nt_cells_has(&p->variant->goal[player], p->royal[player]);
}

/* The first player to move from the array has the advantage of the first move: where the variant says so, the other may
 * still draw by reaching the goal with his very next move. */
static nt_ending goal_ending(const nt_position *p, nt_result *result) {
    unsigned us = p->state.player, them = 1 - us;
    bool we = stands_on_goal(p, us), they = stands_on_goal(p, them);
    if (we && they) {
        share(p, result, 6);
        return NT_ENDING_GOAL;
    }
    if (we) {
        give(p, result, us, 12);
        return NT_ENDING_GOAL;
    }
    if (!they) return NT_ENDING_NONE;
    bool may_answer = p->variant->goal_answer && them == p->variant->array_player;
    if (may_answer) {
        nt_position *board = (nt_position *)p; /* tried out and taken back */
        const nt_cells *goal = &p->variant->goal[us];
        for (unsigned cell = 0; cell < p->variant->board.cells; cell++) {
            nt_move list[NT_MAX_CHOICES + 1];
            if (!nt_cells_has(goal, cell) || p->royal[us] == NT_NO_CELL) continue;
            size_t count = nt_moves_between(p, p->royal[us], cell, list);
            for (size_t i = 0; i < count; i++) {
                nt_make(board, list[i]);
                bool good = !nt_in_check(board, us) && !nt_in_check(board, them);
                nt_unmake(board);
                if (good) return NT_ENDING_NONE;
            }
        }
    }
    give(p, result, them, 12);
    return NT_ENDING_GOAL;
}

static nt_ending early_ending(const nt_position *p, nt_result *result) {
    const nt_variant *v = p->variant;
    nt_ending ending = NT_ENDING_NONE;
    if ((v->removal || v->takeover) && (p->state.alive & (p->state.alive - 1)) == 0) {
        share(p, result, 0);
        for (unsigned player = 0; player < v->players; player++)
            if (p->state.alive >> player & 1) result->twelfths[player] = 12;
        return NT_ENDING_LAST_PLAYER;
    }
    if (v->bare_king) ending = bare_ending(p, result);
    if (!ending && v->extinction) ending = extinction_ending(p, result);
    if (!ending && v->has_goal) ending = goal_ending(p, result);
    for (unsigned player = 0; !ending && v->check_limit && player < v->players; player++) {
        if (p->checks_given[player] < v->check_limit) continue;
        give(p, result, player, 12);
        ending = NT_ENDING_CHECKS;
    }
    return ending;
}

bool nt_has_ended_early(const nt_position *p) {
    nt_result result;
    return p->variant->ends_early && early_ending(p, &result) != NT_ENDING_NONE;
}

/* ---- repetition and the move rule ---- */

/* How often the position has stood, itself included. Only positions since the last capture or other reset can be equal,
 * and of those only the ones with the same side to move. */
unsigned nt_repetitions(const nt_position *p) {
    unsigned count = 1;
    size_t back = p->plies;
    for (uint32_t clock = p->state.clock; clock > 0 && back > 0; clock--) {
        const nt_state *state = &p->undo[--back].state;
        if (state->key == p->state.key) count++;
    }
    return count;
}

nt_ending nt_position_ending(nt_position *p, nt_result *result) {
    const nt_variant *v = p->variant;
    unsigned us = p->state.player;
    *result = (nt_result){.players = (uint8_t)v->players};
    nt_ending ending = early_ending(p, result);
    if (ending) return ending;
    if (!nt_has_legal(p)) {
        bool mated = v->checks && nt_is_checked(p);
        if (v->bare_king_answer && is_bare(p, us)) {
            give(p, result, us, 0);
            return mated ? NT_ENDING_CHECKMATE : NT_ENDING_BARE_KING;
        }
        apply(p, result, us, mated ? v->checkmate : v->stalemate, v->stalemate_twelfths);
        return mated ? NT_ENDING_CHECKMATE : NT_ENDING_STALEMATE;
    }
    if (v->repetition && nt_repetitions(p) >= v->repetition) {
        apply(p, result, us, v->repetition_value, 0);
        return NT_ENDING_REPETITION;
    }
    if (v->move_rule && p->state.clock >= v->players * v->move_rule) {
        share(p, result, 6);
        return NT_ENDING_MOVE_RULE;
    }
    return NT_ENDING_NONE;
}

const char *nt_ending_name(nt_ending ending) {
    switch (ending) {
    case NT_ENDING_NONE: return "ongoing";
    case NT_ENDING_CHECKMATE: return "checkmate";
    case NT_ENDING_STALEMATE: return "stalemate";
    case NT_ENDING_BARE_KING: return "bare-king-loss";
    case NT_ENDING_BARE_DRAW: return "draw";
    case NT_ENDING_EXTINCTION: return "extinction";
    case NT_ENDING_GOAL: return "goal";
    case NT_ENDING_CHECKS: return "checks";
    case NT_ENDING_REPETITION: return "repetition";
    case NT_ENDING_MOVE_RULE: return "move-rule";
    case NT_ENDING_LAST_PLAYER: return "won";
    }
    return "";
}

int nt_check_now(nt_position *p) { return nt_is_checked(p) ? nt_has_legal(p) ? 1 : 2 : 0; }

int nt_check_after(nt_position *before, nt_move move) {
    bool is_plain = before->variant->is_simple && (move.type == NT_MOVE_STEP || move.type == NT_MOVE_DOUBLE) && !move.promo;
    if (is_plain) {
        uint64_t occupied = nt_occupied_after(before, move.from, move.to);
        if (!nt_step_checks_small(before, before->cell[move.from], move.from, move.to, occupied)) return 0;
    }
    nt_make(before, move);
    int after = nt_check_now(before);
    nt_unmake(before);
    return after;
}
