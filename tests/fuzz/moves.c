/* Legal moves against a slow look at the rules, the fast resolver against the general one, and the way back of each move. */
#include "fuzz/fuzz.h"

#include "base/output.h"
#include "meaning/format.h"
#include "meaning/resolve.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 16 };

/* ---- the slow look ---- */

/* Whether an enemy could capture on a cell, by walking each man's moves. */
static bool is_attacked(const nt_position *p, unsigned cell, unsigned player) {
    for (unsigned from = 0; from < p->variant->board.cells; from++) {
        unsigned code = p->cell[from];
        if (code && nt_code_player(code) != player && nt_can_reach(p, code, from, cell)) return true;
    }
    return false;
}

static bool is_in_check(const nt_position *p, unsigned player) {
    return p->royal[player] != NT_NO_CELL && is_attacked(p, p->royal[player], player);
}

/* Makes the move and looks. */
static bool is_allowed(nt_position *p, nt_move move) {
    const nt_variant *v = p->variant;
    unsigned us = p->state.player;
    nt_make(p, move);
    bool good = !v->checks || !is_in_check(p, us);
    if (good && v->no_giving_check) good = !is_in_check(p, p->state.player);
    nt_unmake(p);
    return good;
}

static bool is_same(nt_move a, nt_move b) {
    bool slots = a.type == NT_MOVE_DROP || a.aux == b.aux;
    return a.from == b.from && a.to == b.to && a.type == b.type && a.piece == b.piece && a.promo == b.promo && slots &&
           a.aux2 == b.aux2 && a.flags == b.flags;
}

static size_t count_same(const nt_move *list, size_t count, nt_move move) {
    size_t same = 0;
    for (size_t i = 0; i < count; i++) same += memcmp(&list[i], &move, sizeof move) == 0;
    return same;
}

static size_t slow_moves(nt_position *p, nt_move *moves) {
    size_t count = 0, captures = 0, kept = 0;
    if (nt_has_ended_early(p)) return 0;
    size_t pseudo = nt_generate_pseudo(p, moves);
    FUZZ_MUST(pseudo + 2 < ROOM, "%zu moves", pseudo);
    for (size_t i = 0; i < pseudo; i++) {
        bool good = is_allowed(p, moves[i]);
        bool forced = !p->variant->must_capture;
        if (forced) FUZZ_MUST(nt_is_legal(p, moves[i]) == good, "move %u to %u type %u", moves[i].from, moves[i].to, moves[i].type);
        if (good) moves[count++] = moves[i];
    }
    count += nt_castlings(p, moves + count);
    for (size_t i = 0; i < count; i++) captures += (moves[i].flags & NT_MOVE_CAPTURE) != 0;
    if (!p->variant->must_capture || captures == 0) return count;
    for (size_t i = 0; i < count; i++)
        if (moves[i].flags & NT_MOVE_CAPTURE) moves[kept++] = moves[i];
    return kept;
}

static size_t compare_lists(nt_position *p, nt_move *fast, nt_move *slow) {
    size_t count = nt_generate(p, fast), due = slow_moves(p, slow);
    if (due == 0 && p->variant->pass_when_stuck && !nt_has_ended_early(p)) slow[due++] = (nt_move){.type = NT_MOVE_PASS};
    const char *id = p->variant->id;
    FUZZ_MUST(count == due, "%s: %zu moves, not %zu", id, count, due);
    FUZZ_MUST(count <= p->variant->move_bound, "%s: %zu moves are more than %zu", id, count, p->variant->move_bound);
    FUZZ_MUST(nt_count_legal(p) == count && nt_has_legal(p) == (count > 0), "%s: counted %zu", id, count);
    for (size_t i = 0; i < count; i++)
        FUZZ_MUST(count_same(slow, due, fast[i]) == 1, "%s: %u to %u type %u", id, fast[i].from, fast[i].to, fast[i].type);
    return count;
}

/* ---- the way back ---- */

/* All that make changes; what stands behind the removed men that count is left over. */
static void compare_positions(const nt_position *a, const nt_position *b) {
    const char *id = a->variant->id;
    FUZZ_MUST(memcmp(a->cell, b->cell, sizeof a->cell) == 0, "%s", id);
    FUZZ_MUST(memcmp(&a->occupied, &b->occupied, sizeof a->occupied) == 0, "%s", id);
    FUZZ_MUST(memcmp(a->own, b->own, sizeof a->own) == 0 && memcmp(a->royal, b->royal, sizeof a->royal) == 0, "%s", id);
    FUZZ_MUST(memcmp(a->hand, b->hand, sizeof a->hand) == 0 && memcmp(a->lost, b->lost, sizeof a->lost) == 0, "%s", id);
    FUZZ_MUST(memcmp(a->checks_given, b->checks_given, sizeof a->checks_given) == 0, "%s", id);
    FUZZ_MUST(memcmp(a->castle_rook, b->castle_rook, sizeof a->castle_rook) == 0, "%s", id);
    FUZZ_MUST(memcmp(&a->state, &b->state, sizeof a->state) == 0, "%s: key %llx, not %llx", id,
              (unsigned long long)a->state.key, (unsigned long long)b->state.key);
    FUZZ_MUST(memcmp(a->piece, b->piece, a->variant->codes * sizeof *a->piece) == 0, "%s", id);
    FUZZ_MUST(a->removed_count == b->removed_count, "%s", id);
    FUZZ_MUST(memcmp(a->removed, b->removed, a->removed_count * sizeof *a->removed) == 0, "%s", id);
    FUZZ_MUST(a->plies == b->plies && a->start_number == b->start_number, "%s", id);
}

static void check_key(nt_position *p, nt_position *spare) {
    nt_position_copy(spare, p);
    nt_position_rekey(spare);
    FUZZ_MUST(spare->state.key == p->state.key, "%s: key %llx, worked out %llx", p->variant->id,
              (unsigned long long)p->state.key, (unsigned long long)spare->state.key);
    FUZZ_MUST(spare->state.passed_keyed == p->state.passed_keyed, "%s", p->variant->id);
}

static void try_back(nt_position *p, nt_position *spare, nt_move move) {
    static nt_position before;
    before = *p;
    FUZZ_MUST(nt_position_make(p, move) == NT_OK, "no memory");
    check_key(p, spare);
    nt_position_unmake(p);
    compare_positions(p, &before);
}

/* ---- resolving ---- */

/* Both resolvers come to the same; where the fast one answers, the general one has nothing to say of the spelling. */
static nt_status resolve(nt_position *p, const nt_intent *intent, nt_move *move) {
    nt_intent one = *intent, two = *intent;
    nt_fault fault;
    nt_move general = {.from = 0};
    nt_status status = nt_resolve(p, &one, move, &fault), due = nt_resolve_general(p, &two, &general, &fault);
    FUZZ_MUST(status == due, "%s: status %d, not %d", p->variant->id, (int)status, (int)due);
    if (status == NT_OK)
        FUZZ_MUST(is_same(*move, general), "%s: %u to %u type %u flags %x, not %u to %u type %u flags %x", p->variant->id, move->from,
                  move->to, move->type, move->flags, general.from, general.to, general.type, general.flags);
    if (status == NT_OK) FUZZ_MUST(one.spelling == two.spelling, "%s: %x, not %x", p->variant->id, one.spelling, two.spelling);
    return status;
}

static void try_notation(nt_position *p, nt_move move, const nt_format *format) {
    nt_buffer text = {.context = p->context};
    nt_output *output = nt_output_function(p->context, nt_buffer_write, &text);
    nt_move_write(p, move, format, output);
    nt_output_free(output);
    nt_intent intent;
    nt_fault fault;
    nt_move found = {.from = 0};
    nt_intent_clear(&intent);
    nt_text written = {text.data, text.size};
    nt_status status = format->read_move(p, written, &intent, &fault);
    intent.format = format;
    const char *id = p->variant->id;
    FUZZ_MUST(status == NT_OK, "%s: %s is not read: %.*s", id, format->name, (int)text.size, text.data);
    FUZZ_MUST(resolve(p, &intent, &found) == NT_OK, "%s: %s is no move: %.*s", id, format->name, (int)text.size, text.data);
    FUZZ_MUST(is_same(move, found), "%s: %s is another move: %.*s", id, format->name, (int)text.size, text.data);
    nt_buffer_free(&text);
}

/* An intent of any kind, by a number: most are of no legal move. */
static void try_intent(nt_position *p, unsigned number) {
    const nt_variant *v = p->variant;
    nt_intent intent;
    nt_move move = {.from = 0};
    nt_intent_clear(&intent);
    intent.pawn_if_unstated = true;
    intent.to = (uint16_t)(number % v->board.cells);
    number /= 3;
    intent.kind = (uint8_t)(number % (v->kinds + 1));
    number /= 5;
    if (number % 4 == 1) intent.from_file = (int8_t)v->scheme.file[number % v->board.cells];
    if (number % 4 == 2) intent.from_rank = (int8_t)v->scheme.rank[number % v->board.cells];
    intent.capture = (int8_t)(number / 4 % 3 - 1u);
    resolve(p, &intent, &move);
}

/* ---- positions and games ---- */

static nt_move *lists[2];

void fuzz_position(nt_position *p, unsigned first, unsigned most) {
    for (unsigned i = 0; i < 2; i++)
        if (lists[i] == NULL && (lists[i] = malloc(ROOM * sizeof **lists)) == NULL) abort();
    if (p->variant->move_bound > ROOM) return; /* of a piece with thousands of ways */
    nt_position *spare = nt_position_new(p->context, p->variant);
    FUZZ_MUST(spare != NULL && nt_position_reserve(p, 4), "no memory");
    check_key(p, spare);
    size_t count = compare_lists(p, lists[0], lists[1]);
    for (unsigned i = 0; i < most && i < count; i++) {
        nt_move move = lists[0][(first + i * 7) % count];
        try_back(p, spare, move);
        for (size_t f = 0; nt_format_at(f) != NULL; f++) try_notation(p, move, nt_format_at(f));
        try_intent(p, first * 7919 + i * 104729);
    }
    nt_position_free(spare);
}

/* A game of legal moves, each chosen by a byte; the first two bytes choose the variant. */
void fuzz_moves(const uint8_t *data, size_t size) {
    enum { MOST = 200 };
    if (size < 2) return;
    nt_position *p = nt_position_new(fuzz_context(), fuzz_variant(data[0] + 256u * (data[1] % 4)));
    FUZZ_MUST(p != NULL, "no memory");
    size_t plies = 0;
    for (size_t i = 2; i < size && i < MOST; i++) {
        fuzz_position(p, data[i], 2);
        size_t count = nt_generate(p, lists[0]);
        if (count == 0) break;
        FUZZ_MUST(nt_position_make(p, lists[0][data[i] % count]) == NT_OK, "no memory");
        plies++;
    }
    while (plies-- > 0) nt_position_unmake(p);
    nt_position *array = nt_position_new(fuzz_context(), p->variant);
    compare_positions(p, array);
    nt_position_free(array);
    nt_position_free(p);
}
