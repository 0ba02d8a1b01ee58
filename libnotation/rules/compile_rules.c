/* The rules of a variant beside the moves of its pieces: promotion, drops, castling, ends. */
#include "rules/compile.h"

#include <stdio.h>

/* ---- promotion ---- */

static void read_choices(nt_compiler *c, const nt_entry *entry, nt_promotion *promotion) {
    nt_text rest = entry->value;
    if (nt_text_is(rest, "array")) return; /* when the array is known */
    for (nt_text word = nt_text_word(rest, &rest); word.length; word = nt_text_word(rest, &rest)) {
        unsigned kind = nt_compile_kind(c, entry, word);
        if (!kind) continue;
        if (promotion->choices == NT_MAX_CHOICES - 1) {
            nt_compile_fault(c, entry, word, NT_DIAG_VARIANT_VALUE, "a piece promotes to at most 31 kinds");
            return;
        }
        promotion->to[promotion->choices++] = (uint8_t)kind;
    }
}

static void read_zones(nt_compiler *c, unsigned kind, nt_promotion *promotion) {
    const nt_entry *entry = nt_key_of(c, "promote-zone", kind);
    if (!entry) {
        nt_compile_fault(c, NULL, (nt_text){0}, NT_DIAG_VARIANT_MISSING, "`promote %s` needs `promote-zone %s = ...`",
                         c->v->kind[kind].label, c->v->kind[kind].label);
        return;
    }
    nt_key_zone(c, entry, kind, promotion->zone);
    memcpy(promotion->forced, promotion->zone, sizeof promotion->forced);
    entry = nt_key_of(c, "promote-forced", kind);
    if (entry) nt_key_zone(c, entry, kind, promotion->forced);
}

/* `promote-limit = array`, or `Q:2 R:2`: no promotion to a kind of which so many are on the board. */
static void read_limits(nt_compiler *c) {
    const nt_entry *entry = nt_key(c, "promote-limit");
    nt_variant *v = c->v;
    if (!entry) return;
    if (nt_text_is(entry->value, "array")) {
        for (unsigned cell = 0; cell < v->board.cells; cell++)
            if (v->array[cell] && nt_code_player(v->array[cell]) == 0) v->promotion_limit[nt_code_kind(v->array[cell])]++;
        return;
    }
    nt_text rest = entry->value;
    for (nt_text word = nt_text_word(rest, &rest); word.length; word = nt_text_word(rest, &rest)) {
        const unsigned char *colon = memchr(word.at, ':', word.length);
        size_t n = colon ? (size_t)(colon - word.at) : 0;
        uint64_t number = 0;
        if (!n || !nt_text_number(nt_text_cut(word, n + 1), &number) || number == 0 || number > 255) {
            nt_compile_fault(c, entry, word, NT_DIAG_VARIANT_VALUE, "a limit is `array` or LABEL:NUMBER");
            continue;
        }
        unsigned kind = nt_compile_kind(c, entry, (nt_text){word.at, n});
        if (kind) v->promotion_limit[kind] = (uint8_t)number;
    }
}

void nt_compile_promotions(nt_compiler *c) {
    for (unsigned kind = 1; kind <= c->v->kinds; kind++) {
        const nt_entry *entry = nt_key_of(c, "promote", kind);
        if (entry) read_choices(c, entry, &c->v->promotion[kind]);
    }
}

/* `promote P = array`: all other kinds of the first player's array but the royal and the pawns. */
static void take_array_kinds(nt_variant *v, unsigned promoting) {
    nt_promotion *promotion = &v->promotion[promoting];
    for (unsigned kind = 1; kind <= v->kinds; kind++) {
        bool stands = false;
        for (unsigned cell = 0; cell < v->board.cells; cell++) stands |= v->array[cell] == nt_code_of(kind, 0);
        if (stands && kind != promoting && !v->kind[kind].royal && !v->kind[kind].is_pawn &&
            promotion->choices < NT_MAX_CHOICES - 1)
            promotion->to[promotion->choices++] = (uint8_t)kind;
    }
}

/* yes or no behind a key with a label. */
static bool flag_of(nt_compiler *c, const char *key, unsigned kind) {
    char name[64 + NT_LABEL_SIZE];
    snprintf(name, sizeof name, "%s %s", key, c->v->kind[kind].label);
    return nt_key_flag(c, name, false);
}

static uint64_t read_free(nt_compiler *c) {
    const nt_entry *entry = nt_key(c, "promote-free");
    uint64_t set = 0;
    nt_text rest = entry ? entry->value : (nt_text){0};
    for (nt_text word = nt_text_word(rest, &rest); word.length; word = nt_text_word(rest, &rest))
        set |= UINT64_C(1) << nt_compile_kind(c, entry, word);
    return set;
}

void nt_compile_promotion_zones(nt_compiler *c) {
    static const char *const sources[] = {"any", "captured", NULL};
    bool captured = nt_key_choice(c, "promote-to", sources, 0) == 1;
    uint64_t set = read_free(c);
    for (unsigned kind = 1; kind <= c->v->kinds; kind++) {
        nt_promotion *promotion = &c->v->promotion[kind];
        const nt_entry *entry = c->v->kind[kind].twin ? NULL : nt_key_of(c, "promote", kind);
        if (entry && nt_text_is(entry->value, "array")) take_array_kinds(c->v, kind);
        if (!promotion->choices) continue;
        promotion->captured_only = captured;
        promotion->free = set;
        read_zones(c, kind, promotion);
        promotion->from_inside = flag_of(c, "promote-inside", kind);
        if (flag_of(c, "promote-silent", kind)) c->v->kind[kind].turns_into = promotion->to[0];
    }
    read_limits(c);
}

/* ---- hands, slots and drops ---- */

static void read_slots(nt_compiler *c) {
    const nt_entry *entry = nt_key(c, "slots");
    nt_variant *v = c->v;
    if (!entry) return;
    nt_text rest = entry->value;
    unsigned player = 0;
    for (nt_text word = nt_text_word(rest, &rest); word.length; word = nt_text_word(rest, &rest)) {
        if (nt_text_is(word, "/")) {
            player++;
            continue;
        }
        const unsigned char *colon = memchr(word.at, ':', word.length);
        size_t n = colon ? (size_t)(colon - word.at) : 0;
        if (!n || n >= NT_LABEL_SIZE || v->slots == NT_MAX_SLOTS || player >= v->players) {
            nt_compile_fault(c, entry, word, NT_DIAG_VARIANT_VALUE, "slots are written NAME:LABEL, players parted by /");
            continue;
        }
        unsigned kind = nt_compile_kind(c, entry, nt_text_cut(word, n + 1));
        if (!kind) continue;
        nt_slot *slot = &v->slot[v->slots++];
        memcpy(slot->label, word.at, n);
        slot->player = (uint8_t)player;
        slot->kind = (uint8_t)kind;
        v->hand_start[player][kind]++;
    }
}

void nt_compile_drops(nt_compiler *c) {
    static const char *const hands[] = {"none", "captured", NULL};
    nt_variant *v = c->v;
    v->captures_to_hand = nt_key_choice(c, "hand", hands, 0) == 1;
    v->drop_resets_clock = nt_key_flag(c, "drop-resets-clock", false);
    read_slots(c);
    const nt_entry *general = nt_key(c, "drop");
    nt_cells zone[NT_MAX_PLAYERS] = {{{0}}};
    if (general) nt_key_zone(c, general, 0, zone);
    for (unsigned kind = 1; kind <= v->kinds; kind++) {
        if (v->kind[kind].twin) continue;
        const nt_entry *entry = nt_key_of(c, "drop", kind);
        memcpy(v->drop_zone[kind], zone, sizeof zone);
        if (entry) nt_key_zone(c, entry, kind, v->drop_zone[kind]);
        for (unsigned player = 0; player < v->players; player++)
            for (unsigned w = 0; w < NT_SET_WORDS; w++) v->has_drops |= v->drop_zone[kind][player].word[w] != 0;
    }
}

/* ---- castling ---- */

/* The rook that the royal at `king` of the array castles with towards one end of its rank: the outermost. */
static unsigned array_rook(const nt_variant *v, unsigned king, unsigned player, unsigned side) {
    unsigned found = NT_NO_CELL, code = nt_code_of(v->castling.rook_kind, player);
    for (unsigned cell = 0; cell < v->board.cells; cell++) {
        if (v->array[cell] != code || v->board.y[cell] != v->board.y[king]) continue;
        if (side == 0 && cell < king && found == NT_NO_CELL) found = cell;
        if (side == 1 && cell > king) found = cell;
    }
    return found;
}

static void castle_side(nt_compiler *c, unsigned player, unsigned king, unsigned side, unsigned steps) {
    nt_variant *v = c->v;
    nt_castling *castling = &v->castling;
    unsigned rook = array_rook(v, king, player, side);
    if (rook == NT_NO_CELL || steps == 0) return;
    int x = v->board.x[king], y = v->board.y[king], way = side ? 1 : -1;
    unsigned king_to = nt_board_at(&v->board, x + way * (int)steps, y);
    unsigned rook_to = nt_board_at(&v->board, x + way * ((int)steps - 1), y);
    if (king_to == NT_NO_CELL || rook_to == NT_NO_CELL) {
        if (c->status == NT_OK) /* once for all sides */
            nt_compile_fault(c, nt_key_of(c, "piece", castling->king_kind), nt_key_of(c, "piece", castling->king_kind)->value,
                         NT_DIAG_VARIANT_VALUE, "castling (O%u) leads off the board", steps);
        return;
    }
    castling->rook_from[player][side] = (uint8_t)rook;
    castling->king_to[player][side] = (uint8_t)king_to;
    castling->rook_to[player][side] = (uint8_t)rook_to;
    castling->side_exists[player] |= (uint8_t)(1u << side);
    v->array_rights |= (uint8_t)(1u << (2 * player + side));
}

void nt_compile_castling(nt_compiler *c) {
    static const char *const ways[] = {"fixed", "any-file", "none", NULL};
    nt_variant *v = c->v;
    unsigned way = nt_key_choice(c, "castling", ways, 0);
    unsigned king = v->royal_kind;
    if (way == 2 || !king || v->players != 2 || !(c->betza[king].castle[0] || c->betza[king].castle[1])) return;
    const nt_entry *entry = nt_key(c, "castling-rook");
    unsigned rook = 0;
    if (entry) rook = nt_compile_kind(c, entry, entry->value);
    else
        for (unsigned kind = 1; kind <= v->kinds; kind++)
            if (nt_text_is(nt_text_from(v->kind[kind].label), "R") && !v->kind[kind].twin) rook = kind;
    if (!rook && !entry)
        nt_compile_fault(c, NULL, (nt_text){0}, NT_DIAG_VARIANT_MISSING, "castling needs `castling-rook = LABEL`");
    if (!rook) return;
    v->castling.exists = true;
    v->castling.any_file = way == 1 || c->free_castling;
    v->castling.king_kind = (uint8_t)king;
    v->castling.rook_kind = (uint8_t)rook;
    for (unsigned cell = 0; cell < v->board.cells; cell++) {
        if (!v->array[cell] || nt_code_kind(v->array[cell]) != king) continue;
        unsigned player = nt_code_player(v->array[cell]);
        v->castling.king_from[player] = (uint8_t)cell;
        for (unsigned side = 0; side < 2; side++) castle_side(c, player, cell, side, c->betza[king].castle[side]);
    }
}

/* ---- ends ---- */

/* draw, loss, win (of the side to move), or its score as a fraction in twelfths. */
static nt_value read_value(nt_compiler *c, const char *key, nt_value otherwise, uint8_t *twelfths) {
    const nt_entry *entry = nt_key(c, key);
    if (!entry) return otherwise;
    if (nt_text_is(entry->value, "draw")) return NT_VALUE_DRAW;
    if (nt_text_is(entry->value, "loss")) return NT_VALUE_LOSS;
    if (nt_text_is(entry->value, "win")) return NT_VALUE_WIN;
    nt_text value = entry->value;
    if (twelfths && value.length == 3 && value.at[1] == '/' && nt_is_digit(value.at[0]) && nt_is_digit(value.at[2]) &&
        value.at[2] != '0' && 12 % (value.at[2] - '0') == 0 && value.at[0] <= value.at[2]) {
        *twelfths = (uint8_t)((value.at[0] - '0') * (12 / (value.at[2] - '0')));
        return NT_VALUE_CUSTOM;
    }
    nt_compile_fault(c, entry, value, NT_DIAG_VARIANT_VALUE, "%s is draw, loss or win%s", key,
                     twelfths ? ", or a fraction such as 1/4" : "");
    return otherwise;
}

/* `extinction = loss` or `loss K Q`: a side without men, or without men of a kind, has that result. */
static void read_extinction(nt_compiler *c) {
    const nt_entry *entry = nt_key(c, "extinction");
    if (!entry || nt_text_is(entry->value, "none")) return;
    nt_text rest, word = nt_text_word(entry->value, &rest);
    c->v->extinction = true;
    if (nt_text_is(word, "win")) c->v->extinction_value = NT_VALUE_WIN;
    else if (nt_text_is(word, "loss")) c->v->extinction_value = NT_VALUE_LOSS;
    else nt_compile_fault(c, entry, word, NT_DIAG_VARIANT_VALUE, "extinction is win, loss or none, and labels");
    for (word = nt_text_word(rest, &rest); word.length; word = nt_text_word(rest, &rest)) {
        unsigned kind = nt_compile_kind(c, entry, word);
        if (kind) nt_cells_add(&c->v->extinct_kinds, kind);
    }
}

static void read_goal(nt_compiler *c) {
    const nt_entry *entry = nt_key(c, "goal");
    if (!entry || !nt_key_zone(c, entry, 0, c->v->goal)) return;
    for (unsigned player = 0; player < c->v->players; player++)
        for (unsigned w = 0; w < NT_SET_WORDS; w++) c->v->has_goal |= c->v->goal[player].word[w] != 0;
    c->v->goal_answer = nt_key_flag(c, "goal-answer", false);
}

void nt_compile_ends(nt_compiler *c) {
    static const char *const bare[] = {"none", "loss", "answer", NULL};
    static const char *const captures[] = {"optional", "forced", NULL};
    static const char *const giving[] = {"allowed", "forbidden", NULL};
    nt_variant *v = c->v;
    v->checks = v->royal_kind != 0 && nt_key_flag(c, "checks", true);
    v->stalemate = read_value(c, "stalemate", NT_VALUE_DRAW, &v->stalemate_twelfths);
    v->checkmate = read_value(c, "checkmate", NT_VALUE_LOSS, NULL);
    v->repetition = nt_key_number(c, "repetition", 100, 3);
    v->repetition_value = read_value(c, "repetition-value", NT_VALUE_DRAW, NULL);
    v->move_rule = nt_key_number(c, "move-rule", 10000, 50);
    unsigned bareness = nt_key_choice(c, "bare-king", bare, 0);
    v->bare_king = bareness > 0;
    v->bare_king_answer = bareness == 2;
    v->removal = nt_key_flag(c, "removal", false);
    static const char *const passes[] = {"never", "stuck", NULL};
    v->pass_when_stuck = nt_key_choice(c, "pass", passes, 0) == 1;
    v->takeover = nt_key_flag(c, "takeover", false);
    if (v->removal || v->takeover) v->checks = false;
    v->must_capture = nt_key_choice(c, "capture", captures, 0) == 1;
    v->no_giving_check = nt_key_choice(c, "giving-check", giving, 0) == 1;
    v->check_limit = nt_key_number(c, "check-limit", 100, 0);
    read_extinction(c);
    read_goal(c);
}
