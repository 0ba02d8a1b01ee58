/* nt-parse: any notation to the record as JSON Lines or XML. Needs no rules, so the moves stay as they were written. */
#include "tools/cli.h"

#include <string.h>

struct job {
    const nt_format *to;
    nt_writer *writer;
};

static const cli_option options[] = {
    {'t', "to", "json|xml", "form of the output (json)"},
    {0, NULL, NULL, NULL},
};

static bool set(cli_run *cli, int code, const char *argument) {
    static const char *const forms[] = {"json", "xml", NULL};
    struct job *job = cli->user;
    int form = 0;
    (void)code; /* there is only one */
    if (!cli_choose(cli, "to", argument, forms, &form)) return false;
    job->to = nt_format_find(forms[form]);
    return true;
}

static nt_status parse_game(cli_run *cli, nt_reader *reader, const nt_game *game) {
    struct job *job = cli->user;
    (void)reader;
    return nt_writer_game(job->writer, game, NULL);
}

static const cli_program program = {
    .name = "nt-parse",
    .operands = "[FILE...]",
    .purpose = "Writes the games of each FILE as records: JSON Lines, one game a line, or XML, with the place of each\n"
               "move, comment and tag. Needs no rules and judges no move.\n",
    .groups = CLI_MESSAGES | CLI_INPUT,
    .options = options,
    .set = set,
};

int main(int argc, char **argv) {
    struct job job = {.to = nt_format_find("json")};
    cli_run cli;
    if (cli_start(&cli, &program, &job, argc, argv)) {
        job.writer = nt_writer_new(cli.context, cli.out, job.to, &(nt_write_settings){.one_line = true});
        if (job.writer != NULL) {
            cli_each_game(&cli, parse_game);
            cli_failed(&cli, nt_writer_end(job.writer), "write");
        } else {
            cli_failed(&cli, NT_NO_MEMORY, "start");
        }
        nt_writer_free(job.writer);
    }
    return cli_finish(&cli);
}
