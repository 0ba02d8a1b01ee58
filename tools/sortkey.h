/* Keys of games as bytes whose order is that of the games. For nt-sort and nt-split. */
#ifndef SORTKEY_H
#define SORTKEY_H

#include "tools/cli.h"
#include "tools/values.h"

/* A tag to sort by. */
typedef struct sort_key {
    char *name;
    bool reversed, as_number, as_text;
} sort_key;

enum { SORT_KEYS = 16 };

typedef struct sort_keys {
    sort_key key[SORT_KEYS];
    size_t count;
    bool reversed; /* all of them once more */
} sort_keys;

/* Adds the keys of a list NAME[:FLAGS],... ; false after a message. */
bool sort_keys_add(cli_run *cli, sort_keys *keys, const char *list);
void sort_keys_free(sort_keys *keys);

/* Puts the key of a game into bytes. Numbers, dates and dotted numbers come before other texts, what is not known at the
 * end, reversed or not; letter case (ASCII) does not count. False: no memory. */
bool sort_keys_of(const sort_keys *keys, const nt_game *game, values_text *value, values_text *bytes);

#endif
