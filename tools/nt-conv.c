/* nt-conv: any notation to any other. The moves are replayed by their rules and written anew, so that the output is
 * canonical even when it is in the notation of the input. */
#include "tools/anonymize.h"
#include "tools/cli.h"
#include "tools/sqlite.h"

#include <string.h>

enum { OPTION_ONE_LINE = CLI_OWN, OPTION_COMMENTS, OPTION_COMMANDS, OPTION_CLOCKS, OPTION_VARIATIONS,
       OPTION_NAGS, OPTION_NUMBERS, OPTION_TAGS,
       OPTION_CASTLING, OPTION_EP, OPTION_TO_LANGUAGE, OPTION_COORDS_TO, OPTION_BOARD, OPTION_ANONYMIZE,
       OPTION_OUTPUT };

struct job {
    const nt_format *to; /* NULL: the input's own */
    nt_write_settings settings;
    nt_fen_style fen;
    nt_replay *replay;
    nt_writer *writer;
    const nt_format *writing; /* of the writer */
    bool anonymous;
    anonymizer names;
    const char *board; /* cells are renamed on it, by no rules; NULL: not given */
    bool is_database;  /* they go to an SQLite database, of this name */
    const char *output;
    database *db;
};

static const cli_option options[] = {
    {'t', "to", "NOTATION", "write this notation, or sqlite (that of the input)"},
    {OPTION_OUTPUT, "output", "FILE", "with --to=sqlite: the database that the games are added to"},
    {OPTION_ONE_LINE, "one-line", NULL, "the moves of a game on one line, not on lines of 80 columns"},
    {OPTION_COMMENTS, "no-comments", NULL, "leave comments out"},
    {OPTION_COMMANDS, "commands", "LIST", "keep these in comments: clk,eval; all; ^clk,emt: all but these"},
    {OPTION_CLOCKS, "no-clocks", NULL, "leave clocks out: --commands=^clk,egt,emt,mct"},
    {OPTION_VARIATIONS, "no-variations", NULL, "leave variations out"},
    {OPTION_NAGS, "no-nags", NULL, "leave annotation glyphs out"},
    {OPTION_NUMBERS, "no-numbers", NULL, "leave move numbers out"},
    {OPTION_TAGS, "no-tags", NULL, "leave tags out"},
    {OPTION_ANONYMIZE, "anonymize", NULL, "player-1, player-2, ... in place of names, in comments too"},
    {OPTION_TO_LANGUAGE, "to-language", "LANG", "write piece letters of this language: de, fr, hu, ru, ..."},
    {OPTION_CASTLING, "castling", "xfen|shredder", "castling rights in FEN tags (xfen)"},
    {OPTION_EP, "ep", "WHEN", "en passant in FEN tags: pseudo, always, legal (pseudo)"},
    {OPTION_COORDS_TO, "coords-to", "SCHEME", "name cells by gilman, glinski, mccooey, oblique, slanted, axial"},
    {OPTION_BOARD, "board", "BOARD", "only rename cells, on this board (hexagon 6 glinski)"},
    {0, NULL, NULL, NULL},
};

static bool set(cli_run *cli, int code, const char *argument) {
    struct job *job = cli->user;
    switch (code) {
    case 't':
        job->is_database = cli->makes_files = strcmp(argument, "sqlite") == 0;
        job->to = job->is_database ? NULL : cli_format(cli, "to", argument);
        return job->is_database || job->to != NULL;
    case OPTION_OUTPUT: job->output = argument; break;
    case OPTION_ANONYMIZE: job->anonymous = true; break;
    case OPTION_CASTLING:
        job->settings.fen = &job->fen;
        return cli_castling(cli, argument, &job->fen);
    case OPTION_EP:
        job->settings.fen = &job->fen;
        return cli_en_passant(cli, argument, &job->fen);
    case OPTION_TO_LANGUAGE: cli->settings.to_language = argument; break;
    case OPTION_COORDS_TO: cli->replay.to_coords = argument; break;
    case OPTION_BOARD: job->board = argument; break;
    case OPTION_ONE_LINE: job->settings.one_line = true; break;
    case OPTION_COMMENTS: job->settings.no_comments = true; break;
    case OPTION_COMMANDS: job->settings.commands = argument; break;
    case OPTION_CLOCKS: job->settings.commands = "^clk,egt,emt,mct"; break;
    case OPTION_VARIATIONS: job->settings.no_variations = true; break;
    case OPTION_NAGS: job->settings.no_nags = true; break;
    case OPTION_NUMBERS: job->settings.no_numbers = true; break;
    case OPTION_TAGS: job->settings.no_tags = true; break;
    }
    return true;
}

/* Makes the writer of a notation the one in use. */
static nt_status begin_writing(cli_run *cli, const nt_format *to) {
    struct job *job = cli->user;
    if (job->writing == to) return NT_OK;
    if (job->writer != NULL) nt_output_string(cli->out, "\n");
    nt_writer_free(job->writer);
    job->writer = nt_writer_new(cli->context, cli->out, to, &job->settings);
    job->writing = job->writer != NULL ? to : NULL;
    return job->writer != NULL ? NT_OK : NT_NO_MEMORY;
}

static nt_status convert_game(cli_run *cli, nt_reader *reader, const nt_game *game) {
    struct job *job = cli->user;
    const nt_format *to = job->to != NULL ? job->to : nt_reader_format(reader);
    if (!cli_can_write(cli, to, game)) return NT_END;
    nt_status status = begin_writing(cli, to);
    if (status == NT_OK) status = nt_replay_game(job->replay, game);
    if (status != NT_OK && status != NT_INVALID && status != NT_USAGE) return status;
    nt_game copy;
    if (job->anonymous && !anonymize_game(&job->names, game, &copy)) return NT_NO_MEMORY;
    return nt_writer_game(job->writer, job->anonymous ? &copy : game, job->replay);
}

/* ---- cells renamed, without a game ---- */

static nt_coords *find_coords(cli_run *cli, const nt_variant *variant, const char *option, const char *name) {
    const struct job *job = cli->user;
    const char *board = job->board != NULL ? job->board : "hexagon 6 glinski";
    nt_status status = NT_OK;
    nt_coords *coords = nt_coords_new(cli->context, variant, board, name, &status);
    if (status == NT_INVALID) {
        cli_usage(cli, "--board: '%s' is no board like 'hexagon 6 glinski' or 'square 8x8'", board);
    } else if (status == NT_USAGE) {
        cli_usage(cli, "--%s: the board has no coordinate scheme '%s'; hexagons have gilman, glinski, mccooey, oblique, "
                       "slanted and axial", option, name);
    } else {
        cli_failed(cli, status, "start");
    }
    return coords;
}

static bool is_lower_equal(unsigned char c, char lower) { return (c >= 'A' && c <= 'Z' ? c + 32 : c) == lower; }

/* Whether the first bytes of an input have a tag or header line that names a variant: then there are rules to go by. */
static bool names_variant(nt_input *input) {
    static const char name[] = "variant";
    size_t size = 0, length;
    const unsigned char *at = nt_input_peek(input, &size), *end = at == NULL ? NULL : at + size;
    for (bool starts = true; at < end; at++) {
        if (starts && *at == '[' && at + 1 < end) at++;
        for (length = 0; starts && name[length] != '\0' && at + length < end; length++) {
            if (!is_lower_equal(at[length], name[length])) break;
        }
        bool has_name = starts && name[length] == '\0' && at + length < end;
        if (has_name && (at[length] == ' ' || at[length] == ':')) return true;
        starts = *at == '\n' || *at == '\r';
    }
    return false;
}

/* False: the run cannot go on. */
static bool rename_file(cli_run *cli, const char *path, bool is_last, const nt_coords *from, const nt_coords *to) {
    const struct job *job = cli->user;
    nt_input *input = cli_open(cli, path);
    if (input == NULL) return !cli->done;
    if (is_last) cli_no_more_files(cli);
    nt_status status = NT_OK;
    bool go_on = true;
    if (job->board == NULL && names_variant(input)) {
        go_on = cli_read_games(cli, input, path, convert_game);
    } else {
        status = nt_coords_rename(from, to, input, cli->out);
        cli_read_failed(cli, input, path, status);
    }
    nt_input_free(input);
    cli_end_findings(cli, strcmp(path, "-") == 0 ? "<stdin>" : path);
    return go_on && status != NT_NO_MEMORY && nt_output_errno(cli->out) == 0;
}

/* Renames the cells of inputs that name no variant, and converts the games of the others. */
static void rename_cells(cli_run *cli) {
    const struct job *job = cli->user;
    const char *from_name = cli->replay.coords, *to_name = cli->replay.to_coords;
    if (from_name == NULL || to_name == NULL) {
        cli_usage(cli, "--board needs --coords-from and --coords-to");
        return;
    }
    if (job->board != NULL && (job->to != NULL || cli->replay.variant != NULL)) {
        cli_usage(cli, job->to != NULL ? "--board only renames cells; --to is for games"
                                       : "--board and --variant both name a board");
        return;
    }
    const nt_variant *variant = cli->replay.variant != NULL ? cli_variant(cli, cli->replay.variant) : NULL;
    nt_coords *from = find_coords(cli, variant, "coords-from", from_name);
    nt_coords *to = from != NULL ? find_coords(cli, variant, "coords-to", to_name) : NULL;
    bool more = to != NULL;
    if (more && cli->operand_count == 0) rename_file(cli, "-", true, from, to);
    for (int i = 0; more && i < cli->operand_count; i++) {
        more = rename_file(cli, cli->operands[i], i + 1 == cli->operand_count, from, to);
    }
    nt_coords_free(to);
    nt_coords_free(from);
}

/* ---- a database ---- */

static nt_status store_game(cli_run *cli, nt_reader *reader, const nt_game *game) {
    struct job *job = cli->user;
    (void)reader;
    nt_status judged = nt_replay_game(job->replay, game);
    if (judged != NT_OK && judged != NT_INVALID && judged != NT_USAGE) return judged;
    nt_status status = database_add(job->db, game, job->replay, job->settings.fen, !job->settings.no_tags);
    if (status == NT_OK) return judged;
    if (status != NT_IO) return status;
    cli->done = true; /* said already */
    return NT_END;
}

static void store(cli_run *cli) {
    struct job *job = cli->user;
    const char *other = job->anonymous                      ? "anonymize"
                        : job->board != NULL                ? "board"
                        : cli->replay.to_coords != NULL     ? "coords-to"
                        : cli->settings.to_language != NULL ? "to-language"
                                                            : NULL;
    if (job->output == NULL || job->output[0] == '\0' || job->output[0] == ':') {
        cli_usage(cli, "--to=sqlite needs --output=FILE, the name of the database"); /* SQLite has its own idea of :memory: */
        return;
    }
    if (other != NULL) {
        cli_usage(cli, "--%s does not go with --to=sqlite: games of all runs are to fit together", other);
        return;
    }
    cli->jobs = 1; /* one process writes */
    job->db = database_open(cli, job->output);
    if (job->db == NULL) return;
    cli_each_game(cli, store_game);
    database_end(job->db);
    database_close(job->db);
}

/* ---- the run ---- */

static void convert(cli_run *cli) {
    struct job *job = cli->user;
    bool is_document = job->to != NULL && nt_format_is_document(job->to);
    bool is_parted = job->to != nt_format_find("pgn") && cli->operand_count > 1;
    if (is_document || is_parted) cli->jobs = 1; /* what parts two games depends on the file before */
    nt_status status = is_document ? begin_writing(cli, job->to) : NT_OK;
    if (status == NT_OK) cli_each_game(cli, convert_game);
    if (status == NT_OK && job->writer != NULL) status = nt_writer_end(job->writer);
    cli_failed(cli, status, "write");
}

static void run(cli_run *cli) {
    struct job *job = cli->user;
    if (job->anonymous && cli->jobs > 1) {
        cli_usage(cli, "--jobs does not go with --anonymize, which numbers names in their order");
        return;
    }
    if (job->output != NULL && !job->is_database) {
        cli_usage(cli, "--output goes with --to=sqlite; all else is written to standard output");
        return;
    }
    bool both = cli->replay.coords != NULL && cli->replay.to_coords != NULL;
    job->replay = nt_replay_new(cli->context, &cli->replay);
    if (job->replay != NULL && (job->to == NULL || job->to == nt_format_find("pgn")))
        nt_replay_work_out_marks(job->replay);
    if (job->replay == NULL) {
        cli_failed(cli, NT_NO_MEMORY, "start");
    } else if (job->is_database) {
        store(cli);
    } else if (job->board != NULL || (both && job->to == NULL)) {
        rename_cells(cli);
    } else {
        convert(cli);
    }
    anonymize_free(&job->names);
    nt_writer_free(job->writer);
    nt_replay_free(job->replay);
}

static const cli_program program = {
    .name = "nt-conv",
    .operands = "[FILE...]",
    .purpose = "Writes the games of each FILE in another notation, or in their own in its canonical form. The\n"
               "first illegal move of a line and what follows it go into a comment.\n",
    .groups = CLI_MESSAGES | CLI_INPUT | CLI_VARIANT | CLI_FILES | CLI_REPLAY | CLI_JOBS,
    .options = options,
    .set = set,
};

int main(int argc, char **argv) {
    struct job job = {.to = NULL};
    cli_run cli;
    if (cli_start(&cli, &program, &job, argc, argv)) {
        run(&cli);
    }
    return cli_finish(&cli);
}
