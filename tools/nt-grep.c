/* nt-grep: the games that fulfil conditions on their tags, moves and positions. */
#include "tools/query.h"

enum { OPTION_INVERT = CLI_OWN, OPTION_ANY, OPTION_FINAL, OPTION_TAG, OPTION_PLAYER, OPTION_WHITE, OPTION_BLACK,
       OPTION_RESULT, OPTION_LENGTH, OPTION_COMMAND, OPTION_MOVE, OPTION_CONTAINS, OPTION_FEN, OPTION_PATTERN, OPTION_CELLS,
       OPTION_MATERIAL, OPTION_ENDING };

struct job {
    query query;
    const nt_format *to; /* NULL: the bytes as they are */
    nt_writer *writer;
    cli_copier copier;
    bool invert, count, files, nothing;
    bool found;          /* a game, in any file */
    uint64_t most;       /* games a file; 0: no bound */
    uint64_t matches;    /* in this file */
};

static const cli_option options[] = {
    {OPTION_TAG, "tag", "TEST", "NAME, !NAME, or NAME and = != ~ !~ < <= > >= and a value"},
    {OPTION_PLAYER, "player", "TEXT", "the name of a player contains this, in either case"},
    {OPTION_WHITE, "white", "TEXT", "the same for White"},
    {OPTION_BLACK, "black", "TEXT", "the same for Black"},
    {OPTION_RESULT, "result", "LIST", "the result is one of these: 1-0,1/2-1/2"},
    {OPTION_LENGTH, "length", "TEST", "so many plies: 40, >40, <=20, 20..40"},
    {OPTION_COMMAND, "command", "TEST", "a comment has [%NAME VALUE]: NAME, !NAME, or = ~ < <= > >="},
    {OPTION_MOVE, "move", "MOVES", "the game begins with these moves; ? is any move"},
    {OPTION_CONTAINS, "contains", "MOVES", "these moves are played one after the other"},
    {OPTION_FEN, "fen", "FEN", "this position comes up; clocks and rights do not count"},
    {OPTION_PATTERN, "pattern", "ROWS", "rows as in FEN with wildcards: ? any, ! a man, _ empty, * more"},
    {OPTION_CELLS, "cells", "LIST", "these men stand there: 'c3:N e5:p'"},
    {OPTION_MATERIAL, "material", "MEN", "exactly these men: KRPkr; with + at the end at least these"},
    {OPTION_ENDING, "ending", "NAME", "what the board shows at the end: checkmate, stalemate, ..."},
    {OPTION_ANY, "any", NULL, "one condition suffices; else all must hold"},
    {OPTION_FINAL, "final", NULL, "of the positions only the last one counts"},
    {OPTION_INVERT, "invert-match", NULL, "the games that do not fulfil the conditions"},
    {'c', "count", NULL, "write only how many games there are, for each file"},
    {'l', "files-with-matches", NULL, "write only the names of files with such games"},
    {'m', "max-count", "N", "stop after N games of a file"},
    {'q', "quiet", NULL, "write nothing, stop at the first game"},
    {'s', "no-messages", NULL, "no messages about the input"},
    {'t', "to", "NOTATION", "write this notation, not the bytes as they are"},
    {0, NULL, NULL, NULL},
};

static bool set_condition(cli_run *cli, query *q, int code, const char *text) {
    switch (code) {
    case OPTION_TAG: return query_add_tag(cli, q, text);
    case OPTION_PLAYER: return query_add_player(cli, q, text);
    case OPTION_WHITE: return query_add_side(cli, q, "White", text);
    case OPTION_BLACK: return query_add_side(cli, q, "Black", text);
    case OPTION_RESULT: return query_add_result(cli, q, text);
    case OPTION_LENGTH: return query_add_length(cli, q, text);
    case OPTION_COMMAND: return query_add_command(cli, q, text);
    case OPTION_MOVE: return query_add_moves(cli, q, "--move", text, false);
    case OPTION_CONTAINS: return query_add_moves(cli, q, "--contains", text, true);
    case OPTION_FEN: return query_add_position(cli, q, "--fen", text, NT_PATTERN_FEN);
    case OPTION_PATTERN: return query_add_position(cli, q, "--pattern", text, NT_PATTERN_BOARD);
    case OPTION_CELLS: return query_add_position(cli, q, "--cells", text, NT_PATTERN_CELLS);
    case OPTION_MATERIAL: return query_add_position(cli, q, "--material", text, NT_PATTERN_MATERIAL);
    default: return query_add_ending(cli, q, text);
    }
}

static bool set(cli_run *cli, int code, const char *argument) {
    struct job *job = cli->user;
    switch (code) {
    case OPTION_INVERT: job->invert = true; return true;
    case OPTION_ANY: job->query.any = true; return true;
    case OPTION_FINAL: job->query.final = true; return true;
    case 'c': job->count = true; return true;
    case 'l': job->files = true; return true;
    case 'q': job->nothing = cli->quiet = true; return true;
    case 's': cli->quiet = true; return true;
    case 'm':
        if (!cli_number(cli, "--max-count", argument, UINT64_MAX, &job->most)) return false;
        if (job->most == 0) cli_usage(cli, "--max-count: 0 games would be none");
        return job->most > 0;
    case 't':
        job->to = cli_format(cli, "to", argument);
        return job->to != NULL;
    default: return set_condition(cli, &job->query, code, argument);
    }
}

static nt_status convert(cli_run *cli, struct job *job, const nt_game *game, bool replayed) {
    nt_status status = NT_OK;
    if (job->query.replay == NULL) job->query.replay = nt_replay_new(cli->context, &cli->replay);
    if (job->query.replay == NULL) return NT_NO_MEMORY;
    if (!replayed) status = nt_replay_game(job->query.replay, game);
    if (status != NT_OK && status != NT_INVALID && status != NT_USAGE) return status;
    return nt_writer_game(job->writer, game, job->query.replay);
}

static nt_status search_game(cli_run *cli, nt_reader *reader, const nt_game *game) {
    struct job *job = cli->user;
    query_verdict verdict = QUERY_NO;
    bool replayed = false;
    if (job->to == NULL && query_needs_tags_only(&job->query)) nt_reader_tags_only(reader, true);
    nt_status status = query_game(cli, &job->query, game, &verdict, &replayed);
    if (status != NT_OK || verdict == QUERY_UNKNOWN || (verdict == QUERY_YES) == job->invert) return status;
    job->matches++;
    job->found = true;
    if (!job->count && !job->files && !job->nothing) {
        status = job->to != NULL ? convert(cli, job, game, replayed) : cli_copy_game(cli, &job->copier, cli->out, game);
    }
    if (job->nothing) cli->done = true;
    bool enough = job->nothing || job->files || job->matches == job->most;
    return status == NT_OK && enough ? NT_END : status;
}

static void end_file(cli_run *cli, const char *file) {
    struct job *job = cli->user;
    if (job->count && !job->nothing) {
        if (cli->operand_count > 1) {
            nt_output_string(cli->out, file);
            nt_output_string(cli->out, ":");
        }
        nt_output_number(cli->out, job->matches);
        nt_output_string(cli->out, "\n");
    } else if (job->files && !job->nothing && job->matches > 0) {
        nt_output_string(cli->out, file);
        nt_output_string(cli->out, "\n");
    }
    job->matches = 0;
}

static void search(cli_run *cli) {
    struct job *job = cli->user;
    bool writes = job->to != NULL && !job->count && !job->files && !job->nothing;
    if (writes) job->writer = nt_writer_new(cli->context, cli->out, job->to, NULL);
    nt_status status = writes && job->writer == NULL ? NT_NO_MEMORY : NT_OK;
    if (status == NT_OK) cli_each_game(cli, search_game);
    if (job->writer != NULL) status = nt_writer_end(job->writer);
    cli_failed(cli, status, "write");
}

static const cli_program program = {
    .name = "nt-grep",
    .operands = "[FILE...]",
    .purpose = "Writes the games of each FILE that fulfil all conditions, with the bytes that they have there.\n"
               "Without a condition every game does.\n",
    .groups = CLI_MESSAGES | CLI_INPUT | CLI_VARIANT | CLI_FILES | CLI_REPLAY,
    .options = options,
    .set = set,
    .errors_only = true,
    .end_file = end_file,
    .statuses = "0 when a game was found, 1 when none was",
};

int main(int argc, char **argv) {
    struct job job = {.query = {.notation = nt_format_find("pgn")}};
    cli_run cli;
    bool started = cli_start(&cli, &program, &job, argc, argv);
    if (started && job.count && job.files) {
        cli_usage(&cli, "--count and --files-with-matches exclude each other");
    } else if (started) {
        cli.replay.quiet_endings = true;
        search(&cli);
    }
    query_free(&job.query);
    nt_writer_free(job.writer);
    cli_copier_free(&job.copier);
    int status = cli_finish(&cli);
    return status == CLI_TROUBLE || !started ? status : job.found ? 0 : 1;
}
