/* The clock of games by turns: what a director sets, when moves were made, and whose time has run out. For nt-check. */
#ifndef CLOCK_H
#define CLOCK_H

#include "tools/values.h"

enum { CLOCK_UNSET = -1 };

/* Seconds, CLOCK_UNSET where nothing is said. */
typedef enum clock_key {
    CLOCK_SPARE,        /* in the bank at the start */
    CLOCK_GRACE,        /* of each turn's time so much is free */
    CLOCK_EXTRA,        /* added at each turn */
    CLOCK_BONUS,        /* added when the turn took no longer than the bonus period */
    CLOCK_BONUS_PERIOD,
    CLOCK_MINIMUM,      /* lifts a lower bank */
    CLOCK_MAXIMUM,      /* caps a higher one */
    CLOCK_KEYS
} clock_key;

/* What happens at the end of a turn; the order is the director's, because no source gives it. */
typedef enum clock_step {
    CLOCK_DO_USE,
    CLOCK_DO_EXTRA,
    CLOCK_DO_BONUS,
    CLOCK_DO_MINIMUM,
    CLOCK_DO_MAXIMUM,
    CLOCK_STEPS
} clock_step;

typedef struct clock_rules {
    int64_t seconds[CLOCK_KEYS];
    clock_step order[CLOCK_STEPS];
    bool has_order;
    int first_turn; /* 1: the time before the first turn of each player counts; 0: it does not; CLOCK_UNSET */
} clock_rules;

void clock_clear(clock_rules *rules);

/* What rules say goes over what `under` says. */
void clock_overlay(clock_rules *under, const clock_rules *rules);

/* The name of a key as the description has it, and the tag that logs may have for it. */
const char *clock_name(clock_key key);
const char *clock_tag(clock_key key);

/* Takes a key and its value. False: the key is none of a clock; *fault: what is wrong with the value, or NULL. */
bool clock_set(clock_rules *rules, const char *key, const char *value, const char **fault);

/* Reads "7d 12h", "1w", "90s", "36:00:00"; false: it is no duration. */
bool clock_duration(const char *text, size_t length, int64_t *seconds);

/* Reads a point in time as seconds since 1970 UTC: 2026-03-01T12:00:00Z, 2026-03-01 12:00, 2026.03.01 12:00:00, or that number
 * itself. False: it is none. */
bool clock_point(const char *text, size_t length, int64_t *point);

/* Writes a duration in words: "2 d 3 h". */
const char *clock_words(int64_t seconds, char text[64]);

/* A bank through one turn that took so many seconds; false: it has run out, *over: by how many seconds. */
bool clock_turn(const clock_rules *rules, int64_t used, int64_t *bank, int64_t *over);

#endif
