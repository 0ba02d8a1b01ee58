/* Piece letters of other languages: the keys `letters LANG` of a variant file, and reading and writing by them. The compiler
 * and the algebraic formats call it. */
#include "rules/compile.h"

enum { MAX_DEPTH = 8, MAX_LANGUAGES = 64 };

/* Whether two kinds are written alike, once those that the language does not name keep the label of the variant. */
static bool clashes(const nt_variant *v, const nt_language *language) {
    for (unsigned a = 1; a <= v->kinds; a++)
        for (unsigned b = a + 1; b <= v->kinds; b++)
            if (strcmp(nt_letter_of(v, language, a), nt_letter_of(v, language, b)) == 0) return true;
    return false;
}

static unsigned kind_of(const nt_variant *v, nt_text label) {
    for (unsigned kind = 1; kind <= v->kinds; kind++)
        if (nt_text_is(label, v->kind[kind].label)) return kind;
    return 0;
}

/* `K:K Q:V R:B`. own: the section itself has the key, so that it must fit the pieces; an inherited one may name others. */
static bool read_letters(nt_compiler *c, const nt_entry *entry, bool own, nt_language *language) {
    for (nt_text rest = entry->value, word; (word = nt_text_word(rest, &rest)).length;) {
        const unsigned char *colon = memchr(word.at, ':', word.length);
        size_t n = colon ? (size_t)(colon - word.at) : 0;
        nt_text label = {word.at, n}, letter = nt_text_cut(word, n + 1);
        if (!n || !letter.length || letter.length >= NT_LABEL_SIZE || nt_is_digit(letter.at[0])) {
            nt_compile_fault(c, entry, word, NT_DIAG_VARIANT_VALUE,
                             "letters are written LABEL:LETTERS, with at most %d bytes, as in Q:V", NT_LABEL_SIZE - 1);
            return false;
        }
        unsigned kind = kind_of(c->v, label);
        if (!kind && !own) continue;
        if (!kind || language->letter[kind][0]) {
            nt_compile_fault(c, entry, label, NT_DIAG_VARIANT_VALUE, kind ? "this piece has its letters already"
                                                                          : "no piece has this label");
            return false;
        }
        memcpy(language->letter[kind], letter.at, letter.length);
    }
    if (!clashes(c->v, language)) return true;
    if (own) nt_compile_fault(c, entry, entry->value, NT_DIAG_VARIANT_VALUE, "two pieces have the same letters");
    return false;
}

static void read_language(nt_compiler *c, const nt_entry *entry, nt_text name, bool own) {
    nt_variant *v = c->v;
    nt_language language = {.letter = {{0}}};
    if (name.length >= sizeof language.name) {
        nt_compile_fault(c, entry, name, NT_DIAG_VARIANT_VALUE, "the name of a language has at most %zu bytes",
                         sizeof language.name - 1);
        return;
    }
    memcpy(language.name, name.at, name.length);
    if (v->language_count == MAX_LANGUAGES) {
        nt_compile_fault(c, entry, name, NT_DIAG_VARIANT_VALUE, "a variant has at most %d languages", MAX_LANGUAGES);
        return;
    }
    if (!read_letters(c, entry, own, &language)) return;
    if (nt_grow(c->context, &v->language, &v->language_capacity, v->language_count + 1, sizeof language))
        v->language[v->language_count++] = language;
    else c->status = NT_NO_MEMORY;
}

static void read_section(nt_compiler *c, const nt_section *section, unsigned depth) {
    for (size_t i = 0; i < section->entry_count; i++) {
        const nt_entry *entry = &section->entries[i];
        char key[64];
        nt_text name;
        if (!nt_text_is(nt_text_word(entry->key, &name), "letters") || entry->key.length >= sizeof key) continue;
        memcpy(key, entry->key.at, entry->key.length);
        key[entry->key.length] = '\0';
        if (!entry->value.length || nt_section_get(c->variants, c->section, key) != entry) continue;
        read_language(c, entry, nt_text_trim(name), section == c->section);
    }
    for (unsigned i = 0; i < section->parents && depth < MAX_DEPTH; i++) {
        const nt_section *parent = nt_section_parent(c->variants, section, i);
        if (parent) read_section(c, parent, depth + 1);
    }
}

void nt_compile_letters(nt_compiler *c) { read_section(c, c->section, 0); }

const nt_language *nt_language_of(const nt_variant *v, const char *name) {
    for (size_t i = 0; name && i < v->language_count; i++)
        if (nt_text_is_nocase(nt_text_from(v->language[i].name), name)) return &v->language[i];
    return NULL;
}

const char *nt_letter_of(const nt_variant *v, const nt_language *language, unsigned kind) {
    return language && language->letter[kind][0] ? language->letter[kind] : v->kind[kind].label;
}

/* Whether the letters begin the text, as they are or with ASCII letters in lower case. */
static bool begins(nt_text text, const char *letter, size_t length, bool lower_too) {
    if (text.length < length) return false;
    bool is_same = true, is_lower = lower_too;
    for (size_t i = 0; i < length; i++) {
        is_same &= text.at[i] == (unsigned char)letter[i];
        is_lower &= text.at[i] == nt_to_lower((unsigned char)letter[i]);
    }
    return is_same || is_lower;
}

unsigned nt_letter_match(const nt_variant *v, const nt_language *language, nt_text text, bool lower_too, size_t *length) {
    int player;
    unsigned best = 0;
    if (!language) return nt_label_match(v, text, lower_too, &player, length);
    *length = 0;
    for (unsigned kind = 1; kind <= v->kinds; kind++) {
        const char *letter = nt_letter_of(v, language, kind);
        size_t n = strlen(letter);
        if (v->kind[kind].twin || n <= *length || !begins(text, letter, n, lower_too)) continue;
        best = kind;
        *length = n;
    }
    return best;
}
