/* Position codes: the choice of the code, and what all codes share. The public nt_position_set and nt_position_write are
 * here, and nt_cell_write and nt_cell_find. The codes themselves are in fen_*.c, gc_code.c, cells.c and diagram.c. */
#include "rules/code.h"

/* ---- findings ---- */

void nt_code_report(nt_code_reader *reader, size_t at, nt_diag_id id, const char *format, ...) {
    nt_place place = {0};
    if (reader->place) place = *reader->place;
    if (place.text) place.at += at;
    va_list arguments;
    va_start(arguments, format);
    nt_report_list(reader->p->context, &place, id, format, arguments);
    va_end(arguments);
    if (nt_diag_severity(id) == NT_ERROR) reader->failed = true;
}

/* ---- men ---- */

/* The kind that is `kind` with a mark; 0: the variant has none. */
static unsigned marked_kind(const nt_variant *v, unsigned kind, char mark) {
    for (unsigned k = 1; k <= v->kinds; k++) {
        if (v->kind[k].mark != mark) continue;
        if ((mark == '+' ? v->kind[k].base : v->kind[k].shown) == kind) return k;
    }
    return 0;
}

/* With three players the man is his player's number and his label: 1G. */
static unsigned numbered_code(const nt_variant *v, nt_text text) {
    if (text.length < 2 || text.at[0] < '1' || text.at[0] >= '1' + (int)v->players) return 0;
    int player;
    size_t length;
    unsigned kind = nt_label_match(v, nt_text_cut(text, 1), false, &player, &length);
    return kind && length + 1 == text.length ? nt_code_of(kind, text.at[0] - '1') : 0;
}

unsigned nt_code_of_text(const nt_variant *v, nt_text text, size_t *mark_at) {
    *mark_at = text.length;
    if (v->players > 2) return numbered_code(v, text);
    nt_text label = text;
    char mark = 0;
    if (text.length > 1 && text.at[0] == '+') {
        mark = '+';
        label = nt_text_cut(text, 1);
    } else if (text.length > 1 && text.at[text.length - 1] == '~') {
        mark = '~';
        label.length--;
    }
    int player = -1;
    size_t length = 0;
    unsigned kind = nt_label_match(v, label, true, &player, &length);
    if (kind && length == label.length && player >= 0) {
        if (mark && !marked_kind(v, kind, mark)) *mark_at = mark == '+' ? 0 : text.length - 1;
        else return nt_code_of(mark ? marked_kind(v, kind, mark) : kind, (unsigned)player);
    }
    /* A label may itself begin with a plus. */
    kind = mark == '+' ? nt_label_match(v, text, true, &player, &length) : 0;
    if (!kind || length != text.length || player < 0) return 0;
    *mark_at = text.length;
    return nt_code_of(kind, (unsigned)player);
}

size_t nt_code_text(const nt_variant *v, unsigned code, char *buffer) {
    const nt_kind *kind = &v->kind[nt_code_kind(code)];
    unsigned player = nt_code_player(code);
    if (v->players > 2) {
        buffer[0] = (char)('1' + (int)player);
        return 1 + nt_label_of(v, nt_code_of(nt_code_kind(code), 0), buffer + 1);
    }
    if (kind->mark == '+') {
        buffer[0] = '+';
        return 1 + nt_label_of(v, nt_code_of(kind->base, player), buffer + 1);
    }
    if (kind->mark != '~') return nt_label_of(v, code, buffer);
    size_t length = nt_label_of(v, nt_code_of(kind->shown, player), buffer);
    buffer[length] = '~';
    return length + 1;
}

/* The text of the man at an offset, marks and braces included, as far as it can be told without the variant. */
static nt_text man_extent(nt_code_reader *reader, size_t at) {
    nt_text rest = nt_text_cut(reader->text, at);
    size_t length = rest.length > 1 && rest.at[0] == '+' ? 1 : 0;
    if (rest.at[length] == '{') {
        while (length < rest.length && rest.at[length] != '}') length++;
        if (length == rest.length) {
            nt_code_report(reader, at, NT_DIAG_FEN_PIECE, "a brace is not closed");
            return (nt_text){rest.at, 0};
        }
    }
    length++;
    if (length < rest.length && rest.at[length] == '~' && rest.at[length - 1] != '~') length++;
    return (nt_text){rest.at, length};
}

/* Copies the text of a man without its braces; false: too long to be one. */
static bool man_text(nt_text extent, unsigned char buffer[NT_MAN_SIZE], nt_text *text) {
    size_t length = 0;
    for (size_t i = 0; i < extent.length; i++) {
        if (extent.at[i] == '{' || extent.at[i] == '}') continue;
        if (length == NT_MAN_SIZE) return false;
        buffer[length++] = extent.at[i];
    }
    *text = (nt_text){buffer, length};
    return length > 0;
}

unsigned nt_code_man(nt_code_reader *reader, size_t at, size_t *length) {
    nt_text extent = man_extent(reader, at), text = {0};
    *length = extent.length;
    if (!extent.length) return 0;
    char quoted[NT_QUOTE_SIZE];
    if (extent.at[0] == '~') {
        nt_code_report(reader, at, NT_DIAG_FEN_MARK, "\"~\" stands before a piece; it is written after it, as in Q~");
        return 0;
    }
    unsigned char buffer[NT_MAN_SIZE];
    size_t mark_at = 0;
    unsigned code = man_text(extent, buffer, &text) ? nt_code_of_text(reader->v, text, &mark_at) : 0;
    if (code) return code;
    if (text.length && mark_at < text.length) {
        size_t mark = 0;
        for (size_t i = extent.length; mark_at && !mark && i-- > 0;) mark = extent.at[i] == '~' ? i : 0;
        nt_code_report(reader, at + mark, NT_DIAG_FEN_MARK, "%s has no marked form \"%s\" of this piece", reader->v->id,
                       nt_quote(extent, quoted));
    } else {
        nt_code_report(reader, at, NT_DIAG_FEN_PIECE, "%s has no piece \"%s\"", reader->v->id, nt_quote(extent, quoted));
    }
    return 0;
}

bool nt_code_hand(nt_position *p, unsigned player, unsigned kind) {
    const nt_variant *v = p->variant;
    bool has_slots = false;
    int free_slot = -1;
    for (unsigned s = 0; s < v->slots; s++) {
        if (v->slot[s].player != player || v->slot[s].kind != kind) continue;
        has_slots = true;
        if (!(p->state.slots >> s & 1)) free_slot = (int)s;
    }
    if (p->hand[player][kind] == UINT8_MAX || (has_slots && free_slot < 0)) return false;
    if (has_slots) p->state.slots |= UINT32_C(1) << free_slot;
    p->hand[player][kind]++;
    return true;
}

bool nt_code_drops(nt_code_reader *reader, size_t at, unsigned player, unsigned kind) {
    const nt_variant *v = reader->v;
    for (unsigned w = 0; w < NT_SET_WORDS; w++)
        if (v->drop_zone[kind][player].word[w]) return true;
    nt_code_report(reader, at, NT_DIAG_FEN_FIELD,
                   v->has_drops ? "%s drops no men such as %s" : "%s has no men in hand, such as %s", v->id,
                   v->kind[kind].label);
    return false;
}

/* How many men of a kind have left the hand since the start, as far as the board shows it. */
static unsigned dropped_men(const nt_position *p, unsigned code) {
    unsigned now = 0, start = 0;
    for (unsigned cell = 0; cell < p->variant->board.cells; cell++) {
        now += p->cell[cell] == code;
        start += p->variant->array[cell] == code;
    }
    return now > start ? now - start : 0;
}

void nt_code_array_hands(nt_position *p) {
    for (unsigned player = 0; player < p->variant->players; player++) {
        for (unsigned kind = 1; kind <= p->variant->kinds; kind++) {
            unsigned start = p->variant->hand_start[player][kind];
            unsigned gone = start ? dropped_men(p, nt_code_of(kind, player)) : 0;
            for (unsigned n = gone; n < start; n++) nt_code_hand(p, player, kind);
        }
    }
}

void nt_code_first_turn(nt_position *p) {
    const nt_variant *v = p->variant;
    unsigned player = v->array_player, other = nt_next_player(p, player);
    bool both = p->royal[player] != NT_NO_CELL && p->royal[other] != NT_NO_CELL;
    bool second = v->checks && v->players == 2 && both && nt_in_check(p, other) && !nt_in_check(p, player);
    p->state.player = (uint8_t)(second ? other : player);
}

/* ---- rows ---- */

static unsigned rank_of(const nt_board *board, unsigned cell) {
    return nt_board_rank(board, (nt_vector){board->x[cell], board->y[cell]});
}

unsigned nt_board_rows(const nt_board *board) {
    unsigned rows = 0;
    if (board->lattice == NT_SQUARE) return board->height;
    for (unsigned cell = 0; cell < board->cells; cell++)
        if (rank_of(board, cell) > rows) rows = rank_of(board, cell);
    return rows;
}

/* The cells of a rank of a hexagonal board, from left to right: by file, which grows with y - x, or by y. */
static unsigned hexagon_row(const nt_board *board, unsigned rank, uint16_t cells[NT_MAX_AXIS]) {
    unsigned count = 0;
    for (int file = -NT_MAX_AXIS; file <= NT_MAX_AXIS; file++) {
        for (unsigned cell = 0; cell < board->cells && count < NT_MAX_AXIS; cell++) {
            int at = board->flat_ranks ? board->y[cell] : board->y[cell] - board->x[cell];
            if (at == file && rank_of(board, cell) == rank) cells[count++] = (uint16_t)cell;
        }
    }
    return count;
}

unsigned nt_board_row(const nt_board *board, unsigned row, uint16_t cells[NT_MAX_AXIS]) {
    if (board->lattice == NT_HEX) return hexagon_row(board, nt_board_rows(board) - row, cells);
    int y = (int)(board->height - 1 - row);
    for (unsigned x = 0; x < board->width; x++) cells[x] = (uint16_t)nt_board_at(board, (int)x, y);
    return board->width;
}

/* Cells stand on one file when y - x is the same. They are numbered from below. */
static int leftmost_file(const nt_board *board) {
    int least = NT_MAX_AXIS;
    for (unsigned cell = 0; cell < board->cells; cell++)
        if (board->y[cell] - board->x[cell] < least) least = board->y[cell] - board->x[cell];
    return least;
}

unsigned nt_board_files(const nt_board *board) {
    int least = leftmost_file(board), most = least;
    for (unsigned cell = 0; cell < board->cells; cell++)
        if (board->y[cell] - board->x[cell] > most) most = board->y[cell] - board->x[cell];
    return (unsigned)(most - least) + 1;
}

unsigned nt_board_file(const nt_board *board, unsigned file, uint16_t cells[NT_MAX_AXIS]) {
    int wanted = leftmost_file(board) + (int)file;
    unsigned count = 0;
    for (unsigned cell = 0; cell < board->cells && count < NT_MAX_AXIS; cell++)
        if (board->y[cell] - board->x[cell] == wanted) cells[count++] = (uint16_t)cell;
    return count;
}

const char *nt_row_label(const nt_variant *v, unsigned row) {
    uint16_t cells[NT_MAX_AXIS];
    unsigned width = nt_board_row(&v->board, row, cells);
    for (unsigned file = 0; file < width; file++) {
        if (cells[file] != NT_NO_CELL) return v->scheme.rank_label[v->scheme.rank[cells[file]]];
    }
    return "";
}

/* ---- the codes ---- */

static nt_status read_code(nt_code_reader *reader, nt_code code) {
    switch (code) {
    case NT_CODE_FEN:
    case NT_CODE_FEN_FILES: return nt_fen_read(reader);
    case NT_CODE_GC: return nt_gc_code_read(reader);
    case NT_CODE_CELLS: return nt_cells_read(reader);
    case NT_CODE_ANY:
    case NT_CODE_TEXT: break;
    }
    return NT_USAGE;
}

/* Reads a code into a copy of the position and, to keep it, back into the position. */
static nt_status read_copy(nt_position *p, nt_code code, nt_text text, const nt_place *place, bool keep) {
    nt_position *copy = nt_position_new(p->context, p->variant);
    if (!copy) return NT_NO_MEMORY;
    nt_position_empty(copy);
    nt_code_reader reader = {.p = copy, .v = p->variant, .text = text, .place = place};
    nt_status status = read_code(&reader, code);
    if (code != NT_CODE_CELLS) nt_code_lost(copy); /* a bare list of men is taken as it is */
    if (status == NT_OK) status = nt_position_settle(copy, place, code == NT_CODE_CELLS);
    if (status == NT_OK && keep) nt_position_copy(p, copy);
    nt_position_free(copy);
    return status;
}

/* Whether a text is a code, without a word of findings. Fields that are missing do not speak against it, strict or not. */
static bool reads_as(nt_position *p, nt_code code, nt_text text) {
    nt_context *context = p->context;
    nt_mode mode = context->mode;
    context->mode = NT_TOLERANT;
    context->muted++;
    nt_status status = read_copy(p, code, text, NULL, false);
    context->muted--;
    context->mode = mode;
    context->starved |= status == NT_NO_MEMORY;
    return status == NT_OK;
}

nt_code nt_code_guess(nt_position *p, nt_text text) {
    if (memchr(text.at, ' ', text.length) || reads_as(p, NT_CODE_FEN, text)) return NT_CODE_FEN;
    bool has_hyphen = memchr(text.at, '-', text.length); /* no FEN has one before the first blank */
    return has_hyphen || reads_as(p, NT_CODE_GC, text) ? NT_CODE_GC : NT_CODE_FEN;
}

nt_status nt_position_read(nt_position *p, nt_code code, nt_text text, const nt_place *place) {
    if (code == NT_CODE_ANY) code = nt_code_guess(p, text);
    return read_copy(p, code, text, place, true);
}

nt_status nt_position_set(nt_position *p, nt_code code, const char *text, size_t length) {
    const unsigned char *bytes = (const unsigned char *)text;
    nt_place place = {.file = "<position>", .text = bytes, .line = 1, .column = 1};
    return nt_context_settle(p->context, nt_position_read(p, code, (nt_text){bytes, length}, &place));
}

void nt_position_write(const nt_position *p, nt_code code, const nt_fen_style *style, nt_output *output) {
    static const nt_fen_style xfen = {.castling_files = false};
    switch (code) {
    case NT_CODE_FEN:
    case NT_CODE_FEN_FILES: nt_fen_write(p, style ? style : &xfen, code == NT_CODE_FEN_FILES, output); break;
    case NT_CODE_GC: nt_gc_code_write(p, output); break;
    case NT_CODE_CELLS: nt_cells_write(p, output); break;
    case NT_CODE_ANY: break;
    case NT_CODE_TEXT: nt_diagram_write(p, output); break;
    }
}

static NT_COLD void write_long_name(const nt_scheme *scheme, unsigned cell, nt_output *output) {
    char name[2 * NT_LABEL_SIZE];
    nt_output_bytes(output, name, nt_scheme_name(scheme, cell, name));
}

void nt_cell_write(const nt_variant *v, size_t cell, nt_output *output) {
    const nt_scheme *scheme = &v->scheme;
    if (NT_LIKELY(scheme->two_bytes)) nt_put_text(output, (nt_text){(const unsigned char *)scheme->two[cell], 2});
    else write_long_name(scheme, (unsigned)cell, output);
}

size_t nt_cell_find(const nt_variant *v, const char *name, size_t length) {
    size_t taken = 0;
    unsigned cell = nt_scheme_match(&v->scheme, (nt_text){(const unsigned char *)name, length}, &taken);
    return cell != NT_NO_CELL && taken == length ? cell : SIZE_MAX;
}
