/* What a variant says of itself: its id, title, source, and how well its array is known. The compiler uses them. */
#include "rules/compile.h"

#include <stdio.h>

char *nt_compile_copy(nt_compiler *c, nt_text text) {
    char *copy = nt_new(c->context, text.length + 1);
    if (!copy) {
        c->status = NT_NO_MEMORY;
        return NULL;
    }
    if (text.length) memcpy(copy, text.at, text.length);
    return copy;
}

/* The entry that a section itself has for a key, NULL: none. */
static const nt_entry *own_entry(const nt_section *section, const char *key) {
    for (size_t i = 0; i < section->entry_count; i++)
        if (nt_text_is(section->entries[i].key, key)) return &section->entries[i];
    return NULL;
}

/* The text of an entry with $1, $2, ... filled in as its section chose; NULL stands for no entry. */
static char *filled_text(nt_compiler *c, const nt_section *section, const nt_entry *entry, nt_text otherwise) {
    char filled[1000];
    if (!entry) return nt_compile_copy(c, otherwise);
    bool fits = nt_section_fill(section, entry->value, filled, sizeof filled);
    return nt_compile_copy(c, fits ? nt_text_from(filled) : entry->value);
}

/* The section's id, with 960 behind it where the castling is that of Chess960. */
static char *full_id(nt_compiler *c) {
    char id[NT_SECTION_NAME + 3];
    snprintf(id, sizeof id, "%s%s", c->section->name, c->free_castling ? "960" : "");
    return nt_compile_copy(c, nt_text_from(id));
}

/* The section, this one or a parent, that gives the array. */
static const nt_section *giver_of(nt_compiler *c, const nt_section *section, const nt_entry *array) {
    if (own_entry(section, "setup") == array || own_entry(section, "array") == array) return section;
    const nt_section *giver = NULL;
    for (unsigned i = 0; i < section->parents && !giver; i++)
        giver = giver_of(c, nt_section_parent(c->variants, section, i), array);
    return giver;
}

/* seen, derived or placeholder, and a sentence. */
static void check_provenance(nt_compiler *c, const nt_entry *entry) {
    nt_text rest, word = nt_text_word(entry->value, &rest);
    bool is_known = nt_text_is(word, "seen:") || nt_text_is(word, "derived:") || nt_text_is(word, "placeholder:");
    if (!is_known || !nt_text_trim(rest).length)
        nt_compile_fault(c, entry, entry->value, NT_DIAG_VARIANT_VALUE,
                         "provenance is `seen: ...`, `derived: ...` or `placeholder: ...` with a sentence");
}

void nt_compile_texts(nt_compiler *c) {
    nt_variant *v = c->v;
    const nt_section *section = c->section;
    v->id = full_id(c);
    v->title = filled_text(c, section, own_entry(section, "title"), nt_text_from(section->name));
    v->source = filled_text(c, section, own_entry(section, "source"), NT_TEXT(""));
    const nt_entry *setup = nt_key(c, "setup"), *array = setup ? setup : nt_key(c, "array");
    if (!own_entry(section, "provenance") && array) section = giver_of(c, section, array);
    const nt_entry *provenance = own_entry(section, "provenance");
    if (provenance) check_provenance(c, provenance);
    v->provenance = filled_text(c, section, provenance, NT_TEXT(""));
}
