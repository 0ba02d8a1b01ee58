/* The run of a filter around its own work: streams, findings, the loop over files and games, progress, exit status. Called
 * by the filters. */
#include "tools/jobs.h"
#include "tools/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PROGRESS_AFTER = 2000, PROGRESS_EVERY = 500 }; /* milliseconds */

/* ---- messages ---- */

static void clear_progress(cli_run *cli) {
    if (cli->progress_shown) fputs("\r\033[K", stderr);
    cli->progress_shown = false;
}

CLI_PRINTF(2, 0)
static void say(cli_run *cli, const char *format, va_list arguments) {
    clear_progress(cli);
    if (cli->err != NULL) nt_output_flush(cli->err);
    if (cli->out != NULL && cli->program->messages_first) nt_output_flush(cli->out);
    if (cli->channel != NULL) { /* in its turn, through the parent */
        char text[1024];
        vsnprintf(text, sizeof text, format, arguments);
        nt_output_string(cli->err, cli->program->name);
        nt_output_string(cli->err, ": ");
        nt_output_string(cli->err, text);
        nt_output_string(cli->err, "\n");
        return;
    }
    fprintf(stderr, "%s: ", cli->program->name);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

void cli_note(cli_run *cli, const char *format, ...) {
    if (cli->quiet) return;
    va_list arguments;
    va_start(arguments, format);
    say(cli, format, arguments);
    va_end(arguments);
}

void cli_trouble(cli_run *cli, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say(cli, format, arguments);
    va_end(arguments);
    cli->status = CLI_TROUBLE;
}

void cli_usage(cli_run *cli, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say(cli, format, arguments);
    va_end(arguments);
    cli->status = CLI_TROUBLE;
    fprintf(stderr, "Try '%s --help'.\n", cli->program->name);
}

bool cli_failed(cli_run *cli, nt_status status, const char *what) {
    if (status == NT_OK || status == NT_END || status == NT_INVALID) return false;
    cli_trouble(cli, "cannot %s: %s", what, nt_status_text(status));
    return true;
}

static nt_output *finding_output(const cli_run *cli) { return cli->program->messages_first ? cli->out : cli->err; }

nt_finding_form cli_finding_form(const cli_run *cli) {
    return cli->xml ? NT_FINDING_XML : cli->json ? NT_FINDING_JSON : NT_FINDING_TEXT;
}

/* What errno says of a failed read; EBADMSG comes from the unpacking of compressed input. */
static const char *read_error(int error) {
    return error == EBADMSG ? "the compressed data are damaged or cut off" : strerror(error);
}

/* Notes are counted apart, so that they never push an error out. */
static bool may_show(cli_run *cli, bool is_note) {
    uint64_t *shown = is_note ? &cli->notes_shown : &cli->shown;
    if (cli->max_messages != 0 && *shown == cli->max_messages) {
        cli->hidden++;
        return false;
    }
    ++*shown;
    clear_progress(cli);
    return true;
}

static void show_finding(cli_run *cli, const nt_diagnostic *diagnostic) {
    if (cli->quiet || (cli->program->errors_only && diagnostic->severity != NT_ERROR)) return;
    if (cli->channel != NULL) jobs_send_finding(cli, diagnostic);
    else if (cli->is_cutting) jobs_hold_finding(cli, diagnostic);
    else if (may_show(cli, diagnostic->severity == NT_NOTE))
        nt_output_diagnostic(finding_output(cli), diagnostic, cli_finding_form(cli));
}

void cli_put_finding(cli_run *cli, bool is_note, const void *bytes, size_t size) {
    if (may_show(cli, is_note)) nt_output_bytes(finding_output(cli), bytes, size);
}

static void take_finding(void *user, const nt_diagnostic *diagnostic) {
    cli_run *cli = user;
    if (cli->hold != NULL) cli->hold(cli, diagnostic);
    else show_finding(cli, diagnostic);
}

void cli_report(cli_run *cli, const nt_diagnostic *finding) {
    cli->errors += finding->severity == NT_ERROR;
    show_finding(cli, finding);
}

nt_severity cli_severity(const cli_run *cli, const char *id) {
    nt_severity severity = NT_ERROR;
    const char *summary, *name;
    for (size_t i = 0; (name = nt_diag_at(i, &severity, &summary)) != NULL && strcmp(name, id) != 0; i++) continue;
    return severity == NT_WARNING && cli->settings.mode == NT_STRICT ? NT_ERROR : severity;
}

void cli_end_findings(cli_run *cli, const char *file) {
    if (cli->hidden != 0) {
        char text[64];
        snprintf(text, sizeof text, "%llu more %s not shown", (unsigned long long)cli->hidden,
                 cli->hidden == 1 ? "finding is" : "findings are");
        nt_diagnostic rest = {.id = "limit-messages", .severity = NT_NOTE, .file = file, .where = "", .text = text};
        nt_output_diagnostic(finding_output(cli), &rest, cli_finding_form(cli));
    }
    cli->shown = 0;
    cli->notes_shown = 0;
    cli->hidden = 0;
}

/* ---- start ---- */

const nt_format *cli_format(cli_run *cli, const char *option, const char *name) {
    bool (*fits)(const nt_format *) = strcmp(option, "to") == 0 ? nt_format_writes : nt_format_reads;
    const nt_format *format = nt_format_find(name);
    if (format != NULL && fits(format)) return format;
    char names[200] = "";
    for (size_t i = 0; nt_format_at(i) != NULL; i++) {
        size_t used = strlen(names);
        if (fits(nt_format_at(i))) snprintf(names + used, sizeof names - used, " %s", nt_format_name(nt_format_at(i)));
    }
    if (format == NULL) cli_usage(cli, "--%s: unknown notation '%s'; known are:%s", option, name, names);
    else cli_usage(cli, "--%s: the notation '%s' is only read; these are written:%s", option, name, names);
    return NULL;
}

const nt_variant *cli_variant(cli_run *cli, const char *name) {
    const nt_variant *variant = NULL;
    nt_status status = nt_variant_load(cli->context, name, &variant);
    if (status == NT_OK) return variant;
    if (status == NT_USAGE) {
        cli_trouble(cli, "unknown variant '%s'; 'nt-variant list' shows those that are known", name);
    } else if (status == NT_INVALID) {
        cli_trouble(cli, "the rules of variant '%s' are not valid", name);
    } else {
        cli_failed(cli, status, "load the variant");
    }
    return NULL;
}

nt_input *cli_open(cli_run *cli, const char *path) {
    nt_status status = NT_NO_MEMORY;
    nt_input *input = nt_input_open(cli->context, path, &status);
    if (input != NULL) {
        nt_input_prepare(input, cli->from); /* before no file can be opened any more */
        return input;
    }
    if (status == NT_NO_MEMORY) cli->done = true;
    cli_trouble(cli, "cannot open %s: %s", path, status == NT_IO ? strerror(errno) : nt_status_text(status));
    return NULL;
}

/* Hands the bytes of a file to the library; what: for the message about trouble. */
static bool add_file(cli_run *cli, const char *path, nt_status (*add)(nt_context *, nt_input *), const char *what) {
    nt_input *input = cli_open(cli, path);
    if (input == NULL) return false;
    nt_status status = add(cli->context, input);
    int error = nt_input_errno(input);
    nt_input_free(input);
    cli_end_findings(cli, path);
    if (error != 0) {
        cli_trouble(cli, "cannot read %s: %s", path, read_error(error));
        return false;
    }
    return !cli_failed(cli, status, what);
}

bool cli_add_variants(cli_run *cli, const char *path) {
    return add_file(cli, path, nt_variants_add, "read the variant file");
}

/* A closed standard stream would be given to the next file that is opened. It is filled so that its use fails. */
static void fill_streams(void) {
    for (int descriptor = 0; descriptor <= 2; descriptor++) {
        if (fcntl(descriptor, F_GETFD) != -1) continue;
        if (open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY) == -1) return;
    }
}

static int64_t now(void) {
    struct timespec time;
    if (clock_gettime(CLOCK_MONOTONIC, &time) != 0) return 0;
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static bool open_context(cli_run *cli) {
    cli->settings.sink = take_finding;
    cli->settings.sink_user = cli;
    cli->context = nt_context_new(&cli->settings);
    if (cli->context != NULL) {
        cli->out = nt_output_descriptor(cli->context, STDOUT_FILENO);
        cli->err = nt_output_descriptor(cli->context, STDERR_FILENO);
    }
    if (cli->out != NULL && cli->err != NULL) return true;
    cli_trouble(cli, "cannot start: %s", nt_status_text(NT_NO_MEMORY));
    return false;
}

bool cli_start(cli_run *cli, const cli_program *program, void *user, int argc, char **argv) {
    *cli = (cli_run){.program = program, .user = user, .max_messages = 100, .makes_files = program->makes_files};
    fill_streams();
    if (!cli_parse(cli, argc, argv) || !open_context(cli)) return false;
    sandbox_enter(SANDBOX_ALONE);
    if (!cli->makes_files) sandbox_enter(SANDBOX_READING);
    if (isatty(STDOUT_FILENO)) cli->line_buffered = true;
    if (cli->xml) nt_output_string(cli->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<report version=\"1\">\n");
    cli->started = now();
    if (cli->progress == CLI_PROGRESS_AUTO && !isatty(STDERR_FILENO)) cli->progress = CLI_PROGRESS_NEVER;
    for (size_t i = 0; i < cli->variant_file_count; i++) {
        if (!cli_add_variants(cli, cli->variant_files[i])) return false;
    }
    if (cli->html_map != NULL && !add_file(cli, cli->html_map, nt_html_map, "read the map of pages")) return false;
    return cli->replay.variant == NULL || cli_variant(cli, cli->replay.variant) != NULL;
}

/* ---- the loop ---- */

/* Whether it is time for the next line of progress. */
static bool progress_is_due(cli_run *cli) {
    if (cli->progress == CLI_PROGRESS_NEVER || cli->channel != NULL) return false;
    int64_t time = now();
    if (cli->progress == CLI_PROGRESS_AUTO && time - cli->started < PROGRESS_AFTER) return false;
    if (cli->reported != 0 && time - cli->reported < PROGRESS_EVERY) return false;
    cli->reported = time;
    cli->progress_shown = true;
    return true;
}

void cli_show_work(cli_run *cli, const char *what, uint64_t done, uint64_t total) {
    if (done == 1) cli->reported = 0; /* another kind of work shows at once */
    if (!progress_is_due(cli)) return;
    fprintf(stderr, "\r%s: %s, %llu of %llu games (%.0f %%)\033[K", cli->program->name, what, (unsigned long long)done,
            (unsigned long long)total, 100.0 * (double)done / (double)total);
}

/* size: of the file, 0 when not known. */
void cli_show_progress(cli_run *cli, uint64_t offset, uint64_t size) {
    if (!progress_is_due(cli)) return;
    fprintf(stderr, "\r%s: %llu games, %.1f MB", cli->program->name, (unsigned long long)cli->games,
            (double)offset / 1e6);
    if (size > 0) fprintf(stderr, " (%.0f %%)", 100.0 * (double)offset / (double)size);
    fputs("\033[K", stderr);
}

uint64_t cli_file_size(const cli_run *cli, nt_input *input, const char *path) {
    struct stat info;
    size_t ahead;
    if (cli->progress == CLI_PROGRESS_NEVER || strcmp(path, "-") == 0) return 0;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size <= 0) return 0;
    bool known = nt_input_peek(input, &ahead) != NULL && !nt_input_is_packed(input);
    return known ? (uint64_t)info.st_size : 0;
}

static bool output_failed(const cli_run *cli) {
    return nt_output_errno(cli->out) != 0 || nt_output_errno(cli->err) != 0;
}

void cli_end_game(cli_run *cli, const nt_game *game, uint64_t size) {
    cli->games++;
    if (cli->line_buffered) nt_output_flush(cli->out);
    nt_output_flush(cli->err);
    if (cli->progress != CLI_PROGRESS_NEVER) cli_show_progress(cli, game->offset + game->raw_length, size);
}

bool cli_read_failed(cli_run *cli, const nt_input *input, const char *path, nt_status status) {
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    bool failed = nt_input_errno(input) != 0;
    if (failed) cli_trouble(cli, "cannot read %s: %s", name, read_error(nt_input_errno(input)));
    if (failed || status == NT_OK || status == NT_END || status == NT_INVALID) return failed;
    cli_trouble(cli, "cannot read %s: %s", name, nt_status_text(status));
    return true;
}

bool cli_read_alone(cli_run *cli, nt_input *input, const char *path, cli_game_function *function) {
    nt_reader *reader = nt_reader_new(cli->context, input, cli->from);
    if (reader == NULL) return !cli_failed(cli, NT_NO_MEMORY, "read");
    uint64_t size = cli_file_size(cli, input, path);
    const nt_game *game = NULL;
    nt_status status, work = NT_OK;
    while ((status = nt_game_next(reader, &game)) == NT_OK) {
        work = function(cli, reader, game);
        cli_end_game(cli, game, size);
        if (output_failed(cli) || (work != NT_OK && work != NT_INVALID && work != NT_USAGE)) break;
    }
    if (!cli_read_failed(cli, input, path, status) && status == NT_OK && work != NT_END && !output_failed(cli)) {
        cli_trouble(cli, "cannot go on with %s: %s", strcmp(path, "-") == 0 ? "standard input" : path,
                    nt_status_text(work));
    }
    nt_reader_free(reader);
    return !output_failed(cli) && (status != NT_OK || work == NT_END) && status != NT_NO_MEMORY;
}

bool cli_read_games(cli_run *cli, nt_input *input, const char *path, cli_game_function *function) {
    return cli->work != NULL ? jobs_read_games(cli, input, path, function) : cli_read_alone(cli, input, path, function);
}

void cli_no_more_files(cli_run *cli) {
    if (!cli->makes_files) sandbox_enter(SANDBOX_CLOSED);
}

static bool read_file(cli_run *cli, const char *path, bool is_last, cli_game_function *function) {
    nt_input *input = cli_open(cli, path);
    if (input == NULL) return !cli->done;
    if (is_last) cli_no_more_files(cli);
    bool go_on = cli_read_games(cli, input, path, function);
    nt_input_free(input);
    const char *name = strcmp(path, "-") == 0 ? "<stdin>" : path;
    if (cli->program->end_file != NULL) cli->program->end_file(cli, name);
    cli_end_findings(cli, name);
    return go_on && !cli->done;
}

void cli_each_game(cli_run *cli, cli_game_function *function) {
    bool go_on = cli->jobs < 2 || jobs_start(cli, function);
    if (go_on && cli->operand_count == 0) read_file(cli, "-", true, function);
    for (int i = 0; go_on && i < cli->operand_count; i++)
        go_on = read_file(cli, cli->operands[i], i + 1 == cli->operand_count, function);
    jobs_end(cli);
}

uint64_t cli_warnings(const cli_run *cli) { return nt_context_warnings(cli->context) + cli->warnings; }

/* ---- the end ---- */

/* Flushes and frees one output and closes its descriptor, which is when some file systems report a full disk. */
static void close_output(cli_run *cli, nt_output **output, int descriptor, const char *name) {
    nt_output *closing = *output;
    if (closing == NULL) return;
    nt_output_flush(closing);
    int error = nt_output_errno(closing);
    *output = NULL;
    nt_output_free(closing);
    if (descriptor == STDOUT_FILENO) {
        errno = 0;
        if ((fflush(stdout) != 0 || close(descriptor) != 0) && error == 0) error = errno;
    }
    if (error != 0) cli_trouble(cli, "cannot write %s: %s", name, strerror(error));
}

/* Help and version are written before there is a context. */
static void close_stdio(cli_run *cli) {
    errno = 0;
    if (fflush(stdout) != 0 || ferror(stdout)) cli_trouble(cli, "cannot write standard output: %s", strerror(errno));
}

int cli_finish(cli_run *cli) {
    clear_progress(cli);
    if (cli->out == NULL) close_stdio(cli);
    else if (cli->xml) nt_output_string(cli->out, "</report>\n");
    close_output(cli, &cli->out, STDOUT_FILENO, "standard output");
    close_output(cli, &cli->err, STDERR_FILENO, "standard error");
    uint64_t errors = cli->errors;
    if (cli->context != NULL && cli->hold == NULL) errors += nt_context_errors(cli->context);
    nt_context_free(cli->context);
    return cli->status != CLI_FINE ? cli->status : errors > 0 ? CLI_INVALID : CLI_FINE;
}
