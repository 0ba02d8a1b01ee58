/* Game Courier's code of a position: numbers that may run over rank ends, `{label}`, `-` for no cell, `*` for the empty
 * rest of a rank, `/`. It says nothing about side or rights: the first player is to move unless only the second is in
 * check, rights are the array's where king and rook stand, hands the array's less the men that are on the board.
 * Called by rules/code.c only. Source: spec/game-courier.md sections 2.1 and 2.3. */
#include "rules/code.h"

#include <stdio.h>

/* Where the next cell goes. full: the rank before this one was ended by its last cell, so that `/` only separates. */
typedef struct gc_cursor {
    unsigned row, file, width, rows;
    uint16_t cells[NT_MAX_AXIS];
    bool full;
} gc_cursor;

/* Hexagons are a sheared rectangle over the axes of the lattice: y from the top, in each row x from the left, and what lies
 * off the board is no cell. */
static unsigned gc_rows(const nt_board *board) {
    return board->lattice == NT_HEX ? board->height - 1 : nt_board_rows(board);
}

static unsigned gc_row(const nt_board *board, unsigned row, uint16_t cells[NT_MAX_AXIS]) {
    if (board->lattice == NT_SQUARE) return nt_board_row(board, row, cells);
    for (unsigned x = 1; x < board->width; x++)
        cells[x - 1] = (uint16_t)nt_board_at(board, (int)x, (int)(board->height - 1 - row));
    return board->width - 1;
}

static void begin_row(const nt_board *board, gc_cursor *cursor) {
    cursor->file = 0;
    if (cursor->row < cursor->rows) cursor->width = gc_row(board, cursor->row, cursor->cells);
}

static bool report_cell(nt_code_reader *reader, const gc_cursor *cursor, size_t at, bool board) {
    const nt_board *b = &reader->v->board;
    char rank[NT_LABEL_SIZE];
    if (b->lattice == NT_HEX) snprintf(rank, sizeof rank, "%u", b->height - 1 - cursor->row);
    else snprintf(rank, sizeof rank, "%s", nt_row_label(reader->v, cursor->row));
    nt_code_report(reader, at, NT_DIAG_FEN_ROW_WIDTH,
                   board ? "no cell is given for file %u of rank %s, where the board has one"
                         : "a cell is given for file %u of rank %s, where the board has none",
                   cursor->file + 1, rank);
    return false;
}

/* Gives the next cell: a man, empty, or none at all. False after a diagnostic. */
static bool give_cell(nt_code_reader *reader, gc_cursor *cursor, size_t at, unsigned code, bool none) {
    if (cursor->row == cursor->rows) {
        nt_code_report(reader, at, NT_DIAG_FEN_ROWS, "the code goes on after the last of the %u ranks", cursor->rows);
        return false;
    }
    bool hole = cursor->cells[cursor->file] == NT_NO_CELL;
    if (hole != none) return report_cell(reader, cursor, at, none);
    if (code) nt_position_put(reader->p, cursor->cells[cursor->file], code);
    cursor->full = ++cursor->file == cursor->width;
    if (cursor->full) {
        cursor->row++;
        begin_row(&reader->v->board, cursor);
    }
    return true;
}

/* `*`, and `/` after a rank that is not full: empty cells, or none, up to the end of the rank. */
static bool fill_row(nt_code_reader *reader, gc_cursor *cursor, size_t at, bool none) {
    do {
        if (!give_cell(reader, cursor, at, 0, none)) return false;
    } while (!cursor->full);
    return true;
}

/* A number of empty cells. It ends at the first cell too many, so that its cost does not depend on its size. */
static bool give_number(nt_code_reader *reader, gc_cursor *cursor, size_t *at) {
    size_t start = *at, count = 0;
    for (; *at < reader->text.length && nt_is_digit(reader->text.at[*at]); ++*at) {
        if (count <= NT_MAX_CELLS) count = count * 10 + (reader->text.at[*at] - '0');
    }
    for (; count > 0; count--) {
        if (!give_cell(reader, cursor, start, 0, false)) return false;
    }
    return true;
}

/* Reads the sign at *at. False after a diagnostic. */
static bool read_sign(nt_code_reader *reader, gc_cursor *cursor, size_t *at) {
    size_t start = *at, length = 1;
    unsigned char sign = reader->text.at[start];
    if (nt_is_digit(sign)) return give_number(reader, cursor, at);
    if (sign == '/' && cursor->full) {
        cursor->full = false;
        ++*at;
        return true;
    }
    if (sign == '/' || sign == '*') {
        bool good = fill_row(reader, cursor, start, sign == '/');
        if (sign == '/') cursor->full = false;
        ++*at;
        return good;
    }
    unsigned code = sign == '-' ? 0 : nt_code_man(reader, start, &length);
    if (sign != '-' && !code) return false;
    *at = start + length;
    return give_cell(reader, cursor, start, code, sign == '-');
}

nt_status nt_gc_code_read(nt_code_reader *reader) {
    nt_position *p = reader->p;
    gc_cursor cursor = {.rows = gc_rows(&reader->v->board)};
    begin_row(&reader->v->board, &cursor);
    size_t at = 0, end = reader->text.length;
    while (end > 0 && nt_is_blank(reader->text.at[end - 1])) end--;
    while (at < end && nt_is_blank(reader->text.at[at])) at++;
    reader->text.length = end;
    while (at < end) {
        if (!read_sign(reader, &cursor, &at)) return NT_INVALID;
    }
    while (cursor.file > 0 && cursor.row < cursor.rows) {
        if (!give_cell(reader, &cursor, end, 0, true)) return NT_INVALID;
    }
    if (cursor.row < cursor.rows) {
        nt_code_report(reader, end, NT_DIAG_FEN_ROWS, "the code has %u rank%s, the board has %u", cursor.row,
                       cursor.row == 1 ? "" : "s", cursor.rows);
        return NT_INVALID;
    }
    nt_code_array_hands(p);
    nt_code_array_rights(p);
    nt_code_first_turn(p);
    return NT_OK;
}

/* ---- writing ---- */

static void write_man(const nt_variant *v, unsigned code, nt_output *output) {
    char text[NT_MAN_SIZE];
    size_t length = nt_code_text(v, code, text);
    if (length > 1) nt_put(output, '{');
    nt_output_bytes(output, text, length);
    if (length > 1) nt_put(output, '}');
}

static void write_row(const nt_position *p, unsigned row, nt_output *output) {
    uint16_t cells[NT_MAX_AXIS] = {0};
    unsigned width = gc_row(&p->variant->board, row, cells), empty = 0;
    for (unsigned file = 0; file <= width; file++) {
        bool hole = file == width || cells[file] == NT_NO_CELL;
        if (!hole && !p->cell[cells[file]]) {
            empty++;
            continue;
        }
        if (empty) nt_output_number(output, empty);
        empty = 0;
        if (!hole) write_man(p->variant, p->cell[cells[file]], output);
        else if (file < width) nt_put(output, '-');
    }
}

/* In its plain form: a slash between ranks, no number over a rank end, holes as dashes. */
void nt_gc_code_write(const nt_position *p, nt_output *output) {
    for (unsigned row = 0; row < gc_rows(&p->variant->board); row++) {
        if (row) nt_put(output, '/');
        write_row(p, row, output);
    }
}
