/* Several processes on one input. The parent cuts it into batches of games, which it finds by reading tags only, and gives
 * them to the workers in turn; each sends back what it would have written, and the parent puts that out in order. Processes
 * rather than threads: they share nothing, a filter need not know of them, and one that fails takes nobody with it.
 *
 * A batch begins with the last game of the one before (its lead), of which nothing is put out: so a worker knows its place in
 * the input, meets what stands between the two, and is in the state in which that game leaves a writer. */
#include "tools/jobs.h"
#include "tools/values.h"
#include "tools/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* gcc 12 loses sight of what is kept behind two pointers, and takes it for lost. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wanalyzer-malloc-leak"
#endif

enum {
    BATCH = 1 << 19,      /* bytes of games, about */
    LOOK_AHEAD = 1 << 16, /* of what follows them, so that their end looks as it does in the whole input */
    KEPT_MOST = 1 << 27   /* bytes between the ends of two games, unless the limit on those of one game is larger */
};

/* A queue of bytes. */
typedef struct bytes {
    values_text text;
    size_t done; /* bytes at the front that have been dealt with */
} bytes;

typedef struct worker {
    pid_t process;
    int to, from;    /* descriptors */
    bytes out, in;
} worker;

struct cli_jobs {
    worker *workers;
    size_t count;
    uint64_t given, taken; /* batches so far */
    bool stopped;          /* a filter wants no more of this file, or there was trouble */
    void (*on_pipe)(int);  /* what SIGPIPE did before */
    values_text held;      /* a finding of the parent's own, that the input could not be read on */
    nt_status work;
};

/* ---- bytes ---- */

static size_t left_of(const bytes *b) { return b->text.length - b->done; }

static void drop_front(bytes *b, size_t count) {
    if (count > 0) memmove(b->text.bytes, b->text.bytes + count, b->text.length - count);
    b->text.length -= count;
}

/* What is done is given up when it is the larger part, so that a queue takes no more room than twice what waits in it. */
static bool add_bytes(bytes *b, const void *from, size_t size) {
    if (b->done > left_of(b)) {
        drop_front(b, b->done);
        b->done = 0;
    }
    return values_text_add(&b->text, from, size);
}

/* ---- starting and ending ---- */

static bool start_worker(cli_run *cli, worker *w, cli_game_function *function) {
    int down[2], up[2];
    if (pipe(down) != 0) return false;
    if (pipe(up) != 0 || (w->process = fork()) < 0) {
        close(down[0]);
        close(down[1]);
        return false;
    }
    if (w->process == 0) {
        for (size_t i = 0; i < cli->work->count; i++) { /* else the ends of the others would never close */
            close(cli->work->workers[i].to);
            close(cli->work->workers[i].from);
        }
        close(down[1]);
        close(up[0]);
        worker_serve(cli, down[0], up[1], function);
    }
    close(down[0]);
    close(up[1]);
    w->to = down[1];
    w->from = up[0];
    return fcntl(w->to, F_SETFL, O_NONBLOCK) == 0 && fcntl(w->from, F_SETFL, O_NONBLOCK) == 0;
}

bool jobs_start(cli_run *cli, cli_game_function *function) {
    cli->work = calloc(1, sizeof *cli->work);
    if (cli->work != NULL) cli->work->workers = calloc(cli->jobs, sizeof *cli->work->workers);
    if (cli->work == NULL || cli->work->workers == NULL) return !cli_failed(cli, NT_NO_MEMORY, "start");
    nt_output_flush(cli->out); /* or each worker would write it, too */
    nt_output_flush(cli->err);
    fflush(NULL);
    cli->work->on_pipe = signal(SIGPIPE, SIG_IGN); /* a worker that has ended shows in what write returns */
    for (; cli->work->count < cli->jobs; cli->work->count++) {
        if (start_worker(cli, &cli->work->workers[cli->work->count], function)) continue;
        cli_trouble(cli, "cannot start a process: %s", strerror(errno));
        return false;
    }
    return true;
}

void jobs_end(cli_run *cli) {
    for (size_t i = 0; cli->work != NULL && i < cli->work->count; i++) {
        worker *w = &cli->work->workers[i];
        close(w->to);
        close(w->from);
        waitpid(w->process, NULL, 0);
        values_text_free(&w->in.text);
        values_text_free(&w->out.text);
    }
    if (cli->work == NULL) return;
    signal(SIGPIPE, cli->work->on_pipe);
    values_text_free(&cli->work->held);
    free(cli->work->workers);
    free(cli->work);
    cli->work = NULL;
    if (nt_output_errno(cli->out) == EPIPE) raise(SIGPIPE); /* who reads the output has gone: as without workers */
}

/* ---- what comes back ---- */

static void take_outcome(cli_run *cli, const char *at) {
    outcome result;
    uint64_t *sums = (uint64_t *)(void *)((char *)cli->user + cli->program->sums_at);
    memcpy(&result, at, sizeof result);
    for (size_t i = 0; i < cli->program->sums; i++) {
        uint64_t sum;
        memcpy(&sum, at + sizeof result + i * sizeof sum, sizeof sum);
        sums[i] += sum;
    }
    cli->errors += result.errors;
    cli->warnings += result.warnings;
    cli->games += result.games;
    cli->done |= result.done;
    if (result.status > cli->status) cli->status = result.status;
    cli->work->work = result.work;
    bool goes_on = result.work == NT_OK || result.work == NT_INVALID || result.work == NT_USAGE;
    cli->work->stopped |= !goes_on || result.done;
}

/* Puts out what the worker whose turn it is has sent. */
static void take_records(cli_run *cli) {
    struct cli_jobs *jobs = cli->work;
    while (jobs->taken < jobs->given) {
        worker *w = &jobs->workers[jobs->taken % jobs->count];
        record head;
        if (left_of(&w->in) < sizeof head) return;
        memcpy(&head, w->in.text.bytes + w->in.done, sizeof head);
        if (left_of(&w->in) - sizeof head < head.size) return;
        const char *at = w->in.text.bytes + w->in.done + sizeof head;
        bool is_wanted = !jobs->stopped;
        if (head.kind == RECORD_OUT && is_wanted) nt_output_bytes(cli->out, at, head.size);
        if (head.kind == RECORD_ERR && is_wanted) nt_output_bytes(cli->err, at, head.size);
        if (head.kind == RECORD_FINDING || head.kind == RECORD_NOTE) {
            if (is_wanted) cli_put_finding(cli, head.kind == RECORD_NOTE, at, head.size);
        }
        if (head.kind == RECORD_END && is_wanted) take_outcome(cli, at);
        jobs->taken += head.kind == RECORD_END;
        w->in.done += sizeof head + head.size;
    }
}

static bool lose_worker(cli_run *cli) {
    cli_trouble(cli, "a process that worked for this one has ended before its time");
    cli->work->stopped = cli->done = true;
    cli->work->taken = cli->work->given;
    return false;
}

static bool send_some(worker *w) {
    ssize_t count = write(w->to, w->out.text.bytes + w->out.done, left_of(&w->out));
    if (count > 0) w->out.done += (size_t)count;
    return count >= 0 || errno == EAGAIN || errno == EINTR;
}

/* False: it has ended, or there is no memory. */
static bool take_some(worker *w) {
    unsigned char block[1 << 16];
    ssize_t count = read(w->from, block, sizeof block);
    if (count < 0) return errno == EAGAIN || errno == EINTR;
    return count > 0 && add_bytes(&w->in, block, (size_t)count);
}

/* Waits until something can be sent or has come, and does that. False: a worker is gone. */
static bool pump(cli_run *cli) {
    struct cli_jobs *jobs = cli->work;
    struct pollfd ends[2 * CLI_MAX_JOBS];
    for (size_t i = 0; i < jobs->count; i++) {
        worker *w = &jobs->workers[i];
        ends[2 * i] = (struct pollfd){.fd = w->from, .events = POLLIN};
        ends[2 * i + 1] = (struct pollfd){.fd = left_of(&w->out) > 0 ? w->to : -1, .events = POLLOUT};
    }
    if (poll(ends, 2 * jobs->count, -1) < 0 && errno != EINTR) return lose_worker(cli);
    for (size_t i = 0; i < jobs->count; i++) {
        worker *w = &jobs->workers[i];
        if (ends[2 * i + 1].revents != 0 && !send_some(w)) return lose_worker(cli);
        if (ends[2 * i].revents != 0 && !take_some(w)) return lose_worker(cli);
    }
    take_records(cli);
    return true;
}

/* ---- cutting ---- */

/* The input as the reader of the parent sees it; what has passed is kept until it has been given away. */
typedef struct cutter {
    nt_input *input;
    const char *name;
    bytes kept;
    uint64_t offset; /* of the first byte that is kept */
    batch next;
    uint64_t end;    /* of its last game */
    uint64_t last_offset, last_line, last_column; /* of the game that ends it */
    size_t most;     /* bytes that may be kept */
} cutter;

static ptrdiff_t read_and_keep(void *user, void *to, size_t size) {
    cutter *c = user;
    if (c->kept.text.length > c->most) {
        errno = EFBIG;
        return -1;
    }
    ptrdiff_t count = nt_input_read(c->input, to, size);
    if (count > 0 && !add_bytes(&c->kept, to, (size_t)count)) {
        errno = ENOMEM;
        return -1;
    }
    return count;
}

/* Gives the batch to the next worker. */
static bool give(cli_run *cli, cutter *c, bool is_last) {
    struct cli_jobs *jobs = cli->work;
    worker *w = &jobs->workers[jobs->given % jobs->count];
    while (left_of(&w->out) > 0 || jobs->given - jobs->taken >= 2 * jobs->count)
        if (!pump(cli)) return false;
    uint64_t kept_end = c->offset + c->kept.text.length, stop = is_last ? kept_end : c->end + LOOK_AHEAD;
    if (stop > kept_end) stop = kept_end;
    c->next.is_last = is_last;
    c->next.size = (size_t)(stop - c->next.offset);
    c->next.name_length = strlen(c->name);
    bool good = add_bytes(&w->out, &c->next, sizeof c->next) && add_bytes(&w->out, c->name, c->next.name_length) &&
                add_bytes(&w->out, c->kept.text.bytes + (c->next.offset - c->offset), c->next.size);
    if (!good) return !cli_failed(cli, NT_NO_MEMORY, "read");
    jobs->given++;
    c->next = (batch){.offset = c->last_offset, .line = c->last_line, .column = c->last_column,
                      .number = c->next.number + c->next.has_lead + c->next.games - 1, .has_lead = true};
    drop_front(&c->kept, (size_t)(c->next.offset - c->offset));
    c->offset = c->next.offset;
    return pump(cli);
}

static bool output_failed(const cli_run *cli) { return nt_output_errno(cli->out) != 0 || nt_output_errno(cli->err) != 0; }

static bool is_stopped(const cli_run *cli) { return cli->work->stopped || output_failed(cli); }

static ptrdiff_t hold(void *user, const void *from, size_t size) {
    struct cli_jobs *jobs = user;
    return values_text_add(&jobs->held, from, size) ? (ptrdiff_t)size : -1;
}

/* Reads the input to its end, or to trouble; of one that is not PGN no more than the first game. */
static nt_status cut(cli_run *cli, cutter *c, nt_reader *reader, uint64_t size) {
    const nt_game *game = NULL;
    nt_status status;
    while ((status = nt_game_next(reader, &game)) == NT_OK && !is_stopped(cli)) {
        if (nt_reader_format(reader) != nt_format_find("pgn")) break;
        bool is_full = c->next.games > 0 && c->end - c->next.offset >= BATCH;
        if (is_full && !give(cli, c, false)) break;
        c->next.games++;
        c->end = game->offset + game->raw_length;
        c->last_offset = game->offset;
        c->last_line = game->line;
        c->last_column = game->column;
        cli_show_progress(cli, c->end, size);
    }
    return status;
}

/* Once more from the first byte that was kept. */
static ptrdiff_t read_kept(void *user, void *to, size_t size) {
    cutter *c = user;
    size_t left = left_of(&c->kept);
    if (left == 0) return nt_input_read(c->input, to, size);
    if (size > left) size = left;
    memcpy(to, c->kept.text.bytes + c->kept.done, size);
    c->kept.done += size;
    return (ptrdiff_t)size;
}

/* An input that is no PGN, of which some bytes have been read: by this process alone. */
static bool read_alone(cli_run *cli, cutter *c, const char *path, cli_game_function *function) {
    nt_input *input = nt_input_function(cli->context, read_kept, c, c->name);
    if (input == NULL) return !cli_failed(cli, NT_NO_MEMORY, "read");
    bool go_on = cli_read_alone(cli, input, path, function);
    nt_input_free(input);
    return go_on;
}

void jobs_hold_finding(cli_run *cli, const nt_diagnostic *diagnostic) {
    if (strcmp(diagnostic->id, "input-failed") != 0) return; /* the workers tell of the others */
    nt_output *output = nt_output_function(cli->context, hold, cli->work);
    if (output == NULL) return;
    nt_output_diagnostic(output, diagnostic, cli_finding_form(cli));
    nt_output_free(output);
    cli->errors++;
}

/* After the last batch: what the workers still have, and what is to be said of the input. */
static bool end_input(cli_run *cli, const cutter *c, const char *path, nt_status status) {
    struct cli_jobs *jobs = cli->work;
    while (jobs->taken < jobs->given && !cli->done)
        if (!pump(cli)) break;
    if (jobs->held.length > 0) cli_put_finding(cli, false, jobs->held.bytes, jobs->held.length);
    jobs->held.length = 0;
    bool goes_on = jobs->work == NT_OK || jobs->work == NT_INVALID || jobs->work == NT_USAGE || jobs->work == NT_END;
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    bool failed = c->kept.text.length > c->most;
    if (failed) {
        cli_trouble(cli, "cannot share %s: more than %zu MB lie between the ends of two games; --jobs=1 reads it", name,
                    c->most >> 20);
    } else {
        failed = cli_read_failed(cli, c->input, path, status);
    }
    if (!failed && !goes_on) cli_trouble(cli, "cannot go on with %s: %s", name, nt_status_text(jobs->work));
    return goes_on && !cli->done && status != NT_NO_MEMORY && !output_failed(cli);
}

bool jobs_read_games(cli_run *cli, nt_input *input, const char *path, cli_game_function *function) {
    cutter c = {.input = input, .name = strcmp(path, "-") == 0 ? "<stdin>" : path, .next = {.line = 1, .column = 1}};
    struct cli_jobs *jobs = cli->work;
    size_t game_bytes = cli->settings.limits.game_bytes;
    c.most = game_bytes > KEPT_MOST / 2 ? 2 * game_bytes : KEPT_MOST;
    nt_input *copy = nt_input_function(cli->context, read_and_keep, &c, c.name);
    nt_reader *reader = copy == NULL ? NULL : nt_reader_new(cli->context, copy, cli->from);
    bool go_on = reader != NULL;
    if (!go_on) cli_failed(cli, NT_NO_MEMORY, "read");
    if (go_on) {
        uint64_t errors = nt_context_errors(cli->context), warnings = nt_context_warnings(cli->context);
        nt_reader_tags_only(reader, true);
        jobs->stopped = false;
        jobs->work = NT_OK;
        cli->is_cutting = true;
        nt_status status = cut(cli, &c, reader, cli_file_size(cli, input, path));
        cli->is_cutting = false;
        cli->errors -= nt_context_errors(cli->context) - errors;
        cli->warnings -= nt_context_warnings(cli->context) - warnings;
        bool is_pgn = nt_reader_format(reader) == nt_format_find("pgn");
        if (is_pgn && !is_stopped(cli) && status != NT_OK) (void)give(cli, &c, status == NT_END);
        go_on = is_pgn ? end_input(cli, &c, path, status) : read_alone(cli, &c, path, function);
    }
    nt_reader_free(reader);
    nt_input_free(copy);
    values_text_free(&c.kept.text);
    return go_on;
}
