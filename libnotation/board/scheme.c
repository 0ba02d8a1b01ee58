/* Coordinate schemes: names of cells, written and read. */
#include "board/board.h"

/* Fills in the tables that follow from the labels and from file[] and rank[] of each cell. */
static void index_scheme(nt_scheme *scheme, const nt_board *board) {
    for (unsigned r = 0; r < NT_MAX_AXIS; r++)
        for (unsigned f = 0; f < NT_MAX_AXIS; f++) scheme->at[r][f] = NT_NO_CELL;
    for (unsigned cell = 0; cell < board->cells; cell++)
        scheme->at[scheme->rank[cell]][scheme->file[cell]] = (uint16_t)cell;
    memset(scheme->file_of_byte, 255, sizeof scheme->file_of_byte);
    scheme->plain = !scheme->rank_first;
    for (unsigned f = 0; f < scheme->files; f++) {
        if (strlen(scheme->file_label[f]) == 1)
            scheme->file_of_byte[(unsigned char)scheme->file_label[f][0]] = (uint8_t)f;
        if (strlen(scheme->file_label[f]) != 1 || nt_is_digit((unsigned char)scheme->file_label[f][0]))
            scheme->plain = false;
    }
    for (unsigned r = 0; r < scheme->ranks; r++) {
        uint64_t number;
        if (!nt_text_number(nt_text_from(scheme->rank_label[r]), &number) || number != r + 1) scheme->plain = false;
    }
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
    if (first > scheme->ranks) return NT_NO_CELL;
    *length = 2;
    return scheme->at[first - 1][file];
}

unsigned nt_scheme_match(const nt_scheme *scheme, nt_text text, size_t *length) {
    *length = 0;
    if (scheme->plain) return match_plain(scheme, text, length);
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
