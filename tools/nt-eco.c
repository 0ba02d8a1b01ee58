/* nt-eco: the openings of games by their names, from a table that the user supplies. */
#include "tools/openings.h"
#include "tools/gamecopy.h"

enum { OPTION_TABLE = CLI_OWN, OPTION_KEEP, MAX_TABLES = 64 };

struct job {
    const char *paths[MAX_TABLES];
    size_t path_count;
    bool keep; /* games that have a code stay as they are */
    const nt_format *to;
    openings table;
    gamecopy copy;
    nt_replay *replay;
    nt_writer *writer;
    const nt_format *writing; /* of the writer */
};

static const cli_option options[] = {
    {OPTION_TABLE, "table", "FILE", "the openings: games with ECO tags, or lines of code, name, moves and tabs"},
    {OPTION_KEEP, "keep", NULL, "leave games that have an ECO tag as they are"},
    {'t', "to", "NOTATION", "write this notation (that of the input)"},
    {0, NULL, NULL, NULL},
};

static bool set(cli_run *cli, int code, const char *argument) {
    struct job *job = cli->user;
    switch (code) {
    case OPTION_KEEP: job->keep = true; return true;
    case 't':
        job->to = cli_format(cli, "to", argument);
        return job->to != NULL;
    default: break;
    }
    if (job->path_count == MAX_TABLES) cli_usage(cli, "--table: more than %d tables", MAX_TABLES);
    else job->paths[job->path_count++] = argument;
    return cli->status == CLI_FINE;
}

/* The last position of the main line that the table has. */
static nt_status find_line(struct job *job, const nt_game *game, const openings_line **line) {
    nt_position *position = nt_replay_start(job->replay);
    nt_status status = NT_OK;
    *line = NULL;
    if (position == NULL || !nt_replay_is_judged(job->replay)) return NT_OK;
    *line = openings_find(&job->table, openings_key(job->replay, position));
    for (size_t i = 0; status == NT_OK && (i = cli_main_move(game, i)) < game->item_count; i++) {
        nt_move move;
        nt_ply_state state = nt_replay_move(job->replay, i, &move);
        if (state == NT_PLY_NONE) continue;
        if (state != NT_PLY_OK) break;
        status = nt_position_make(position, move);
        const openings_line *found = openings_find(&job->table, openings_key(job->replay, position));
        if (found != NULL) *line = found;
    }
    return status;
}

/* A copy of the game with the names of a line in place of those that it had. */
static bool name_game(struct job *job, const nt_game *game, const openings_line *line) {
    if (!gamecopy_take(&job->copy, game)) return false;
    for (size_t i = 0; i < OPENINGS_TAGS; i++) {
        const openings_name *name = &line->names[i];
        gamecopy_remove_tag(&job->copy, openings_tags[i]);
        if (name->length == 0) continue;
        if (!gamecopy_add_tag(&job->copy, openings_tags[i], job->table.names.bytes + name->offset, name->length)) return false;
    }
    return true;
}

/* In their own notation moves are written as they stand. */
static nt_status write_game(cli_run *cli, const nt_game *game) {
    struct job *job = cli->user;
    const nt_format *to = job->to != NULL ? job->to : game->format;
    if (!cli_can_write(cli, to, game)) return NT_END;
    if (job->writing != to) {
        if (job->writer != NULL) nt_output_string(cli->out, "\n");
        nt_writer_free(job->writer);
        job->writer = nt_writer_new(cli->context, cli->out, to, NULL);
        job->writing = to;
    }
    if (job->writer == NULL) return NT_NO_MEMORY;
    return nt_writer_game(job->writer, game, to == game->format ? NULL : job->replay);
}

static nt_status take_game(cli_run *cli, nt_reader *reader, const nt_game *game) {
    struct job *job = cli->user;
    const openings_line *line = NULL;
    size_t length;
    (void)reader;
    nt_status judged = nt_replay_game(job->replay, game);
    if (judged != NT_OK && judged != NT_INVALID && judged != NT_USAGE) return judged;
    bool stays = job->keep && nt_game_tag(game, openings_tags[0], &length) != NULL;
    nt_status status = stays ? NT_OK : find_line(job, game, &line);
    if (status != NT_OK) return status;
    if (line != NULL && !name_game(job, game, line)) return NT_NO_MEMORY;
    status = write_game(cli, line != NULL ? &job->copy.game : game);
    return status != NT_OK ? status : judged;
}

static const cli_program program = {
    .name = "nt-eco",
    .operands = "--table=FILE [FILE...]",
    .purpose = "Writes the games of each FILE with the names of their openings as tags ECO, Opening, Variation.\n"
               "The last position of a game that the table has names it, whatever moves led there.\n",
    .groups = CLI_MESSAGES | CLI_INPUT | CLI_VARIANT | CLI_FILES | CLI_REPLAY,
    .errors_only = true,
    .options = options,
    .set = set,
};

static bool prepare(cli_run *cli, struct job *job) {
    if (job->path_count == 0) {
        cli_usage(cli, "--table must name the file with the openings");
        return false;
    }
    cli->replay.quiet_endings = true;
    job->replay = nt_replay_new(cli->context, &cli->replay);
    if (job->replay == NULL) return !cli_failed(cli, NT_NO_MEMORY, "start");
    for (size_t i = 0; i < job->path_count; i++) {
        if (!openings_read(cli, &job->table, job->replay, job->paths[i])) return false;
        cli_end_findings(cli, job->paths[i]);
    }
    openings_sort(&job->table);
    return true;
}

int main(int argc, char **argv) {
    struct job job = {.keep = false};
    cli_run cli;
    if (cli_start(&cli, &program, &job, argc, argv) && prepare(&cli, &job)) cli_each_game(&cli, take_game);
    nt_writer_free(job.writer);
    nt_replay_free(job.replay);
    gamecopy_free(&job.copy);
    openings_free(&job.table);
    return cli_finish(&cli);
}
