/* Games as 128 bits: by their positions and by tags, so that they can be found again. For tools/ only. */
#ifndef FINGERPRINT_H
#define FINGERPRINT_H

#include "tools/cli.h"
#include "tools/values.h"

/* Two lanes that do not depend on each other. */
typedef struct fingerprint {
    uint64_t a, b;
} fingerprint;

uint64_t fingerprint_mix(uint64_t x);
void fingerprint_number(fingerprint *p, uint64_t number);
void fingerprint_bytes(fingerprint *p, const unsigned char *bytes, size_t length);

/* The value of a tag; letter case (ASCII) and blanks do not count, nor whether it is missing or unknown. text: room for the
 * value. False: no memory. */
bool fingerprint_tag(fingerprint *p, const nt_game *game, const char *name, values_text *text, bool *known);

/* Games with fewer plies are often alike, so that players and date tell them apart, too. */
enum { FINGERPRINT_SHORT = 20 };

/* The players and the date. text: room for the values. False: no memory. */
bool fingerprint_players(fingerprint *p, const nt_game *game, values_text *text);

/* The rules and the positions of the main line of a game that has been replayed, or the last position only; what could not be
 * judged as it is written. NT_OK or NT_NO_MEMORY. */
nt_status fingerprint_moves(fingerprint *p, const nt_game *game, nt_replay *replay, bool final, values_text *text);

#endif
