/* A worker of -j: reads batches of games from the parent, does with each game what the filter does, and sends back as records
 * what the filter would have written. See jobs.c. */
#include "tools/jobs.h"
#include "tools/wire.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The channel of a worker process. */
struct cli_channel {
    int to;
    record_kind kind;
    bool is_muted;
    nt_output *finding;
};

static bool write_whole(int descriptor, const void *from, size_t size) {
    const unsigned char *at = from;
    while (size > 0) {
        ssize_t count = write(descriptor, at, size);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        at += count;
        size -= (size_t)count;
    }
    return true;
}

static bool read_whole(int descriptor, void *to, size_t size) {
    unsigned char *at = to;
    while (size > 0) {
        ssize_t count = read(descriptor, at, size);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        at += count;
        size -= (size_t)count;
    }
    return true;
}

/* An nt_write_function: what the filter writes becomes a record. */
static ptrdiff_t send_record(void *user, const void *from, size_t size) {
    const struct cli_channel *channel = user;
    record head = {.kind = channel->kind, .size = size};
    if (channel->is_muted) return (ptrdiff_t)size;
    if (!write_whole(channel->to, &head, sizeof head) || !write_whole(channel->to, from, size)) return -1;
    return (ptrdiff_t)size;
}

static ptrdiff_t send_error(void *user, const void *from, size_t size) {
    struct cli_channel *channel = ((cli_run *)user)->channel;
    record_kind kind = channel->kind;
    channel->kind = RECORD_ERR;
    ptrdiff_t count = send_record(channel, from, size);
    channel->kind = kind;
    return count;
}

void jobs_send_finding(cli_run *cli, const nt_diagnostic *diagnostic) {
    struct cli_channel *channel = cli->channel;
    nt_output_flush(cli->out);
    channel->kind = diagnostic->severity == NT_NOTE ? RECORD_NOTE : RECORD_FINDING;
    nt_output_diagnostic(channel->finding, diagnostic, cli_finding_form(cli));
    nt_output_flush(channel->finding);
    channel->kind = RECORD_OUT;
}

static void clear_sums(cli_run *cli) {
    uint64_t *sums = (uint64_t *)(void *)((char *)cli->user + cli->program->sums_at);
    for (size_t i = 0; i < cli->program->sums; i++) sums[i] = 0;
    cli->games = 0;
}

static outcome outcome_of(cli_run *cli, nt_status work, const outcome *before) {
    nt_output_flush(cli->out);
    nt_output_flush(cli->err);
    return (outcome){.work = work, .status = cli->status, .done = cli->done,
                     .errors = nt_context_errors(cli->context) - before->errors,
                     .warnings = nt_context_warnings(cli->context) - before->warnings, .games = cli->games};
}

static void send_outcome(cli_run *cli, const outcome *result) {
    const cli_program *program = cli->program;
    uint64_t *sums = (uint64_t *)(void *)((char *)cli->user + program->sums_at);
    record head = {.kind = RECORD_END, .size = sizeof *result + program->sums * sizeof *sums};
    if (!write_whole(cli->channel->to, &head, sizeof head) || !write_whole(cli->channel->to, result, sizeof *result) ||
        !write_whole(cli->channel->to, sums, program->sums * sizeof *sums))
        _exit(CLI_TROUBLE);
    clear_sums(cli);
}

/* Whether the last game of a batch and the one behind it begin where the parent has guessed. */
static bool is_guessed_right(cli_run *cli, const batch *b, nt_reader *reader, const nt_game *last) {
    if (last == NULL) return false;
    if (last->offset != b->last_offset || last->line != b->last_line || last->column != b->last_column) return false;
    const nt_game *next = NULL;
    cli->channel->is_muted = true;
    nt_status status = nt_game_next(reader, &next);
    nt_output_flush(cli->err);
    cli->channel->is_muted = false;
    if (status == NT_NO_MEMORY) _exit(CLI_TROUBLE);
    return status == NT_OK && next->offset == b->end;
}

/* After the lead: counting begins here. */
static void forget(cli_run *cli, outcome *before) {
    nt_output_flush(cli->out);
    nt_output_flush(cli->err);
    cli->channel->is_muted = false;
    *before = (outcome){.errors = nt_context_errors(cli->context), .warnings = nt_context_warnings(cli->context)};
    clear_sums(cli);
}

static void work_on(cli_run *cli, const batch *b, const unsigned char *games, const char *name, cli_game_function *function) {
    nt_input *input = nt_input_memory(cli->context, games, b->size, name);
    nt_reader *reader = input == NULL ? NULL : nt_reader_new(cli->context, input, nt_format_find("pgn"));
    if (reader == NULL) _exit(CLI_TROUBLE);
    nt_reader_resume(reader, b->offset, b->line, b->column, b->number);
    const nt_game *game = NULL;
    nt_status status = NT_OK, work = NT_OK;
    outcome before = {.errors = nt_context_errors(cli->context), .warnings = nt_context_warnings(cli->context)};
    bool is_stopped = false;
    cli->status = CLI_FINE;
    cli->done = false;
    cli->channel->is_muted = b->has_lead;
    for (uint64_t left = b->games + b->has_lead; left > 0 || b->is_last; left--) {
        status = nt_game_next(reader, &game);
        if (status != NT_OK) break;
        bool is_lead = cli->channel->is_muted;
        work = function(cli, reader, game);
        if (is_lead) { /* what it gave is with the batch before */
            forget(cli, &before);
            continue;
        }
        cli_end_game(cli, game, 0);
        is_stopped = work != NT_OK && work != NT_INVALID && work != NT_USAGE;
        if (is_stopped) break;
    }
    cli->channel->is_muted = false;
    if (status == NT_NO_MEMORY) _exit(CLI_TROUBLE);
    outcome result = outcome_of(cli, work, &before);
    result.is_right = !b->is_guess || is_stopped || (status == NT_OK && is_guessed_right(cli, b, reader, game));
    send_outcome(cli, &result);
    nt_reader_free(reader);
    nt_input_free(input);
}

void worker_serve(cli_run *cli, int from, int to, const unsigned char *slots, cli_game_function *function) {
    struct cli_channel channel = {.to = to, .kind = RECORD_OUT};
    unsigned char *text = NULL; /* the name of the file, ended by a NUL, and the games */
    batch b;
    cli->channel = &channel;
    nt_output_free(cli->out); /* those of the parent, with nothing in them */
    nt_output_free(cli->err);
    cli->out = nt_output_function(cli->context, send_record, &channel);
    cli->err = nt_output_function(cli->context, send_error, cli);
    channel.finding = nt_output_function(cli->context, send_record, &channel);
    if (cli->out == NULL || cli->err == NULL || channel.finding == NULL) _exit(CLI_TROUBLE);
    while (read_whole(from, &b, sizeof b)) {
        size_t sent = b.is_shared ? 0 : b.size;
        unsigned char *grown = realloc(text, b.name_length + 1 + sent + 1);
        if (grown == NULL) _exit(CLI_TROUBLE);
        text = grown;
        unsigned char *games = text + b.name_length + 1;
        if (!read_whole(from, text, b.name_length) || !read_whole(from, games, sent)) _exit(CLI_TROUBLE);
        text[b.name_length] = '\0';
        work_on(cli, &b, b.is_shared ? slots + b.slot * WIRE_SLOT : games, (const char *)text, function);
    }
    _exit(CLI_FINE);
}
