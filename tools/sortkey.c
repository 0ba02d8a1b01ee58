/* Keys of games as bytes, so that sorting compares memory and nothing else. Each part ends where no other part can go on,
 * and can therefore be turned round byte by byte. Called by nt-sort. */
#include "tools/sortkey.h"

#include <stdlib.h>
#include <string.h>

/* What a part begins with. */
enum { CLASS_FIRST = 1, CLASS_SECOND, CLASS_MISSING };
enum { PART_END, PART_UNKNOWN, PART_KNOWN };

static bool add_key(cli_run *cli, sort_keys *keys, const char *text, size_t length) {
    const char *end = text + length, *flags = end;
    while (flags > text && strchr("rnt", flags[-1]) != NULL) flags--;
    bool has_flags = flags > text && flags < end && flags[-1] == ':';
    size_t name = has_flags ? (size_t)(flags - 1 - text) : length;
    if (memchr(text, ':', name) != NULL) {
        cli_usage(cli, "--key: '%.*s': behind a name and a colon stand some of the flags r, n, t", (int)length, text);
        return false;
    }
    if (name == 0 || keys->count == SORT_KEYS) {
        cli_usage(cli, name == 0 ? "--key: a name is missing" : "--key: there are more than 16 keys");
        return false;
    }
    sort_key *key = &keys->key[keys->count];
    *key = (sort_key){.name = malloc(name + 1)};
    if (key->name == NULL) return !cli_failed(cli, NT_NO_MEMORY, "start");
    memcpy(key->name, text, name);
    key->name[name] = '\0';
    keys->count++;
    for (; has_flags && flags < end; flags++) {
        if (*flags == 'r') key->reversed = true;
        if (*flags == 'n') key->as_number = true;
        if (*flags == 't') key->as_text = true;
    }
    if (key->as_number && key->as_text) cli_usage(cli, "--key: n and t exclude each other");
    return !(key->as_number && key->as_text);
}

bool sort_keys_add(cli_run *cli, sort_keys *keys, const char *list) {
    for (;; list++) {
        size_t length = strcspn(list, ",");
        if (!add_key(cli, keys, list, length)) return false;
        list += length;
        if (*list == '\0') return true;
    }
}

void sort_keys_free(sort_keys *keys) {
    for (size_t i = 0; i < keys->count; i++) free(keys->key[i].name);
    keys->count = 0;
}

/* ---- parts ---- */

static bool add_byte(values_text *bytes, unsigned value) {
    unsigned char byte = (unsigned char)value;
    return values_text_add(bytes, &byte, 1);
}

/* How many digits, then the digits. */
static bool add_digits(values_text *bytes, uint64_t number) {
    char digits[20];
    size_t at = sizeof digits;
    for (; number > 0; number /= 10) digits[--at] = (char)('0' + number % 10);
    size_t count = sizeof digits - at;
    return add_byte(bytes, PART_KNOWN + (unsigned)count) && values_text_add(bytes, digits + at, count);
}

static void turn_round(values_text *bytes, size_t from) {
    for (size_t i = from; i < bytes->length; i++) bytes->bytes[i] = (char)~bytes->bytes[i];
}

static bool add_number(values_text *bytes, const values_number *number) {
    bool good = add_byte(bytes, number->negative ? 0 : 1);
    size_t from = bytes->length;
    for (uint32_t i = 0; i < number->count && good; i++) {
        good = number->unknown >> i & 1 ? add_byte(bytes, PART_UNKNOWN) : add_digits(bytes, number->part[i]);
    }
    good = good && add_byte(bytes, PART_END);
    if (number->negative) turn_round(bytes, from);
    return good;
}

/* A zero ends the text; bytes 0 and 1 of it are written as two. */
static bool add_text(values_text *bytes, const values_text *text) {
    bool good = true;
    for (size_t i = 0; i < text->length && good; i++) {
        unsigned char byte = (unsigned char)text->bytes[i];
        if (byte < 2) good = add_byte(bytes, 1);
        good = good && add_byte(bytes, byte < 2 ? byte + 1u : byte >= 'A' && byte <= 'Z' ? byte + 32u : byte);
    }
    return good && add_byte(bytes, 0);
}

static bool is_unknown(const values_text *text) {
    for (size_t i = 0; i < text->length; i++) {
        if (strchr("?.- ", text->bytes[i]) == NULL || text->bytes[i] == '\0') return false;
    }
    return true;
}

static bool add_part(const sort_key *key, bool reversed, const values_text *text, values_text *bytes) {
    values_number number;
    bool is_number = !key->as_text && values_number_read(text->bytes, text->length, &number);
    if (is_unknown(text) || (key->as_number && !is_number)) return add_byte(bytes, CLASS_MISSING);
    bool good = add_byte(bytes, is_number != reversed ? CLASS_FIRST : CLASS_SECOND);
    size_t from = bytes->length;
    good = good && (is_number ? add_number(bytes, &number) : add_text(bytes, text));
    if (reversed) turn_round(bytes, from);
    return good;
}

bool sort_keys_of(const sort_keys *keys, const nt_game *game, values_text *value, values_text *bytes) {
    bytes->length = 0;
    for (size_t i = 0; i < keys->count; i++) {
        bool found;
        if (!values_of_tag(game, keys->key[i].name, value, &found)) return false;
        if (!add_part(&keys->key[i], keys->key[i].reversed != keys->reversed, value, bytes)) return false;
    }
    return true;
}
