/* What is amiss with the name of a cell. For the formats and the renamer. */
#include "board/board.h"

static bool is_word(unsigned c) { return nt_is_letter(c) || nt_is_digit(c) || c >= 0x80; }

size_t nt_scheme_like(const nt_scheme *s, nt_text text) {
    size_t letters = 0;
    if (s->two_bytes && s->digit_first) {
        bool pair = text.length > 1 && (nt_is_digit(text.at[0]) || nt_is_lower(text.at[0]));
        return pair && (nt_is_digit(text.at[1]) || nt_is_lower(text.at[1])) ? 2 : 0;
    }
    while (letters < text.length && letters < 2 && nt_is_letter(text.at[letters])) letters++;
    size_t length = letters;
    while (length < text.length && length < letters + 2 && nt_is_digit(text.at[length])) length++;
    return letters && length > letters ? length : 0;
}

/* Adds a list of labels: `a to i, k, l`. Neighbours in the alphabet, or in the numbers, run together. */
static void add_labels(nt_message *message, const char label[][NT_LABEL_SIZE], const bool *used, unsigned count) {
    const char *separator = "";
    for (unsigned i = 0; i < count; i++) {
        if (!used[i]) continue;
        unsigned last = i;
        while (last + 1 < count && used[last + 1]) {
            const char *a = label[last], *b = label[last + 1];
            uint64_t m, n;
            bool numbers = nt_text_number(nt_text_from(a), &m) && nt_text_number(nt_text_from(b), &n) && n == m + 1;
            if (!numbers && (a[1] || b[1] || b[0] != a[0] + 1)) break;
            last++;
        }
        nt_message_add(message, "%s%s", separator, label[i]);
        if (last > i + 1) {
            nt_message_add(message, " to %s", label[last]);
            i = last;
        }
        separator = ", ";
    }
}

/* Says which files there are, or which ranks: all, or those of one file. */
static void add_files(nt_message *message, const nt_scheme *s) {
    bool used[NT_MAX_AXIS] = {false};
    for (unsigned f = 0; f < s->files; f++)
        for (unsigned r = 0; r < s->ranks; r++) used[f] = used[f] || s->at[r][f] != NT_NO_CELL;
    add_labels(message, s->file_label, used, s->files);
}

static void add_ranks(nt_message *message, const nt_scheme *s, int file) {
    bool used[NT_MAX_AXIS] = {false};
    for (unsigned f = 0; f < s->files; f++)
        for (unsigned r = 0; r < s->ranks; r++)
            used[r] = used[r] || ((file < 0 || f == (unsigned)file) && s->at[r][f] != NT_NO_CELL);
    add_labels(message, s->rank_label, used, s->ranks);
}

/* How many bytes a label that is not in the scheme has: a run of digits or one other sign. */
static size_t label_length(nt_text text) {
    size_t n = 0;
    while (n < text.length && nt_is_digit(text.at[n])) n++;
    return n ? n : nt_text_utf8(text) ? nt_text_utf8(text) : text.length > 0;
}

void nt_scheme_explain(const nt_scheme *s, nt_text text, nt_message *message) {
    char quote[NT_QUOTE_SIZE];
    size_t length, rank_length;
    if (s->file_label[0][0] == '(') return;
    int file = nt_scheme_file(s, text, &length);
    if (file < 0) {
        size_t n = s->two_bytes && text.length ? 1 : label_length(text);
        nt_message_add(message, ": no file %s in this coordinate set; files go ", nt_quote((nt_text){text.at, n}, quote));
        add_files(message, s);
        return;
    }
    nt_text rest = nt_text_cut(text, length);
    if (!rest.length || !is_word(rest.at[0])) {
        nt_message_add(message, ": a file or rank alone has no name in another coordinate set");
        return;
    }
    size_t n = s->two_bytes ? 1 : label_length(rest);
    int rank = nt_scheme_rank(s, rest, &rank_length);
    bool known = rank >= 0 && rank_length == n;
    nt_quote((nt_text){rest.at, n}, quote);
    if (known) nt_message_add(message, ": file %s has no rank %s; its ranks go ", s->file_label[file], quote);
    else nt_message_add(message, ": no rank %s in this coordinate set; ranks go ", quote);
    add_ranks(message, s, known ? file : -1);
}
