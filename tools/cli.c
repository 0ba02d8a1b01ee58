/* The command line of the filters: one table of common options, each filter's own, and the help made from both. Called by
 * cli_start. */
#include "tools/cli.h"

#include <getopt.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

enum {
    OPTION_VARIANT_FILE = CLI_COMMON,
    OPTION_FORCE_VARIANT,
    OPTION_START,
    OPTION_COORDS_FROM,
    OPTION_LANGUAGE,
    OPTION_STRICT,
    OPTION_REPAIR,
    OPTION_FORMAT,
    OPTION_MAX_ERRORS,
    OPTION_LIMIT,
    OPTION_HTML_MAP,
    OPTION_LINE_BUFFERED,
    OPTION_PROGRESS,
    MAX_OPTIONS = 64,
    HELP_COLUMN = 30
};

static const struct {
    unsigned groups; /* 0: every filter */
    cli_option option;
} common[] = {
    {CLI_INPUT, {'f', "from", "NOTATION", "read this notation instead of guessing it"}},
    {CLI_INPUT, {OPTION_HTML_MAP, "html-map", "FILE", "find what saved pages show by these XPaths"}},
    {CLI_VARIANT, {'v', "variant", "NAME", "the game that is played, where the input does not say (chess)"}},
    {CLI_FILES, {OPTION_VARIANT_FILE, "variant-file", "FILE", "know the variants of this file too"}},
    {CLI_REPLAY, {OPTION_FORCE_VARIANT, "force-variant", NULL, "use --variant even where the input names another"}},
    {CLI_REPLAY, {OPTION_COORDS_FROM, "coords-from", "SCHEME", "how the input names cells (as the variant does)"}},
    {CLI_REPLAY, {OPTION_START, "start", "CODE", "start from this FEN or Game Courier code, not from the array"}},
    {CLI_REPLAY, {OPTION_LANGUAGE, "language", "LANG", "read piece letters of this language: de, fr, hu, ru, ..."}},
    {CLI_MESSAGES, {OPTION_STRICT, "strict", NULL, "make each warning an error"}},
    {CLI_MESSAGES, {OPTION_REPAIR, "repair", NULL, "accept more, and say what was changed"}},
    {CLI_MESSAGES, {'q', "quiet", NULL, "no messages about the input, only the exit status"}},
    {CLI_MESSAGES, {OPTION_FORMAT, "format", "text|json", "form of the messages (text)"}},
    {CLI_MESSAGES, {OPTION_MAX_ERRORS, "max-errors", "N", "show at most N messages a file (100); 0: all"}},
    {CLI_MESSAGES, {OPTION_LIMIT, "limit", "NAME=VALUE", "change a limit on what one input may cost"}},
    {CLI_JOBS, {'j', "jobs", "N", "share the work among N processes, 0: all processors (1)"}},
    {CLI_INPUT, {OPTION_LINE_BUFFERED, "line-buffered", NULL, "write out the output after each game"}},
    {CLI_INPUT, {OPTION_PROGRESS, "progress", "WHEN", "say how far the work is: auto, always, never (auto)"}},
    {0, {'h', "help", NULL, "show this help"}},
    {0, {'V', "version", NULL, "show the version"}},
};

enum { COMMON_COUNT = sizeof common / sizeof common[0] };

static const struct {
    const char *name;
    size_t offset;
} limits[] = {
    {"game-bytes", offsetof(nt_limits, game_bytes)},
    {"plies", offsetof(nt_limits, plies)},
    {"nesting", offsetof(nt_limits, nesting)},
    {"tags", offsetof(nt_limits, tags)},
    {"tag-name", offsetof(nt_limits, tag_name)},
    {"tag-value", offsetof(nt_limits, tag_value)},
    {"comment", offsetof(nt_limits, comment)},
    {"nags", offsetof(nt_limits, nags)},
    {"variant-file", offsetof(nt_limits, variant_file)},
};

enum { LIMIT_COUNT = sizeof limits / sizeof limits[0] };

bool cli_choose(cli_run *cli, const char *option, const char *argument, const char *const *words, int *choice) {
    char list[200] = "";
    for (int i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], argument) == 0) {
            *choice = i;
            return true;
        }
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, " %s", words[i]);
    }
    cli_usage(cli, "--%s: '%s' is not one of:%s", option, argument, list);
    return false;
}

bool cli_castling(cli_run *cli, const char *argument, nt_fen_style *style) {
    static const char *const words[] = {"xfen", "shredder", NULL};
    int choice = 0;
    if (!cli_choose(cli, "castling", argument, words, &choice)) return false;
    style->castling_files = choice == 1;
    return true;
}

bool cli_en_passant(cli_run *cli, const char *argument, nt_fen_style *style) {
    static const char *const words[] = {[NT_EP_PSEUDO] = "pseudo", [NT_EP_ALWAYS] = "always", [NT_EP_LEGAL] = "legal", NULL};
    int choice = 0;
    if (!cli_choose(cli, "ep", argument, words, &choice)) return false;
    style->en_passant = (nt_en_passant)choice;
    return true;
}

/* A decimal number and perhaps K, M or G (times 1024); false when it is none, or more than max. */
static bool read_number(const char *text, bool units, uint64_t max, uint64_t *number) {
    uint64_t value = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++) {
        uint64_t digit = (uint64_t)(*at - '0');
        if (value > (max - digit) / 10) return false;
        value = value * 10 + digit;
    }
    if (at == text) return false;
    if (units && *at != '\0') {
        const char *unit = strchr("KMG", *at);
        for (ptrdiff_t i = unit == NULL ? -1 : unit - "KMG"; i >= 0; i--) {
            if (value > max / 1024) return false;
            value *= 1024;
        }
        at += unit != NULL;
    }
    *number = value;
    return *at == '\0';
}

bool cli_size(cli_run *cli, const char *option, const char *argument, uint64_t max, uint64_t *size) {
    if (read_number(argument, true, max, size) && *size > 0) return true;
    cli_usage(cli, "%s: '%s' is not a size: a number from 1 on, then perhaps K, M or G", option, argument);
    return false;
}

bool cli_number(cli_run *cli, const char *option, const char *argument, uint64_t max, uint64_t *number) {
    if (read_number(argument, false, max, number)) return true;
    cli_usage(cli, "%s: '%s' is not a number from 0 to %llu", option, argument, (unsigned long long)max);
    return false;
}

static bool set_limit(cli_run *cli, const char *argument) {
    const char *sign = strchr(argument, '=');
    size_t length = sign == NULL ? strlen(argument) : (size_t)(sign - argument);
    char names[200] = "";
    for (size_t i = 0; i < LIMIT_COUNT; i++) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, " %s", limits[i].name);
        if (strlen(limits[i].name) != length || strncmp(limits[i].name, argument, length) != 0) continue;
        uint64_t value = 0;
        if (sign == NULL || !read_number(sign + 1, true, UINT32_MAX, &value) || value == 0) {
            cli_usage(cli, "--limit: '%s' must be %s=VALUE with a value from 1 to %lu", argument, limits[i].name,
                      (unsigned long)UINT32_MAX);
            return false;
        }
        *(size_t *)(void *)((char *)&cli->settings.limits + limits[i].offset) = (size_t)value;
        return true;
    }
    cli_usage(cli, "--limit: '%s' does not begin with one of:%s", argument, names);
    return false;
}

static bool set_mode(cli_run *cli, nt_mode mode) {
    if (cli->settings.mode != NT_TOLERANT && cli->settings.mode != mode) {
        cli_usage(cli, "--strict and --repair exclude each other");
        return false;
    }
    cli->settings.mode = mode;
    return true;
}

static bool add_variant_file(cli_run *cli, const char *path) {
    if (cli->variant_file_count == CLI_MAX_VARIANT_FILES) {
        cli_usage(cli, "--variant-file: more than %d files", CLI_MAX_VARIANT_FILES);
        return false;
    }
    cli->variant_files[cli->variant_file_count++] = path;
    return true;
}

/* How many processors there are, as far as jobs may use them. */
static uint64_t processors(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > CLI_MAX_JOBS ? CLI_MAX_JOBS : (uint64_t)count;
}

static bool set_common(cli_run *cli, int code, const char *argument) {
    static const char *const forms[] = {"text", "json", NULL}, *const when[] = {"auto", "always", "never", NULL};
    int form = 0;
    switch (code) {
    case 'f':
        cli->from = cli_format(cli, "from", argument);
        return cli->from != NULL;
    case 'v':
        cli->replay.variant = argument;
        return true;
    case OPTION_VARIANT_FILE:
        return add_variant_file(cli, argument);
    case OPTION_HTML_MAP:
        cli->html_map = argument;
        return true;
    case OPTION_FORCE_VARIANT:
        cli->replay.force_variant = true;
        return true;
    case OPTION_COORDS_FROM:
        cli->replay.coords = argument;
        return true;
    case OPTION_START:
        cli->replay.start = argument;
        return true;
    case OPTION_LANGUAGE:
        cli->settings.language = argument;
        return true;
    case OPTION_STRICT:
        return set_mode(cli, NT_STRICT);
    case OPTION_REPAIR:
        return set_mode(cli, NT_REPAIR);
    case 'q':
        cli->quiet = true;
        return true;
    case OPTION_FORMAT:
        if (!cli_choose(cli, "format", argument, forms, &form)) return false;
        cli->json = form == 1;
        return true;
    case OPTION_MAX_ERRORS:
        return cli_number(cli, "--max-errors", argument, UINT32_MAX, &cli->max_messages);
    case OPTION_LIMIT:
        return set_limit(cli, argument);
    case 'j':
        if (!cli_number(cli, "--jobs", argument, CLI_MAX_JOBS, &cli->jobs)) return false;
        if (cli->jobs == 0) cli->jobs = processors();
        return true;
    case OPTION_LINE_BUFFERED:
        cli->line_buffered = true;
        return true;
    default: /* OPTION_PROGRESS; nothing else is in the table */
        return cli_choose(cli, "progress", argument, when, &cli->progress);
    }
}

/* ---- which options there are ---- */

static bool is_own(const cli_program *program, int code) {
    for (const cli_option *option = program->options; option->name != NULL; option++) {
        if (option->code == code) return true;
    }
    return false;
}

/* Whether a filter has a common option: of its groups, unless it has one of its own with that letter. */
static bool takes_common(const cli_program *program, size_t index) {
    unsigned groups = common[index].groups;
    return (groups == 0 || (groups & program->groups) != 0) && !is_own(program, common[index].option.code);
}

/* ---- help ---- */

static void help_option(const cli_option *option) {
    int column = option->code < CLI_OWN ? printf("  -%c, ", option->code) : printf("      ");
    column += printf("--%s", option->name);
    if (option->argument != NULL) column += printf("=%s", option->argument);
    if (column > HELP_COLUMN - 2) {
        putchar('\n');
        column = 0;
    }
    printf("%*s%s\n", HELP_COLUMN - column, "", option->help);
}

static void help_names(const cli_program *program) {
    if ((program->groups & CLI_INPUT) != 0) {
        printf("\nNotations:");
        for (size_t i = 0; nt_format_at(i) != NULL; i++) {
            if (nt_format_reads(nt_format_at(i))) printf(" %s", nt_format_name(nt_format_at(i)));
        }
        printf("\n");
    }
    if ((program->groups & CLI_MESSAGES) != 0) {
        printf("\nLimits:");
        for (size_t i = 0; i < LIMIT_COUNT; i++) printf(" %s", limits[i].name);
        printf("\n");
    }
}

static void help(const cli_program *program) {
    printf("Usage: %s [OPTION...] %s\n%s\n", program->name, program->operands, program->purpose);
    for (const cli_option *option = program->options; option->name != NULL; option++) help_option(option);
    for (size_t i = 0; i < COMMON_COUNT; i++) {
        if (takes_common(program, i)) help_option(&common[i].option);
    }
    help_names(program);
    printf("\nExit status: %s, 2 after trouble.\n",
           program->statuses != NULL ? program->statuses : "0 when all is fine, 1 after an error in the input");
}

/* ---- the command line ---- */

typedef struct option_list {
    struct option longs[MAX_OPTIONS + 1];
    char shorts[2 * MAX_OPTIONS + 1];
    size_t count, short_length;
} option_list;

static void add_option(option_list *list, const cli_option *option) {
    if (list->count == MAX_OPTIONS) return;
    int argument = option->argument == NULL ? no_argument : required_argument;
    list->longs[list->count++] = (struct option){option->name, argument, NULL, option->code};
    if (option->code >= CLI_OWN) return;
    list->shorts[list->short_length++] = (char)option->code;
    if (option->argument != NULL) list->shorts[list->short_length++] = ':';
}

static void add_options(option_list *list, const cli_program *program) {
    for (const cli_option *option = program->options; option->name != NULL; option++) add_option(list, option);
    for (size_t i = 0; i < COMMON_COUNT; i++) {
        if (takes_common(program, i)) add_option(list, &common[i].option);
    }
}

bool cli_parse(cli_run *cli, int argc, char **argv) {
    const cli_program *program = cli->program;
    option_list list = {.count = 0};
    add_options(&list, program);
    if (argc > 0 && strrchr(argv[0], '/') != NULL) argv[0] = strrchr(argv[0], '/') + 1; /* for getopt's messages */
    int code;
    while ((code = getopt_long(argc, argv, list.shorts, list.longs, NULL)) != -1) {
        if (code == '?') {
            fprintf(stderr, "Try '%s --help'.\n", program->name);
            cli->status = CLI_TROUBLE;
            return false;
        }
        if (is_own(program, code)) {
            if (!program->set(cli, code, optarg)) return false;
        } else if (code == 'h') {
            help(program);
            return false;
        } else if (code == 'V') {
            printf("%s (libnotation) %s\n", program->name, nt_version());
            return false;
        } else if (!set_common(cli, code, optarg)) {
            return false;
        }
    }
    cli->operands = argv + optind;
    cli->operand_count = argc - optind;
    return true;
}
