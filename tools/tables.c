/* Building a table, and its form as CSV and JSON Lines; tabletext.c has the forms for people. Called by nt-stat. */
#include "tools/tables.h"
#include "tools/grow.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- building ---- */

void table_add_column(table *t, const char *key, const char *title, unsigned flags) {
    if (!grow(&t->columns, &t->column_capacity, t->column_count + 1, sizeof *t->columns)) {
        t->failed = true;
        return;
    }
    table_column *column = &t->columns[t->column_count++];
    snprintf(column->key, sizeof column->key, "%s", key);
    snprintf(column->title, sizeof column->title, "%s", title);
    column->flags = flags;
}

void table_cell(table *t, const char *bytes, size_t length) {
    size_t offset = t->bytes.length;
    t->failed |= !grow(&t->cells, &t->cell_capacity, t->cell_count + 1, sizeof *t->cells) ||
                 !values_text_add(&t->bytes, bytes, length) || !values_text_add(&t->bytes, "", 1);
    if (!t->failed) t->cells[t->cell_count++] = offset;
}

void table_format(table *t, const char *format, ...) {
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    table_cell(t, text, strlen(text));
}

void table_number(table *t, uint64_t number) { table_format(t, "%" PRIu64, number); }

void table_ratio_text(int64_t count, int64_t unit, char text[48]) {
    enum { DECIMALS = 4, SCALE = 10000 };
    uint64_t size = count < 0 ? (uint64_t)-count : (uint64_t)count, by = (uint64_t)unit;
    uint64_t whole = size / by, part = (size % by * SCALE + by / 2) / by;
    if (part == SCALE) {
        whole++;
        part = 0;
    }
    int length = snprintf(text, 48, "%s%" PRIu64 ".%0*" PRIu64, count < 0 ? "-" : "", whole, DECIMALS, part);
    while (text[length - 1] == '0') length--;
    if (text[length - 1] == '.') length--;
    text[length] = '\0';
}

void table_ratio(table *t, int64_t count, int64_t unit) {
    char text[48];
    table_ratio_text(count, unit, text);
    table_cell(t, text, strlen(text));
}

void table_share(table *t, uint64_t part, uint64_t of) {
    if (of == 0) {
        table_cell(t, "", 0);
        return;
    }
    uint64_t tenths = part > UINT64_MAX / 2000 ? part / (of / 1000) : (part * 2000 + of) / (2 * of);
    table_format(t, "%" PRIu64 ".%" PRIu64, tenths / 10, tenths % 10);
}

void table_free(table *t) {
    free(t->columns);
    free(t->cells);
    values_text_free(&t->bytes);
    *t = (table){.name = NULL};
}

/* ---- CSV: RFC 4180, lines end with a line feed ---- */

static void csv_text(nt_output *out, const char *bytes, size_t length) {
    bool quoted = false;
    for (size_t i = 0; i < length; i++) quoted |= strchr(",\"\r\n", bytes[i]) != NULL;
    if (!quoted) {
        nt_output_bytes(out, bytes, length);
        return;
    }
    nt_output_string(out, "\"");
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] == '"') nt_output_string(out, "\"");
        nt_output_bytes(out, bytes + i, 1);
    }
    nt_output_string(out, "\"");
}

/* The value of tag i of the group. */
static const char *group_value(const table *t, size_t i, size_t *length) {
    const char *at = t->group, *end = t->group + t->group_length;
    for (;; i--) {
        const char *next = memchr(at, TALLY_PART, (size_t)(end - at));
        if (next == NULL) next = end;
        *length = (size_t)(next - at);
        if (i == 0 || next == end) return at;
        at = next + 1;
    }
}

static void write_csv(const table *t, bool first, nt_output *out) {
    size_t rows = t->cell_count / t->column_count, length;
    for (size_t row = first ? 0 : 1; row <= rows; row++) { /* 0: the head */
        const char *comma = "";
        for (size_t i = 0; i < t->group_count; i++) {
            const char *value = group_value(t, i, &length);
            nt_output_string(out, comma);
            if (row == 0) csv_text(out, t->group_names[i], strlen(t->group_names[i]));
            else csv_text(out, value, length);
            comma = ",";
        }
        for (size_t i = 0; i < t->column_count; i++) {
            if ((t->columns[i].flags & TABLE_PEOPLE) != 0) continue;
            const char *text = row == 0 ? t->columns[i].key : table_at(t, row - 1, i);
            nt_output_string(out, comma);
            csv_text(out, text, strlen(text));
            comma = ",";
        }
        nt_output_string(out, "\n");
    }
}

/* ---- JSON: a line for each table ---- */

static void json_text(nt_output *out, const char *bytes, size_t length) {
    nt_output_string(out, "\"");
    nt_output_json(out, bytes, length);
    nt_output_string(out, "\"");
}

/* Whether a cell is a number as JSON writes it; those that are made here have no exponent. */
static bool is_json_number(const char *text) {
    text += *text == '-';
    size_t whole = strspn(text, "0123456789");
    if (whole == 0 || (whole > 1 && text[0] == '0')) return false;
    text += whole;
    if (*text == '.') {
        size_t part = strspn(++text, "0123456789");
        if (part == 0) return false;
        text += part;
    }
    return *text == '\0';
}

static void write_json(const table *t, nt_output *out) {
    size_t rows = t->cell_count / t->column_count, length;
    nt_output_string(out, "{\"table\":");
    json_text(out, t->name, strlen(t->name));
    for (size_t i = 0; i < t->group_count; i++) {
        const char *value = group_value(t, i, &length);
        nt_output_string(out, i == 0 ? ",\"group\":{" : ",");
        json_text(out, t->group_names[i], strlen(t->group_names[i]));
        nt_output_string(out, ":");
        json_text(out, value, length);
    }
    nt_output_string(out, t->group_count > 0 ? "},\"rows\":[" : ",\"rows\":[");
    for (size_t row = 0; row < rows; row++) {
        const char *comma = row == 0 ? "{" : ",{";
        for (size_t i = 0; i < t->column_count; i++) {
            const char *text = table_at(t, row, i);
            if ((t->columns[i].flags & TABLE_PEOPLE) != 0) continue;
            nt_output_string(out, comma);
            json_text(out, t->columns[i].key, strlen(t->columns[i].key));
            nt_output_string(out, ":");
            bool is_number = (t->columns[i].flags & TABLE_NUMBER) != 0;
            if (is_number && *text == '\0') nt_output_string(out, "null");
            else if (is_number && is_json_number(text)) nt_output_string(out, text);
            else json_text(out, text, strlen(text));
            comma = ",";
        }
        nt_output_string(out, "}");
    }
    nt_output_string(out, "]}\n");
}

/* ---- all forms ---- */

nt_status table_write(table *t, table_form form, bool first, nt_output *output) {
    nt_status status = t->failed ? NT_NO_MEMORY : NT_OK;
    if (status == NT_OK && t->column_count > 0) {
        if (form == TABLE_TEXT) table_write_text(t, first, output);
        if (form == TABLE_CSV) write_csv(t, first, output);
        if (form == TABLE_JSON) write_json(t, output);
        if (form == TABLE_HTML) table_write_html(t, output);
    }
    t->column_count = t->cell_count = t->bytes.length = 0;
    t->failed = false;
    return status;
}
