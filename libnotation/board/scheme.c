/* Coordinate schemes: names of cells, written and read. */
#include "board/board.h"

/* Whether names of cells begin with digits, and whether files and ranks have a label in common. */
static void compare_labels(nt_scheme *scheme) {
    unsigned first = scheme->rank_first ? scheme->ranks : scheme->files;
    for (unsigned i = 0; i < first; i++) {
        const char *label = scheme->rank_first ? scheme->rank_label[i] : scheme->file_label[i];
        scheme->digit_first |= nt_is_digit((unsigned char)label[0]);
    }
    for (unsigned f = 0; f < scheme->files; f++)
        for (unsigned r = 0; r < scheme->ranks; r++)
            scheme->alike |= strcmp(scheme->file_label[f], scheme->rank_label[r]) == 0;
}

/* Fills in the tables that follow from the labels and from file[] and rank[] of each cell. */
static void index_scheme(nt_scheme *scheme, const nt_board *board) {
    for (unsigned r = 0; r < NT_MAX_AXIS; r++)
        for (unsigned f = 0; f < NT_MAX_AXIS; f++) scheme->at[r][f] = NT_NO_CELL;
    for (unsigned cell = 0; cell < board->cells; cell++)
        scheme->at[scheme->rank[cell]][scheme->file[cell]] = (uint16_t)cell;
    memset(scheme->file_of_byte, 255, sizeof scheme->file_of_byte);
    memset(scheme->rank_of_byte, 255, sizeof scheme->rank_of_byte);
    scheme->plain = scheme->two_bytes = !scheme->rank_first;
    for (unsigned f = 0; f < scheme->files; f++) {
        if (strlen(scheme->file_label[f]) == 1)
            scheme->file_of_byte[(unsigned char)scheme->file_label[f][0]] = (uint8_t)f;
        else scheme->two_bytes = false;
        if (strlen(scheme->file_label[f]) != 1 || nt_is_digit((unsigned char)scheme->file_label[f][0]))
            scheme->plain = false;
    }
    for (unsigned r = 0; r < scheme->ranks; r++) {
        uint64_t number;
        if (strlen(scheme->rank_label[r]) == 1) scheme->rank_of_byte[(unsigned char)scheme->rank_label[r][0]] = (uint8_t)r;
        else scheme->two_bytes = false;
        if (!nt_text_number(nt_text_from(scheme->rank_label[r]), &number) || number != r + 1) scheme->plain = false;
    }
    for (unsigned cell = 0; cell < board->cells; cell++) {
        scheme->two[cell][0] = scheme->file_label[scheme->file[cell]][0];
        scheme->two[cell][1] = scheme->rank_label[scheme->rank[cell]][0];
    }
    scheme->digit_first = scheme->alike = false;
    compare_labels(scheme);
}

static void write_number(char *label, unsigned number) {
    size_t n = 0;
    if (number >= 10) label[n++] = (char)('0' + number / 10 % 10);
    label[n++] = (char)('0' + number % 10);
    label[n] = 0;
}

void nt_scheme_algebraic(nt_scheme *scheme, const nt_board *board) {
    memset(scheme, 0, sizeof *scheme);
    memcpy(scheme->name, "algebraic", sizeof "algebraic");
    scheme->files = board->width;
    scheme->ranks = board->height;
    for (unsigned f = 0; f < scheme->files; f++) scheme->file_label[f][0] = (char)(f < 26 ? 'a' + (int)f : 'A' + (int)f - 26);
    for (unsigned r = 0; r < scheme->ranks; r++) write_number(scheme->rank_label[r], r + 1);
    for (unsigned cell = 0; cell < board->cells; cell++) {
        scheme->file[cell] = board->x[cell];
        scheme->rank[cell] = board->y[cell];
    }
    index_scheme(scheme, board);
}

/* ---- hexagons ---- */

/* Sets the label of file or rank i to one letter; letters run on in upper case after z. */
static void write_letter(char *label, unsigned i) {
    label[0] = (char)(i < 26 ? 'a' + (int)i : 'A' + (int)i - 26);
    label[1] = 0;
}

static void start_scheme(nt_scheme *scheme, const char *name) {
    memset(scheme, 0, sizeof *scheme);
    memcpy(scheme->name, name, strlen(name));
}

/* Two hexadecimal digits: x, then y. Axes longer than 15 go on with g, h, ... */
static void scheme_gilman(nt_scheme *scheme, const nt_board *board) {
    start_scheme(scheme, "gilman");
    scheme->files = board->width;
    scheme->ranks = board->height;
    for (unsigned i = 0; i < NT_MAX_AXIS; i++) {
        char digit = (char)(i < 10 ? '0' + (int)i : 'a' + (int)i - 10);
        scheme->file_label[i][0] = scheme->rank_label[i][0] = digit;
    }
    for (unsigned cell = 0; cell < board->cells; cell++) {
        scheme->file[cell] = board->x[cell];
        scheme->rank[cell] = board->y[cell];
    }
}

/* The least y - x of the board: the leftmost file. */
static int leftmost(const nt_board *board) {
    int least = 0;
    for (unsigned cell = 0; cell < board->cells; cell++)
        if (board->y[cell] - board->x[cell] < least) least = board->y[cell] - board->x[cell];
    return least;
}

/* A letter for each file from the left, and the number of the cell in its file where ranks bend at the middle. */
static void scheme_bent(nt_scheme *scheme, const nt_board *board, bool has_j) {
    start_scheme(scheme, has_j ? "mccooey" : "glinski");
    int least = leftmost(board);
    for (unsigned cell = 0; cell < board->cells; cell++) {
        int x = board->x[cell], y = board->y[cell], q = y - x - least, rank = x < y ? x : y;
        scheme->file[cell] = (uint8_t)q;
        scheme->rank[cell] = (uint8_t)(rank - 1);
        if ((unsigned)q >= scheme->files) scheme->files = (unsigned)q + 1;
        if ((unsigned)rank > scheme->ranks) scheme->ranks = (unsigned)rank;
    }
    for (unsigned f = 0; f < scheme->files; f++) write_letter(scheme->file_label[f], !has_j && f >= 9 ? f + 1 : f);
    for (unsigned r = 0; r < scheme->ranks; r++) write_number(scheme->rank_label[r], r + 1);
}

/* A letter for each file from the left, and the oblique line y as the rank. */
static void scheme_oblique(nt_scheme *scheme, const nt_board *board) {
    start_scheme(scheme, "oblique");
    int least = leftmost(board);
    scheme->ranks = board->height - 1;
    for (unsigned cell = 0; cell < board->cells; cell++) {
        unsigned file = (unsigned)(board->y[cell] - board->x[cell] - least);
        scheme->file[cell] = (uint8_t)file;
        scheme->rank[cell] = (uint8_t)(board->y[cell] - 1);
        if (file >= scheme->files) scheme->files = file + 1;
    }
    for (unsigned f = 0; f < scheme->files; f++) write_letter(scheme->file_label[f], f);
    for (unsigned r = 0; r < scheme->ranks; r++) write_number(scheme->rank_label[r], r + 1);
}

/* Both axes as they lie: y is the slanted file letter, x the rank. */
static void scheme_slanted(nt_scheme *scheme, const nt_board *board) {
    start_scheme(scheme, "slanted");
    scheme->files = board->height - 1;
    scheme->ranks = board->width - 1;
    for (unsigned f = 0; f < scheme->files; f++) write_letter(scheme->file_label[f], f);
    for (unsigned r = 0; r < scheme->ranks; r++) write_number(scheme->rank_label[r], r + 1);
    for (unsigned cell = 0; cell < board->cells; cell++) {
        scheme->file[cell] = (uint8_t)(board->y[cell] - 1);
        scheme->rank[cell] = (uint8_t)(board->x[cell] - 1);
    }
}

/* (q,r) with q = y - x to the right and r = s - y downwards, s the middle of the axis. */
static void scheme_axial(nt_scheme *scheme, const nt_board *board) {
    start_scheme(scheme, "axial");
    int least = leftmost(board), middle = (int)board->height / 2;
    scheme->ranks = board->height;
    for (unsigned cell = 0; cell < board->cells; cell++) {
        int q = board->y[cell] - board->x[cell];
        scheme->file[cell] = (uint8_t)(q - least);
        scheme->rank[cell] = board->y[cell];
        if ((unsigned)(q - least) >= scheme->files) scheme->files = (unsigned)(q - least) + 1;
    }
    for (unsigned f = 0; f < scheme->files; f++) {
        int q = (int)f + least;
        size_t n = 0;
        scheme->file_label[f][n++] = '(';
        if (q < 0) scheme->file_label[f][n++] = '-';
        write_number(scheme->file_label[f] + n, (unsigned)(q < 0 ? -q : q));
        n = strlen(scheme->file_label[f]);
        scheme->file_label[f][n] = ',';
    }
    for (unsigned r = 0; r < scheme->ranks; r++) {
        int down = middle - (int)r;
        size_t n = 0;
        if (down < 0) scheme->rank_label[r][n++] = '-';
        write_number(scheme->rank_label[r] + n, (unsigned)(down < 0 ? -down : down));
        n = strlen(scheme->rank_label[r]);
        scheme->rank_label[r][n] = ')';
    }
}

bool nt_scheme_named(nt_scheme *scheme, const nt_board *board, nt_text name) {
    if (board->lattice == NT_SQUARE) {
        if (!nt_text_is(name, "algebraic")) return false;
        nt_scheme_algebraic(scheme, board);
        return true;
    }
    if (nt_text_is(name, "gilman")) scheme_gilman(scheme, board);
    else if (nt_text_is(name, "glinski")) scheme_bent(scheme, board, false);
    else if (nt_text_is(name, "mccooey")) scheme_bent(scheme, board, true);
    else if (nt_text_is(name, "slanted")) scheme_slanted(scheme, board);
    else if (nt_text_is(name, "oblique")) scheme_oblique(scheme, board);
    else if (nt_text_is(name, "axial")) scheme_axial(scheme, board);
    else return false;
    index_scheme(scheme, board);
    return true;
}

const char *nt_scheme_at(nt_lattice lattice, size_t index) {
    static const char *const squares[] = {"algebraic"};
    static const char *const hexagons[] = {"gilman", "glinski", "mccooey", "oblique", "slanted", "axial"};
    if (lattice == NT_SQUARE) return index < sizeof squares / sizeof *squares ? squares[index] : NULL;
    return index < sizeof hexagons / sizeof *hexagons ? hexagons[index] : NULL;
}

/* ---- labels from a file ---- */

/* Takes one label per word; false when there are not exactly count words of at most NT_LABEL_SIZE - 1 bytes. */
static bool take_labels(char label[][NT_LABEL_SIZE], unsigned count, nt_text text) {
    for (unsigned i = 0; i < count; i++) {
        nt_text word = nt_text_word(text, &text);
        if (word.length == 0 || word.length >= NT_LABEL_SIZE) return false;
        memset(label[i], 0, NT_LABEL_SIZE);
        memcpy(label[i], word.at, word.length);
    }
    return nt_text_word(text, &text).length == 0;
}

bool nt_scheme_labels(nt_scheme *scheme, const nt_board *board, nt_text files, nt_text ranks, bool rank_first) {
    nt_scheme_algebraic(scheme, board);
    memcpy(scheme->name, "labels", sizeof "labels");
    scheme->rank_first = rank_first;
    if (files.length && !take_labels(scheme->file_label, scheme->files, files)) return false;
    if (ranks.length && !take_labels(scheme->rank_label, scheme->ranks, ranks)) return false;
    index_scheme(scheme, board);
    return true;
}

/* The longest label that begins the text; -1: none. */
static int match_label(const char label[][NT_LABEL_SIZE], unsigned count, nt_text text, size_t *length) {
    int best = -1;
    *length = 0;
    for (unsigned i = 0; i < count; i++) {
        size_t n = strlen(label[i]);
        if (n > *length && n <= text.length && memcmp(label[i], text.at, n) == 0) {
            *length = n;
            best = (int)i;
        }
    }
    return best;
}

int nt_scheme_file(const nt_scheme *scheme, nt_text text, size_t *length) {
    return match_label(scheme->file_label, scheme->files, text, length);
}

int nt_scheme_rank(const nt_scheme *scheme, nt_text text, size_t *length) {
    return match_label(scheme->rank_label, scheme->ranks, text, length);
}

/* One byte for the file, one or two digits for the rank; the longer rank first. */
static unsigned match_plain(const nt_scheme *scheme, nt_text text, size_t *length) {
    if (text.length < 2) return NT_NO_CELL;
    unsigned file = scheme->file_of_byte[text.at[0]], first = text.at[1] - '0';
    if (file == 255 || first - 1 >= 9u) return NT_NO_CELL;
    if (scheme->ranks > 9 && text.length > 2 && nt_is_digit(text.at[2])) {
        unsigned rank = first * 10 + (text.at[2] - '0');
        if (rank <= scheme->ranks && scheme->at[rank - 1][file] != NT_NO_CELL) {
            *length = 3;
            return scheme->at[rank - 1][file];
        }
    }
    unsigned cell = first > scheme->ranks ? NT_NO_CELL : scheme->at[first - 1][file];
    *length = cell == NT_NO_CELL ? 0 : 2;
    return cell;
}

static unsigned match_two_bytes(const nt_scheme *scheme, nt_text text, size_t *length) {
    if (text.length < 2) return NT_NO_CELL;
    unsigned file = scheme->file_of_byte[text.at[0]], rank = scheme->rank_of_byte[text.at[1]];
    unsigned cell = file == 255 || rank == 255 ? NT_NO_CELL : scheme->at[rank][file];
    *length = cell == NT_NO_CELL ? 0 : 2;
    return cell;
}

unsigned nt_scheme_match(const nt_scheme *scheme, nt_text text, size_t *length) {
    *length = 0;
    if (scheme->plain) return match_plain(scheme, text, length);
    if (scheme->two_bytes) return match_two_bytes(scheme, text, length);
    unsigned found = NT_NO_CELL;
    for (unsigned f = 0; f < scheme->files; f++) {
        const char *file = scheme->file_label[f];
        size_t file_length = strlen(file);
        for (unsigned r = 0; r < scheme->ranks; r++) {
            if (scheme->at[r][f] == NT_NO_CELL) continue;
            const char *rank = scheme->rank_label[r];
            size_t rank_length = strlen(rank), n = file_length + rank_length;
            if (n <= *length || n > text.length) continue;
            const unsigned char *file_at = text.at + (scheme->rank_first ? rank_length : 0);
            const unsigned char *rank_at = text.at + (scheme->rank_first ? 0 : file_length);
            if (memcmp(file_at, file, file_length) != 0 || memcmp(rank_at, rank, rank_length) != 0) continue;
            *length = n;
            found = scheme->at[r][f];
        }
    }
    return found;
}

size_t nt_scheme_name(const nt_scheme *scheme, unsigned cell, char *buffer) {
    const char *file = scheme->file_label[scheme->file[cell]], *rank = scheme->rank_label[scheme->rank[cell]];
    size_t n = 0;
    for (const char *at = scheme->rank_first ? rank : file; *at; at++) buffer[n++] = *at;
    for (const char *at = scheme->rank_first ? file : rank; *at; at++) buffer[n++] = *at;
    buffer[n] = 0;
    return n;
}
