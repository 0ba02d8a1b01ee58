/* Variant files: sections of `key = value` lines, as text. What the keys mean is compile.c's business. */
#ifndef NT_VARIANTS_H
#define NT_VARIANTS_H

#include "rules/variant.h"

enum { NT_MAX_PARENTS = 8, NT_MAX_SECTION_KEYS = 256, NT_MAX_GROUPS = 6, NT_MAX_EXPANSION = 1024,
       NT_MAX_SECTIONS = 4096 /* of a context: what looks at all of them, or at all pairs, stays quick */ };

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

enum { NT_SECTION_NAME = 101 }; /* with its end */

/* One variant. A header with alternatives in braces, `[a-{x,y}{,-z} : base-$1 more$2]`, makes a section for each choice;
 * they share their entries, and $1, $2, ... in parents and title stand for what was chosen. */
typedef struct nt_section {
    char name[NT_SECTION_NAME];
    uint64_t name_key; /* the same for names that are equal */
    char parent[NT_MAX_PARENTS][NT_SECTION_NAME];
    nt_text parent_text[NT_MAX_PARENTS]; /* as the file has them, for findings */
    unsigned parents;
    nt_text header;
    nt_text choice[NT_MAX_GROUPS];
    const nt_source *source;
    nt_entry *entries; /* in the order of the file */
    size_t entry_count, entry_capacity; /* capacity 0: the entries belong to the first section of the header */
    nt_variant *compiled[2]; /* as it is, and with Chess960 castling; NULL until asked for */
    bool listed; /* not abstract, and the first of its name */
    bool faulty; /* already reported as not usable */
} nt_section;

/* All that a context knows: sections that were added, then the built-in ones; the first of a name counts. */
struct nt_variants {
    nt_source **sources;
    size_t source_count, source_capacity;
    nt_section *sections;
    size_t section_count, section_capacity, added; /* the first `added` are not built in */
    nt_variant **named; /* copies with other names of cells */
    size_t named_count, named_capacity;
};

/* The context's variants, made with the built-in sections at the first call; NULL: no memory. */
struct nt_variants *nt_variants_of(nt_context *context);

/* The section with an id (ASCII case, blanks, - and _ ignored); NULL: none. */
nt_section *nt_section_find(struct nt_variants *variants, nt_text id);

/* The i-th parent of a section; NULL: there is none of that name. */
const nt_section *nt_section_parent(struct nt_variants *variants, const nt_section *section, unsigned i);

/* Writes a text with $1, $2, ... replaced by the section's choices into buffer; false: it does not fit. */
bool nt_section_fill(const nt_section *section, nt_text text, char *buffer, size_t size);

/* The value of a key in a section or, depth first in their order, its parents; NULL: none. A key with an empty value hides
 * the parents' one and is returned. */
const nt_entry *nt_section_get(struct nt_variants *variants, const nt_section *section, const char *key);

/* The place of a part of a value, for findings. */
nt_place nt_entry_place(const nt_entry *entry, nt_text part);

/* Whether two names are the same but for ASCII case, blanks, '-' and '_'. */
bool nt_names_equal(nt_text a, nt_text b);

/* rules/compile.c: makes the tables of a section. NT_INVALID after diagnostics. */
nt_status nt_variant_compile(nt_context *context, nt_section *section, bool free_castling, nt_variant **variant);

/* rules/names.c: the variant with its cells named by a scheme: itself, or a copy that lives as long as the context and shares
 * its tables. NT_USAGE: the board has no scheme of that name; *named is untouched. */
nt_status nt_variant_named(nt_context *context, const nt_variant *variant, nt_text scheme, const nt_variant **named);

extern const unsigned char nt_builtin_variants[];
extern const size_t nt_builtin_variants_size;

#endif
