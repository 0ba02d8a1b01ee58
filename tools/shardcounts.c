/* Counts as JSON Lines, out and in. Called by nt-stat. */
#include "tools/shardcounts.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 1 };

static void put_text(nt_output *out, const char *bytes, size_t length) {
    nt_output_string(out, "\"");
    nt_output_json(out, bytes, length);
    nt_output_string(out, "\"");
}

static void put_number(nt_output *out, const char *key, uint64_t number) {
    nt_output_string(out, key);
    nt_output_number(out, number);
}

void counts_write(const counts_head *head, const tally *counts, nt_output *output) {
    enum { MOST_FIELDS = 24 };
    put_number(output, "{\"nt-stat\":", VERSION);
    nt_output_string(output, ",\"kinds\":");
    put_text(output, head->kinds, strlen(head->kinds));
    nt_output_string(output, ",\"by\":");
    put_text(output, head->by, strlen(head->by));
    put_number(output, ",\"tree\":", head->tree);
    put_number(output, ",\"games\":", head->games);
    put_number(output, ",\"unnamed\":", head->unnamed);
    nt_output_string(output, "}\n");
    for (size_t i = 0; i < counts->count; i++) {
        tally_text fields[MOST_FIELDS];
        size_t count = tally_fields(counts, i, fields, MOST_FIELDS);
        nt_output_string(output, "[");
        put_text(output, counts->keys.bytes + counts->entries[i].offset, 1);
        for (size_t k = 0; k < count && k < MOST_FIELDS; k++) {
            nt_output_string(output, ",");
            put_text(output, fields[k].at, fields[k].length);
        }
        put_number(output, ",", counts->entries[i].count);
        nt_output_string(output, "]\n");
    }
}

/* ---- reading ---- */

static bool number_of(const json_t *object, const char *key, uint64_t *number) {
    const json_t *value = json_object_get(object, key);
    if (!json_is_integer(value) || json_integer_value(value) < 0) return false;
    *number = (uint64_t)json_integer_value(value);
    return true;
}

static bool text_of(const json_t *object, const char *key, char *text, size_t size) {
    const char *value = json_string_value(json_object_get(object, key));
    if (value == NULL || strlen(value) >= size) return false;
    memcpy(text, value, strlen(value) + 1);
    return true;
}

/* The head of a file; NULL or what is wrong with it. */
static const char *read_head(const json_t *line, counts_head *head) {
    counts_head read = {.games = 0};
    uint64_t version = 0;
    if (!number_of(line, "nt-stat", &version)) return "these are no counts of nt-stat --partial";
    if (version != VERSION) return "these counts were written by another version of nt-stat";
    bool whole = text_of(line, "kinds", read.kinds, sizeof read.kinds) && text_of(line, "by", read.by, sizeof read.by) &&
                 number_of(line, "tree", &read.tree) && number_of(line, "games", &read.games) &&
                 number_of(line, "unnamed", &read.unnamed);
    if (!whole || read.tree > 1000) return "the head of the counts is damaged";
    if (head->kinds[0] == '\0') {
        read.games += head->games;
        *head = read;
        return NULL;
    }
    if (strcmp(head->kinds, read.kinds) != 0 || strcmp(head->by, read.by) != 0 || head->tree != read.tree) {
        return "other reports or groups were counted here than in the files before";
    }
    head->games += read.games;
    head->unnamed += read.unnamed;
    return NULL;
}

/* A field and its parts. */
static bool add_field(values_text *key, const char *text) {
    for (bool first = true;; first = false) {
        const char *end = strchr(text, TALLY_PART);
        size_t length = end != NULL ? (size_t)(end - text) : strlen(text);
        if (!(first ? tally_field : tally_part)(key, text, length)) return false;
        if (end == NULL) return true;
        text = end + 1;
    }
}

/* Whether so many fields make sense for a kind. */
static bool fits_kind(char kind, size_t fields) {
    switch (kind) {
    case TALLY_GAME: return fields >= 10 && fields <= 18 && (fields - 2) % 4 == 0;
    case TALLY_LENGTH: return fields == 2;
    case TALLY_RESULT: return fields == 3;
    case TALLY_OPENING:
    case TALLY_TREE: return fields == 4;
    default: return false;
    }
}

/* One count; NULL or what is wrong. */
static const char *read_count(const json_t *line, const counts_head *head, tally *counts, values_text *key) {
    size_t size = json_array_size(line);
    const char *kind = json_string_value(json_array_get(line, 0));
    const json_t *count = json_array_get(line, size > 0 ? size - 1 : 0);
    bool whole = size > 2 && kind != NULL && strlen(kind) == 1 && strchr(head->kinds, kind[0]) != NULL &&
                 fits_kind(kind[0], size - 2) && json_is_integer(count) && json_integer_value(count) > 0;
    if (!whole) return "the line is no count";
    if (!tally_begin(key, kind[0])) return nt_status_text(NT_NO_MEMORY);
    for (size_t i = 1; i + 1 < size; i++) {
        const char *text = json_string_value(json_array_get(line, i));
        if (text == NULL) return "the line is no count";
        if (!add_field(key, text)) return nt_status_text(NT_NO_MEMORY);
    }
    return tally_add(counts, key, (uint64_t)json_integer_value(count)) ? NULL : nt_status_text(NT_NO_MEMORY);
}

bool counts_read(cli_run *cli, const char *path, counts_head *head, tally *counts) {
    bool is_stdin = strcmp(path, "-") == 0;
    FILE *file = is_stdin ? stdin : fopen(path, "rb");
    char *bytes = NULL;
    size_t capacity = 0;
    unsigned long long number = 0;
    const char *fault = NULL;
    values_text key = {.bytes = NULL};
    if (file == NULL) {
        cli_trouble(cli, "cannot open %s: %s", path, strerror(errno));
        return false;
    }
    ssize_t length;
    errno = 0;
    while (fault == NULL && (length = getline(&bytes, &capacity, file)) >= 0) {
        json_t *line = json_loadb(bytes, (size_t)length, 0, NULL);
        number++;
        fault = number == 1 ? read_head(line, head) : read_count(line, head, counts, &key);
        json_decref(line);
    }
    if (fault != NULL) {
        cli_trouble(cli, "%s:%llu: %s", is_stdin ? "<stdin>" : path, number, fault);
    } else if (!feof(file)) {
        cli_trouble(cli, "cannot read %s: %s", is_stdin ? "standard input" : path, strerror(errno));
        fault = "";
    } else if (number == 0) {
        cli_trouble(cli, "%s: the file is empty", is_stdin ? "<stdin>" : path);
        fault = "";
    }
    if (!is_stdin) fclose(file);
    free(bytes);
    values_text_free(&key);
    return fault == NULL;
}
