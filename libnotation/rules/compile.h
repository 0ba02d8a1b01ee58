/* Between the files that compile a variant: reading values, and the parts in their order. Private to rules/. */
#ifndef NT_COMPILE_H
#define NT_COMPILE_H

#include "rules/programs.h"
#include "rules/variants.h"

typedef struct nt_compiler {
    nt_context *context;
    struct nt_variants *variants;
    const nt_section *section;
    nt_variant *v;
    nt_status status;
    nt_betza *betza;                                    /* [kind], NT_MAX_KINDS + 1 of them */
    nt_cells initial[NT_MAX_KINDS + 1][NT_MAX_PLAYERS]; /* where i moves start */
    nt_betza_part *parts; /* of `more X` keys */
    size_t part_count, part_capacity;
    bool free_castling;
} nt_compiler;

/* The entry of a key, NULL when it is not given or empty; and of a key with a piece label behind it ("promote P"). */
const nt_entry *nt_key(nt_compiler *c, const char *key);
const nt_entry *nt_key_of(nt_compiler *c, const char *key, unsigned kind);

/* Reports a fault at a part of an entry; the variant is then invalid. */
void nt_compile_fault(nt_compiler *c, const nt_entry *entry, nt_text part, nt_diag_id id, const char *format, ...)
    NT_PRINTF(5, 6);

/* yes, no; a number up to a limit; one word of a list (index); else a fault and the default. */
bool nt_key_flag(nt_compiler *c, const char *key, bool otherwise);
unsigned nt_key_number(nt_compiler *c, const char *key, unsigned limit, unsigned otherwise);
unsigned nt_key_choice(nt_compiler *c, const char *key, const char *const *words, unsigned otherwise);

/* A zone as every player sees it (nt-variants(5)): terms joined by commas, each taken away where a - stands before
 * it. kind: whose array cells `array` means, 0: none. */
bool nt_key_zone(nt_compiler *c, const nt_entry *entry, unsigned kind, nt_cells zone[NT_MAX_PLAYERS]);

/* The kind that a label names exactly; 0 after a fault. */
unsigned nt_compile_kind(nt_compiler *c, const nt_entry *entry, nt_text label);

/* rules/compile_texts.c: what is shown of a variant; a copy of a text, NULL with the status set when memory is lacking. */
void nt_compile_texts(nt_compiler *c);
char *nt_compile_copy(nt_compiler *c, nt_text text);

/* rules/compile_pieces.c: kinds, labels and Betza strings. rules/compile_rules.c: all that comes after the array. */
void nt_compile_pieces(nt_compiler *c);
void nt_compile_parts(nt_compiler *c);
void nt_compile_letters(nt_compiler *c); /* rules/letters.c */
void nt_compile_twins(nt_compiler *c);
void nt_compile_promotions(nt_compiler *c);
void nt_compile_promotion_zones(nt_compiler *c);
void nt_compile_drops(nt_compiler *c);
void nt_compile_castling(nt_compiler *c);
void nt_compile_ends(nt_compiler *c);

#endif
