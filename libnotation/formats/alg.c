/* alg: algebraic move lists as people write them beside Game Courier's, a move number a line, drops in brackets: (Mb1).
 * Moves are SAN, which is san.c's. Source: spec/game-courier.md section 4. */
#include "formats/list.h"

static void write_move(nt_position *before, nt_move move, int after_check, nt_output *output) {
    nt_san_write(before, move, after_check, true, output);
}

/* Tag pairs make it PGN, unless there is what PGN has not: drops in brackets, bars, // comments. */
static int sniff(nt_text head) {
    nt_list_traits t;
    nt_list_look(head, &t);
    if (!t.words) return t.keys ? 40 : 0; /* positions alone: any list will do */
    if (!t.san && !t.brackets) return t.drops ? 30 : 0;
    if ((t.san + t.drops + t.brackets) * 2 < t.words) return 5;
    if (t.brackets || t.bars || t.slashes) return 97;
    return t.tags ? 5 : t.keys ? 70 : t.tight ? 65 : 50;
}

static const nt_list_style style = {.turn = nt_list_word_turn, .groups = true, .semicolon = true, .columns = true};

static nt_status read_game(nt_reader *reader) { return nt_list_read_game(reader, &style); }

static nt_status write_game(nt_writer *writer, const nt_game *game, nt_replay *replay) {
    return nt_list_write_game(writer, game, replay, &style);
}

const nt_format nt_format_alg = {
    .name = "alg",
    .title = "algebraic move list",
    .family = NT_FAMILY_ALGEBRAIC,
    .sniff = sniff,
    .read_game = read_game,
    .read_move = nt_san_read_move,
    .write_move = write_move,
    .wants_check = true,
    .write_game = write_game,
    .free_state = nt_list_free_state,
};
