/* From an intent to the one legal move that it means. The common case asks the reach tables of the variant for the men
 * that can get to the target, and tests the legality of those few only. */
#include "meaning/resolve.h"

enum { BETWEEN = NT_MAX_CHOICES + 1 };

static void fits_add(nt_fits *found, nt_move move) {
    if (found->count < NT_FITS) found->move[found->count] = move;
    found->count++;
}

static bool is_capture(nt_move move) { return move.flags & NT_MOVE_CAPTURE; }

size_t nt_intent_keep_promotion(const nt_variant *v, const nt_intent *intent, nt_move *moves, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned promo = moves[i].promo;
        bool keep = intent->promo ? promo == intent->promo || (promo && v->kind[promo].shown == intent->promo)
                                  : !nt_states_promotion(v, moves[i]);
        if (keep) moves[kept++] = moves[i];
    }
    bool no_choice = !kept && count == 1 && !intent->promo && !intent->unpromoted;
    return no_choice ? 1 : kept;
}

/* ---- candidates ---- */

static bool is_clear(const nt_position *p, unsigned from, unsigned to) {
    const uint64_t *between = nt_between(p->variant, from, to);
    uint64_t blocked = 0;
    for (unsigned w = 0; w < p->variant->board.words; w++) blocked |= between[w] & p->occupied.word[w];
    return !blocked;
}

static const nt_reach *reach_to(const nt_position *p, unsigned code, unsigned to) {
    const nt_variant *v = p->variant;
    return (p->cell[to] ? v->capture : v->quiet) + ((size_t)code * v->board.cells + to);
}

/* Adds the men with one code that can get to the target as the board stands; those that hop or bend, and all where an own man
 * stands, are only likely. */
static void add_reachers(const nt_position *p, unsigned code, unsigned to, nt_cells *men) {
    const nt_variant *v = p->variant;
    const nt_cells *standing = &p->piece[code];
    const nt_reach *reach = reach_to(p, code, to);
    bool passed = false, own = p->cell[to] && nt_code_player(p->cell[to]) == p->state.player;
    for (unsigned i = 0; i < p->state.passed_count; i++) passed |= p->state.passed[i].cell == to;
    for (unsigned w = 0; w < v->board.words; w++) {
        uint64_t here = standing->word[w];
        if (!here) continue;
        men->word[w] |= own ? here : (reach->leap.word[w] | reach->complex.word[w]) & here;
        if (passed) men->word[w] |= v->passer[(size_t)code * v->board.cells + to].word[w] & here;
        for (uint64_t riders = reach->ride.word[w] & here; riders; riders &= riders - 1) {
            unsigned from = w * 64 + (unsigned)__builtin_ctzll(riders);
            if (is_clear(p, from, to)) nt_cells_add(men, from);
        }
    }
}

/* nt_moves_between, without a walk where the tables tell all. */
static size_t moves_of(const nt_position *p, unsigned from, unsigned to, nt_move moves[BETWEEN]) {
    unsigned code = p->cell[from], target = p->cell[to];
    unsigned flags = nt_program_of(p->variant, code, from)->flags;
    bool is_plain = !(flags & (NT_PROGRAM_SPECIAL | NT_PROGRAM_TAKES)) && !p->state.passed_count &&
                    (!target || nt_code_player(target) != p->state.player);
    const nt_reach *reach = reach_to(p, code, to);
    bool reaches = nt_cells_has(&reach->leap, from) || (nt_cells_has(&reach->ride, from) && is_clear(p, from, to));
    if (!is_plain || !reaches) return nt_moves_between(p, from, to, moves);
    moves[0] = (nt_move){.from = (uint8_t)from, .to = (uint8_t)to, .piece = (uint8_t)nt_code_kind(code),
                         .flags = target ? NT_MOVE_CAPTURE : 0};
    return 1;
}

/* The men that may be meant by kind and could get to the target; the origin is not looked at. */
static void gather(const nt_position *p, const nt_intent *intent, unsigned to, nt_cells *men) {
    const nt_variant *v = p->variant;
    memset(men, 0, sizeof *men);
    for (unsigned kind = 1; kind <= v->kinds; kind++) {
        if (nt_intent_fits_kind(v, intent, kind)) add_reachers(p, nt_code_of(kind, p->state.player), to, men);
    }
}

/* Adds the legal moves of one man to the target that agree with what is stated. */
static void add_moves(nt_position *p, const nt_intent *intent, unsigned from, unsigned to, nt_fits *found) {
    nt_move moves[BETWEEN];
    size_t count = nt_intent_keep_promotion(p->variant, intent, moves, moves_of(p, from, to, moves));
    for (size_t i = 0; i < count; i++) {
        if (nt_intent_bars_capture(p->variant, intent, moves[i])) continue;
        if (nt_is_legal(p, moves[i])) fits_add(found, moves[i]);
    }
}

static void collect(nt_position *p, const nt_intent *intent, unsigned to, nt_fits *found) {
    const nt_variant *v = p->variant;
    if (intent->from != NT_NO_CELL) {
        unsigned code = p->cell[intent->from];
        if (!code || nt_code_player(code) != p->state.player) return;
        bool fits = nt_intent_fits_kind(v, intent, nt_code_kind(code));
        fits = fits && nt_intent_fits_origin(v, intent, intent->from);
        if (fits) add_moves(p, intent, intent->from, to, found);
        return;
    }
    nt_cells men;
    gather(p, intent, to, &men);
    for (unsigned w = 0; w < v->board.words; w++) {
        for (uint64_t bits = men.word[w]; bits; bits &= bits - 1) {
            unsigned from = w * 64 + (unsigned)__builtin_ctzll(bits);
            if (nt_intent_fits_origin(v, intent, from)) add_moves(p, intent, from, to, found);
        }
    }
}

/* ---- plain moves ---- */

/* How many other legal men share the file and the rank of the one that moves; others: how many there are at all. */
typedef struct rivals {
    size_t others, on_file, on_rank;
} rivals;

static void count_rivals(nt_position *p, const nt_intent *intent, nt_move move, rivals *count) {
    const nt_scheme *scheme = &p->variant->scheme;
    nt_intent open = *intent;
    nt_cells men;
    open.from = NT_NO_CELL;
    open.from_file = open.from_rank = -1;
    gather(p, &open, move.to, &men);
    nt_cells_remove(&men, move.from);
    for (unsigned cell = 0; cell < p->variant->board.cells; cell++) {
        if (!nt_cells_has(&men, cell)) continue;
        nt_fits found = {0};
        add_moves(p, &open, cell, move.to, &found);
        if (!found.count) continue;
        count->others++;
        count->on_file += scheme->file[cell] == scheme->file[move.from];
        count->on_rank += scheme->rank[cell] == scheme->rank[move.from];
    }
}

/* Marks an origin that says more than tells the men apart. A pawn's capture names its file always. */
static void mark_redundant(nt_position *p, nt_intent *intent, nt_move move) {
    bool cell = intent->from != NT_NO_CELL;
    bool file = intent->from_file >= 0 || cell, rank = intent->from_rank >= 0 || cell;
    if (!intent->pawn_if_unstated || intent->spelling & NT_SPELL_LONG || (!file && !rank)) return;
    bool pawn_capture = p->variant->kind[move.piece].is_pawn && is_capture(move), alike = p->variant->scheme.alike;
    if (pawn_capture && (!rank || alike)) return;
    rivals count = {0};
    count_rivals(p, intent, move, &count);
    bool enough = pawn_capture ? !count.on_file : !count.others;
    if (file && rank && !alike && (!count.on_file || !count.on_rank)) enough = true;
    if (enough) intent->spelling |= NT_SPELL_REDUNDANT;
}

static void keep_via(nt_fits *found, unsigned via) {
    size_t kept = 0, at_hand = nt_fits_at_hand(found);
    for (size_t i = 0; i < at_hand; i++) {
        nt_move move = found->move[i];
        if (move.type != NT_MOVE_LOCUST || move.aux == via) found->move[kept++] = move;
    }
    found->count = kept;
}

/* Where men of a kind can get to the target with and without capturing (en passant), the sign for it decides. */
static bool is_stated_capture(const nt_intent *intent, nt_move move) {
    return intent->capture < 0 || is_capture(move) == (intent->capture == 1);
}

/* A capture on the way names its cell when it is written: where it is not named, another move to the target is meant. */
static bool is_direct(const nt_intent *intent, nt_move move) { return intent->parts || move.type != NT_MOVE_LOCUST; }

/* Of several moves keeps those that are meant, or all when none is. */
static void keep_meant(const nt_intent *intent, nt_fits *found, bool (*is_meant)(const nt_intent *, nt_move)) {
    size_t kept = 0, at_hand = nt_fits_at_hand(found);
    nt_move move[NT_FITS];
    if (found->count < 2) return;
    for (size_t i = 0; i < at_hand; i++)
        if (is_meant(intent, found->move[i])) move[kept++] = found->move[i];
    if (kept == 0 || kept == at_hand) return;
    memcpy(found->move, move, kept * sizeof *move);
    found->count = kept;
}

static nt_status explain_move(nt_position *p, const nt_intent *intent, const nt_fits *found, nt_fault *fault) {
    if (found->count) {
        nt_explain_ambiguous(p, intent, found->move, found->count, nt_fits_at_hand(found), fault);
    } else {
        nt_explain(p, intent, fault);
    }
    return NT_INVALID;
}

/* The captures that end on the file that is stated. */
static void collect_on_file(nt_position *p, nt_intent *intent, nt_fits *found) {
    for (unsigned cell = 0; cell < p->variant->board.cells; cell++) {
        if (p->variant->scheme.file[cell] != intent->to_file) continue;
        nt_fits here = {.count = 0};
        collect(p, intent, cell, &here);
        for (size_t i = 0; i < nt_fits_at_hand(&here); i++)
            if (is_capture(here.move[i])) fits_add(found, here.move[i]);
    }
    if (found->count == 1) intent->to = found->move[0].to;
}

/* The kind of the man that a capture takes. */
static unsigned victim_of(const nt_position *p, nt_move move) {
    unsigned cell = move.type == NT_MOVE_EN_PASSANT || move.type == NT_MOVE_LOCUST ? move.aux : move.to;
    return p->variant->kind[nt_code_kind(p->cell[cell])].shown;
}

/* The man that is said to be captured must be the one that is. */
static nt_status check_victim(nt_position *p, const nt_intent *intent, nt_move move, nt_fault *fault) {
    char stands[NT_MAN_SIZE], stated[NT_MAN_SIZE];
    const nt_variant *v = p->variant;
    if (!intent->victim || !is_capture(move) || victim_of(p, move) == intent->victim) return NT_OK;
    nt_word_label(v, nt_code_of(intent->victim, 0), NULL, stated);
    nt_word_label(v, nt_code_of(victim_of(p, move), 0), NULL, stands);
    nt_fault_set(fault, NT_DIAG_LABEL_MISMATCH, "the move captures %s, not %s", stands, stated);
    return NT_INVALID;
}

static nt_status resolve_move(nt_position *p, nt_intent *intent, nt_move *move, nt_fault *fault) {
    nt_fits found;
    found.count = 0;
    bool wrong_side = nt_intent_is_other_side(p, intent->player) || nt_intent_is_other_side(p, intent->promo_player);
    bool on_file = intent->to == NT_NO_CELL && intent->to_file >= 0;
    if (wrong_side || (intent->to == NT_NO_CELL && !on_file)) return explain_move(p, intent, &found, fault);
    if (intent->parts && nt_castling_by_parts(p, intent, move)) return NT_OK;
    bool legs = nt_intent_is_two_legs(intent);
    if (on_file) collect_on_file(p, intent, &found);
    else collect(p, intent, legs ? intent->part[0].to : intent->to, &found);
    if (legs) keep_via(&found, intent->to);
    if (!found.count && nt_castling_by_king(p, intent, move)) {
        return nt_resolve_check_parts(p->variant, intent, *move, fault);
    }
    nt_status status = nt_resolve_keep_parts(p->variant, intent, legs, &found, fault);
    if (status != NT_OK) return status;
    keep_meant(intent, &found, is_stated_capture);
    keep_meant(intent, &found, is_direct);
    if (found.count != 1) return explain_move(p, intent, &found, fault);
    *move = found.move[0];
    if (move->type == NT_MOVE_LOCUST) intent->spelling &= ~(uint32_t)NT_SPELL_EN_PASSANT;
    if (intent->capture >= 0 && (intent->capture == 1) != is_capture(*move)) intent->spelling |= NT_SPELL_CAPTURE;
    mark_redundant(p, intent, *move);
    return check_victim(p, intent, *move, fault);
}

nt_status nt_resolve(nt_position *position, nt_intent *intent, nt_move *move, nt_fault *fault) {
    if (NT_LIKELY(nt_resolve_small(position, intent, move))) return NT_OK;
    return nt_resolve_general(position, intent, move, fault);
}

nt_status nt_resolve_general(nt_position *position, nt_intent *intent, nt_move *move, nt_fault *fault) {
    switch (intent->form) {
    case NT_INTENT_MOVE: return resolve_move(position, intent, move, fault);
    case NT_INTENT_CASTLE: return nt_resolve_castling(position, intent, move, fault);
    case NT_INTENT_DROP: return nt_resolve_drop(position, intent, move, fault);
    case NT_INTENT_PASS: break;
    }
    return nt_resolve_pass(position, intent, move, fault);
}
