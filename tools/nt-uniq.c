/* nt-uniq: each game once. Games are the same when the same positions come up, whatever their notation and headers. */
#include "tools/fingerprint.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { OPTION_BY = CLI_OWN, OPTION_SHORT, MAX_TAGS = 16, FIRST_CAPACITY = 3072 };

/* The games that have come so far: an open-addressed table, at most four fifths full; a print of zeros is a free place. */
typedef struct table {
    fingerprint *places;
    size_t capacity, count;
} table;

struct job {
    bool final, duplicates, count;
    char *tags[MAX_TAGS], *tag_bytes;
    size_t tag_count;
    uint64_t shortest; /* games with fewer plies must agree in players and date, too */
    uint64_t seed, written;
    table seen;
    values_text text;
    nt_replay *replay;
    cli_copier copier;
};

static const cli_option options[] = {
    {OPTION_BY, "by", "WHAT", "games are the same by their moves, by final (position), or by tags=NAME,... (moves)"},
    {OPTION_SHORT, "short", "N", "below N plies players and date must be the same, too (20)"},
    {'d', "duplicates", NULL, "write the games that are left out instead"},
    {'c', "count", NULL, "write only how many games there would be"},
    {0, NULL, NULL, NULL},
};

static bool set_tags(cli_run *cli, struct job *job, const char *list) {
    size_t size = strlen(list) + 1;
    char *rest = NULL;
    job->tag_bytes = realloc(job->tag_bytes, size);
    job->tag_count = 0;
    job->final = false;
    if (job->tag_bytes == NULL) return !cli_failed(cli, NT_NO_MEMORY, "start");
    memcpy(job->tag_bytes, list, size);
    for (char *name = strtok_r(job->tag_bytes, ",", &rest); name != NULL; name = strtok_r(NULL, ",", &rest)) {
        if (job->tag_count == MAX_TAGS) {
            cli_usage(cli, "--by: more than %d tags", MAX_TAGS);
            return false;
        }
        job->tags[job->tag_count++] = name;
    }
    bool is_whole = job->tag_count > 0 && list[0] != ',' && list[size - 2] != ',' && strstr(list, ",,") == NULL;
    if (!is_whole) cli_usage(cli, "--by: tags= needs names with commas between");
    return is_whole;
}

static bool set(cli_run *cli, int code, const char *argument) {
    static const char *const ways[] = {"moves", "final", "tags=NAME,...", NULL};
    struct job *job = cli->user;
    int way = 0;
    switch (code) {
    case OPTION_SHORT: return cli_number(cli, "--short", argument, UINT32_MAX, &job->shortest);
    case 'd': job->duplicates = true; return true;
    case 'c': job->count = true; return true;
    default: break;
    }
    if (strncmp(argument, "tags=", 5) == 0) return set_tags(cli, job, argument + 5);
    if (!cli_choose(cli, "by", argument, ways, &way)) return false;
    job->tag_count = 0;
    job->final = way == 1;
    return true;
}

/* ---- prints ---- */

static bool add_tags(struct job *job, fingerprint *p, const nt_game *game, uint64_t plies) {
    bool known;
    for (size_t i = 0; i < job->tag_count; i++) {
        if (!fingerprint_tag(p, game, job->tags[i], &job->text, &known)) return false;
    }
    return plies >= job->shortest || fingerprint_players(p, game, &job->text);
}

static nt_status make_print(struct job *job, const nt_game *game, fingerprint *p) {
    uint64_t plies = 0;
    nt_status judged = nt_replay_game(job->replay, game);
    if (judged != NT_OK && judged != NT_INVALID && judged != NT_USAGE) return judged;
    *p = (fingerprint){job->seed, ~job->seed};
    nt_status status = fingerprint_moves(p, game, job->replay, job->final, &job->text);
    if (status != NT_OK) return status;
    for (size_t i = cli_main_move(game, 0); i < game->item_count; i = cli_main_move(game, i + 1)) plies++;
    if (!add_tags(job, p, game, plies)) return NT_NO_MEMORY;
    p->a |= p->a == 0;
    return judged;
}

/* ---- the table ---- */

/* The place of a print, or the free one where it belongs. */
static fingerprint *place_of(const table *seen, fingerprint p) {
    size_t i = p.a % seen->capacity;
    while (seen->places[i].a != 0 && (seen->places[i].a != p.a || seen->places[i].b != p.b)) {
        if (++i == seen->capacity) i = 0;
    }
    return &seen->places[i];
}

static bool make_room(table *seen) {
    if (seen->count < seen->capacity / 5 * 4) return true;
    table larger = {.capacity = seen->capacity == 0 ? FIRST_CAPACITY : seen->capacity + seen->capacity / 2};
    larger.places = calloc(larger.capacity, sizeof *larger.places);
    if (larger.places == NULL) return false;
    larger.count = seen->count;
    for (size_t i = 0; i < seen->capacity; i++) {
        if (seen->places[i].a != 0) *place_of(&larger, seen->places[i]) = seen->places[i];
    }
    free(seen->places);
    *seen = larger;
    return true;
}

static nt_status take_game(cli_run *cli, nt_reader *reader, const nt_game *game) {
    struct job *job = cli->user;
    fingerprint p;
    (void)reader;
    nt_status status = make_print(job, game, &p);
    if (status != NT_OK && status != NT_INVALID && status != NT_USAGE) return status;
    if (!make_room(&job->seen)) return NT_NO_MEMORY;
    fingerprint *place = place_of(&job->seen, p);
    bool is_new = place->a == 0;
    job->seen.count += is_new;
    *place = p;
    if (is_new == job->duplicates) return status;
    job->written++;
    if (job->count) return status;
    nt_status copied = cli_copy_game(cli, &job->copier, cli->out, game);
    return copied != NT_OK ? copied : status;
}

static const cli_program program = {
    .name = "nt-uniq",
    .operands = "[FILE...]",
    .purpose = "Writes the games of each FILE, of those that are the same only the first.\n",
    .groups = CLI_MESSAGES | CLI_INPUT | CLI_VARIANT | CLI_FILES | CLI_REPLAY,
    .errors_only = true,
    .options = options,
    .set = set,
};

/* Differs from run to run, so that nobody can make games that fall on one place of the table. */
static uint64_t seed(void) {
    struct timespec now = {.tv_sec = 0};
    clock_gettime(CLOCK_REALTIME, &now);
    return fingerprint_mix((uint64_t)now.tv_sec << 32 ^ (uint64_t)now.tv_nsec ^ (uint64_t)getpid() << 20);
}

int main(int argc, char **argv) {
    struct job job = {.shortest = FINGERPRINT_SHORT, .seed = seed()};
    cli_run cli;
    if (cli_start(&cli, &program, &job, argc, argv)) {
        cli.replay.quiet_endings = true;
        job.replay = nt_replay_new(cli.context, &cli.replay);
        if (job.replay != NULL) {
            cli_each_game(&cli, take_game);
            if (job.count) nt_output_number(cli.out, job.written);
            if (job.count) nt_output_string(cli.out, "\n");
        } else {
            cli_failed(&cli, NT_NO_MEMORY, "start");
        }
    }
    nt_replay_free(job.replay);
    cli_copier_free(&job.copier);
    values_text_free(&job.text);
    free(job.seen.places);
    free(job.tag_bytes);
    return cli_finish(&cli);
}
