/* Whether a placement can be a position of its game: royal pieces, checks, pawns where none can be, too many men.
 * Called by rules/code.c after a position code has been read. */
#include "rules/code.h"

static unsigned count_cells(const nt_cells *set) {
    unsigned count = 0;
    for (unsigned w = 0; w < NT_SET_WORDS; w++) count += (unsigned)__builtin_popcountll(set->word[w]);
    return count;
}

/* The first cell of a set, NT_NO_CELL when it is empty. */
static unsigned first_cell(const nt_cells *set) {
    for (unsigned w = 0; w < NT_SET_WORDS; w++) {
        if (set->word[w]) return 64 * w + (unsigned)__builtin_ctzll(set->word[w]);
    }
    return NT_NO_CELL;
}

static bool is_empty_set(const nt_cells *set) { return first_cell(set) == NT_NO_CELL; }

static char *cell_name(const nt_variant *v, unsigned cell, char buffer[2 * NT_LABEL_SIZE]) {
    buffer[nt_scheme_name(&v->scheme, cell, buffer)] = '\0';
    return buffer;
}

/* What a kind is called in a message. */
static const char *kind_name(const nt_variant *v, unsigned kind) {
    return v->kind[kind].name[0] ? v->kind[kind].name : v->kind[kind].label;
}

/* ---- royal pieces ---- */

static void check_royals(nt_code_reader *reader) {
    const nt_variant *v = reader->v;
    for (unsigned player = 0; v->royal_kind && player < v->players; player++) {
        unsigned count = count_cells(&reader->p->piece[nt_code_of(v->royal_kind, player)]);
        if (count == 1) continue;
        if (count == 0 && v->players > 2) { /* his army is gone */
            reader->p->state.alive &= (uint8_t) ~(1u << player);
            continue;
        }
        const char *name = kind_name(v, v->royal_kind);
        if (count) nt_code_report(reader, 0, NT_DIAG_FEN_ROYAL, "%s has %u of the piece \"%s\", of which each side has one",
                                  v->player_name[player], count, name);
        else nt_code_report(reader, 0, NT_DIAG_FEN_ROYAL, "%s has no %s", v->player_name[player], name);
    }
}

static void report_check(nt_code_reader *reader, unsigned player, const char *but) {
    const nt_position *p = reader->p;
    nt_cells attackers = {{0}};
    char royal[2 * NT_LABEL_SIZE], from[2 * NT_LABEL_SIZE];
    nt_attacked(p, p->royal[player], player, &attackers);
    unsigned attacker = first_cell(&attackers);
    if (attacker == NT_NO_CELL) return;
    nt_code_report(reader, 0, NT_DIAG_FEN_CHECK, "%s is in check on %s from the %s on %s, but %s",
                   reader->v->player_name[player], cell_name(reader->v, p->royal[player], royal),
                   kind_name(reader->v, nt_code_kind(p->cell[attacker])), cell_name(reader->v, attacker, from), but);
}

static void check_checks(nt_code_reader *reader) {
    const nt_variant *v = reader->v;
    const nt_position *p = reader->p;
    const char *forbidden = "this game forbids giving check";
    nt_message turn = {.length = 0};
    nt_message_add(&turn, "%s is to move", v->player_name[p->state.player]);
    for (unsigned player = 0; player < v->players; player++) {
        if (p->royal[player] == NT_NO_CELL) continue;
        bool to_move = player == p->state.player;
        bool wrong = v->no_giving_check || (v->checks && !to_move);
        if (wrong && nt_in_check(p, player)) report_check(reader, player, v->no_giving_check ? forbidden : turn.text);
    }
}

/* ---- men where none can be ---- */

/* Whether a kind comes into play by promotion only, or also so. */
static bool is_promoted_to(const nt_variant *v, unsigned kind) {
    for (unsigned k = 1; k <= v->kinds; k++) {
        for (unsigned i = 0; i < v->promotion[k].choices; i++) {
            if (v->promotion[k].to[i] == kind) return true;
        }
        if (v->kind[k].turns_into == kind) return true;
    }
    return false;
}

/* Whether a man can ever come to stand on a cell: from the array, by a drop, or by a move. */
static bool can_stand(const nt_variant *v, unsigned code, unsigned cell) {
    unsigned kind = nt_code_kind(code), player = nt_code_player(code);
    const nt_reach *quiet = &v->quiet[code * v->board.cells + cell], *capture = &v->capture[code * v->board.cells + cell];
    if (v->array[cell] == code || nt_cells_has(&v->drop_zone[kind][player], cell)) return true;
    return !is_empty_set(&quiet->leap) || !is_empty_set(&quiet->ride) || !is_empty_set(&quiet->complex) ||
           !is_empty_set(&capture->leap) || !is_empty_set(&capture->ride) || !is_empty_set(&capture->complex);
}

static void check_man(nt_code_reader *reader, unsigned code, unsigned cell) {
    const nt_variant *v = reader->v;
    const nt_promotion *promotion = &v->promotion[nt_code_kind(code)];
    if (v->array[cell] == code) return;
    bool forced = promotion->choices && nt_cells_has(&promotion->forced[nt_code_player(code)], cell);
    if (!forced && can_stand(v, code, cell)) return;
    char name[2 * NT_LABEL_SIZE];
    nt_code_report(reader, 0, NT_DIAG_FEN_PAWN, "%s has a %s on %s, where it %s", v->player_name[nt_code_player(code)],
                   kind_name(v, nt_code_kind(code)), cell_name(v, cell, name),
                   forced ? "would have promoted" : "cannot come by any move");
}

/* Men that promote: they stand neither where they would have promoted nor where they cannot get at all. */
static void check_pawns(nt_code_reader *reader) {
    const nt_variant *v = reader->v;
    for (unsigned cell = 0; cell < v->board.cells; cell++) {
        unsigned code = reader->p->cell[cell], kind = nt_code_kind(code);
        if (code && v->promotion[kind].choices && !is_promoted_to(v, kind)) check_man(reader, code, cell);
    }
}

/* ---- too many men ---- */

static unsigned array_count(const nt_variant *v, unsigned code) {
    unsigned count = v->hand_start[nt_code_player(code)][nt_code_kind(code)];
    for (unsigned cell = 0; cell < v->board.cells; cell++) count += v->array[cell] == code;
    return count;
}

static unsigned man_count(const nt_position *p, unsigned code) {
    return count_cells(&p->piece[code]) + p->hand[nt_code_player(code)][nt_code_kind(code)];
}

/* Where captured men do not come back, no side has more men than at the start, nor more of those that only promote. */
static void check_counts(nt_code_reader *reader) {
    const nt_variant *v = reader->v;
    for (unsigned player = 0; !v->captures_to_hand && player < v->players; player++) {
        unsigned men = 0, most = 0;
        for (unsigned kind = 1; kind <= v->kinds; kind++) {
            unsigned code = nt_code_of(kind, player), count = man_count(reader->p, code), start = array_count(v, code);
            men += count;
            most += start;
            if (count <= start || !v->promotion[kind].choices || is_promoted_to(v, kind)) continue;
            nt_code_report(reader, 0, NT_DIAG_FEN_COUNT, "%s has %u of the piece \"%s\", the game begins with %u",
                           v->player_name[player], count, kind_name(v, kind), start);
        }
        if (men <= most) continue;
        nt_code_report(reader, 0, NT_DIAG_FEN_COUNT, "%s has %u men, the game begins with %u", v->player_name[player], men,
                       most);
    }
}

/* Takes it that the men that are missing have been captured: a code does not say. */
void nt_code_lost(nt_position *p) {
    for (unsigned player = 0; player < p->variant->players; player++) {
        for (unsigned kind = 1; kind <= p->variant->kinds; kind++) {
            unsigned code = nt_code_of(kind, player), start = array_count(p->variant, code), now = man_count(p, code);
            p->lost[player][kind] = (uint8_t)(start > now ? start - now : 0);
        }
    }
}

nt_status nt_position_settle(nt_position *p, const nt_place *place, bool as_it_is) {
    nt_code_reader reader = {.p = p, .v = p->variant, .place = place};
    check_royals(&reader);
    if (!as_it_is) check_pawns(&reader);
    if (!reader.failed) check_checks(&reader);
    if (reader.failed) return NT_INVALID;
    check_counts(&reader);
    p->start_player = p->state.player;
    p->start_clock = p->state.clock;
    nt_position_rekey(p);
    return NT_OK;
}
