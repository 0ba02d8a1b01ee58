/* The kinds of pieces of a variant: labels, names, Betza strings, marked twins; and matching labels in texts. */
#include "rules/compile.h"

#include <stdio.h>

enum { MAX_DEPTH = 8 };

static bool has_lower(nt_text text) {
    for (size_t i = 0; i < text.length; i++)
        if (nt_is_lower(text.at[i])) return true;
    return false;
}

/* Adds the labels of a section's `piece X` keys that are not there yet, parents first. */
static void collect(nt_compiler *c, const nt_section *section, unsigned depth) {
    for (unsigned i = 0; i < section->parents && depth < MAX_DEPTH; i++) {
        const nt_section *parent = nt_section_parent(c->variants, section, i);
        if (parent && parent != section) collect(c, parent, depth + 1);
    }
    for (size_t i = 0; i < section->entry_count; i++) {
        nt_text rest, word = nt_text_word(section->entries[i].key, &rest);
        rest = nt_text_trim(rest);
        if (!nt_text_is(word, "piece") || !rest.length) continue;
        bool known = false;
        for (unsigned kind = 1; kind <= c->v->kinds; kind++) known |= nt_text_is(rest, c->v->kind[kind].label);
        if (known) continue;
        if (rest.length >= NT_LABEL_SIZE) {
            nt_compile_fault(c, &section->entries[i], rest, NT_DIAG_VARIANT_VALUE, "a label has at most 15 bytes");
        } else if (has_lower(rest)) {
            nt_compile_fault(c, &section->entries[i], rest, NT_DIAG_VARIANT_VALUE,
                             "a label is written as the first player's man is: in capitals");
        } else if (c->v->kinds == NT_MAX_KINDS) {
            nt_compile_fault(c, &section->entries[i], rest, NT_DIAG_VARIANT_VALUE, "a variant has at most 63 kinds");
        } else {
            memcpy(c->v->kind[++c->v->kinds].label, rest.at, rest.length);
        }
    }
}

/* Takes out the kinds that a child has removed with an empty value. */
static void drop_removed(nt_compiler *c) {
    unsigned kept = 0;
    for (unsigned kind = 1; kind <= c->v->kinds; kind++)
        if (nt_key_of(c, "piece", kind)) c->v->kind[++kept] = c->v->kind[kind];
    for (unsigned kind = kept + 1; kind <= c->v->kinds; kind++) memset(&c->v->kind[kind], 0, sizeof c->v->kind[kind]);
    c->v->kinds = kept;
}

/* `name Betza`: the last word is the Betza string. */
static void read_piece(nt_compiler *c, unsigned kind) {
    const nt_entry *entry = nt_key_of(c, "piece", kind);
    nt_text value = entry->value, betza = value;
    for (size_t i = value.length; i-- > 0;) {
        if (!nt_is_blank(value.at[i])) continue;
        betza = nt_text_cut(value, i + 1);
        break;
    }
    nt_text name = nt_text_trim((nt_text){value.at, (size_t)(betza.at - value.at)});
    nt_kind *k = &c->v->kind[kind];
    snprintf(k->name, sizeof k->name, "%.*s", (int)(name.length < 47 ? name.length : 47),
             name.length ? (const char *)name.at : "");
    if (!name.length) memcpy(k->name, k->label, sizeof k->label);
    k->base = k->shown = (uint8_t)kind;
    k->betza = nt_new(c->context, betza.length + 1);
    if (!k->betza) {
        c->status = NT_NO_MEMORY;
        return;
    }
    memcpy(k->betza, betza.at, betza.length);
    size_t at;
    const char *reason;
    if (!nt_betza_read(betza, &c->v->board, &c->betza[kind], &at, &reason))
        nt_compile_fault(c, entry, nt_text_cut(betza, at), NT_DIAG_BETZA_SYNTAX, "%s, at byte %zu of %s", reason, at + 1,
                         k->betza);
}

/* Sets a flag of each kind that a blank-separated list of labels names. */
static void for_labels(nt_compiler *c, const char *key, void (*set)(nt_variant *v, unsigned kind)) {
    const nt_entry *entry = nt_key(c, key);
    if (!entry || nt_text_is(entry->value, "none")) return;
    nt_text rest = entry->value;
    for (nt_text word = nt_text_word(rest, &rest); word.length; word = nt_text_word(rest, &rest)) {
        unsigned kind = nt_compile_kind(c, entry, word);
        if (kind) set(c->v, kind);
    }
}

static void set_pawn(nt_variant *v, unsigned kind) { v->kind[kind].is_pawn = v->kind[kind].resets = true; }
static void set_resets(nt_variant *v, unsigned kind) { v->kind[kind].resets = true; }

/* `also = A:E T:+P`: a second label for a kind. */
static void read_aliases(nt_compiler *c) {
    const nt_entry *entry = nt_key(c, "also");
    if (!entry) return;
    nt_text rest = entry->value;
    for (nt_text word = nt_text_word(rest, &rest); word.length; word = nt_text_word(rest, &rest)) {
        const unsigned char *colon = memchr(word.at, ':', word.length);
        size_t n = colon ? (size_t)(colon - word.at) : 0;
        if (n == 0 || n >= NT_LABEL_SIZE || c->v->alias_count == NT_MAX_KINDS) {
            nt_compile_fault(c, entry, word, NT_DIAG_VARIANT_VALUE, "a second label is written NEW:LABEL");
            continue;
        }
        unsigned kind = nt_compile_kind(c, entry, nt_text_cut(word, n + 1));
        if (!kind) continue;
        nt_alias *alias = &c->v->alias[c->v->alias_count++];
        memcpy(alias->label, word.at, n);
        alias->kind = (uint8_t)kind;
    }
}

void nt_compile_pieces(nt_compiler *c) {
    collect(c, c->section, 0);
    drop_removed(c);
    if (c->v->kinds == 0) {
        nt_compile_fault(c, NULL, (nt_text){0}, NT_DIAG_VARIANT_MISSING, "a variant needs pieces (`piece K = king K`)");
        return;
    }
    for (unsigned kind = 1; kind <= c->v->kinds && c->status != NT_NO_MEMORY; kind++) read_piece(c, kind);
    const nt_entry *royal = nt_key(c, "royal");
    if (royal && !nt_text_is(royal->value, "none")) {
        unsigned kind = nt_compile_kind(c, royal, royal->value);
        c->v->kind[kind].royal = kind != 0;
        c->v->royal_kind = (uint8_t)kind;
    }
    for_labels(c, "pawns", set_pawn);
    for_labels(c, "clock", set_resets);
    read_aliases(c);
    nt_variant *v = c->v;
    v->single_byte_labels = true;
    for (unsigned kind = 1; kind <= v->kinds; kind++) {
        if (strlen(v->kind[kind].label) != 1) v->single_byte_labels = false;
        else v->kind_of_byte[(unsigned char)v->kind[kind].label[0]] = (uint8_t)kind;
    }
}

/* `more P = left: BETZA; right: BETZA`: moves that a piece has only from the cells of a zone. */
static void read_part(nt_compiler *c, const nt_entry *entry, unsigned kind, nt_text term) {
    const unsigned char *colon = memchr(term.at, ':', term.length);
    if (!colon) {
        nt_compile_fault(c, entry, term, NT_DIAG_VARIANT_VALUE, "moves from a zone are written ZONE: BETZA");
        return;
    }
    if (!nt_grow(c->context, &c->parts, &c->part_capacity, c->part_count + 1, sizeof *c->parts)) {
        c->status = NT_NO_MEMORY;
        return;
    }
    nt_betza_part *part = &c->parts[c->part_count];
    nt_entry zone = {.value = nt_text_trim((nt_text){term.at, (size_t)(colon - term.at)}), .source = entry->source};
    nt_text betza = nt_text_trim(nt_text_cut(term, (size_t)(colon - term.at) + 1));
    size_t at;
    const char *reason;
    part->kind = kind;
    if (!nt_key_zone(c, &zone, kind, part->zone)) return;
    if (nt_betza_read(betza, &c->v->board, &part->betza, &at, &reason)) c->part_count++;
    else nt_compile_fault(c, entry, nt_text_cut(betza, at), NT_DIAG_BETZA_SYNTAX, "%s", reason);
}

void nt_compile_parts(nt_compiler *c) {
    for (unsigned kind = 1; kind <= c->v->kinds; kind++) {
        const nt_entry *entry = c->v->kind[kind].twin ? NULL : nt_key_of(c, "more", kind);
        nt_text rest = entry ? entry->value : (nt_text){0};
        if (entry) c->v->kind[kind].more = nt_compile_copy(c, entry->value);
        while (rest.length && c->status != NT_NO_MEMORY) {
            const unsigned char *end = memchr(rest.at, ';', rest.length);
            size_t n = end ? (size_t)(end - rest.at) : rest.length;
            read_part(c, entry, kind, nt_text_trim((nt_text){rest.at, n}));
            rest = nt_text_cut(rest, end ? n + 1 : n);
        }
    }
}

/* A kind that looks and moves like another but is a promoted man: Q~ in Crazyhouse is a pawn when it is captured. */
static unsigned make_twin(nt_compiler *c, unsigned of, unsigned base, char mark) {
    nt_variant *v = c->v;
    if (v->kinds == NT_MAX_KINDS) {
        nt_compile_fault(c, NULL, (nt_text){0}, NT_DIAG_VARIANT_VALUE, "promotion marks make more than 63 kinds");
        return of;
    }
    unsigned twin = ++v->kinds;
    v->kind[twin] = v->kind[of];
    v->kind[twin].betza = NULL;
    v->kind[twin].more = NULL;
    v->kind[twin].base = (uint8_t)base;
    v->kind[twin].mark = mark;
    v->kind[twin].twin = true;
    c->betza[twin] = c->betza[of];
    return twin;
}

void nt_compile_twins(nt_compiler *c) {
    const nt_entry *entry = nt_key(c, "promote-mark");
    if (!entry || nt_text_is(entry->value, "none")) return;
    if (entry->value.length != 1 || (entry->value.at[0] != '~' && entry->value.at[0] != '+')) {
        nt_compile_fault(c, entry, entry->value, NT_DIAG_VARIANT_VALUE, "promote-mark is ~, + or none");
        return;
    }
    unsigned written = c->v->kinds;
    for (unsigned kind = 1; kind <= written; kind++) {
        nt_promotion *promotion = &c->v->promotion[kind];
        for (unsigned i = 0; i < promotion->choices; i++)
            promotion->to[i] = (uint8_t)make_twin(c, promotion->to[i], kind, (char)entry->value.at[0]);
    }
}

/* ---- labels in texts ---- */

static bool begins(nt_text text, const char *label, bool lower) {
    size_t i = 0;
    for (; label[i]; i++) {
        if (i == text.length) return false;
        unsigned char c = (unsigned char)label[i];
        if (text.at[i] != (lower ? nt_to_lower(c) : c)) return false;
    }
    return i > 0;
}

/* Takes the label if it begins the text and is longer than the best so far; by its own case, then in lower case. */
static void try_label(nt_text text, const char *label, unsigned kind, bool lower_too, unsigned *best, int *player,
                      size_t *length) {
    size_t n = strlen(label);
    if (n <= *length) return;
    int side = begins(text, label, false) ? 0 : lower_too && begins(text, label, true) ? 1 : -1;
    if (side < 0) return;
    *best = kind;
    *player = side;
    *length = n;
}

unsigned nt_label_match(const nt_variant *v, nt_text text, bool lower_too, int *player, size_t *length) {
    unsigned best = 0;
    *player = -1;
    *length = 0;
    if (v->single_byte_labels && v->alias_count == 0) {
        if (text.length == 0) return 0;
        best = v->kind_of_byte[text.at[0]];
        if (best) *player = 0;
        else if (lower_too && nt_is_lower(text.at[0]) && (best = v->kind_of_byte[nt_to_upper(text.at[0])])) *player = 1;
        *length = best ? 1 : 0;
        return best;
    }
    for (unsigned kind = 1; kind <= v->kinds; kind++)
        if (!v->kind[kind].twin) try_label(text, v->kind[kind].label, kind, lower_too, &best, player, length);
    for (unsigned i = 0; i < v->alias_count; i++)
        try_label(text, v->alias[i].label, v->alias[i].kind, lower_too, &best, player, length);
    return best;
}

size_t nt_label_of(const nt_variant *v, unsigned code, char *buffer) {
    const char *label = v->kind[nt_code_kind(code)].label;
    size_t n = 0;
    for (; label[n]; n++)
        buffer[n] = nt_code_player(code) == 1 ? (char)nt_to_lower((unsigned char)label[n]) : label[n];
    buffer[n] = 0;
    return n;
}

int nt_slot_match(const nt_variant *v, nt_text text, size_t *length) {
    int best = -1;
    *length = 0;
    for (unsigned i = 0; i < v->slots; i++) {
        size_t n = strlen(v->slot[i].label);
        if (n <= *length || !begins(text, v->slot[i].label, false)) continue;
        *length = n;
        best = (int)i;
    }
    return best;
}
