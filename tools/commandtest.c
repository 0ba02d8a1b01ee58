/* Conditions on commands in comments: reading them from the command line, and testing games. Called by query.c. */
#include "tools/commandtest.h"

#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

/* A decimal number like -1.5 in thousandths; up to three digits behind the point. */
static bool read_decimal(const char *text, int64_t *number) {
    bool negative = *text == '-';
    text += negative || *text == '+';
    size_t whole = strspn(text, "0123456789"), fraction = text[whole] == '.' ? strspn(text + whole + 1, "0123456789") : 0;
    size_t length = whole + (text[whole] == '.') + fraction;
    if (whole == 0 || whole > 12 || fraction > 3 || text[length] != '\0') return false;
    int64_t value = 0;
    for (size_t i = 0; i < whole; i++) value = value * 10 + (text[i] - '0');
    for (size_t i = 0; i < 3; i++) value = value * 10 + (i < fraction ? text[whole + 1 + i] - '0' : 0);
    *number = negative ? -value : value;
    return true;
}

/* A number of seconds, or a time like 1:30:00 or 0:30. */
static bool read_bound(const char *text, int64_t *number) {
    enum { LONGEST = 15 };
    int64_t total = 0;
    for (const char *colon; (colon = strchr(text, ':')) != NULL; text = colon + 1) {
        char part[LONGEST + 1] = "";
        size_t length = (size_t)(colon - text);
        if (length == 0 || length > 4 || strspn(text, "0123456789") != length) return false;
        memcpy(part, text, length);
        total = (total + atoi(part)) * 60;
        if (total > INT32_MAX || *colon == '\0' || strspn(colon + 1, "0123456789") == 0) return false;
    }
    if (!read_decimal(text, number)) return false;
    *number += total * 1000;
    return true;
}

static bool read_relation(cli_run *cli, command_test *test, const char *text) {
    bool with = text[0] != '\0' && text[1] == '=';
    if (text[0] == '\0') return true;
    if (text[0] == '~') {
        test->pattern = regex_new(cli, text + 1);
        return test->pattern != NULL;
    }
    if (text[0] == '=') {
        test->equal = text + 1;
        return true;
    }
    command_bound *bound = text[0] == '<' ? &test->high : &test->low;
    *bound = (command_bound){.exists = true, .excluded = !with};
    if (read_bound(text + 1 + with, &bound->number)) return true;
    cli_usage(cli, "--command: '%s' is not a number like 30 or -1.5, or a time like 1:30:00", text + 1 + with);
    return false;
}

bool command_test_read(cli_run *cli, command_test *test, const char *text) {
    *test = (command_test){.missing = text[0] == '!'};
    const char *name = text + test->missing;
    size_t length = strcspn(name, "=~<>!");
    if (length == 0 || name[length] == '!' || (test->missing && name[length] != '\0')) {
        cli_usage(cli, "--command: '%s' is not one of: NAME, !NAME, NAME=TEXT, NAME~PATTERN, NAME<NUMBER and the like", text);
        return false;
    }
    test->name = malloc(length + 1);
    if (test->name == NULL) return !cli_failed(cli, NT_NO_MEMORY, "start");
    memcpy(test->name, name, length);
    test->name[length] = '\0';
    return read_relation(cli, test, name + length);
}

void command_test_free(command_test *test) {
    free(test->name);
    regex_free(test->pattern);
    *test = (command_test){.name = NULL};
}

/* ---- testing ---- */

static bool is_text(const nt_game *game, nt_span span, const char *text) {
    return strlen(text) == span.length && memcmp(game->text + span.offset, text, span.length) == 0;
}

/* A mate is more than any number of pawns. */
static bool in_range(const command_test *test, const nt_command *command) {
    bool is_mate = command->kind == NT_COMMAND_MATE;
    if (command->kind != NT_COMMAND_TIME && command->kind != NT_COMMAND_EVAL && !is_mate) return false;
    int64_t number = !is_mate ? command->number : command->number < 0 ? INT64_MIN : INT64_MAX;
    const command_bound *low = &test->low, *high = &test->high;
    if (low->exists && (number < low->number || (low->excluded && number == low->number))) return false;
    return !high->exists || number < high->number || (!high->excluded && number == high->number);
}

static nt_status test_command(cli_run *cli, const command_test *test, const nt_game *game, const nt_command *command,
                              bool *passes) {
    const char *reason = NULL;
    *passes = is_text(game, command->name, test->name);
    if (!*passes) return NT_OK;
    if (test->equal != NULL) *passes = is_text(game, command->value, test->equal);
    if (test->low.exists || test->high.exists) *passes = in_range(test, command);
    if (test->pattern == NULL) return NT_OK;
    const char *value = (const char *)game->text + command->value.offset;
    *passes = regex_matches(test->pattern, command->value.length > 0 ? value : "", command->value.length, &reason);
    if (reason == NULL) return NT_OK;
    cli_trouble(cli, "%s:%llu: game %llu: the pattern of %s exceeds the %s", game->file, (unsigned long long)game->line,
                (unsigned long long)game->number, test->name, reason);
    return NT_LIMIT;
}

nt_status command_test_game(cli_run *cli, const command_test *test, const nt_game *game, bool *passes) {
    size_t depth = 0;
    bool found = false;
    for (size_t i = 0; i < game->item_count && !found; i++) {
        const nt_item *item = &game->items[i];
        nt_command command;
        depth += item->kind == NT_ITEM_LINE_OPEN;
        depth -= item->kind == NT_ITEM_LINE_CLOSE && depth > 0;
        for (size_t at = 0; depth == 0 && !found && nt_game_command(game, item, &at, &command);) {
            nt_status status = test_command(cli, test, game, &command, &found);
            if (status != NT_OK) return status;
        }
    }
    *passes = found != test->missing;
    return NT_OK;
}
