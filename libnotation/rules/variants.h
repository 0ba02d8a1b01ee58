/* Variant files: sections of `key = value` lines, as text. What the keys mean is compile.c's business. */
#ifndef NT_VARIANTS_H
#define NT_VARIANTS_H

#include "rules/variant.h"

enum { NT_MAX_PARENTS = 8, NT_MAX_SECTION_KEYS = 256 };

/* A text that sections point into: a file as it was read, or a part of the built-in text. */
typedef struct nt_source {
    char *name;
    unsigned char *text; /* owned; NULL for the built-in text */
    nt_text bytes;
} nt_source;

typedef struct nt_entry {
    nt_text key, value;
    const nt_source *source;
} nt_entry;

enum { NT_SECTION_NAME = 104 };

typedef struct nt_section {
    char name[NT_SECTION_NAME];
    nt_text id;
    nt_text parent[NT_MAX_PARENTS];
    unsigned parents;
    const nt_source *source;
    nt_entry *entries; /* in the order of the file */
    size_t entry_count, entry_capacity;
    nt_variant *compiled[2]; /* as it is, and with Chess960 castling; NULL until asked for */
    bool faulty; /* already reported as not usable */
} nt_section;

/* All that a context knows: sections that were added, then the built-in ones; the first of a name counts. */
struct nt_variants {
    nt_source **sources;
    size_t source_count, source_capacity;
    nt_section *sections;
    size_t section_count, section_capacity, added; /* the first `added` are not built in */
};

/* The context's variants, made with the built-in sections at the first call; NULL: no memory. */
struct nt_variants *nt_variants_of(nt_context *context);

/* The section with an id (ASCII case, blanks, - and _ ignored); NULL: none. */
nt_section *nt_section_find(struct nt_variants *variants, nt_text id);

/* The value of a key in a section or, depth first in their order, its parents; NULL: none. A key with an empty value hides
 * the parents' one and is returned. */
const nt_entry *nt_section_get(struct nt_variants *variants, const nt_section *section, const char *key);

/* The place of a part of a value, for findings. */
nt_place nt_entry_place(const nt_entry *entry, nt_text part);

/* Whether two names are the same but for ASCII case, blanks, '-' and '_'. */
bool nt_names_equal(nt_text a, nt_text b);

/* rules/compile.c: makes the tables of a section. NT_INVALID after diagnostics. */
nt_status nt_variant_compile(nt_context *context, nt_section *section, bool free_castling, nt_variant **variant);

extern const unsigned char nt_builtin_variants[];
extern const size_t nt_builtin_variants_size;

#endif
