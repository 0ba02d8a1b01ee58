/* Values of tags: as text, and as dotted numbers, which is what dates, ratings and rounds are. For tools/ only. */
#ifndef VALUES_H
#define VALUES_H

#include "notation.h"

/* A text that grows; zeroed is empty. Freed with values_text_free. */
typedef struct values_text {
    char *bytes;
    size_t length, capacity;
} values_text;

/* Appends bytes; false: no memory. */
bool values_text_add(values_text *text, const void *bytes, size_t length);
void values_text_free(values_text *text);

/* Appends the value of a tag, without the escapes of PGN. False: no memory. */
bool values_add_tag(const nt_game *game, const nt_tag *tag, values_text *text);

/* Puts the value of a tag into text, without the escapes of PGN; *found is false when the game has no such tag (ASCII case
 * does not count). False: no memory. */
bool values_of_tag(const nt_game *game, const char *name, values_text *text, bool *found);

/* A dotted number: 2400, 1999.05.12, 3.12, -8. Parts that are not known (1999.??.??) are 0 with their bit set. A sign is
 * that of the only part. */
enum { VALUES_PARTS = 8 };

typedef struct values_number {
    bool negative;
    uint32_t count, unknown;
    uint64_t part[VALUES_PARTS];
} values_number;

/* Reads a text that is a dotted number from end to end. Between the parts of a date may stand - or / instead of the dot.
 * False: it is none, or nothing of it is known. */
bool values_number_read(const char *text, size_t length, values_number *number);

/* Compares a number with a bound as far as the bound goes, so that 1999.05.12 is equal to 1999: below 0, 0, above 0.
 * *known is false when an unknown part decides. */
int values_number_compare(const values_number *number, const values_number *bound, bool *known);

/* Writes a result as 1-0, 1/2-1/2, 3/4-1/4, 1-0-0 or *; returns its length. */
size_t values_result_text(const nt_result *result, char text[64]);

/* Whether the name of a player stands for nobody: "bye", ASCII case ignored. */
bool values_is_bye(const char *name, size_t length);

#endif
