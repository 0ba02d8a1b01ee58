/* A table of texts and its four forms: aligned text, CSV, JSON Lines, HTML. For nt-stat. */
#ifndef TABLES_H
#define TABLES_H

#include "tools/cli.h"
#include "tools/tally.h"

typedef enum table_form { TABLE_TEXT, TABLE_CSV, TABLE_JSON, TABLE_HTML } table_form;

/* How a column is shown. TABLE_NUMBER: to the right, and in JSON a number where it is one. TABLE_PEOPLE: in text and HTML
 * only; TABLE_MACHINES: in CSV and JSON only. */
enum { TABLE_NUMBER = 1, TABLE_PEOPLE = 2, TABLE_MACHINES = 4 };

/* key: in CSV and JSON; title: in text and HTML. Both are copied. */
typedef struct table_column {
    char key[32], title[32];
    unsigned flags;
} table_column;

/* Zeroed is empty. Cells are NUL-terminated in bytes, row by row. Freed with table_free.
 *
 * name    of the kind of table, for JSON ("standings"); caption: a line above it; both borrowed.
 * group   the value of each tag of --by, parts of a tally field; group_names: those tags. Borrowed. */
typedef struct table {
    const char *name, *caption;
    const char *group;
    size_t group_length, group_count;
    const char *const *group_names;
    table_column *columns;
    size_t column_count, column_capacity;
    values_text bytes;
    size_t *cells; /* offsets in bytes */
    size_t cell_count, cell_capacity;
    bool failed; /* no memory; sticks */
} table;

void table_add_column(table *t, const char *key, const char *title, unsigned flags);

/* Adds the next cell. The others: printf; a number; units of 1/unit with at most four decimals; a share in per cent, empty when
 * the whole is 0. */
void table_cell(table *t, const char *bytes, size_t length);
void table_format(table *t, const char *format, ...) CLI_PRINTF(2, 3);
void table_number(table *t, uint64_t number);
void table_ratio(table *t, int64_t count, int64_t unit);
void table_share(table *t, uint64_t part, uint64_t of);

/* Writes text of a ratio as table_ratio shows it. */
void table_ratio_text(int64_t count, int64_t unit, char text[48]);

/* Writes a table; first: it is the first one. NT_NO_MEMORY when it is not complete. Empties it but for its names. */
nt_status table_write(table *t, table_form form, bool first, nt_output *output);

/* What stands around all tables: the head and the end of an HTML document, nothing in the other forms. */
void table_open(table_form form, const char *title, nt_output *output);
void table_close(table_form form, nt_output *output);

void table_free(table *t);

/* The parts of table_write: a cell, and the forms for people. */
static inline const char *table_at(const table *t, size_t row, size_t column) {
    return t->bytes.bytes + t->cells[row * t->column_count + column];
}

void table_write_text(const table *t, bool first, nt_output *out);
void table_write_html(const table *t, nt_output *out);

#endif
