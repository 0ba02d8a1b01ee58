/* Forsyth-Edwards notation read: the placement with hands here, the fields behind it in fen_fields.c.
 * Called by rules/code.c, and nt_placement_read by the compiler of variants. */
#include "rules/code.h"

/* ---- ranks ---- */

static bool ends_row(unsigned char byte) { return byte == '/' || byte == '['; }

/* A number of empty cells at an offset, held at SIZE_MAX / 16 when it is larger; *at goes behind it. */
static size_t read_count(nt_text text, size_t *at) {
    size_t count = 0;
    for (; *at < text.length && nt_is_digit(text.at[*at]); ++*at) {
        if (count < SIZE_MAX / 16) count = count * 10 + (text.at[*at] - '0');
    }
    return count;
}

/* One rank being filled, or one file where the placement goes by files. file: how many cells of it have been given, which
 * may be more than it has. */
typedef struct fen_row {
    bool is_file;
    unsigned row, width;
    uint16_t cells[NT_MAX_AXIS];
    size_t file;
} fen_row;

/* Whether the cells from row->file on, as many as are given, are cells of the board and not holes. */
static bool is_board(const fen_row *r, size_t count) {
    for (size_t i = r->file; i < r->width && i - r->file < count; i++) {
        if (r->cells[i] == NT_NO_CELL) return false;
    }
    return true;
}

/* Reads the thing at *at into the rank: a number, a hole or a man. False after a diagnostic. */
static bool read_thing(nt_code_reader *reader, fen_row *r, size_t *at) {
    size_t start = *at, count = 1, length = 1;
    unsigned code = 0;
    bool hole = reader->text.at[start] == '*';
    if (nt_is_digit(reader->text.at[start])) {
        count = read_count(reader->text, at);
        length = *at - start;
        if (count == 0) {
            nt_code_report(reader, start, NT_DIAG_FEN_ROW_WIDTH, "a number of empty cells is 0");
            return false;
        }
    } else if (!hole) {
        code = nt_code_man(reader, start, &length);
        if (!code) return false;
    }
    *at = start + length;
    if (hole != !is_board(r, count) && r->file < r->width) {
        nt_code_report(reader, start, NT_DIAG_FEN_ROW_WIDTH,
                       hole ? "\"*\" is a hole, but the board has a cell there (file %zu of rank %s)"
                            : "the board has a hole there, which is written \"*\" (file %zu of rank %s)",
                       r->file + 1, nt_row_label(reader->v, r->row));
        return false;
    }
    if (code && r->file < r->width) nt_position_put(reader->p, r->cells[r->file], code);
    r->file += count;
    return true;
}

static unsigned row_cells(const nt_board *board, bool by_files, unsigned row, uint16_t cells[NT_MAX_AXIS]) {
    return by_files ? nt_board_file(board, row, cells) : nt_board_row(board, row, cells);
}

static void report_width(nt_code_reader *reader, const fen_row *r, size_t at) {
    const nt_scheme *scheme = &reader->v->scheme;
    if (r->is_file) {
        nt_code_report(reader, at, NT_DIAG_FEN_ROW_WIDTH, "the file of %s%s has %zu cell%s, the board has %u",
                       scheme->file_label[scheme->file[r->cells[0]]], scheme->rank_label[scheme->rank[r->cells[0]]],
                       r->file, r->file == 1 ? "" : "s", r->width);
    } else {
        nt_code_report(reader, at, NT_DIAG_FEN_ROW_WIDTH, "rank %s has %zu file%s, the board has %u",
                       nt_row_label(reader->v, r->row), r->file, r->file == 1 ? "" : "s", r->width);
    }
}

/* Reads one rank or file; returns the offset of the sign that ends it. At most one finding a rank. */
static size_t read_row(nt_code_reader *reader, bool by_files, size_t at, unsigned number) {
    fen_row r = {.row = number, .is_file = by_files};
    r.width = row_cells(&reader->v->board, by_files, number, r.cells);
    size_t start = at;
    bool good = true;
    while (at < reader->text.length && !ends_row(reader->text.at[at])) {
        size_t before = at;
        good = good && read_thing(reader, &r, &at);
        if (at == before) at++; /* after a fault the rest of the rank is passed over */
    }
    if (good && r.file != r.width) report_width(reader, &r, start);
    return at;
}

/* How many cells a rank that begins at *at gives, as far as can be said without reading its men; *at goes to its end. */
static size_t count_cells(nt_text text, size_t *at) {
    size_t cells = 0;
    while (*at < text.length && !ends_row(text.at[*at])) {
        size_t count = 1, start = *at;
        unsigned char c = text.at[start];
        if (nt_is_digit(c)) count = read_count(text, at);
        else if (c == '{')
            while (*at < text.length && text.at[*at] != '}' && !ends_row(text.at[*at])) ++*at;
        else if (c == '+' || c == '~') count = 0;
        if (*at == start || (*at < text.length && text.at[*at] == '}')) ++*at;
        cells += cells < SIZE_MAX / 16 ? count : 0;
    }
    return cells;
}

/* Whether a placement on hexagons goes by files and not by ranks: more of its lengths are those of files. */
static bool goes_by_files(const nt_board *board, nt_text text) {
    unsigned rows = nt_board_rows(board), files = nt_board_files(board), as_rows = 0, as_files = 0;
    uint16_t cells[NT_MAX_AXIS];
    size_t at = 0;
    if (board->lattice != NT_HEX || board->flat_ranks) return false;
    for (unsigned row = 0; row < rows || row < files; row++) {
        size_t count = count_cells(text, &at);
        as_rows += row < rows && count == nt_board_row(board, row, cells);
        as_files += row < files && count == nt_board_file(board, row, cells);
        if (at == text.length || text.at[at] != '/') break;
        at++;
    }
    return as_files > as_rows;
}

/* ---- hands ---- */

/* Reads the men in hand between two offsets. */
static void read_hands(nt_code_reader *reader, size_t at, size_t end) {
    if (end - at == 1 && reader->text.at[at] == '-') return;
    while (at < end) {
        size_t length = 0;
        unsigned code = nt_code_man(reader, at, &length), kind = nt_code_kind(code);
        if (!code) return;
        if (reader->v->kind[kind].mark) {
            nt_code_report(reader, at, NT_DIAG_FEN_MARK, "a promoted piece cannot be in hand");
        } else if (!nt_code_hand(reader->p, nt_code_player(code), kind)) {
            nt_code_report(reader, at, NT_DIAG_FEN_FIELD, "the hand has no room for another %s",
                           reader->v->kind[kind].label);
            return;
        }
        at += length;
    }
}

/* Reads `[...]` at an offset, which has to end the field. */
static void read_brackets(nt_code_reader *reader, size_t at) {
    size_t end = at + 1;
    while (end < reader->text.length && reader->text.at[end] != ']') end++;
    if (end == reader->text.length) {
        nt_code_report(reader, at, NT_DIAG_FEN_FIELD, "the bracket of the hands is not closed");
        return;
    }
    read_hands(reader, at + 1, end);
    if (end + 1 < reader->text.length) {
        nt_code_report(reader, end + 1, NT_DIAG_FEN_FIELD, "text follows the hands");
    }
}

/* ---- the placement ---- */

/* What follows the last rank: the end, brackets, or `/` and the hands as one rank more. */
static void read_rest(nt_code_reader *reader, size_t at, unsigned rows) {
    if (at == reader->text.length) return;
    if (reader->text.at[at] == '[') {
        read_brackets(reader, at);
        return;
    }
    if (reader->v->has_drops && !memchr(reader->text.at + at + 1, '/', reader->text.length - at - 1)) {
        read_hands(reader, at + 1, reader->text.length);
        return;
    }
    size_t more = 0;
    for (size_t i = at; i < reader->text.length && reader->text.at[i] != '['; i++) more += reader->text.at[i] == '/';
    nt_code_report(reader, at, NT_DIAG_FEN_ROWS, "the position has %zu ranks, the board has %u", rows + more, rows);
}

/* How many men stand where they would have promoted; flipped: were each file read the other way. */
static unsigned count_impossible(const nt_position *p, const uint16_t flipped[NT_MAX_CELLS], bool flip) {
    const nt_variant *v = p->variant;
    unsigned count = 0;
    for (unsigned cell = 0; cell < v->board.cells; cell++) {
        unsigned code = p->cell[cell];
        const nt_promotion *promotion = &v->promotion[nt_code_kind(code)];
        count += code && promotion->choices &&
                 nt_cells_has(&promotion->forced[nt_code_player(code)], flip ? flipped[cell] : cell);
    }
    return count;
}

/* Some programs write the files from above, which turns white into black. Where pawns can then stand and cannot otherwise, that
 * is what was meant. */
static void turn_files(nt_code_reader *reader) {
    nt_position *p = reader->p;
    uint16_t flipped[NT_MAX_CELLS] = {0}, cells[NT_MAX_AXIS];
    uint8_t code[NT_MAX_CELLS];
    for (unsigned file = 0; file < nt_board_files(&p->variant->board); file++) {
        unsigned count = nt_board_file(&p->variant->board, file, cells);
        for (unsigned i = 0; i < count; i++) flipped[cells[i]] = cells[count - 1 - i];
    }
    if (!count_impossible(p, flipped, false) || count_impossible(p, flipped, true)) return;
    nt_code_report(reader, 0, NT_DIAG_FEN_FILES, "pawns can stand as they do only if the files are written from above, and so "
                                                 "they are read; they should be written from below");
    memcpy(code, p->cell, sizeof code);
    for (unsigned cell = 0; cell < p->variant->board.cells; cell++)
        if (code[cell]) nt_position_take(p, cell);
    for (unsigned cell = 0; cell < p->variant->board.cells; cell++)
        if (code[cell]) nt_position_put(p, flipped[cell], code[cell]);
}

/* By ranks from the top; on hexagons with vertical files also by files from the left, each from below. */
static void read_placement(nt_code_reader *reader) {
    bool by_files = goes_by_files(&reader->v->board, reader->text);
    unsigned rows = by_files ? nt_board_files(&reader->v->board) : nt_board_rows(&reader->v->board), row = 0;
    size_t at = 0;
    for (;;) {
        at = read_row(reader, by_files, at, row++);
        bool more = at < reader->text.length && reader->text.at[at] == '/';
        if (row == rows || !more) break;
        at++;
    }
    if (row < rows) {
        nt_code_report(reader, at, NT_DIAG_FEN_ROWS, "the position has %u rank%s, the board has %u", row,
                       row == 1 ? "" : "s", rows);
        return;
    }
    if (by_files && !reader->failed) turn_files(reader);
    read_rest(reader, at, rows);
}

nt_status nt_placement_read(nt_position *p, nt_text text, const nt_place *place) {
    nt_code_reader reader = {.p = p, .v = p->variant, .text = text, .place = place};
    read_placement(&reader);
    return reader.failed ? NT_INVALID : NT_OK;
}
