/* Patterns of positions compiled from their texts. Public; pattern.c matches. The language of the texts is described at
 * nt_pattern_new in notation.h. */
#include "rules/pattern.h"

/* A text being compiled. */
typedef struct pattern_reader {
    nt_code_reader code;
    nt_pattern *pattern;
    bool no_memory;
} pattern_reader;

static bool fail(pattern_reader *r, size_t at, const char *text) {
    nt_code_report(&r->code, at, NT_DIAG_PATTERN_SYNTAX, "%s", text);
    return false;
}

static unsigned char byte_at(const pattern_reader *r, size_t at) {
    return at < r->code.text.length ? r->code.text.at[at] : 0;
}

/* ---- signs ---- */

/* Adds a man, and the promoted men that show the same label. */
static void add_man(const nt_variant *v, unsigned code, nt_cells *codes) {
    unsigned player = nt_code_player(code);
    nt_cells_add(codes, code);
    for (unsigned kind = 1; kind <= v->kinds; kind++) {
        bool shows = v->kind[kind].mark == '~' && v->kind[kind].shown == nt_code_kind(code);
        if (shows) nt_cells_add(codes, nt_code_of(kind, player));
    }
}

static void add_men(const nt_variant *v, unsigned player, nt_cells *codes) {
    for (unsigned kind = 1; kind <= v->kinds; kind++) nt_cells_add(codes, nt_code_of(kind, player));
}

/* What stands inside parentheses, from behind the first one to behind the last. */
static bool read_choice(pattern_reader *r, size_t *at, nt_cells *codes) {
    const nt_variant *v = r->pattern->variant;
    size_t open = *at - 1;
    bool negated = byte_at(r, *at) == '^';
    *at += negated;
    for (unsigned char byte; (byte = byte_at(r, *at)) != ')';) {
        size_t length = 1;
        if (byte == 0) return fail(r, open, "the parenthesis is not closed");
        if (byte == '_') {
            nt_cells_add(codes, NT_PATTERN_EMPTY);
        } else if (byte >= '1' && byte < '1' + (int)v->players) {
            add_men(v, byte - (unsigned)'1', codes);
        } else {
            unsigned code = nt_code_man(&r->code, *at, &length);
            if (!code) return false;
            add_man(v, code, codes);
        }
        *at += length;
    }
    ++*at;
    if (negated) {
        for (unsigned w = 0; w < NT_SET_WORDS; w++) codes->word[w] = ~codes->word[w];
        nt_cells_remove(codes, NT_PATTERN_HOLE);
    }
    return true;
}

/* One place: a man, ? ! _ or a choice. */
static bool read_sign(pattern_reader *r, size_t *at, nt_cells *codes) {
    const nt_variant *v = r->pattern->variant;
    size_t length = 1;
    memset(codes, 0, sizeof *codes);
    switch (byte_at(r, *at)) {
    case 0: return fail(r, *at, "a man or another sign is due");
    case '?': memset(codes, 0xff, sizeof *codes); break;
    case '_': nt_cells_add(codes, NT_PATTERN_EMPTY); break;
    case '!':
        for (unsigned player = 0; player < v->players; player++) add_men(v, player, codes);
        break;
    case '(':
        ++*at;
        return read_choice(r, at, codes);
    default: {
        unsigned code = nt_code_man(&r->code, *at, &length);
        if (!code) return false;
        add_man(v, code, codes);
        break;
    }
    }
    *at += length;
    return true;
}

static bool add_sign(pattern_reader *r, const nt_pattern_sign *sign) {
    nt_pattern *pattern = r->pattern;
    size_t count = pattern->sign_count + 1;
    if (!nt_grow(pattern->context, &pattern->signs, &pattern->sign_capacity, count, sizeof *sign)) {
        r->no_memory = true;
        return false;
    }
    pattern->signs[pattern->sign_count++] = *sign;
    return true;
}

/* ---- rows ---- */

/* As many empty cells as a number says; more than a row can have are as wrong as one more. */
static bool read_empty(pattern_reader *r, size_t *at) {
    nt_pattern_sign sign = {.run = false};
    size_t count = 0;
    for (; nt_is_digit(byte_at(r, *at)); ++*at) {
        count = count * 10 + (byte_at(r, *at) - (size_t)'0');
        if (count > NT_MAX_AXIS) count = NT_MAX_AXIS + 1;
    }
    nt_cells_add(&sign.codes, NT_PATTERN_EMPTY);
    while (count-- > 0) {
        if (!add_sign(r, &sign)) return false;
    }
    return true;
}

static bool read_row_sign(pattern_reader *r, size_t *at, const nt_pattern_row *row) {
    nt_pattern_sign sign = {.run = false};
    if (nt_is_digit(byte_at(r, *at))) return read_empty(r, at);
    if (byte_at(r, *at) != '*') return read_sign(r, at, &sign.codes) && add_sign(r, &sign);
    ++*at;
    sign.run = true;
    bool again = r->pattern->sign_count > row->first && r->pattern->signs[r->pattern->sign_count - 1].run;
    return again || add_sign(r, &sign);
}

/* How many places the signs of a row take; *exact: no run is among them. */
static size_t row_places(const nt_pattern *pattern, const nt_pattern_row *row, bool *exact) {
    size_t places = 0;
    *exact = true;
    for (size_t i = row->first; i < pattern->sign_count; i++) {
        if (pattern->signs[i].run) *exact = false;
        else places++;
    }
    return places;
}

static bool ends_row(unsigned char byte) { return byte == 0 || byte == '/' || byte == '[' || byte == ' '; }

static bool read_row(pattern_reader *r, size_t *at, unsigned number) {
    nt_pattern *pattern = r->pattern;
    nt_pattern_row row = {.first = pattern->sign_count};
    size_t start = *at;
    bool exact;
    row.width = nt_board_row(&pattern->variant->board, number, row.cells);
    while (!ends_row(byte_at(r, *at))) {
        if (!read_row_sign(r, at, &row)) return false;
    }
    size_t places = row_places(pattern, &row, &exact);
    if (exact ? places != row.width : places > row.width) {
        nt_code_report(&r->code, start, NT_DIAG_PATTERN_SYNTAX, "rank %s of the pattern takes %zu places, the board has %u",
                       nt_row_label(pattern->variant, number), places, row.width);
        return false;
    }
    row.count = pattern->sign_count - row.first;
    if (nt_grow(pattern->context, &pattern->rows, &pattern->row_capacity, pattern->row_count + 1, sizeof row)) {
        pattern->rows[pattern->row_count++] = row;
        return true;
    }
    r->no_memory = true;
    return false;
}

/* ---- hands and side ---- */

/* Reads `[...]`: the men in hand, all of them or, with a star at the end, at least them. */
static bool read_hands(pattern_reader *r, size_t *at) {
    nt_pattern *pattern = r->pattern;
    size_t open = (*at)++;
    pattern->hands = NT_HANDS_EXACT;
    if (byte_at(r, *at) == '-') ++*at;
    for (unsigned char byte; (byte = byte_at(r, *at)) != ']';) {
        size_t length = 0;
        if (byte == 0) return fail(r, open, "the bracket of the hands is not closed");
        if (byte == '*' && byte_at(r, *at + 1) == ']') {
            pattern->hands = NT_HANDS_LEAST;
            ++*at;
            continue;
        }
        unsigned code = nt_code_man(&r->code, *at, &length);
        if (!code) return false;
        uint8_t *count = &pattern->hand[nt_code_player(code)][nt_code_kind(code)];
        if (*count == UINT8_MAX) return fail(r, *at, "a hand holds at most 255 men of a kind");
        ++*count;
        *at += length;
    }
    ++*at;
    return true;
}

/* Reads a word that says who is to move; `-` and no word: whoever. */
static bool read_side(pattern_reader *r, nt_text word) {
    if (word.length == 0 || nt_text_is(word, "-")) return true;
    bool good = nt_code_side(&r->code, (size_t)(word.at - r->code.text.at), word);
    if (good) r->pattern->player = r->code.p->state.player;
    return good;
}

/* What follows the placement: hands, the side to move, nothing more. */
static bool read_end(pattern_reader *r, size_t at) {
    nt_text rest;
    if (byte_at(r, at) == '[' && !read_hands(r, &at)) return false;
    if (at < r->code.text.length && byte_at(r, at) != ' ') return fail(r, at, "a rank, hands in brackets or the end is due");
    nt_text side = nt_text_word(nt_text_cut(r->code.text, at), &rest);
    if (!read_side(r, side)) return false;
    nt_text more = nt_text_word(rest, &rest);
    return more.length == 0 || fail(r, (size_t)(more.at - r->code.text.at), "nothing can follow the side to move");
}

/* ---- the forms ---- */

static bool read_board(pattern_reader *r) {
    unsigned rows = nt_board_rows(&r->pattern->variant->board), row = 0;
    size_t at = 0;
    for (;; at++) {
        if (!read_row(r, &at, row++)) return false;
        if (row == rows || byte_at(r, at) != '/') break;
    }
    if (row == rows) return read_end(r, at);
    nt_code_report(&r->code, at, NT_DIAG_PATTERN_SYNTAX, "the pattern has %u rank%s, the board has %u", row,
                   row == 1 ? "" : "s", rows);
    return false;
}

/* The placement exactly, and who is to move where that is given. Clocks, rights and so on do not count. */
static bool read_fen(pattern_reader *r) {
    nt_text rest, placement = nt_text_word(r->code.text, &rest);
    nt_position *p = r->code.p;
    if (nt_placement_read(p, placement, r->code.place) != NT_OK) return false;
    memcpy(r->pattern->hand, p->hand, sizeof p->hand);
    bool holds = false;
    for (unsigned player = 0; player < NT_MAX_PLAYERS; player++) {
        for (unsigned kind = 0; kind <= NT_MAX_KINDS; kind++) holds |= p->hand[player][kind] > 0;
    }
    if (holds || memchr(placement.at, '[', placement.length)) r->pattern->hands = NT_HANDS_EXACT;
    return read_side(r, nt_text_word(rest, &rest));
}

/* One `place:sign` item: a cell, a filled slot, or `@` for a man in hand. */
static bool read_item(pattern_reader *r, nt_text item, size_t colon) {
    nt_pattern *pattern = r->pattern;
    const nt_variant *v = pattern->variant;
    size_t start = (size_t)(item.at - r->code.text.at), at = start + colon + 1, length;
    unsigned cell;
    int slot;
    char quoted[NT_QUOTE_SIZE];
    nt_text name = {item.at, colon};
    nt_pattern_sign sign = {.run = false};
    if (!nt_code_place(v, name, &cell, &slot)) {
        nt_code_report(&r->code, start, NT_DIAG_CELL_UNKNOWN, "the board has no cell \"%s\"", nt_quote(name, quoted));
        return false;
    }
    if (cell != NT_NO_CELL) {
        sign.cell = (uint16_t)cell;
        if (!read_sign(r, &at, &sign.codes)) return false;
        return at == start + item.length ? add_sign(r, &sign) : fail(r, at, "one sign stands behind the colon");
    }
    if (at == start + item.length) return fail(r, at, "a man is due");
    unsigned code = nt_code_man(&r->code, at, &length);
    if (!code) return false;
    if (at + length != start + item.length) return fail(r, at + length, "one man stands behind the colon");
    if (slot >= 0) {
        if (code != nt_code_of(v->slot[slot].kind, v->slot[slot].player)) return fail(r, at, "the slot is not for that piece");
        pattern->slots |= UINT32_C(1) << slot;
        return true;
    }
    uint8_t *count = &pattern->hand[nt_code_player(code)][nt_code_kind(code)];
    if (*count == UINT8_MAX) return fail(r, at, "a hand holds at most 255 men of a kind");
    ++*count;
    pattern->hands = NT_HANDS_LEAST;
    return true;
}

static bool read_cells(pattern_reader *r) {
    nt_text rest = r->code.text, word;
    while ((word = nt_text_word(rest, &rest)).length) {
        const unsigned char *colon = memchr(word.at, ':', word.length);
        bool good = colon ? read_item(r, word, (size_t)(colon - word.at)) : read_side(r, word);
        if (!good) return false;
    }
    return true;
}

static bool read_material(pattern_reader *r) {
    nt_pattern *pattern = r->pattern;
    nt_text text = nt_text_trim(r->code.text);
    size_t at = (size_t)(text.at - r->code.text.at), end = at + text.length, length;
    pattern->at_least = end > at && byte_at(r, end - 1) == '+';
    end -= pattern->at_least;
    while (at < end && byte_at(r, at) != '[') {
        unsigned code = nt_code_man(&r->code, at, &length);
        if (!code) return false;
        const nt_kind *kind = &pattern->variant->kind[nt_code_kind(code)];
        if (kind->mark == '~') code = nt_code_of(kind->shown, nt_code_player(code));
        if (pattern->men[code] == UINT8_MAX) return fail(r, at, "there are more men than a board holds");
        pattern->men[code]++;
        pattern->total++;
        at += length;
    }
    if (pattern->total == 0) return fail(r, at, "no man is named");
    if (at < end && !read_hands(r, &at)) return false;
    return at == end || fail(r, at, "nothing can follow the hands");
}

static bool read_form(pattern_reader *r) {
    switch (r->pattern->form) {
    case NT_PATTERN_FEN: return read_fen(r);
    case NT_PATTERN_BOARD: return read_board(r);
    case NT_PATTERN_CELLS: return read_cells(r);
    case NT_PATTERN_MATERIAL: break;
    }
    return read_material(r);
}

nt_pattern *nt_pattern_new(nt_context *context, const nt_variant *variant, nt_pattern_form form, const char *text,
                           size_t length, nt_status *status) {
    const unsigned char *bytes = (const unsigned char *)text;
    nt_place place = {.file = "<pattern>", .text = bytes, .line = 1, .column = 1};
    nt_pattern *pattern = nt_new(context, sizeof *pattern);
    *status = NT_NO_MEMORY;
    if (!pattern) return NULL;
    *pattern = (nt_pattern){.context = context, .variant = variant, .form = form, .player = -1};
    pattern->exact = nt_position_new(context, variant);
    if (pattern->exact) {
        nt_position_empty(pattern->exact);
        pattern_reader reader = {.code = {pattern->exact, variant, {bytes, length}, &place, false}, .pattern = pattern};
        bool good = read_form(&reader);
        *status = reader.no_memory ? NT_NO_MEMORY : good ? NT_OK : NT_INVALID;
    }
    if (*status == NT_OK) return pattern;
    nt_pattern_free(pattern);
    return NULL;
}
