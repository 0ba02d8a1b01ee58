/* Values of tags as text and as dotted numbers. Called by the filters that search and sort. */
#include "tools/values.h"
#include "tools/grow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool values_text_add(values_text *text, const void *bytes, size_t length) {
    if (length > SIZE_MAX - text->length || !grow(&text->bytes, &text->capacity, text->length + length, 1)) return false;
    if (length > 0) memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    return true;
}

void values_text_free(values_text *text) {
    free(text->bytes);
    *text = (values_text){.bytes = NULL};
}

static int lower(int byte) { return byte >= 'A' && byte <= 'Z' ? byte + ('a' - 'A') : byte; }

static bool is_name(const unsigned char *text, size_t length, const char *name) {
    size_t i = 0;
    while (i < length && name[i] != '\0' && lower(text[i]) == lower((unsigned char)name[i])) i++;
    return i == length && name[i] == '\0';
}

/* Escapes stand for the byte behind the backslash. */
static bool add_unescaped(values_text *text, const unsigned char *value, size_t length) {
    size_t start = 0;
    for (size_t i = 0; i + 1 < length; i++) {
        if (value[i] != '\\' || (value[i + 1] != '"' && value[i + 1] != '\\')) continue;
        if (!values_text_add(text, value + start, i - start)) return false;
        start = ++i;
    }
    return values_text_add(text, value + start, length - start);
}

bool values_add_tag(const nt_game *game, const nt_tag *tag, values_text *text) {
    const unsigned char *value = game->text + tag->value.offset;
    if (tag->flags & NT_TAG_ESCAPED) return add_unescaped(text, value, tag->value.length);
    return values_text_add(text, value, tag->value.length);
}

bool values_of_tag(const nt_game *game, const char *name, values_text *text, bool *found) {
    text->length = 0;
    *found = false;
    for (size_t i = 0; i < game->tag_count && !*found; i++) {
        const nt_tag *tag = &game->tags[i];
        if (!is_name(game->text + tag->name.offset, tag->name.length, name)) continue;
        *found = true;
        return values_add_tag(game, tag, text);
    }
    return true;
}

/* ---- dotted numbers ---- */

static bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

/* One part: digits, or question marks. Returns how many bytes it has; 0: it is none, or too long. */
static size_t read_part(const char *text, size_t length, values_number *number) {
    uint64_t value = 0;
    size_t at = 0;
    while (at < length && text[at] == '?') at++;
    if (at > 0) number->unknown |= UINT32_C(1) << number->count;
    for (; (number->unknown >> number->count & 1) == 0 && at < length && is_digit(text[at]); at++) {
        if (at == 18) return 0;
        value = value * 10 + (uint64_t)(text[at] - '0');
    }
    number->part[number->count++] = value;
    return at;
}

static bool parts_ahead(char byte, const values_number *number, size_t first_length) {
    if (byte == '.') return true;
    return (byte == '-' || byte == '/') && number->count > 0 && first_length == 4;
}

bool values_number_read(const char *text, size_t length, values_number *number) {
    *number = (values_number){.count = 0};
    size_t at = 0, first_length = 0;
    bool has_sign = length > 1 && (text[0] == '-' || text[0] == '+');
    if (has_sign) number->negative = text[at++] == '-';
    while (number->count < VALUES_PARTS) {
        size_t part = read_part(text + at, length - at, number);
        if (part == 0) return false;
        if (number->count == 1) first_length = part;
        at += part;
        if (at == length) return number->unknown + 1 != UINT32_C(1) << number->count && !(has_sign && number->count > 1);
        if (!parts_ahead(text[at++], number, first_length)) return false;
    }
    return false;
}

int values_number_compare(const values_number *number, const values_number *bound, bool *known) {
    *known = true;
    int sign = number->negative ? -1 : 1;
    if (number->negative != bound->negative) return sign;
    for (uint32_t i = 0; i < bound->count; i++) {
        uint64_t part = i < number->count ? number->part[i] : 0;
        bool unknown = (number->unknown | bound->unknown) >> i & 1;
        *known = !unknown;
        if (unknown) return 0;
        if (part != bound->part[i]) return part < bound->part[i] ? -sign : sign;
    }
    return 0;
}

size_t values_result_text(const nt_result *result, char text[64]) {
    static const char *const scores[13] = {"0",   "1/12", "1/6",  "1/4", "1/3",  "5/12", "1/2",
                                           "7/12", "2/3", "3/4", "5/6", "11/12", "1"};
    size_t length = 0;
    if (!result->known) return (size_t)snprintf(text, 64, "*");
    for (size_t i = 0; i < result->players; i++) {
        unsigned score = result->twelfths[i] <= 12 ? result->twelfths[i] : 12;
        length += (size_t)snprintf(text + length, 64 - length, "%s%s", i > 0 ? "-" : "", scores[score]);
    }
    return length;
}

bool values_is_bye(const char *name, size_t length) { return length == 3 && strncasecmp(name, "bye", 3) == 0; }
