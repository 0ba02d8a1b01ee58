/* nt-conv: any notation to any other. The moves are replayed by their rules and written anew, so that the output is
 * canonical even when it is in the notation of the input. */
#include "tools/cli.h"

enum { OPTION_ONE_LINE = CLI_OWN, OPTION_COMMENTS, OPTION_VARIATIONS, OPTION_NAGS, OPTION_NUMBERS, OPTION_TAGS,
       OPTION_CASTLING, OPTION_TO_LANGUAGE };

struct job {
    const nt_format *to; /* NULL: the input's own */
    nt_write_settings settings;
    nt_replay *replay;
    nt_writer *writer;
    const nt_format *writing; /* of the writer */
};

static const cli_option options[] = {
    {'t', "to", "NOTATION", "write this notation (that of the input)"},
    {OPTION_ONE_LINE, "one-line", NULL, "the moves of a game on one line, not on lines of 80 columns"},
    {OPTION_COMMENTS, "no-comments", NULL, "leave comments out"},
    {OPTION_VARIATIONS, "no-variations", NULL, "leave variations out"},
    {OPTION_NAGS, "no-nags", NULL, "leave annotation glyphs out"},
    {OPTION_NUMBERS, "no-numbers", NULL, "leave move numbers out"},
    {OPTION_TAGS, "no-tags", NULL, "leave tags out"},
    {OPTION_TO_LANGUAGE, "to-language", "LANG", "write piece letters of this language: de, fr, hu, ru, ..."},
    {OPTION_CASTLING, "castling", "xfen|shredder", "castling rights in FEN tags (xfen)"},
    {0, NULL, NULL, NULL},
};

static bool set(cli_run *cli, int code, const char *argument) {
    static const char *const castling[] = {"xfen", "shredder", NULL};
    struct job *job = cli->user;
    int choice = 0;
    switch (code) {
    case 't':
        job->to = cli_format(cli, "to", argument);
        return job->to != NULL;
    case OPTION_CASTLING:
        if (!cli_choose(cli, "castling", argument, castling, &choice)) return false;
        job->settings.castling_files = choice == 1;
        break;
    case OPTION_TO_LANGUAGE: cli->settings.to_language = argument; break;
    case OPTION_ONE_LINE: job->settings.one_line = true; break;
    case OPTION_COMMENTS: job->settings.no_comments = true; break;
    case OPTION_VARIATIONS: job->settings.no_variations = true; break;
    case OPTION_NAGS: job->settings.no_nags = true; break;
    case OPTION_NUMBERS: job->settings.no_numbers = true; break;
    case OPTION_TAGS: job->settings.no_tags = true; break;
    }
    return true;
}

static nt_status convert_game(cli_run *cli, nt_reader *reader, const nt_game *game) {
    struct job *job = cli->user;
    const nt_format *to = job->to != NULL ? job->to : nt_reader_format(reader);
    if (job->writing != to) {
        if (job->writer != NULL) nt_output_string(cli->out, "\n");
        nt_writer_free(job->writer);
        job->writer = nt_writer_new(cli->context, cli->out, to, &job->settings);
        if (job->writer == NULL) return NT_NO_MEMORY;
        job->writing = to;
    }
    nt_status status = nt_replay_game(job->replay, game);
    if (status != NT_OK && status != NT_INVALID && status != NT_USAGE) return status;
    return nt_writer_game(job->writer, game, job->replay);
}

static const cli_program program = {
    .name = "nt-conv",
    .operands = "[FILE...]",
    .purpose = "Writes the games of each FILE in another notation, or in their own in its canonical form. The\n"
               "first illegal move of a line and what follows it go into a comment.\n",
    .groups = CLI_MESSAGES | CLI_INPUT | CLI_VARIANT | CLI_FILES | CLI_REPLAY,
    .options = options,
    .set = set,
};

int main(int argc, char **argv) {
    struct job job = {.to = NULL};
    cli_run cli;
    if (cli_start(&cli, &program, &job, argc, argv)) {
        job.replay = nt_replay_new(cli.context, &cli.replay);
        if (job.replay != NULL) {
            cli_each_game(&cli, convert_game);
        } else {
            cli_failed(&cli, NT_NO_MEMORY, "start");
        }
        nt_writer_free(job.writer);
        nt_replay_free(job.replay);
    }
    return cli_finish(&cli);
}
