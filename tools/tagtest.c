/* Conditions on tags: reading them from the command line, and testing games. Called by query.c. */
#include "tools/tagtest.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

static char *copy_bytes(const char *text, size_t length) {
    char *copy = malloc(length + 1);
    if (copy == NULL) return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

static bool read_bound(cli_run *cli, const char *text, size_t length, tag_bound *bound, bool excluded) {
    bound->exists = true;
    bound->excluded = excluded;
    if (values_number_read(text, length, &bound->number) && bound->number.unknown == 0) return true;
    cli_usage(cli, "'%.*s' is not a number like 2400, 3.12 or a date like 1999.05", (int)(length < 100 ? length : 100), text);
    return false;
}

/* A, A.., ..B or A..B. *is_one: whether the text is a range of numbers; false after cli_usage: it is an empty one. */
static bool read_interval(cli_run *cli, const char *text, tag_test *test, bool *is_one) {
    *is_one = false;
    const char *dots = strstr(text, "..");
    if (dots == NULL || strcmp(text, "..") == 0) return true;
    size_t length = (size_t)(dots - text);
    values_number low = {.count = 0}, high = {.count = 0};
    bool has_low = length > 0, has_high = dots[2] != '\0', known;
    if (has_low && (!values_number_read(text, length, &low) || low.unknown != 0)) return true;
    if (has_high && (!values_number_read(dots + 2, strlen(dots + 2), &high) || high.unknown != 0)) return true;
    if (has_low && has_high && values_number_compare(&low, &high, &known) > 0) {
        cli_usage(cli, "nothing is in the range '%s': it begins above its end", text);
        return false;
    }
    *is_one = true;
    test->relation = TAG_IN_RANGE;
    test->low = (tag_bound){has_low, false, low};
    test->high = (tag_bound){has_high, false, high};
    return true;
}

/* The part from <, > or their kind with = on. */
static bool read_order(cli_run *cli, const char *text, tag_test *test) {
    bool with = text[1] == '=', below = text[0] == '<';
    const char *number = text + 1 + with;
    test->relation = TAG_IN_RANGE;
    return read_bound(cli, number, strlen(number), below ? &test->high : &test->low, !with);
}

static bool read_relation(cli_run *cli, const char *text, tag_test *test) {
    bool negated = text[0] == '!', is_range;
    text += negated;
    if (text[0] == '~' || (text[0] == '=' && text[1] == '~')) {
        test->relation = negated ? TAG_MISMATCHES : TAG_MATCHES;
        test->pattern = regex_new(cli, text + 1 + (text[0] == '='));
        return test->pattern != NULL;
    }
    if (text[0] == '=') {
        test->text = text + 1;
        test->relation = negated ? TAG_DIFFERS : TAG_EQUALS;
        return negated || read_interval(cli, test->text, test, &is_range);
    }
    if (!negated) return read_order(cli, text, test);
    cli_usage(cli, "--tag: after ! stands = or ~");
    return false;
}

bool tag_test_read(cli_run *cli, tag_test *test, const char *text) {
    bool missing = text[0] == '!';
    const char *name = text + missing, *end = name + strcspn(name, "=~<>!");
    *test = (tag_test){.relation = missing ? TAG_IS_MISSING : TAG_IS_GIVEN};
    if (end == name || (missing && *end != '\0')) {
        cli_usage(cli, "--tag: '%s' is not one of: NAME, !NAME, NAME=TEXT, NAME~PATTERN, NAME<NUMBER and the like", text);
        return false;
    }
    test->name = copy_bytes(name, (size_t)(end - name));
    if (test->name == NULL) return !cli_failed(cli, NT_NO_MEMORY, "start");
    return *end == '\0' || read_relation(cli, end, test);
}

bool tag_test_read_range(cli_run *cli, tag_test *test, const char *option, const char *text) {
    *test = (tag_test){.relation = TAG_IN_RANGE};
    if (text[0] == '<' || text[0] == '>') return read_order(cli, text, test);
    bool is_range;
    text += text[0] == '=';
    if (!read_interval(cli, text, test, &is_range)) return false;
    if (is_range) return true;
    if (!values_number_read(text, strlen(text), &test->low.number)) {
        cli_usage(cli, "%s: '%s' is not one of: N, <N, <=N, >N, >=N, N..N", option, text);
        return false;
    }
    test->low.exists = true;
    test->high = test->low;
    return true;
}

/* Letters beyond ASCII have their case in PCRE2's tables: the text as a pattern, each sign of ASCII that may mean something to
 * it behind a backslash. */
static bool contains_letters(cli_run *cli, tag_test *test, const char *text) {
    static const char begin[] = "(?i)";
    char *pattern = malloc(sizeof begin + 2 * strlen(text)), *end = pattern;
    if (pattern == NULL) return !cli_failed(cli, NT_NO_MEMORY, "start");
    for (const char *c = begin; *c != '\0'; c++) *end++ = *c;
    for (const char *c = text; *c != '\0'; *end++ = *c++)
        if ((unsigned char)*c < 0x80 && ispunct((unsigned char)*c)) *end++ = '\\';
    *end = '\0';
    test->relation = TAG_MATCHES;
    test->pattern = regex_new(cli, pattern);
    free(pattern);
    return test->pattern != NULL;
}

bool tag_test_contains(cli_run *cli, tag_test *test, const char *name, const char *text) {
    *test = (tag_test){.relation = TAG_CONTAINS, .name = copy_bytes(name, strlen(name)), .text = text};
    if (test->name == NULL) return !cli_failed(cli, NT_NO_MEMORY, "start");
    bool is_ascii = true;
    for (const char *c = text; *c != '\0'; c++) is_ascii &= (unsigned char)*c < 0x80;
    return is_ascii || contains_letters(cli, test, text);
}

void tag_test_free(tag_test *test) {
    free(test->name);
    regex_free(test->pattern);
    *test = (tag_test){.name = NULL};
}

/* ---- testing ---- */

static bool in_range(const tag_test *test, const values_number *number) {
    bool known;
    if (test->low.exists) {
        int order = values_number_compare(number, &test->low.number, &known);
        if (!known || order < 0 || (order == 0 && test->low.excluded)) return false;
    }
    if (test->high.exists) {
        int order = values_number_compare(number, &test->high.number, &known);
        if (!known || order > 0 || (order == 0 && test->high.excluded)) return false;
    }
    return true;
}

bool tag_test_number(const tag_test *test, uint64_t number) {
    return in_range(test, &(values_number){.count = 1, .part = {number}});
}

static int lower(char byte) { return byte >= 'A' && byte <= 'Z' ? byte + ('a' - 'A') : byte; }

static bool contains(const values_text *text, const char *part) {
    size_t length = strlen(part);
    for (size_t at = 0; at + length <= text->length; at++) {
        size_t i = 0;
        while (i < length && lower(text->bytes[at + i]) == lower(part[i])) i++;
        if (i == length) return true;
    }
    return false;
}

static bool equals(const values_text *text, const char *other) {
    return strlen(other) == text->length && (text->length == 0 || memcmp(text->bytes, other, text->length) == 0);
}

static nt_status test_pattern(cli_run *cli, const tag_test *test, const nt_game *game, const values_text *text,
                              bool *passes) {
    const char *reason;
    *passes = regex_matches(test->pattern, text->length > 0 ? text->bytes : "", text->length, &reason);
    if (reason == NULL) {
        *passes = *passes == (test->relation == TAG_MATCHES);
        return NT_OK;
    }
    *passes = false;
    cli_trouble(cli, "%s:%llu: game %llu: the pattern of %s exceeds the %s", game->file, (unsigned long long)game->line,
                (unsigned long long)game->number, test->name, reason);
    return NT_LIMIT;
}

nt_status tag_test_named(cli_run *cli, const tag_test *test, const char *name, const nt_game *game, values_text *text,
                         bool *passes) {
    bool found = false;
    values_number number;
    *passes = false;
    if (!values_of_tag(game, name, text, &found)) return NT_NO_MEMORY;
    if (!found) {
        *passes = test->relation == TAG_IS_MISSING;
        return NT_OK;
    }
    switch (test->relation) {
    case TAG_IS_GIVEN: *passes = true; break;
    case TAG_IS_MISSING: break;
    case TAG_EQUALS: *passes = equals(text, test->text); break;
    case TAG_DIFFERS: *passes = !equals(text, test->text); break;
    case TAG_CONTAINS: *passes = contains(text, test->text); break;
    case TAG_IN_RANGE: *passes = values_number_read(text->bytes, text->length, &number) && in_range(test, &number); break;
    case TAG_MATCHES:
    case TAG_MISMATCHES: return test_pattern(cli, test, game, text, passes);
    }
    return NT_OK;
}

nt_status tag_test_game(cli_run *cli, const tag_test *test, const nt_game *game, values_text *text, bool *passes) {
    return tag_test_named(cli, test, test->name, game, text, passes);
}
