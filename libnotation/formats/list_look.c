/* What a text that may be a move list looks like: counts from which the notations guess whether it is theirs.
 * Private to formats/. */
#include "formats/list.h"
#include "formats/pgn.h"

typedef struct look {
    nt_list_traits *traits;
    bool in_comment;
    bool after_label;   /* the word before may be the label of the one that comes */
    bool after_number;
    uint64_t number;    /* the last one */
} look;

static bool has_digit(nt_text text) {
    for (size_t i = 0; i < text.length; i++) {
        if (nt_is_digit(text.at[i])) return true;
    }
    return false;
}

/* A hexadecimal digit above 9; two of them are a cell of a hexagon. */
static bool is_high_hex(unsigned c) { return c - 'a' < 6u; }

/* A name of a cell on some board: a few letters and digits, a digit among them. */
static bool is_cell(nt_text text) {
    if (text.length < 2 || text.length > 4) return nt_text_is(text, "dest");
    for (size_t i = 0; i < text.length; i++) {
        if (!nt_is_digit(text.at[i]) && !nt_is_letter(text.at[i])) return false;
    }
    return (text.length == 2 && is_high_hex(text.at[0]) && is_high_hex(text.at[1])) || has_digit(text);
}

/* How many bytes of letter and number, e4 or a10, begin the text; 0: none. */
static size_t plain_cell(nt_text text) {
    size_t at = 1;
    if (!text.length || !nt_is_lower(*text.at)) return 0;
    while (at < text.length && at < 3 && nt_is_digit(text.at[at])) at++;
    return at > 1 ? at : 0;
}

/* Two cells of two hexadecimal digits, and perhaps a piece. */
static bool is_hex_uci(nt_text word) {
    if (word.length < 4 || word.length > 5 || (word.length == 5 && !nt_is_lower(word.at[4]))) return false;
    for (size_t i = 0; i < 4; i++) {
        if (!nt_is_digit(word.at[i]) && !is_high_hex(word.at[i])) return false;
    }
    return true;
}

static bool is_uci(nt_text word) {
    if (is_hex_uci(word)) return true;
    size_t from = plain_cell(word);
    size_t to = from ? plain_cell(nt_text_cut(word, from)) : 0;
    size_t rest = word.length - from - to;
    return nt_text_is(word, "0000") || (to && (rest == 0 || (rest == 1 && nt_is_lower(word.at[word.length - 1]))));
}

/* Ends in a cell, and what stands before it is made of letters, digits and x. */
static bool is_san(nt_text word) {
    static const char bytes[] = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    if (nt_san_is_hex(word)) return true;
    const unsigned char *equals = memchr(word.at, '=', word.length);
    if (equals) word.length = (size_t)(equals - word.at);
    if (word.length < 2 || word.length > 8 || nt_is_digit(*word.at)) return false;
    for (size_t i = 0; i < word.length; i++) {
        if (!strchr(bytes, word.at[i])) return false;
    }
    if (plain_cell(nt_text_cut(word, word.length - 2)) == 2) return true;
    return word.length > 2 && plain_cell(nt_text_cut(word, word.length - 3)) == 3; /* a10 */
}

/* A word with a sign in it: what stands before and behind. */
static bool look_at_sign(look *l, nt_text word) {
    nt_list_traits *t = l->traits;
    size_t sign = 0, size = 0;
    for (; sign < word.length; sign++) {
        size = word.at[sign] == '*' ? 1 : nt_list_dash(nt_text_cut(word, sign));
        if (size) break;
    }
    if (!size) return false;
    nt_text left = {word.at, sign}, right = nt_text_cut(word, sign + size);
    const unsigned char *equals = memchr(right.at, '=', right.length);
    if (equals) right.length = (size_t)(equals - right.at);
    if (!left.length || (right.length && !is_cell(right))) return false;
    if (word.at[sign] == '*') {
        t->stars++;
        return true;
    }
    bool has_piece = left.length == 3 && nt_is_upper(*left.at) && plain_cell(nt_text_cut(left, 1)) == 2;
    if (has_piece && right.length && !l->after_label) { /* Ng1-f3 */
        t->san++;
        return true;
    }
    t->hyphens++;
    t->equals += equals != NULL;
    t->labels += l->after_label || !is_cell(left);
    t->words -= l->after_label; /* the label was counted as a turn of its own */
    return true;
}

static bool is_bracket(const look *l, nt_text word) {
    if (word.length < 5 || word.at[0] != '(' || word.at[word.length - 1] != ')') return false;
    if (!nt_is_upper(word.at[1])) return false;
    nt_text inner = {word.at + 2, word.length - 3};
    return plain_cell(inner) == inner.length && (l->after_number || !strchr("KQRBNP", word.at[1]));
}

static bool is_result(nt_text word) {
    for (size_t i = 0; i < word.length; i++) {
        if (!strchr("012/-*.", word.at[i])) return false;
    }
    return !nt_text_is(word, "0000");
}

/* (0,-3)-(1,-3) and the like. */
static bool look_at_axial(look *l, nt_text word) {
    size_t from = nt_list_axial(word);
    if (!from || from == word.length) return false;
    l->traits->words++;
    l->traits->hyphens += word.at[from] == '-';
    l->traits->uci += word.at[from] == '(';
    l->traits->labels += l->after_label;
    l->traits->words -= l->after_label;
    l->after_label = false;
    return true;
}

/* Takes what does not belong to the move off its end: glyphs, marks of check, what the position is worth. */
static nt_text without_signs(look *l, nt_text word) {
    size_t sign = 1;
    while (word.length && sign) {
        while (word.length && strchr("!?#)", word.at[word.length - 1])) word.length--;
        sign = word.length ? nt_pgn_joined_sign(word) : 0;
        word.length -= sign;
        l->traits->signs += sign > 0;
    }
    while (word.length && strchr("!?+#)", word.at[word.length - 1])) word.length--;
    return word;
}

static void look_at_turn(look *l, nt_text word) {
    nt_list_traits *t = l->traits;
    if (*word.at == '(' && look_at_axial(l, word)) return;
    bool bracket = is_bracket(l, word);
    t->brackets += bracket;
    t->groups += !bracket && *word.at == '(';
    while (!bracket && word.length && strchr("()", *word.at)) word = nt_text_cut(word, 1);
    bool is_sign = !bracket && nt_pgn_is_sign(word);
    t->signs += is_sign;
    if (!bracket && !is_sign) word = without_signs(l, word);
    bool ends_part = word.length > 1 && word.at[word.length - 1] == ';';
    word.length -= ends_part;
    if (!word.length || is_sign || *word.at == '$' || is_result(word)) return;
    t->words++;
    bool after_label = l->after_label;
    l->after_label = false;
    if (bracket) return;
    l->after_label = after_label;
    bool signed_move = look_at_sign(l, word);
    l->after_label = false;
    if (signed_move) t->parts += ends_part;
    else if (memchr(word.at, '@', word.length)) t->drops++;
    else if (is_uci(word)) t->uci++;
    else if (is_san(word) || nt_san_is_bare(word)) t->san++;
    else l->after_label = word.length <= NT_LABEL_SIZE * 2 && !nt_is_digit(*word.at);
}

/* A number at the start of the word, then perhaps a turn. */
static void look_at_word(look *l, nt_text word) {
    nt_list_traits *t = l->traits;
    size_t digits = 0, dots;
    while (digits < word.length && nt_is_digit(word.at[digits])) digits++;
    for (dots = digits; dots < word.length && word.at[dots] == '.'; dots++) continue;
    uint64_t number = 0;
    bool fits = digits && nt_text_number((nt_text){word.at, digits}, &number);
    bool is_due = digits < 2 || (fits && number == l->number + 1); /* else it is a cell: 52 */
    bool is_number = dots > digits || (digits && digits == word.length && is_due);
    if (is_number) l->number = number;
    if (!is_number) dots = 0;
    bool alone = is_number && dots == word.length;
    t->bare += alone && dots == digits;
    t->wide += alone && dots > digits;
    t->tight += is_number && !alone;
    l->after_number |= is_number;
    l->after_label &= !is_number;
    if (alone) return;
    look_at_turn(l, nt_text_cut(word, dots));
    l->after_number = false;
}

static void look_at_words(look *l, nt_text line) {
    while (line.length) {
        if (l->in_comment) {
            const unsigned char *brace = memchr(line.at, '}', line.length);
            if (!brace) return;
            line = nt_text_cut(line, (size_t)(brace - line.at) + 1);
            l->in_comment = false;
        }
        line = nt_text_cut(line, nt_list_blanks(line));
        if (!line.length || *line.at == ';') return;
        l->in_comment = *line.at == '{';
        if (l->in_comment) continue;
        bool slashes = line.length > 1 && line.at[0] == '/' && line.at[1] == '/';
        l->traits->slashes += slashes;
        if (slashes) return;
        nt_text word = {line.at, nt_list_word(line)};
        line = nt_text_cut(line, word.length);
        look_at_word(l, word);
    }
}

static void look_at_movetext(look *l, nt_text line) {
    nt_list_traits *t = l->traits;
    unsigned before = t->tight + t->wide + t->bare;
    look_at_words(l, line);
    unsigned numbers = t->tight + t->wide + t->bare - before;
    t->rows += numbers == 1;
    t->long_rows += numbers > 1;
}

static void look_at_line(look *l, nt_text line) {
    nt_list_traits *t = l->traits;
    nt_list_key key;
    nt_text rest, word = nt_text_word(line, &rest);
    l->after_label = l->after_number = false;
    if (l->in_comment) {
        look_at_movetext(l, line);
    } else if (!word.length || *word.at == '#' || *word.at == '%') {
        return;
    } else if (*word.at == '[') {
        t->tags++;
    } else if (nt_text_is(word, "position")) {
        t->positions++;
    } else if (nt_list_key_line(line, &key)) {
        t->keys++;
        if (nt_list_is_moves_key((nt_text){line.at + key.name.offset, key.name.length}))
            look_at_movetext(l, nt_text_cut(line, key.value.offset));
    } else {
        line = nt_text_cut(line, (size_t)(word.at - line.at));
        t->bars += *line.at == '|';
        while (line.length && (*line.at == '|' || nt_is_blank(*line.at))) line = nt_text_cut(line, 1);
        look_at_movetext(l, line);
    }
}

void nt_list_look(nt_text head, nt_list_traits *traits) {
    *traits = (nt_list_traits){0};
    look l = {.traits = traits};
    while (head.length) {
        nt_text line = nt_text_line(head, &head);
        look_at_line(&l, line);
    }
}
