/* Games that are kept while others are read, and whose tags may be changed. For tools/ only. */
#ifndef GAMECOPY_H
#define GAMECOPY_H

#include "notation.h"

/* A copy of a game; zeroed at first, freed with gamecopy_free. It may be used anew as often as one likes. */
typedef struct gamecopy {
    nt_game game;
    unsigned char *bytes; /* raw, then text where that is another, then what was added */
    size_t length, capacity, text_at;
    nt_tag *tags;
    size_t tag_capacity;
    nt_item *items;
    size_t item_capacity;
} gamecopy;

/* Copies all of a game. False: no memory. */
bool gamecopy_take(gamecopy *copy, const nt_game *game);

/* Takes all tags of a name away; ASCII case does not count. */
void gamecopy_remove_tag(gamecopy *copy, const char *name);

/* Adds a tag behind the others. False: no memory. */
bool gamecopy_add_tag(gamecopy *copy, const char *name, const char *value, size_t length);

void gamecopy_free(gamecopy *copy);

#endif
