/* Games with pseudonyms in place of the names of people. For nt-conv. */
#ifndef ANONYMIZE_H
#define ANONYMIZE_H

#include "tools/values.h"

/* Names of a run, and the last game that was made of them. All zeros at first. */
typedef struct anonymizer {
    void *names; /* a tree of search.h; each has its number */
    unsigned long count;
    values_text text;
    nt_tag *tags;
    size_t tag_room;
    nt_item *items;
    size_t item_room;
    struct needle *needles; /* what is replaced in the texts of the game */
    size_t needle_count, needle_room;
} anonymizer;

/* Makes a copy of a game with player-1, player-2, ... instead of names, numbered in the order in which they come up in the run,
 * and the same whatever the case. Names are the values of the tags of players and the two of log ids (but cvgameroom). In all
 * other tags and in comments the names of the game, and their parts of three letters and more, are replaced where they stand as
 * words. Values of tags that identify people in other ways (WhiteFideId, WhiteNA, addresses) become "?". The items stay the
 * same ones, so that a replay of the game fits the copy, which is good until the next call. False: no memory. */
bool anonymize_game(anonymizer *a, const nt_game *game, nt_game *copy);
void anonymize_free(anonymizer *a);

#endif
