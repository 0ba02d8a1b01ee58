/* Compiles a section of a variant file into a variant, part by part, and frees variants. */
#include "rules/compile.h"
#include "rules/code.h"

#include <stdio.h>

enum { MAX_DEPTH = 8 };

/* ---- keys that exist ---- */

/* Keys that say what is shown, not how the game is played: they stay out of the rule hash. */
static const char *const text_keys[] = {"title", "aliases", "source", "provenance", "abstract", NULL};

static const char *const rule_keys[] = {
    "board", "holes", "coordinates", "files", "ranks", "rank-first", "players", "first", "array", "setup", "setup-view",
    "royal", "pawns", "clock", "also", "removal", "takeover", "pass", "promote-free",
    "promote-mark", "promote-to", "promote-limit", "hand", "slots", "drop", "drop-resets-clock", "castling",
    "castling-rook", "checks", "stalemate", "checkmate", "repetition", "repetition-value", "move-rule", "bare-king",
    "capture", "giving-check", "check-limit", "extinction", "goal", "goal-answer", NULL};

/* Keys that are followed by the label of a piece. */
static const char *const piece_keys[] = {"piece", "initial", "promote", "promote-zone", "promote-forced", "promote-inside",
                                         "promote-silent", "drop", "demote", "more", NULL};

static bool is_one_of(nt_text word, const char *const *list) {
    for (; *list; list++)
        if (nt_text_is(word, *list)) return true;
    return false;
}

static void check_keys(nt_compiler *c, const nt_section *section) {
    char quote[NT_QUOTE_SIZE];
    for (size_t i = 0; i < section->entry_count; i++) {
        const nt_entry *entry = &section->entries[i];
        nt_text rest, word = nt_text_word(entry->key, &rest);
        rest = nt_text_trim(rest);
        if (!rest.length) {
            if (is_one_of(word, text_keys) || is_one_of(word, rule_keys)) continue;
        } else if (nt_text_is(word, "letters")) {
            continue; /* rules/letters.c looks at what follows */
        } else if (is_one_of(word, piece_keys)) {
            bool known = nt_text_is(word, "piece");
            for (unsigned kind = 1; kind <= c->v->kinds; kind++) known |= nt_text_is(rest, c->v->kind[kind].label);
            if (known || section != c->section || !entry->value.length) continue;
            nt_compile_fault(c, entry, entry->key, NT_DIAG_VARIANT_VALUE, "no piece has the label \"%s\"",
                             nt_quote(rest, quote));
            continue;
        }
        nt_compile_fault(c, entry, entry->key, NT_DIAG_VARIANT_KEY, "there is no key \"%s\"", nt_quote(entry->key, quote));
    }
}

/* Checks what a section inherits from; a section that comes back to itself is a fault. */
static void check_parents(nt_compiler *c, const nt_section *section, unsigned depth) {
    char quote[NT_QUOTE_SIZE];
    for (unsigned i = 0; i < section->parents; i++) {
        const nt_section *parent = nt_section_parent(c->variants, section, i);
        nt_entry at = {.source = section->source};
        nt_text name = nt_text_from(section->parent[i]);
        if (!parent)
            nt_compile_fault(c, &at, section->parent_text[i], NT_DIAG_VARIANT_PARENT, "there is no variant \"%s\"",
                             nt_quote(name, quote));
        else if (parent == c->section || parent == section || depth == MAX_DEPTH)
            nt_compile_fault(c, &at, section->parent_text[i], NT_DIAG_VARIANT_PARENT,
                             "\"%s\" inherits from itself, or through more than %d parents", nt_quote(name, quote), MAX_DEPTH);
        else check_parents(c, parent, depth + 1);
    }
}

static void check_all_keys(nt_compiler *c, const nt_section *section) {
    check_keys(c, section);
    for (unsigned i = 0; i < section->parents; i++) check_all_keys(c, nt_section_parent(c->variants, section, i));
}

/* ---- board, names, players ---- */

static void read_holes(nt_compiler *c) {
    const nt_entry *entry = nt_key(c, "holes");
    if (!entry) return;
    nt_text rest = entry->value;
    if (c->v->board.lattice == NT_HEX) {
        nt_compile_fault(c, entry, rest, NT_DIAG_VARIANT_VALUE, "holes are cells of squares; `board = outline` draws hexagons");
        return;
    }
    for (nt_text word = nt_text_word(rest, &rest); word.length; word = nt_text_word(rest, &rest)) {
        nt_scheme scheme;
        size_t length;
        nt_scheme_algebraic(&scheme, &c->v->board);
        unsigned cell = nt_scheme_match(&scheme, word, &length);
        if (cell == NT_NO_CELL || length != word.length)
            nt_compile_fault(c, entry, word, NT_DIAG_VARIANT_VALUE, "the board has no such cell to take out");
        else nt_board_hole(&c->v->board, cell);
    }
}

static void read_names(nt_compiler *c) {
    const nt_entry *named = nt_key(c, "coordinates"), *file_labels = nt_key(c, "files"), *rank_labels = nt_key(c, "ranks");
    bool rank_first = nt_key_flag(c, "rank-first", false);
    nt_text name = named ? named->value : c->v->board.lattice == NT_SQUARE ? NT_TEXT("algebraic") : NT_TEXT("gilman");
    if (!nt_scheme_named(&c->v->scheme, &c->v->board, name)) {
        nt_compile_fault(c, named, name, NT_DIAG_VARIANT_VALUE, "coordinates is algebraic on squares, and gilman, glinski, "
                                                                "mccooey, oblique, slanted or axial on hexagons");
        return;
    }
    if (!file_labels && !rank_labels && !rank_first) return;
    nt_text files = file_labels ? file_labels->value : (nt_text){0}, ranks = rank_labels ? rank_labels->value : (nt_text){0};
    bool files_fit = nt_scheme_labels(&c->v->scheme, &c->v->board, files, (nt_text){0}, rank_first);
    if (files_fit && nt_scheme_labels(&c->v->scheme, &c->v->board, files, ranks, rank_first)) return;
    nt_compile_fault(c, files_fit ? rank_labels : file_labels, files_fit ? ranks : files, NT_DIAG_VARIANT_VALUE,
                     "files and ranks list one label of at most 15 bytes for each file or rank");
}

static void read_board(nt_compiler *c) {
    const nt_entry *entry = nt_key(c, "board");
    if (!entry) {
        nt_compile_fault(c, NULL, (nt_text){0}, NT_DIAG_VARIANT_MISSING, "a variant needs a board (`board = square 8x8`)");
        return;
    }
    if (!nt_board_read(&c->v->board, entry->value)) {
        nt_compile_fault(c, entry, entry->value, NT_DIAG_VARIANT_VALUE,
                         "a board is `square FILESxRANKS`, `hexagon SIDE glinski|wellisch` or `outline glinski|wellisch "
                         "FIRST-LAST ...`, with at most 256 cells");
        return;
    }
    read_holes(c);
    read_names(c);
}

static void read_players(nt_compiler *c) {
    nt_variant *v = c->v;
    const nt_entry *entry = nt_key(c, "players");
    nt_text rest = entry ? entry->value : NT_TEXT("White Black");
    unsigned most = v->board.lattice == NT_HEX ? 3 : 2;
    for (nt_text word = nt_text_word(rest, &rest); word.length; word = nt_text_word(rest, &rest)) {
        if (v->players == most) {
            nt_compile_fault(c, entry, word, NT_DIAG_VARIANT_VALUE, "this board has at most %u players", most);
            return;
        }
        v->player_name[v->players++] = nt_compile_copy(c, word);
    }
    if (entry && v->players < 2)
        nt_compile_fault(c, entry, entry->value, NT_DIAG_VARIANT_VALUE, "a game has two players or more");
    entry = nt_key(c, "first");
    if (!entry || c->status != NT_OK) return;
    for (unsigned player = 0; player < v->players; player++) {
        if (!nt_text_is_nocase(entry->value, v->player_name[player])) continue;
        v->array_player = (uint8_t)player;
        return;
    }
    nt_compile_fault(c, entry, entry->value, NT_DIAG_VARIANT_VALUE, "first names one of the players");
}

/* ---- keys of positions, and the rule hash ---- */

static uint64_t scramble(uint64_t *state) { /* SplitMix64, Steele, Lea and Flood 2014 */
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static void make_keys(nt_compiler *c) {
    nt_variant *v = c->v;
    uint64_t state = UINT64_C(0x6E6F746174696F6E);
    size_t count = (size_t)v->codes * v->board.cells;
    v->key_piece = nt_new(c->context, count * sizeof *v->key_piece);
    if (!v->key_piece) {
        c->status = NT_NO_MEMORY;
        return;
    }
    for (size_t i = 0; i < count; i++) v->key_piece[i] = scramble(&state);
    memset(v->key_piece, 0, v->board.cells * sizeof *v->key_piece); /* nothing stands there */
    for (unsigned i = 0; i < NT_MAX_CODES; i++) v->key_hand[i] = scramble(&state) | 1;
    uint64_t right[8];
    for (unsigned i = 0; i < 8; i++) right[i] = scramble(&state);
    for (unsigned i = 0; i < 256; i++)
        for (unsigned bit = 0; bit < 8; bit++)
            if (i >> bit & 1) v->key_rights[i] ^= right[bit];
    for (unsigned i = 0; i < NT_MAX_PLAYERS; i++) v->key_player[i] = i ? scramble(&state) : 0;
    for (unsigned i = 0; i < NT_MAX_PLAYERS; i++) v->key_checks[i] = scramble(&state) | 1;
    for (unsigned i = 0; i < NT_MAX_CELLS; i++) v->key_passed[i] = scramble(&state);
}

static void hash_bytes(uint64_t *hash, const void *bytes, size_t size) { /* FNV-1a */
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++) *hash = (*hash ^ at[i]) * UINT64_C(0x100000001B3);
}

/* Adds up a hash of each rule key with its value, so that the order of the keys does not matter. */
static void hash_rules(nt_compiler *c, const nt_section *section, unsigned depth) {
    for (size_t i = 0; i < section->entry_count; i++) {
        const nt_entry *entry = &section->entries[i];
        char key[128];
        nt_text rest;
        if (nt_text_is(nt_text_word(entry->key, &rest), "letters")) continue;
        if (is_one_of(entry->key, text_keys) || entry->key.length >= sizeof key) continue;
        snprintf(key, sizeof key, "%.*s", (int)entry->key.length, (const char *)entry->key.at);
        if (nt_section_get(c->variants, c->section, key) != entry || !entry->value.length) continue;
        uint64_t hash = UINT64_C(0xCBF29CE484222325);
        hash_bytes(&hash, key, entry->key.length + 1);
        rest = entry->value;
        for (nt_text word; (word = nt_text_word(rest, &rest)).length;) {
            hash_bytes(&hash, word.at, word.length);
            hash_bytes(&hash, " ", 1);
        }
        c->v->hash += hash;
    }
    for (unsigned i = 0; i < section->parents && depth < MAX_DEPTH; i++) {
        const nt_section *parent = nt_section_parent(c->variants, section, i);
        if (parent) hash_rules(c, parent, depth + 1);
    }
}

/* ---- the array ---- */

/* The first player's cell that lies for him as `cell` lies for another player. mirror: the board is not turned but
 * reflected, so that left stays left. */
static unsigned own_cell(const nt_variant *v, unsigned cell, unsigned player, bool mirror) {
    nt_vector seen = nt_board_seen(&v->board, cell, player, v->players);
    if (mirror && player > 0) {
        if (v->board.lattice == NT_HEX) seen = (nt_vector){seen.y, seen.x};
        else seen.x = (int)v->board.width - 1 - seen.x;
    }
    return nt_board_at(&v->board, seen.x, seen.y);
}

/* `setup = K e1, P a2 b2 ...`: the first player's men; the others' follow by turning or reflecting the board. */
static void read_setup(nt_compiler *c, const nt_entry *entry) {
    static const char *const views[] = {"turned", "mirrored", NULL};
    nt_variant *v = c->v;
    bool mirror = nt_key_choice(c, "setup-view", views, 0) == 1;
    uint8_t kind_at[NT_MAX_CELLS] = {0};
    nt_text rest = entry->value;
    while (rest.length) {
        const unsigned char *comma = memchr(rest.at, ',', rest.length);
        size_t n = comma ? (size_t)(comma - rest.at) : rest.length;
        nt_text term = {rest.at, n}, word = nt_text_word(term, &term);
        unsigned kind = nt_compile_kind(c, entry, word);
        while ((word = nt_text_word(term, &term)).length) {
            size_t length;
            unsigned cell = nt_scheme_match(&v->scheme, word, &length);
            if (cell == NT_NO_CELL || length != word.length || kind_at[cell]) {
                nt_compile_fault(c, entry, word, NT_DIAG_VARIANT_VALUE, "a free cell of the board is due here");
                return;
            }
            kind_at[cell] = (uint8_t)kind;
        }
        rest = nt_text_cut(rest, comma ? n + 1 : n);
    }
    for (unsigned player = 0; player < v->players; player++)
        for (unsigned cell = 0; cell < v->board.cells; cell++) {
            unsigned own = own_cell(v, cell, player, mirror);
            if (own != NT_NO_CELL && kind_at[own]) v->array[cell] = (uint8_t)nt_code_of(kind_at[own], player);
        }
    v->array_text = nt_compile_copy(c, entry->value);
}

/* `array = ...`: a placement as FEN has it. */
static void read_placement(nt_compiler *c, const nt_entry *entry) {
    nt_variant *v = c->v;
    nt_position *scratch = nt_new(c->context, sizeof *scratch);
    if (!scratch) {
        c->status = NT_NO_MEMORY;
        return;
    }
    scratch->variant = v;
    scratch->context = c->context;
    nt_position_empty(scratch);
    nt_place place = nt_entry_place(entry, entry->value);
    nt_status status = nt_placement_read(scratch, entry->value, &place);
    if (status == NT_OK) {
        memcpy(v->array, scratch->cell, sizeof v->array);
        for (unsigned player = 0; player < NT_MAX_PLAYERS; player++)
            for (unsigned kind = 0; kind <= NT_MAX_KINDS; kind++)
                v->hand_start[player][kind] = (uint8_t)(v->hand_start[player][kind] + scratch->hand[player][kind]);
    } else if (c->status == NT_OK) {
        c->status = status;
    }
    v->array_text = nt_compile_copy(c, entry->value);
    nt_delete(c->context, scratch, sizeof *scratch);
}

static void read_array(nt_compiler *c) {
    const nt_entry *setup = nt_key(c, "setup"), *array = nt_key(c, "array");
    if (setup) read_setup(c, setup);
    else if (array) read_placement(c, array);
    else nt_compile_fault(c, NULL, (nt_text){0}, NT_DIAG_VARIANT_MISSING,
                          "a variant needs an array (`array = ...` or `setup = ...`)");
}

/* Every player has one royal, or the game has none. */
static void check_royals(nt_compiler *c) {
    const nt_variant *v = c->v;
    for (unsigned player = 0; v->royal_kind && player < v->players; player++) {
        unsigned count = 0;
        for (unsigned cell = 0; cell < v->board.cells; cell++) count += v->array[cell] == nt_code_of(v->royal_kind, player);
        if (count == 1) continue;
        const nt_entry *entry = nt_key(c, "setup");
        if (!entry) entry = nt_key(c, "array");
        nt_compile_fault(c, entry, entry->value, NT_DIAG_VARIANT_VALUE, "%s has %u of the royal %s, and each side has one",
                         v->player_name[player], count, v->kind[v->royal_kind].label);
    }
}

static void read_initial(nt_compiler *c) {
    for (unsigned kind = 1; kind <= c->v->kinds; kind++) {
        if (c->v->kind[kind].twin) continue;
        const nt_entry *entry = nt_key_of(c, "initial", kind);
        nt_entry array = {.value = NT_TEXT("array"), .source = c->section->source};
        nt_key_zone(c, entry ? entry : &array, kind, c->initial[kind]);
        const nt_entry *demote = nt_key_of(c, "demote", kind);
        if (demote) c->v->kind[kind].base = (uint8_t)nt_compile_kind(c, demote, demote->value);
    }
}

/* ---- all together ---- */

/* The most moves of any position: on every cell the piece with the most, and every drop. */
static void bound_moves(nt_variant *v) {
    v->move_bound = 4;
    for (unsigned cell = 0; cell < v->board.cells; cell++) {
        size_t most = 0;
        for (unsigned code = 4; code < v->codes; code++) {
            const nt_program *program = nt_program_of(v, code, cell);
            size_t moves = 4;
            for (unsigned i = 0; i < program->length; i++)
                moves += v->extra[program->first + i] & NT_EXTRA_PROMOTES ? v->promotion[nt_code_kind(code)].choices + 1u : 1u;
            if (moves > most) most = moves;
        }
        v->move_bound += most + (v->has_drops ? v->kinds : 0);
    }
}

/* The rows and the texts of men that the writers of positions go by. */
static void lay_out_rows(nt_variant *v) {
    v->rows = nt_board_rows(&v->board);
    v->rows_are_plain = v->board.words == 1;
    for (unsigned row = 0; row < v->rows; row++) {
        v->row_width[row] = (uint8_t)nt_board_row(&v->board, row, v->row[row]);
        for (unsigned i = 0; i < v->row_width[row]; i++)
            v->rows_are_plain &= v->row[row][i] != NT_NO_CELL && v->row[row][i] == v->row[row][0] + i;
    }
    for (unsigned code = 4; code < v->codes; code++) {
        char text[NT_MAN_SIZE];
        if (nt_code_player(code) >= v->players) continue;
        if (nt_code_text(v, code, text) == 1) v->man_byte[code] = (uint8_t)text[0];
        v->rows_are_plain &= v->man_byte[code] != 0;
    }
}

/* What the hot paths ask instead of many single rules. */
static void sum_up(nt_variant *v) {
    bool twins = false;
    unsigned pawns = 0;
    for (unsigned kind = 1; kind <= v->kinds; kind++) {
        twins |= v->kind[kind].twin;
        pawns += v->kind[kind].is_pawn;
        if (v->kind[kind].is_pawn) v->pawn_kind = (uint8_t)kind;
        v->notes_captures |= v->promotion[kind].captured_only;
        v->resetting |= (uint64_t)v->kind[kind].resets << kind;
    }
    if (pawns != 1) v->pawn_kind = 0;
    for (unsigned byte = 0; byte < 256; byte++) {
        unsigned kind = v->kind_of_byte[byte];
        v->mover_of_byte[byte] = !kind ? v->pawn_kind : v->kind[kind].is_pawn ? 0 : (uint8_t)kind;
    }
    v->notes_captures |= v->captures_to_hand;
    for (size_t i = 0; i < v->step_count; i++) v->notes_captures |= (v->steps[i].flags & NT_STEP_OWN_ENDS) != 0;
    v->ends_early = v->bare_king || v->extinction || v->has_goal || v->check_limit || v->removal || v->takeover;
    v->is_simple = v->small && v->players == 2 && v->checks && !v->has_complex && !v->ends_early && !v->must_capture &&
                   !v->no_giving_check && !twins;
}

static void make_programs(nt_compiler *c) {
    nt_program_source source = {.initial = (const nt_cells(*)[NT_MAX_PLAYERS])c->initial, .betza = c->betza,
                                .parts = c->parts, .part_count = c->part_count};
    c->status = nt_programs_make(c->v, &source);
    if (c->status == NT_LIMIT) {
        c->status = NT_OK;
        nt_compile_fault(c, NULL, (nt_text){0}, NT_DIAG_VARIANT_VALUE, "a piece has more than 65534 paths from one cell");
    }
}

static void compile_parts(nt_compiler *c) {
    nt_variant *v = c->v;
    check_parents(c, c->section, 0);
    if (c->status != NT_OK) return;
    nt_compile_texts(c);
    if (c->status != NT_OK) return;
    read_board(c);
    if (c->status != NT_OK) return;
    read_players(c);
    if (c->status != NT_OK) return;
    nt_compile_pieces(c);
    check_all_keys(c, c->section);
    nt_compile_letters(c);
    if (c->status != NT_OK) return;
    v->codes = nt_code_of(v->kinds, NT_MAX_PLAYERS - 1) + 1;
    nt_compile_promotions(c); /* the twins that promotions need are kinds of the array, too */
    nt_compile_twins(c);
    v->codes = nt_code_of(v->kinds, NT_MAX_PLAYERS - 1) + 1;
    if (c->status != NT_OK) return;
    make_keys(c);
    if (c->status != NT_OK) return;
    nt_compile_drops(c);
    read_array(c);
    if (c->status != NT_OK) return;
    check_royals(c);
    if (c->status != NT_OK) return;
    nt_compile_promotion_zones(c);
    read_initial(c);
    nt_compile_parts(c);
    nt_compile_castling(c);
    nt_compile_ends(c);
    if (c->status != NT_OK) return;
    make_programs(c);
    if (c->status != NT_OK) return;
    bound_moves(v);
    sum_up(v);
    lay_out_rows(v);
    hash_rules(c, c->section, 0);
    v->hash += c->free_castling;
    snprintf(v->hash_text, sizeof v->hash_text, "%016llx", (unsigned long long)v->hash);
}

nt_status nt_variant_compile(nt_context *context, nt_section *section, bool free_castling, nt_variant **variant) {
    nt_compiler *c = nt_new(context, sizeof *c);
    if (!c) return NT_NO_MEMORY;
    *c = (nt_compiler){.context = context, .variants = context->variants, .section = section, .free_castling = free_castling};
    c->v = nt_new(context, sizeof *c->v);
    if (c->v) c->v->context = context;
    c->betza = nt_new(context, (NT_MAX_KINDS + 1) * sizeof *c->betza);
    if (c->v && c->betza) {
        compile_parts(c);
    } else {
        c->status = NT_NO_MEMORY;
    }
    nt_status status = c->status;
    nt_ungrow(context, &c->parts, &c->part_capacity, sizeof *c->parts);
    nt_delete(context, c->betza, (NT_MAX_KINDS + 1) * sizeof *c->betza);
    if (status != NT_OK) {
        nt_variant_free(c->v);
        c->v = NULL;
    }
    *variant = c->v;
    nt_delete(context, c, sizeof *c);
    return status;
}

static void free_text(nt_context *context, char *text) {
    if (text) nt_delete(context, text, strlen(text) + 1);
}

void nt_variant_free(nt_variant *v) {
    if (!v) return;
    nt_context *context = v->context;
    size_t rows = (size_t)v->codes * v->board.cells, pairs = (size_t)v->board.cells * v->board.cells;
    char *texts[] = {v->id, v->title, v->source, v->provenance, v->array_text};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) free_text(context, texts[i]);
    for (unsigned i = 0; i < NT_MAX_PLAYERS; i++) free_text(context, v->player_name[i]);
    for (unsigned i = 1; i <= v->kinds; i++) {
        free_text(context, v->kind[i].betza);
        free_text(context, v->kind[i].more);
    }
    nt_ungrow(context, &v->language, &v->language_capacity, sizeof *v->language);
    nt_delete(context, v->program, rows * sizeof *v->program);
    nt_delete(context, v->capture, rows * sizeof *v->capture);
    nt_delete(context, v->quiet, rows * sizeof *v->quiet);
    nt_delete(context, v->small, 2 * rows * sizeof *v->small);
    nt_delete(context, v->small_behind, (size_t)v->players * v->board.cells * v->board.cells * sizeof *v->small_behind);
    nt_delete(context, v->passer, rows * sizeof *v->passer);
    nt_delete(context, v->between, pairs * v->board.words * sizeof *v->between);
    nt_delete(context, v->key_piece, rows * sizeof *v->key_piece);
    nt_delete(context, v->steps, (v->step_count + 1) * sizeof *v->steps);
    nt_delete(context, v->extra, v->step_count + 1);
    nt_delete(context, v, sizeof *v);
}

/* ---- what a caller may ask ---- */

const char *nt_variant_get(const nt_variant *v, nt_variant_text what) {
    const char *text = NULL;
    switch (what) {
    case NT_VARIANT_ID: text = v->id; break;
    case NT_VARIANT_TITLE: text = v->title; break;
    case NT_VARIANT_SOURCE: text = v->source; break;
    case NT_VARIANT_PROVENANCE: text = v->provenance; break;
    case NT_VARIANT_ARRAY: text = v->array_text; break;
    case NT_VARIANT_HASH: text = v->hash_text; break;
    }
    return text ? text : "";
}

size_t nt_variant_cells(const nt_variant *v) { return v->board.cells; }
size_t nt_variant_players(const nt_variant *v) { return v->players; }
size_t nt_variant_kinds(const nt_variant *v) { return v->kinds; }
size_t nt_variant_move_bound(const nt_variant *v) { return v->move_bound; }

const char *nt_variant_player(const nt_variant *v, size_t player) {
    return player < v->players ? v->player_name[player] : "";
}
const char *nt_kind_label(const nt_variant *v, size_t kind) {
    return kind >= 1 && kind <= v->kinds ? v->kind[kind].label : "";
}
const char *nt_kind_name(const nt_variant *v, size_t kind) {
    return kind >= 1 && kind <= v->kinds ? v->kind[kind].name : "";
}
const char *nt_kind_betza(const nt_variant *v, size_t kind) {
    return kind >= 1 && kind <= v->kinds && v->kind[kind].betza ? v->kind[kind].betza : "";
}

const char *nt_kind_more(const nt_variant *v, size_t kind) {
    return kind >= 1 && kind <= v->kinds && v->kind[kind].more ? v->kind[kind].more : "";
}
