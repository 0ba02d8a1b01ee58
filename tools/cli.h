/* What the filters share: the table of options from which --help is made, the loop over files and games, messages, exit
 * status. cli.c reads the command line, copy.c walks and copies games, run.c does the rest. For tools/ only. */
#ifndef CLI_H
#define CLI_H

#include "notation.h"

#include <stdio.h>

#if defined(__GNUC__)
#define CLI_PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define CLI_PRINTF(at, first)
#endif

/* Exit statuses. CLI_INVALID: at least one error in the input. CLI_TROUBLE beats it. */
enum { CLI_FINE = 0, CLI_INVALID = 1, CLI_TROUBLE = 2 };

/* Groups of common options that a filter can take; -h and -V belong to all. */
enum {
    CLI_MESSAGES = 1, /* --strict --repair -q --format --max-errors --limit */
    CLI_INPUT = 2,    /* -f --html-map --progress --line-buffered */
    CLI_VARIANT = 4,  /* -v */
    CLI_FILES = 8,    /* --variant-file */
    CLI_REPLAY = 16,  /* --force-variant --start */
    CLI_JOBS = 32     /* -j */
};

/* One option. code: its letter, or from CLI_OWN on when it has only a long name. argument: its name in the help, NULL when
 * it takes none. A table ends with a row of zeros. */
typedef struct cli_option {
    int code;
    const char *name, *argument, *help;
} cli_option;

enum { CLI_OWN = 256, CLI_COMMON = 512, CLI_MAX_VARIANT_FILES = 64, CLI_MAX_JOBS = 64 };

typedef struct cli_run cli_run;

/* What a filter says about itself.
 *
 * operands  as in the usage line, "[FILE...]". purpose: what it does, for the help; lines end with a line feed.
 * set       takes one of the filter's own options; false after cli_usage has said what is wrong with the argument.
 *           NULL when there are none.
 * end_file  called after the last game of a file that could be opened; may be NULL.
 * statuses  what the exit status means, for the help; NULL: 1 is an error in the input.
 * messages_first  findings are the product: they go to standard output.
 * errors_only  the games are passed on as they are: warnings about them are not shown.
 * sums_at  offset in the filter's own data of its counts, uint64_t, `sums` of them: with -j each worker's are added up.
 * makes_files  besides standard output; all others are kept from it (sandbox.h). */
typedef struct cli_program {
    const char *name, *operands, *purpose;
    unsigned groups;
    bool messages_first, errors_only, makes_files;
    const cli_option *options;
    bool (*set)(cli_run *cli, int code, const char *argument);
    void (*end_file)(cli_run *cli, const char *file);
    const char *statuses;
    size_t sums_at, sums;
} cli_program;

struct cli_run {
    const cli_program *program;
    void *user; /* the filter's own data */
    char **operands;
    int operand_count;

    nt_settings settings;
    nt_replay_settings replay;
    const nt_format *from; /* NULL: guess */
    const char *variant_files[CLI_MAX_VARIANT_FILES];
    size_t variant_file_count;
    const char *html_map;  /* a file of paths into saved pages; NULL: none */
    bool quiet, json, line_buffered, makes_files;
    bool xml;              /* findings are elements of a document on standard output; for a filter with messages_first */
    int progress;          /* cli_progress */
    uint64_t max_messages; /* a file; 0: all */

    nt_context *context;
    nt_output *out, *err;  /* standard output and standard error */
    uint64_t shown, notes_shown, hidden; /* messages of the file that is being read */
    nt_sink *hold;          /* where findings of the library go, with this run, instead of the output; see cli_report */
    uint64_t games;         /* of all files so far */
    uint64_t jobs;          /* processes that work on the games; 0 and 1: this one */
    struct cli_jobs *work;  /* ... of the parent, and the channel of a worker; NULL: none (jobs.c) */
    struct cli_channel *channel;
    bool is_cutting;        /* ... the parent reads only where games begin */
    uint64_t errors, warnings; /* of workers, and errors that cli_report was given; those of the context apart */
    int64_t started, reported; /* milliseconds, of the progress line */
    bool progress_shown;
    bool done;              /* set by a filter that needs no more files */
    int status;            /* CLI_FINE or CLI_TROUBLE; errors of the input are added at the end */
};

typedef enum cli_progress { CLI_PROGRESS_AUTO, CLI_PROGRESS_ALWAYS, CLI_PROGRESS_NEVER } cli_progress;

/* Reads the command line, makes the context and the outputs, reads the variant files and looks up the variant. False when
 * there is nothing left to do (help, version, a usage error): the caller goes straight to cli_finish. */
bool cli_start(cli_run *cli, const cli_program *program, void *user, int argc, char **argv);

/* cli.c: the command line alone. False: nothing left to do. */
bool cli_parse(cli_run *cli, int argc, char **argv);

/* Does the work for one game. NT_OK, NT_INVALID and NT_USAGE (both reported as findings) go on with the next game, NT_END
 * with the next file; any other status is trouble and ends the run. */
typedef nt_status cli_game_function(cli_run *cli, nt_reader *reader, const nt_game *game);

/* Calls a function for each game of each operand; no operand and "-" are standard input. A file that cannot be read is
 * reported and the next one is read. */
void cli_each_game(cli_run *cli, cli_game_function *function);

/* The parts of that loop, for filters that read in another way. cli_open: NULL after a message, and no memory ends the run.
 * cli_read_failed: whether reading ended in trouble, after a message. cli_end_game: counts and flushes, shows progress;
 * size: of the file, 0 when not known, of compressed ones for example. */
nt_input *cli_open(cli_run *cli, const char *path);
bool cli_read_failed(cli_run *cli, const nt_input *input, const char *path, nt_status status);
uint64_t cli_file_size(const cli_run *cli, nt_input *input, const char *path);
void cli_end_game(cli_run *cli, const nt_game *game, uint64_t size);

/* Shows how far work is that comes after reading: so many of the games, of which there are at least one. */
void cli_show_work(cli_run *cli, const char *what, uint64_t done, uint64_t total);

/* Calls a function for each game of an input that is open; path: as it was opened. False: the run cannot go on. */
bool cli_read_games(cli_run *cli, nt_input *input, const char *path, cli_game_function *function);

/* ... in this process, whatever -j says. */
bool cli_read_alone(cli_run *cli, nt_input *input, const char *path, cli_game_function *function);

/* For jobs.c: puts out a finding that has been worded, if as many may still be shown; says how far the work is. */
void cli_put_finding(cli_run *cli, bool is_note, const void *bytes, size_t size);
void cli_show_progress(cli_run *cli, uint64_t offset, uint64_t size);

/* Warnings so far, of all processes. */
uint64_t cli_warnings(const cli_run *cli);

/* All files are open that will be: the filter gives up opening more, unless it makes files. */
void cli_no_more_files(cli_run *cli);

/* Shows a finding that the filter has made or held back. With cli->hold set these alone decide whether the input is valid. */
void cli_report(cli_run *cli, const nt_diagnostic *finding);

/* The severity of a kind of finding in the mode of the run. */
nt_severity cli_severity(const cli_run *cli, const char *id);

/* The form that findings are written in. */
nt_finding_form cli_finding_form(const cli_run *cli);

/* Ends the findings of one file: says how many were not shown, if any, and starts counting anew. */
void cli_end_findings(cli_run *cli, const char *file);

/* Flushes and closes the outputs, frees the context; returns the exit status. */
int cli_finish(cli_run *cli);

/* "nt-x: ..." on standard error; the exit status stays as it is. Silent after --quiet. */
void cli_note(cli_run *cli, const char *format, ...) CLI_PRINTF(2, 3);

/* The same, always, and the exit status will be CLI_TROUBLE. */
void cli_trouble(cli_run *cli, const char *format, ...) CLI_PRINTF(2, 3);

/* The same, followed by "Try 'nt-x --help'". */
void cli_usage(cli_run *cli, const char *format, ...) CLI_PRINTF(2, 3);

/* Turns a status that is not a good one into trouble; true when it was one. what: "write", "read FILE", .... */
bool cli_failed(cli_run *cli, nt_status status, const char *what);

/* The index of the first move of the main line at item i or behind it, where i stands in the main line; item_count when
 * there is none. */
size_t cli_main_move(const nt_game *game, size_t i);

/* Whether games can be written in a notation; false after cli_trouble. */
bool cli_can_write(cli_run *cli, const nt_format *format, const nt_game *game);

/* Copies games to an output with the bytes that they have in their files (nt_writer_copy), whatever notation each is in. */
typedef struct cli_copier {
    nt_writer *writer;
    const nt_format *format;
} cli_copier;

nt_status cli_copy_game(cli_run *cli, cli_copier *copier, nt_output *output, const nt_game *game);
void cli_copier_free(cli_copier *copier);

/* Reads a size in bytes, which may end in K, M or G; false after cli_usage. */
bool cli_size(cli_run *cli, const char *option, const char *argument, uint64_t max, uint64_t *size);

/* Finds an option's argument in a list of words ended by NULL and sets *choice to its index; false after cli_usage. */
bool cli_choose(cli_run *cli, const char *option, const char *argument, const char *const *words, int *choice);

/* Read the dialects of FEN that can be written; false after cli_usage. */
bool cli_castling(cli_run *cli, const char *argument, nt_fen_style *style);
bool cli_en_passant(cli_run *cli, const char *argument, nt_fen_style *style);

/* Reads a decimal number from 0 to max; false after cli_usage. */
bool cli_number(cli_run *cli, const char *option, const char *argument, uint64_t max, uint64_t *number);

/* Finds a notation by its name, one that can be written for the option "to" and read for others; NULL after cli_usage. */
const nt_format *cli_format(cli_run *cli, const char *option, const char *name);

/* Loads a variant by name; NULL after a message. */
const nt_variant *cli_variant(cli_run *cli, const char *name);

/* Adds the sections of a variant file; false after a message when it could not be read. Faults in it are findings. */
bool cli_add_variants(cli_run *cli, const char *path);

#endif
