/* A game with other tags. For tools/ only. */
#ifndef RETAG_H
#define RETAG_H

#include "notation.h"

/* A copy of a game whose tags can be changed; zeroed at first, freed with retag_free. Moves and all else are the game's. */
typedef struct retag {
    nt_game game;
    nt_tag *tags;
    unsigned char *text;
    size_t tag_capacity, text_length, text_capacity;
} retag;

/* Begins with the tags of a game, which must outlive the use. False: no memory. */
bool retag_begin(retag *copy, const nt_game *game);

/* Takes all tags of a name away; ASCII case does not count. */
void retag_remove(retag *copy, const char *name);

/* Adds a tag behind the others. False: no memory. */
bool retag_add(retag *copy, const char *name, const char *value, size_t length);

void retag_free(retag *copy);

#endif
