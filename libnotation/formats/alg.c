/* alg: algebraic move lists as people write them beside Game Courier's, a move number a line, drops in brackets: (Mb1).
 * Moves are SAN, which is san.c's. Source: spec/game-courier.md section 4. */
#include "formats/list.h"

/* How many bytes a pair of parentheses without a blank has at an offset of the text; 0: there is none. */
static size_t pair_length(nt_text text, size_t at) {
    enum { PAIR_SIZE = 40 }; /* no label or drop is longer; the bound keeps nested signs linear */
    size_t bound = text.length - at < PAIR_SIZE ? text.length : at + PAIR_SIZE;
    const unsigned char *stop = text.at + text.length;
    for (size_t end = at + 1; end < bound; end += nt_list_step(text.at + end, stop)) {
        if (text.at[end] == ')') return end + 1 - at;
        if (text.at[end] == '(' || text.at[end] == '.' || nt_list_blank(text.at + end, stop)) return 0;
    }
    return 0;
}

/* A word in which parentheses may pair: e8(Q), and a drop, (Mb1), which begins with a capital; (d4) is a variation. */
static size_t turn(nt_text text) {
    const unsigned char *end = text.at + text.length;
    size_t at = 0;
    bool drop = text.length > 1 && *text.at == '(' && nt_is_upper(text.at[1]);
    if (*text.at == '(' && !(drop && (at = pair_length(text, 0)) > 0)) return 1;
    while (at < text.length && text.at[at] != ')' && !nt_list_blank(text.at + at, end)) {
        size_t step = text.at[at] == '(' ? pair_length(text, at) : nt_list_step(text.at + at, end);
        if (!step) break;
        at += step;
    }
    return at ? at : 1;
}

static void write_move(nt_position *before, nt_move move, int after_check, nt_output *output) {
    nt_san_write(before, move, after_check, true, output);
}

/* Tag pairs make it PGN, unless there is what PGN has not: drops in brackets, bars, // comments, one number a line. */
static int sniff(const nt_head *head) {
    const nt_list_traits *t = &head->traits;
    if (!t->words) return t->keys ? 40 : 0; /* positions alone: any list will do */
    if (!t->san && !t->brackets) return t->keys || t->drops ? 30 : 0;
    if ((t->san + t->drops + t->brackets) * 2 < t->words) return 5;
    if (t->brackets || t->bars || t->slashes) return 97;
    if (t->tags && t->rows >= 4 && !t->long_rows && !t->wide) return 96;
    return t->tags ? 5 : t->keys ? 70 : t->tight ? 65 : 50;
}

static const nt_list_style style = {.turn = turn, .groups = true, .semicolon = true, .digits = 2, .columns = true};

static nt_status read_game(nt_reader *reader) { return nt_list_read_game(reader, &style); }

static nt_status write_game(nt_writer *writer, const nt_game *game, nt_replay *replay) {
    if (nt_san_refuses(writer, game, replay)) return NT_INVALID;
    return nt_list_write_game(writer, game, replay, &style);
}

const nt_format nt_format_alg = {
    .name = "alg",
    .title = "algebraic move list",
    .family = NT_FAMILY_ALGEBRAIC,
    .sniff = sniff,
    .read_game = read_game,
    .read_move = nt_san_read_move,
    .read_plain = nt_san_read_plain,
    .write_move = write_move,
    .wants_check = true,
    .write_game = write_game,
    .free_state = nt_list_free_state,
};
