/* Writes games of chess with random moves, as PGN: playouts COUNT [FIRST]. A game depends on its number alone, which counts from
 * FIRST (1), so that it is the same each time. Called by run.sh. */
#include "notation.h"
#include "support/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { LEAST = 40, MOST = 120 }; /* plies */

typedef struct game {
    nt_move moves[MOST];
    size_t plies;
    const char *result;
} game;

/* Leaves the board at the start. */
static void play(nt_position *position, nt_move *legal, uint64_t *state, game *g) {
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    nt_result result = {.known = false};
    size_t most = LEAST + draw(state) % (MOST - LEAST + 1), count;
    nt_position_reset(position);
    for (g->plies = 0; g->plies < most && (count = nt_position_moves(position, legal)) > 0; g->plies++) {
        g->moves[g->plies] = legal[draw(state) % count];
        nt_position_make(position, g->moves[g->plies]);
    }
    bool ended = nt_position_moves(position, legal) == 0;
    if (ended) nt_position_ending(position, &result);
    size_t which = !ended ? draw(state) % 4 : result.twelfths[0] == 12 ? 0 : result.twelfths[0] == 0 ? 1 : 2;
    g->result = results[which];
    nt_position_reset(position);
}

static void tag(nt_output *out, const char *name, const char *value, uint64_t number) {
    char line[80];
    snprintf(line, sizeof line, "[%s \"%s%llu\"]\n", name, value, (unsigned long long)number);
    nt_output_string(out, line);
}

static void put(nt_output *out, nt_position *position, const game *g, uint64_t number) {
    const nt_format *pgn = nt_format_find("pgn");
    tag(out, "Event", "Playouts ", number / 1000);
    tag(out, "Round", "", number);
    tag(out, "White", "Player ", number % 211);
    tag(out, "Black", "Player ", 300 + number % 223);
    nt_output_string(out, "[Result \"");
    nt_output_string(out, g->result);
    nt_output_string(out, "\"]\n\n");
    for (size_t i = 0; i < g->plies; i++) {
        nt_move_write(position, g->moves[i], pgn, out);
        nt_output_string(out, i % 12 == 11 ? "\n" : " ");
        nt_position_make(position, g->moves[i]);
    }
    nt_output_string(out, g->result);
    nt_output_string(out, "\n\n");
}

int main(int argc, char **argv) {
    unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 0, first = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    const nt_variant *chess = NULL;
    nt_context *context = nt_context_new(&(nt_settings){.sink = NULL});
    if (context == NULL || nt_variant_load(context, "chess", &chess) != NT_OK) return 2;
    nt_position *position = nt_position_new(context, chess);
    nt_move *legal = malloc(nt_variant_move_bound(chess) * sizeof *legal);
    nt_output *out = nt_output_descriptor(context, STDOUT_FILENO);
    if (position == NULL || legal == NULL || out == NULL) return 2;
    for (unsigned long i = 0; i < count; i++) {
        uint64_t state = first + i;
        game g;
        play(position, legal, &state, &g);
        put(out, position, &g, first + i);
    }
    nt_status status = nt_output_free(out);
    free(legal);
    nt_position_free(position);
    nt_context_free(context);
    return status == NT_OK ? 0 : 2;
}
