/* What the readers and writers of position codes share: the walk over a board row by row, one man's text, findings with
 * a place inside the code. For rules/code.c, fen_*.c, gc_code.c, cells.c, diagram*.c, draw.c, pattern*.c and settle.c
 * only. */
#ifndef NT_CODE_H
#define NT_CODE_H

#include "base/output.h"
#include "rules/position.h"

/* A position code being read into an emptied position. place: where text begins, NULL: no place. failed: an error has
 * been reported, so that the position is of no use; reading goes on to find the next fault. */
typedef struct nt_code_reader {
    nt_position *p;
    const nt_variant *v;
    nt_text text;
    const nt_place *place;
    bool failed;
} nt_code_reader;

/* Reports a finding at an offset of reader->text and notes errors in reader->failed. */
void nt_code_report(nt_code_reader *reader, size_t at, nt_diag_id id, const char *format, ...) NT_PRINTF(4, 5);

/* Reads the man that begins at an offset: `P`, `+P`, `Q~`, `{AB}`, `{Q~}`. Returns its code, *length the bytes it took;
 * 0 after a diagnostic (fen-piece, fen-mark). */
unsigned nt_code_man(nt_code_reader *reader, size_t at, size_t *length);

/* The code of a man whose whole text this is (marks allowed, no braces); 0: there is none such. *mark_at is set to the
 * offset of a mark that the kind cannot have, else to text.length. */
unsigned nt_code_of_text(const nt_variant *v, nt_text text, size_t *mark_at);

/* The text of a man, marks included, without braces; returns the length. buffer: NT_MAN_SIZE. */
enum { NT_MAN_SIZE = NT_LABEL_SIZE + 2 };
size_t nt_code_text(const nt_variant *v, unsigned code, char *buffer);

/* Rows from the top, and the cells of one from left to right, holes as NT_NO_CELL; returns how many there are. */
unsigned nt_board_rows(const nt_board *board);
unsigned nt_board_row(const nt_board *board, unsigned row, uint16_t cells[NT_MAX_AXIS]);

/* Files of a hexagonal board from the left, and the cells of one from below; returns how many there are. */
unsigned nt_board_files(const nt_board *board);
unsigned nt_board_file(const nt_board *board, unsigned file, uint16_t cells[NT_MAX_AXIS]);

/* The label of the rank that is row `row`, for messages and diagrams; borrowed from the variant. */
const char *nt_row_label(const nt_variant *v, unsigned row);

/* Adds a man to a hand and fills the named slots of his kind, the last ones first, so that the lower ones are the empty
 * ones, as they are after drops. False: the hand or the slots are full. */
bool nt_code_hand(nt_position *p, unsigned player, unsigned kind);

/* Whether the game lets men of a kind come from a hand; when it does not, a finding at an offset. */
bool nt_code_drops(nt_code_reader *reader, size_t at, unsigned player, unsigned kind);

/* For codes that do not say it: gives the hands and slots of the array, less the men that have come onto the board; and
 * the turn to the first player, or to the second when he alone is in check. */
void nt_code_array_hands(nt_position *p);
void nt_code_first_turn(nt_position *p);

/* Gives the rights that the array has wherever king and rook stand on the array's cells: for codes that do not say. */
void nt_code_array_rights(nt_position *p);

/* Takes the men of the array that are missing for captured ones: for codes that do not say (promotion to captured men). */
void nt_code_lost(nt_position *p);

/* Reads the castling field that stands at an offset, the placement having been read; writes it. files: Shredder-FEN. */
void nt_code_rights_read(nt_code_reader *reader, size_t at, nt_text field);
void nt_code_rights_write(const nt_position *p, bool files, nt_output *output);

/* Reads who is to move, as FEN has it, into the position; false after a diagnostic (fen-field). */
bool nt_code_side(nt_code_reader *reader, size_t at, nt_text field);

/* The place of a man in a list of cells: a cell, a slot (-1: none), or `@` for the hand, which is neither. False: it is
 * none of them. */
bool nt_code_place(const nt_variant *v, nt_text name, unsigned *cell, int *slot);

/* The readers and writers behind nt_position_read and nt_position_write. */
nt_status nt_fen_read(nt_code_reader *reader);
void nt_fen_write(const nt_position *p, const nt_fen_style *style, bool by_files, nt_output *output);
nt_status nt_gc_code_read(nt_code_reader *reader);
void nt_gc_code_write(const nt_position *p, nt_output *output);
nt_status nt_cells_read(nt_code_reader *reader);
void nt_cells_write(const nt_position *p, nt_output *output);
void nt_diagram_write(const nt_position *p, nt_output *output);

/* rules/diagram.c: draws the board with a text in each cell, of at least one byte, and the labels of ranks and files. text
 * writes that of a cell into buffer and returns its length. */
typedef size_t nt_grid_text(const void *what, unsigned cell, char buffer[NT_MAN_SIZE]);
void nt_grid_write(const nt_variant *v, nt_grid_text *text, const void *what, nt_output *output);

/* rules/diagram_hexagons.c: the same for hexagonal boards, where `.` is left out. */
void nt_hexagons_write(const nt_variant *v, nt_grid_text *text, const void *what, nt_output *output);

#endif
