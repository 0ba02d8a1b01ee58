/* nt-perft: counts the tree of legal moves, which proves the rules of a variant against other programs. */
#include "tools/cli.h"
#include "tools/values.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OPTION_START = CLI_OWN, OPTION_MOVES, OPTION_DIVIDE, OPTION_LEGAL, MAX_DEPTH = 1000 };

struct job {
    const char *start, *moves;
    bool divide, legal;
    const nt_format *coord;
};

/* A legal move as text and the leaves below it. */
struct branch {
    size_t at; /* in the text that holds all of them */
    const char *text;
    uint64_t nodes;
};

static const cli_option options[] = {
    {OPTION_START, "start", "CODE", "start from this FEN or Game Courier code, not from the array"},
    {OPTION_START, "fen", "CODE", "the same"},
    {OPTION_MOVES, "moves", "MOVES", "play these moves first: \"e2-e4 e7-e5\""},
    {OPTION_DIVIDE, "divide", NULL, "a line for each legal move with its share, then the total"},
    {OPTION_LEGAL, "legal", NULL, "list the legal moves, sorted by bytes; needs no DEPTH"},
    {0, NULL, NULL, NULL},
};

static bool set(cli_run *cli, int code, const char *argument) {
    struct job *job = cli->user;
    switch (code) {
    case OPTION_START: job->start = argument; break;
    case OPTION_MOVES: job->moves = argument; break;
    case OPTION_DIVIDE: job->divide = true; break;
    case OPTION_LEGAL: job->legal = true; break;
    }
    return true;
}

/* ---- the texts of moves ---- */

static ptrdiff_t add_text(void *user, const void *bytes, size_t size) {
    return values_text_add(user, bytes, size) ? (ptrdiff_t)size : -1;
}

static int compare(const void *a, const void *b) {
    const struct branch *left = a, *right = b;
    return strcmp(left->text, right->text);
}

/* Writes all moves one after the other, each ended by a NUL. */
static nt_status fill_branches(const cli_run *cli, nt_position *position, const nt_move *moves, size_t count,
                               values_text *text, struct branch *branches) {
    const struct job *job = cli->user;
    nt_output *output = nt_output_function(cli->context, add_text, text);
    if (output == NULL) return NT_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        nt_output_flush(output);
        branches[i].at = text->length;
        nt_move_write(position, moves[i], job->coord, output);
        nt_output_bytes(output, "", 1);
    }
    nt_status written = nt_output_free(output);
    for (size_t i = 0; i < count; i++) branches[i].text = text->bytes + branches[i].at;
    return written == NT_OK ? NT_OK : NT_NO_MEMORY;
}

/* ---- counting ---- */

static nt_status count_branch(nt_position *position, nt_move move, unsigned depth, uint64_t *nodes) {
    nt_status status = nt_position_make(position, move);
    if (status != NT_OK) return status;
    status = nt_perft(position, depth - 1, nodes);
    nt_position_unmake(position);
    return status;
}

/* Of every so many moves one, from the first on; the counts go to a pipe. The life of a process. */
static void count_share(nt_position *position, const nt_move *moves, size_t count, unsigned depth, size_t first, size_t every,
                        int to) {
    for (size_t i = first; i < count; i += every) {
        uint64_t nodes = 0;
        bool good = count_branch(position, moves[i], depth, &nodes) == NT_OK;
        if (!good || write(to, &nodes, sizeof nodes) != (ssize_t)sizeof nodes) _exit(CLI_TROUBLE);
    }
    _exit(CLI_FINE);
}

/* The counts of one process; false: it could not finish. */
static bool take_share(struct branch *branches, size_t count, size_t first, size_t every, int from) {
    for (size_t i = first; i < count; i += every) {
        ssize_t size;
        do size = read(from, &branches[i].nodes, sizeof branches[i].nodes);
        while (size < 0 && errno == EINTR);
        if (size != (ssize_t)sizeof branches[i].nodes) return false;
    }
    return true;
}

/* By several processes: each has its share of the moves. */
static nt_status share_out(cli_run *cli, nt_position *position, const nt_move *moves, size_t count, unsigned depth,
                           struct branch *branches) {
    int from[CLI_MAX_JOBS];
    pid_t process[CLI_MAX_JOBS];
    size_t every = (size_t)cli->jobs, started = 0;
    bool good = true;
    for (; started < every && good; started++) {
        int ends[2];
        good = pipe(ends) == 0 && (process[started] = fork()) >= 0;
        if (!good) break;
        if (process[started] == 0) count_share(position, moves, count, depth, started, every, ends[1]);
        close(ends[1]);
        from[started] = ends[0];
    }
    if (!good) cli_trouble(cli, "cannot start a process: %s", strerror(errno));
    for (size_t i = 0; i < started; i++) {
        bool taken = take_share(branches, count, i, every, from[i]);
        if (!taken && good) cli_trouble(cli, "a process that counted for this one has ended before its time");
        good &= taken;
        close(from[i]);
        waitpid(process[i], NULL, 0);
    }
    return good ? NT_OK : NT_INVALID;
}

static nt_status count_branches(cli_run *cli, nt_position *position, const nt_move *moves, size_t count, unsigned depth,
                                struct branch *branches) {
    nt_status status = NT_OK;
    if (cli->jobs > 1) return share_out(cli, position, moves, count, depth, branches);
    for (size_t i = 0; i < count && status == NT_OK; i++)
        status = count_branch(position, moves[i], depth, &branches[i].nodes);
    return status;
}

static void write_branches(cli_run *cli, struct branch *branches, size_t count) {
    const struct job *job = cli->user;
    uint64_t total = 0;
    qsort(branches, count, sizeof *branches, compare);
    for (size_t i = 0; i < count; i++) {
        total += branches[i].nodes;
        if (!job->divide && !job->legal) continue;
        nt_output_string(cli->out, branches[i].text);
        if (job->divide) {
            nt_output_string(cli->out, ": ");
            nt_output_number(cli->out, branches[i].nodes);
        }
        nt_output_string(cli->out, "\n");
    }
    if (job->legal) return;
    nt_output_number(cli->out, total);
    nt_output_string(cli->out, "\n");
}

/* The legal moves, each with its share of the leaves when depth is not 0, or the sum of these alone. */
static nt_status list(cli_run *cli, nt_position *position, unsigned depth) {
    nt_move *moves = calloc(nt_variant_move_bound(nt_position_variant(position)) + 1, sizeof *moves);
    size_t count = moves == NULL ? 0 : nt_position_moves(position, moves);
    struct branch *branches = calloc(count + 1, sizeof *branches);
    values_text text = {.bytes = NULL};
    nt_status status = NT_NO_MEMORY;
    if (moves != NULL && branches != NULL) {
        status = fill_branches(cli, position, moves, count, &text, branches);
    }
    if (status == NT_OK && depth > 0) status = count_branches(cli, position, moves, count, depth, branches);
    if (status == NT_OK) write_branches(cli, branches, count);
    values_text_free(&text);
    free(branches);
    free(moves);
    return status;
}

/* ---- the position ---- */

static nt_status play(const cli_run *cli, nt_position *position) {
    const struct job *job = cli->user;
    const char *at = job->moves == NULL ? "" : job->moves;
    for (;;) {
        at += strspn(at, " \t\n");
        size_t length = strcspn(at, " \t\n");
        if (length == 0) return NT_OK;
        nt_move move;
        nt_status status = nt_move_read(position, job->coord, at, length, &move);
        if (status == NT_OK) status = nt_position_make(position, move);
        if (status != NT_OK) return status;
        at += length;
    }
}

static nt_status count(cli_run *cli, nt_position *position, unsigned depth) {
    const struct job *job = cli->user;
    nt_status status = NT_OK;
    if (job->start != NULL) status = nt_position_set(position, NT_CODE_ANY, job->start, strlen(job->start));
    if (status == NT_OK) status = play(cli, position);
    if (status != NT_OK) return status;
    if (job->legal) return list(cli, position, 0);
    if (depth > 0 && (job->divide || cli->jobs > 1)) return list(cli, position, depth);
    uint64_t nodes = 0;
    status = nt_perft(position, depth, &nodes);
    if (status != NT_OK) return status;
    nt_output_number(cli->out, nodes);
    nt_output_string(cli->out, "\n");
    return NT_OK;
}

/* One operand, the depth, unless the legal moves are asked for. */
static bool read_depth(cli_run *cli, uint64_t *depth) {
    const struct job *job = cli->user;
    *depth = 0;
    if (cli->operand_count == 0 && job->legal) return true;
    if (cli->operand_count != 1 || job->legal) {
        cli_usage(cli, job->legal ? "--legal takes no DEPTH" : "one DEPTH is needed");
        return false;
    }
    return cli_number(cli, "DEPTH", cli->operands[0], MAX_DEPTH, depth);
}

static const cli_program program = {
    .name = "nt-perft",
    .operands = "DEPTH",
    .purpose = "Counts the positions that can be reached in DEPTH plies.\n",
    .groups = CLI_MESSAGES | CLI_VARIANT | CLI_FILES | CLI_JOBS,
    .options = options,
    .set = set,
};

int main(int argc, char **argv) {
    struct job job = {.coord = nt_format_find("coord")};
    cli_run cli;
    uint64_t depth;
    if (cli_start(&cli, &program, &job, argc, argv) && read_depth(&cli, &depth)) {
        cli_no_more_files(&cli);
        const nt_variant *variant = cli_variant(&cli, cli.replay.variant == NULL ? "chess" : cli.replay.variant);
        nt_position *position = variant == NULL ? NULL : nt_position_new(cli.context, variant);
        if (position != NULL) {
            cli_failed(&cli, count(&cli, position, (unsigned)depth), "count");
        } else if (variant != NULL) {
            cli_failed(&cli, NT_NO_MEMORY, "start");
        }
        nt_position_free(position);
    }
    return cli_finish(&cli);
}
