/* Tables for people: aligned text and HTML. Called by tables.c and nt-stat. */
#include "tools/tables.h"

#include <stdlib.h>
#include <string.h>

static bool is_shown(const table *t, size_t column) { return (t->columns[column].flags & TABLE_MACHINES) == 0; }

/* The heading: the caption, and what the group is. */
static void put_heading(const table *t, void put(nt_output *, const char *, size_t), nt_output *out) {
    put(out, t->caption, strlen(t->caption));
    for (size_t i = 0; i < t->group_length; i++) {
        if (i == 0) nt_output_string(out, ": ");
        if (t->group[i] == TALLY_PART) nt_output_string(out, ", ");
        else put(out, t->group + i, 1);
    }
}

static void put_plain(nt_output *out, const char *bytes, size_t length) { nt_output_bytes(out, bytes, length); }

/* ---- aligned text ---- */

/* How many columns of a terminal a text takes: one for each character, which is right for the scripts that names of players
 * mostly have. */
static size_t width_of(const char *text) {
    size_t width = 0;
    for (; *text != '\0'; text++) width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

static void put_blanks(nt_output *out, size_t count) {
    for (; count > 0; count--) nt_output_string(out, " ");
}

static void put_row(const table *t, const size_t *widths, size_t row, bool head, nt_output *out) {
    size_t owed = 0; /* blanks that are written when something follows */
    bool is_first = true;
    for (size_t i = 0; i < t->column_count; i++) {
        if (!is_shown(t, i)) continue;
        const char *text = head ? t->columns[i].title : table_at(t, row, i);
        size_t room = widths[i] - width_of(text);
        bool right = (t->columns[i].flags & TABLE_NUMBER) != 0;
        owed += (is_first ? 0 : 2) + (right ? room : 0);
        is_first = false;
        if (*text != '\0') {
            put_blanks(out, owed);
            owed = 0;
        }
        nt_output_string(out, text);
        if (!right) owed += room;
    }
    nt_output_string(out, "\n");
}

void table_write_text(const table *t, bool first, nt_output *out) {
    size_t rows = t->cell_count / t->column_count;
    size_t *widths = calloc(t->column_count, sizeof *widths);
    if (!first) nt_output_string(out, "\n");
    put_heading(t, put_plain, out);
    nt_output_string(out, "\n\n");
    if (widths == NULL) return;
    for (size_t i = 0; i < t->column_count; i++) {
        widths[i] = width_of(t->columns[i].title);
        for (size_t row = 0; row < rows; row++) {
            size_t width = width_of(table_at(t, row, i));
            if (width > widths[i]) widths[i] = width;
        }
    }
    put_row(t, widths, 0, true, out);
    for (size_t row = 0; row < rows; row++) put_row(t, widths, row, false, out);
    free(widths);
}

/* ---- HTML ---- */

static void put_escaped(nt_output *out, const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        switch (bytes[i]) {
        case '&': nt_output_string(out, "&amp;"); break;
        case '<': nt_output_string(out, "&lt;"); break;
        case '>': nt_output_string(out, "&gt;"); break;
        case '"': nt_output_string(out, "&quot;"); break;
        default: nt_output_bytes(out, bytes + i, 1);
        }
    }
}

static void put_cell(nt_output *out, const char *tag, const char *attributes, const char *text) {
    nt_output_string(out, "<");
    nt_output_string(out, tag);
    nt_output_string(out, attributes);
    nt_output_string(out, ">");
    put_escaped(out, text, strlen(text));
    nt_output_string(out, "</");
    nt_output_string(out, tag);
    nt_output_string(out, ">");
}

void table_write_html(const table *t, nt_output *out) {
    size_t rows = t->cell_count / t->column_count;
    nt_output_string(out, "<div class=\"scroll\"><table>\n<caption>");
    put_heading(t, put_escaped, out);
    nt_output_string(out, "</caption>\n<thead><tr>");
    for (size_t i = 0; i < t->column_count; i++) {
        bool number = (t->columns[i].flags & TABLE_NUMBER) != 0;
        if (is_shown(t, i)) put_cell(out, "th", number ? " scope=\"col\" class=\"n\"" : " scope=\"col\"", t->columns[i].title);
    }
    nt_output_string(out, "</tr></thead>\n<tbody>\n");
    for (size_t row = 0; row < rows; row++) {
        nt_output_string(out, "<tr>");
        for (size_t i = 0; i < t->column_count; i++) {
            bool number = (t->columns[i].flags & TABLE_NUMBER) != 0;
            if (is_shown(t, i)) put_cell(out, "td", number ? " class=\"n\"" : "", table_at(t, row, i));
        }
        nt_output_string(out, "</tr>\n");
    }
    nt_output_string(out, "</tbody>\n</table></div>\n");
}

static const char html_style[] =
    ":root{color-scheme:light dark}\n"
    "body{font:16px/1.4 system-ui,sans-serif;margin:1.5rem auto;max-width:72rem;padding:0 1rem}\n"
    ".scroll{overflow-x:auto;margin:0 0 2rem}\n"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums}\n"
    "caption{text-align:left;font-weight:600;padding:.4rem .6rem}\n"
    "th,td{padding:.25rem .6rem;text-align:left;white-space:pre;border-bottom:1px solid #8886}\n"
    "th{border-bottom-width:2px}\n"
    ".n{text-align:right}\n"
    "tbody tr:nth-child(even){background:#8881}\n"
    "@media print{.scroll{overflow:visible}}\n";

void table_open(table_form form, const char *title, nt_output *output) {
    if (form != TABLE_HTML) return;
    nt_output_string(output, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
                             "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"/>\n"
                             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                             "style-src 'unsafe-inline'\"/>\n<title>");
    put_escaped(output, title, strlen(title));
    nt_output_string(output, "</title>\n<style>\n");
    nt_output_string(output, html_style);
    nt_output_string(output, "</style></head>\n<body>\n<h1>");
    put_escaped(output, title, strlen(title));
    nt_output_string(output, "</h1>\n");
}

void table_close(table_form form, nt_output *output) {
    if (form == TABLE_HTML) nt_output_string(output, "</body></html>\n");
}
