/* Several processes on one input. The parent cuts it into batches of games (cutter.c), and gives them to the workers in turn;
 * each sends back what it would have written, and the parent puts that out in order. Processes rather than threads: they share
 * nothing but the bytes of batches, a filter need not know of them, and one that fails takes nobody with it.
 *
 * A batch begins with the last game of the one before (its lead), of which nothing is put out: so a worker knows its place in
 * the input, meets what stands between the two, and is in the state in which that game leaves a writer. Where the parent has
 * guessed where games begin, the worker looks whether they do; if not, nothing of that batch and those behind it is put out,
 * and the parent cuts the rest of the input once more with a reader. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "tools/cutter.h"
#include "tools/jobs.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* gcc 12 loses sight of what is kept behind two pointers, and takes it for lost. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wanalyzer-malloc-leak"
#endif

enum {
    KEPT_MOST = 1 << 27, /* bytes between the ends of two games, unless the limit on those of one game is larger */
    AHEAD = 2 /* batches for each worker that may be on the way */
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
    size_t looked;   /* bytes of in, from what is done on, in which the end of the batch was looked for */
    bool is_whole;   /* it is there */
} worker;

struct cli_jobs {
    worker *workers;
    size_t count;
    unsigned char *slots;  /* memory shared with them, a slot for each batch that may be on the way; NULL: there is none */
    uint64_t given, taken; /* batches so far */
    uint64_t void_below;   /* those given before that and not taken are cut wrongly */
    batch *sent;           /* those that are not taken yet, at their number modulo twice the workers */
    bool was_wrong;        /* a guess, and this is the batch */
    batch wrong;
    bool stopped;          /* a filter wants no more of this file, or there was trouble */
    void (*on_pipe)(int);  /* what SIGPIPE did before */
    values_text held;      /* a finding of the parent's own, that the input could not be read on */
    nt_status work;
};

/* ---- bytes ---- */

static size_t left_of(const bytes *b) { return b->text.length - b->done; }

/* What is done is given up when it is the larger part, so that a queue takes no more room than twice what waits in it. */
static bool add_bytes(bytes *b, const void *from, size_t size) {
    if (b->done > left_of(b)) {
        memmove(b->text.bytes, b->text.bytes + b->done, left_of(b));
        b->text.length -= b->done;
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
        worker_serve(cli, down[0], up[1], cli->work->slots, function);
    }
    close(down[0]);
    close(up[1]);
    w->to = down[1];
    w->from = up[0];
    return fcntl(w->to, F_SETFL, O_NONBLOCK) == 0 && fcntl(w->from, F_SETFL, O_NONBLOCK) == 0;
}

static size_t slots_size(const cli_run *cli) { return AHEAD * cli->jobs * WIRE_SLOT; }

bool jobs_start(cli_run *cli, cli_game_function *function) {
    cli->work = calloc(1, sizeof *cli->work);
    if (cli->work != NULL) cli->work->workers = calloc(cli->jobs, sizeof *cli->work->workers);
    if (cli->work != NULL) cli->work->sent = calloc(AHEAD * cli->jobs, sizeof *cli->work->sent);
    if (cli->work == NULL || cli->work->workers == NULL || cli->work->sent == NULL)
        return !cli_failed(cli, NT_NO_MEMORY, "start");
    nt_output_flush(cli->out); /* or each worker would write it, too */
    nt_output_flush(cli->err);
    fflush(NULL);
    void *slots = mmap(NULL, slots_size(cli), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (slots != MAP_FAILED) cli->work->slots = slots;
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
    if (cli->work->slots != NULL) munmap(cli->work->slots, slots_size(cli));
    free(cli->work->workers);
    free(cli->work->sent);
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

/* The record that begins so many bytes behind what is done; false: not all of it has come. */
static bool find_record(const worker *w, size_t behind, record *head) {
    size_t left = left_of(&w->in) - behind;
    if (left < sizeof *head) return false;
    memcpy(head, w->in.text.bytes + w->in.done + behind, sizeof *head);
    return left - sizeof *head >= head->size;
}

/* Looks for the end of the batch that the worker has sent of; *is_right: it was cut where games begin. */
static bool find_end(worker *w, bool *is_right) {
    record head;
    for (; !w->is_whole && find_record(w, w->looked, &head); w->looked += sizeof head + head.size) {
        if (head.kind != RECORD_END) continue;
        outcome result;
        memcpy(&result, w->in.text.bytes + w->in.done + w->looked + sizeof head, sizeof result);
        *is_right = result.is_right;
        w->is_whole = true;
    }
    return w->is_whole;
}

static batch *oldest(const struct cli_jobs *jobs) { return &jobs->sent[jobs->taken % (AHEAD * jobs->count)]; }

/* The batch that is taken next, and those behind it, have been cut where no game begins. */
static void give_up_guess(struct cli_jobs *jobs) {
    jobs->was_wrong = true;
    jobs->wrong = *oldest(jobs);
    jobs->void_below = jobs->given;
}

/* Puts out what the worker whose turn it is has sent; of a batch that was cut by guess only when all of it is there. */
static void take_records(cli_run *cli) {
    struct cli_jobs *jobs = cli->work;
    assert(jobs->count > 0);
    while (jobs->taken < jobs->given) {
        worker *w = &jobs->workers[jobs->taken % jobs->count];
        record head;
        bool is_right = true;
        if (!find_record(w, 0, &head) || (oldest(jobs)->is_guess && !find_end(w, &is_right))) return;
        const char *at = w->in.text.bytes + w->in.done + sizeof head;
        if (!is_right && jobs->taken >= jobs->void_below) give_up_guess(jobs);
        bool is_wanted = !jobs->stopped && jobs->taken >= jobs->void_below;
        if (head.kind == RECORD_OUT && is_wanted) nt_output_bytes(cli->out, at, head.size);
        if (head.kind == RECORD_ERR && is_wanted) nt_output_bytes(cli->err, at, head.size);
        if (head.kind == RECORD_FINDING || head.kind == RECORD_NOTE) {
            if (is_wanted) cli_put_finding(cli, head.kind == RECORD_NOTE, at, head.size);
        }
        if (head.kind == RECORD_END && is_wanted) take_outcome(cli, at);
        w->in.done += sizeof head + head.size;
        if (head.kind != RECORD_END) continue;
        jobs->taken++;
        w->looked = 0;
        w->is_whole = false;
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

static bool output_failed(const cli_run *cli) { return nt_output_errno(cli->out) != 0 || nt_output_errno(cli->err) != 0; }

static bool is_stopped(const cli_run *cli) { return cli->work->stopped || output_failed(cli); }

/* Gives the batch next, with bytes up to stop or to the end of what is kept, to the worker whose turn it is. */
static bool give(cli_run *cli, cutter *c, uint64_t stop) {
    struct cli_jobs *jobs = cli->work;
    worker *w = &jobs->workers[jobs->given % jobs->count];
    batch *b = &c->next;
    while (left_of(&w->out) > 0 || jobs->given - jobs->taken >= AHEAD * jobs->count)
        if (!pump(cli) || jobs->was_wrong) return false;
    b->size = (size_t)((stop < cutter_end(c) ? stop : cutter_end(c)) - b->offset);
    b->name_length = strlen(c->name);
    b->slot = jobs->given % (AHEAD * jobs->count);
    b->is_shared = jobs->slots != NULL && b->size <= WIRE_SLOT;
    if (b->is_shared) memcpy(jobs->slots + b->slot * WIRE_SLOT, cutter_at(c, b->offset), b->size);
    bool good = add_bytes(&w->out, b, sizeof *b) && add_bytes(&w->out, c->name, b->name_length) &&
                (b->is_shared || add_bytes(&w->out, cutter_at(c, b->offset), b->size));
    if (!good) return !cli_failed(cli, NT_NO_MEMORY, "read");
    jobs->sent[b->slot] = *b;
    jobs->given++;
    return pump(cli);
}

/* A cutter_give: nothing is given up that a wrong guess could call for. */
static bool give_full(cli_run *cli, cutter *c, uint64_t end) {
    const struct cli_jobs *jobs = cli->work;
    c->next.last_offset = c->last.offset;
    c->next.last_line = c->last.line;
    c->next.last_column = c->last.column;
    c->next.end = end;
    if (!give(cli, c, end + CUTTER_AHEAD) || jobs->was_wrong || is_stopped(cli)) return false;
    cutter_begin(c);
    cutter_forget(c, c->next.is_guess && jobs->taken < jobs->given ? oldest(jobs)->offset : c->next.offset);
    cli_show_progress(cli, end, c->size);
    return true;
}

static ptrdiff_t hold(void *user, const void *from, size_t size) {
    struct cli_jobs *jobs = user;
    return values_text_add(&jobs->held, from, size) ? (ptrdiff_t)size : -1;
}

void jobs_hold_finding(cli_run *cli, const nt_diagnostic *diagnostic) {
    if (strcmp(diagnostic->id, "input-failed") != 0) return; /* the workers tell of the others */
    nt_output *output = nt_output_function(cli->context, hold, cli->work);
    if (output == NULL) return;
    nt_output_diagnostic(output, diagnostic, cli_finding_form(cli));
    nt_output_free(output);
    cli->errors++;
}

/* Waits until all batches are taken; false: one was cut wrongly, or a worker is gone. */
static bool await_all(cli_run *cli) {
    struct cli_jobs *jobs = cli->work;
    while (jobs->taken < jobs->given && !cli->done && !jobs->was_wrong)
        if (!pump(cli)) return false;
    return !jobs->was_wrong;
}

/* After the last batch: what the workers still have, and what is to be said of the input. */
static bool end_input(cli_run *cli, const cutter *c, const char *path, nt_status status) {
    struct cli_jobs *jobs = cli->work;
    await_all(cli);
    if (jobs->held.length > 0) cli_put_finding(cli, false, jobs->held.bytes, jobs->held.length);
    jobs->held.length = 0;
    bool goes_on = jobs->work == NT_OK || jobs->work == NT_INVALID || jobs->work == NT_USAGE || jobs->work == NT_END;
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    bool failed = c->kept.length > c->most;
    if (failed) {
        cli_trouble(cli, "cannot share %s: more than %zu MB lie between the ends of two games; --jobs=1 reads it", name,
                    c->most >> 20);
    } else {
        failed = cli_read_failed(cli, c->input, path, status);
    }
    if (!failed && !goes_on) cli_trouble(cli, "cannot go on with %s: %s", name, nt_status_text(jobs->work));
    return goes_on && !cli->done && status != NT_NO_MEMORY && !output_failed(cli);
}

/* A reader in this process from the first byte of the batch next on; it wants tags only. */
static nt_reader *open_reader(cli_run *cli, cutter *c, nt_input **copy) {
    c->read_at = c->next.offset;
    *copy = nt_input_function(cli->context, cutter_read, c, c->name);
    nt_reader *reader = *copy == NULL ? NULL : nt_reader_new(cli->context, *copy, cli->from);
    if (reader == NULL) return NULL;
    nt_reader_resume(reader, c->next.offset, c->next.line, c->next.column, c->next.number);
    nt_reader_tags_only(reader, true);
    return reader;
}

/* With a reader from the batch next on to the end of the input, or to trouble. */
static nt_status cut_by_reading(cli_run *cli, cutter *c) {
    nt_input *copy;
    nt_reader *reader = open_reader(cli, c, &copy);
    nt_status status = reader == NULL ? NT_NO_MEMORY : cutter_by_reading(cli, c, reader, give_full);
    nt_reader_free(reader);
    nt_input_free(copy);
    return status;
}

/* By looking as far as that goes and is right, then by reading. */
static nt_status cut(cli_run *cli, cutter *c, cutter_place first) {
    struct cli_jobs *jobs = cli->work;
    nt_status status = cutter_by_looking(cli, c, first, give_full);
    c->next.is_guess = false; /* it goes on to the end of the input */
    c->next.is_last = true;
    if (status == NT_END && !is_stopped(cli)) (void)give(cli, c, UINT64_MAX);
    await_all(cli);
    if (is_stopped(cli) || (status == NT_END && !jobs->was_wrong)) return status;
    if (jobs->was_wrong) c->next = jobs->wrong;
    jobs->was_wrong = false;
    c->next.games = c->next.is_guess = c->next.is_last = 0;
    status = cut_by_reading(cli, c);
    c->next.is_last = status == NT_END;
    if (status != NT_OK && !is_stopped(cli)) (void)give(cli, c, UINT64_MAX);
    return status;
}

/* An input that is no PGN, of which some bytes have been read: by this process alone. */
static bool read_alone(cli_run *cli, cutter *c, const char *path, cli_game_function *function) {
    nt_input *input = nt_input_function(cli->context, cutter_read, c, c->name);
    if (input == NULL) return !cli_failed(cli, NT_NO_MEMORY, "read");
    c->read_at = 0;
    c->forgets = true;
    bool go_on = cli_read_alone(cli, input, path, function);
    nt_input_free(input);
    return go_on;
}

bool jobs_read_games(cli_run *cli, nt_input *input, const char *path, cli_game_function *function) {
    cutter c = {.input = input, .name = strcmp(path, "-") == 0 ? "<stdin>" : path, .next = {.line = 1, .column = 1}};
    struct cli_jobs *jobs = cli->work;
    size_t game_bytes = cli->settings.limits.game_bytes;
    c.most = game_bytes > KEPT_MOST / 2 ? 2 * game_bytes : KEPT_MOST;
    c.size = cli_file_size(cli, input, path);
    jobs->stopped = jobs->was_wrong = false;
    jobs->work = NT_OK;
    uint64_t errors = nt_context_errors(cli->context), warnings = nt_context_warnings(cli->context);
    cli->is_cutting = true;
    nt_input *copy;
    nt_reader *reader = open_reader(cli, &c, &copy);
    const nt_game *game = NULL;
    nt_status status = reader == NULL ? NT_NO_MEMORY : nt_game_next(reader, &game);
    bool is_pgn = reader != NULL && nt_reader_format(reader) == nt_format_find("pgn"), go_on = false;
    cutter_place first = {0, 0, 0};
    if (status == NT_OK) first = (cutter_place){game->offset, game->line, game->column};
    nt_reader_free(reader);
    nt_input_free(copy);
    if (is_pgn && status == NT_OK) {
        status = cut(cli, &c, first);
    } else if (is_pgn) {
        c.next.is_last = status == NT_END;
        (void)give(cli, &c, UINT64_MAX);
    }
    cli->is_cutting = false;
    cli->errors -= nt_context_errors(cli->context) - errors;
    cli->warnings -= nt_context_warnings(cli->context) - warnings;
    if (reader == NULL) (void)cli_failed(cli, NT_NO_MEMORY, "read");
    else go_on = is_pgn ? end_input(cli, &c, path, status) : read_alone(cli, &c, path, function);
    values_text_free(&c.kept);
    return go_on;
}
