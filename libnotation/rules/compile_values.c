/* Values of keys in variant files: flags, numbers, choices, labels and zones. */
#include "rules/compile.h"

#include <stdio.h>

const nt_entry *nt_key(nt_compiler *c, const char *key) {
    const nt_entry *entry = nt_section_get(c->variants, c->section, key);
    return entry && entry->value.length ? entry : NULL;
}

const nt_entry *nt_key_of(nt_compiler *c, const char *key, unsigned kind) {
    char name[64 + NT_LABEL_SIZE];
    snprintf(name, sizeof name, "%s %s", key, c->v->kind[kind].label);
    return nt_key(c, name);
}

void nt_compile_fault(nt_compiler *c, const nt_entry *entry, nt_text part, nt_diag_id id, const char *format, ...) {
    nt_place place;
    if (entry) place = nt_entry_place(entry, part);
    else place = nt_entry_place(&(nt_entry){.source = c->section->source}, c->section->header);
    va_list arguments;
    va_start(arguments, format);
    nt_report_list(c->context, &place, id, format, arguments);
    va_end(arguments);
    if (c->status == NT_OK) c->status = NT_INVALID;
}

unsigned nt_key_choice(nt_compiler *c, const char *key, const char *const *words, unsigned otherwise) {
    const nt_entry *entry = nt_key(c, key);
    if (!entry) return otherwise;
    nt_message list = {.length = 0};
    for (unsigned i = 0; words[i]; i++) {
        if (nt_text_is(entry->value, words[i])) return i;
        nt_message_add(&list, "%s%s", i ? ", " : "", words[i]);
    }
    char quote[NT_QUOTE_SIZE];
    nt_compile_fault(c, entry, entry->value, NT_DIAG_VARIANT_VALUE, "%s is one of %s, not \"%s\"", key, list.text,
                     nt_quote(entry->value, quote));
    return otherwise;
}

bool nt_key_flag(nt_compiler *c, const char *key, bool otherwise) {
    static const char *const words[] = {"no", "yes", NULL};
    return nt_key_choice(c, key, words, otherwise) == 1;
}

unsigned nt_key_number(nt_compiler *c, const char *key, unsigned limit, unsigned otherwise) {
    const nt_entry *entry = nt_key(c, key);
    uint64_t number;
    if (!entry) return otherwise;
    if (nt_text_is(entry->value, "none")) return 0;
    if (nt_text_number(entry->value, &number) && number <= limit) return (unsigned)number;
    nt_compile_fault(c, entry, entry->value, NT_DIAG_VARIANT_VALUE, "%s is a number up to %u, or none", key, limit);
    return otherwise;
}

unsigned nt_compile_kind(nt_compiler *c, const nt_entry *entry, nt_text label) {
    for (unsigned kind = 1; kind <= c->v->kinds; kind++)
        if (!c->v->kind[kind].twin && nt_text_is(label, c->v->kind[kind].label)) return kind;
    char quote[NT_QUOTE_SIZE];
    nt_compile_fault(c, entry, label, NT_DIAG_VARIANT_VALUE, "no piece has the label \"%s\"", nt_quote(label, quote));
    return 0;
}

/* ---- zones ---- */

static nt_vector seen_by(const nt_compiler *c, unsigned cell, unsigned player) {
    return nt_board_seen(&c->v->board, cell, player, c->v->players);
}

static bool zone_ranks(nt_compiler *c, nt_text numbers, nt_cells zone[NT_MAX_PLAYERS]) {
    const nt_board *board = &c->v->board;
    const unsigned char *dash = memchr(numbers.at, '-', numbers.length);
    size_t n = dash ? (size_t)(dash - numbers.at) : numbers.length;
    uint64_t first, last;
    if (!nt_text_number(nt_text_trim((nt_text){numbers.at, n}), &first)) return false;
    last = first;
    if (dash && !nt_text_number(nt_text_trim(nt_text_cut(numbers, n + 1)), &last)) return false;
    if (first < 1 || last < first || last > board->height) return false;
    for (unsigned player = 0; player < c->v->players; player++)
        for (unsigned cell = 0; cell < board->cells; cell++) {
            unsigned rank = nt_board_rank(board, seen_by(c, cell, player));
            if (rank >= first && rank <= last) nt_cells_add(&zone[player], cell);
        }
    return true;
}

/* The cell that a word names in full; NT_NO_CELL: none. */
static unsigned cell_of(const nt_compiler *c, nt_text word) {
    size_t length;
    unsigned cell = nt_scheme_match(&c->v->scheme, word, &length);
    return length == word.length ? cell : NT_NO_CELL;
}

/* `cells a1 b1 / a8 b8`: one list for each player, or one for all. */
static bool zone_cells(nt_compiler *c, nt_text list, nt_cells zone[NT_MAX_PLAYERS]) {
    unsigned player = 0;
    bool single = memchr(list.at, '/', list.length) == NULL;
    for (;;) {
        nt_text word = nt_text_word(list, &list);
        if (!word.length) return true;
        if (nt_text_is(word, "/")) {
            if (++player >= c->v->players) return false;
            continue;
        }
        unsigned cell = cell_of(c, word);
        if (cell == NT_NO_CELL) return false;
        for (unsigned p = single ? 0 : player; p < (single ? c->v->players : player + 1); p++) nt_cells_add(&zone[p], cell);
    }
}

/* `seen 41 42`: the first player's cells, and those that lie for each other player as these do for him. */
static bool zone_seen(nt_compiler *c, nt_text list, nt_cells zone[NT_MAX_PLAYERS]) {
    nt_cells first = {{0}};
    for (nt_text word = nt_text_word(list, &list); word.length; word = nt_text_word(list, &list)) {
        unsigned cell = cell_of(c, word);
        if (cell == NT_NO_CELL) return false;
        nt_cells_add(&first, cell);
    }
    for (unsigned player = 0; player < c->v->players; player++)
        for (unsigned cell = 0; cell < c->v->board.cells; cell++) {
            nt_vector seen = seen_by(c, cell, player);
            unsigned own = nt_board_at(&c->v->board, seen.x, seen.y);
            if (own != NT_NO_CELL && nt_cells_has(&first, own)) nt_cells_add(&zone[player], cell);
        }
    return true;
}

static void zone_array(nt_compiler *c, unsigned kind, nt_cells zone[NT_MAX_PLAYERS]) {
    for (unsigned cell = 0; cell < c->v->board.cells; cell++) {
        unsigned code = c->v->array[cell];
        if (code && nt_code_kind(code) == kind) nt_cells_add(&zone[nt_code_player(code)], cell);
    }
}

/* Whether every orthogonal step that leads a player forward leaves the board: the last rank, or the end of a file. */
static bool is_far(const nt_compiler *c, unsigned cell, unsigned player) {
    const nt_board *board = &c->v->board;
    unsigned ticks = nt_board_ticks(board), view = nt_board_view(board, player, c->v->players);
    nt_atom step = {1, 0, false};
    for (unsigned t = 0; t < ticks; t++) {
        nt_vector v;
        bool forward = t <= 2 || t >= ticks - 2;
        if (!forward || !nt_board_vector(board, step, (t + view) % ticks, &v)) continue;
        if (nt_board_at(board, board->x[cell] + v.x, board->y[cell] + v.y) != NT_NO_CELL) return false;
    }
    return true;
}

/* -1, 0, 1: left of the player's middle file, on it, right of it. */
static int side_of(const nt_compiler *c, unsigned cell, unsigned player) {
    const nt_board *board = &c->v->board;
    nt_vector seen = seen_by(c, cell, player);
    int right = board->lattice == NT_HEX ? seen.y - seen.x : 2 * seen.x - ((int)board->width - 1);
    return right < 0 ? -1 : right > 0;
}

static bool zone_word(nt_compiler *c, nt_text word, unsigned kind, nt_cells zone[NT_MAX_PLAYERS]) {
    static const char *const words[] = {"all", "far", "left", "middle", "right", NULL};
    unsigned which = 0;
    if (nt_text_is(word, "none")) return true;
    if (nt_text_is(word, "array")) {
        if (kind) zone_array(c, kind, zone);
        return kind != 0;
    }
    while (words[which] && !nt_text_is(word, words[which])) which++;
    if (!words[which]) return false;
    for (unsigned player = 0; player < c->v->players; player++)
        for (unsigned cell = 0; cell < c->v->board.cells; cell++) {
            bool inside = which == 0 || (which == 1 ? is_far(c, cell, player) : side_of(c, cell, player) == (int)which - 3);
            if (inside) nt_cells_add(&zone[player], cell);
        }
    return true;
}

static bool zone_term(nt_compiler *c, nt_text term, unsigned kind, nt_cells zone[NT_MAX_PLAYERS]) {
    nt_text rest, word = nt_text_word(term, &rest);
    rest = nt_text_trim(rest);
    if (nt_text_is(word, "rank") || nt_text_is(word, "ranks")) return zone_ranks(c, rest, zone);
    if (nt_text_is(word, "cells")) return zone_cells(c, rest, zone);
    if (nt_text_is(word, "seen")) return zone_seen(c, rest, zone);
    return rest.length == 0 && zone_word(c, word, kind, zone);
}

static void join(nt_cells zone[NT_MAX_PLAYERS], const nt_cells term[NT_MAX_PLAYERS], bool away) {
    for (unsigned player = 0; player < NT_MAX_PLAYERS; player++)
        for (unsigned w = 0; w < NT_SET_WORDS; w++) {
            if (away) zone[player].word[w] &= ~term[player].word[w];
            else zone[player].word[w] |= term[player].word[w];
        }
}

bool nt_key_zone(nt_compiler *c, const nt_entry *entry, unsigned kind, nt_cells zone[NT_MAX_PLAYERS]) {
    memset(zone, 0, NT_MAX_PLAYERS * sizeof *zone);
    nt_text rest = entry->value;
    while (rest.length) {
        const unsigned char *comma = memchr(rest.at, ',', rest.length);
        size_t n = comma ? (size_t)(comma - rest.at) : rest.length;
        nt_text term = nt_text_trim((nt_text){rest.at, n});
        bool away = term.length && term.at[0] == '-';
        nt_cells cells[NT_MAX_PLAYERS] = {{{0}}};
        if (away) term = nt_text_cut(term, 1);
        if (!zone_term(c, term, kind, cells)) {
            nt_compile_fault(c, entry, term, NT_DIAG_VARIANT_VALUE,
                             "a zone is made of `rank N`, `ranks N-M`, `cells ...`, `seen ...`, `array`, `far`, `left`, "
                             "`middle`, `right`, `all` or `none`, with - before what is taken away");
            return false;
        }
        join(zone, (const nt_cells *)cells, away);
        rest = nt_text_cut(rest, comma ? n + 1 : n);
    }
    return true;
}
