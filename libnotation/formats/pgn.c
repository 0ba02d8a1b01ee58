/* pgn: Portable Game Notation, the standard of 1994. pgn_read.c reads it, pgn_write.c writes it; moves are san.c's. */
#include "formats/list.h"
#include "formats/pgn.h"

/* Tag pairs make it PGN, unless a list finds moves behind them that are its own and says more. */
static int sniff(const nt_head *head) {
    const nt_list_traits *t = &head->traits;
    if (t->tags) return 95;
    if (t->keys || t->positions) return 0;
    nt_text text = nt_text_trim(head->bytes);
    if (t->words == 0) return text.length > 0 && memchr("{;%*01", text.at[0], 6) ? 30 : 0;
    if (t->san * 2 < t->words) return t->san > 0 ? 10 : 0;
    if (t->signs) return 66;
    return t->wide || t->tight ? 60 : 45;
}

const nt_format nt_format_pgn = {
    .name = "pgn",
    .title = "Portable Game Notation",
    .family = NT_FAMILY_ALGEBRAIC,
    .sniff = sniff,
    .read_game = nt_pgn_read_game,
    .read_move = nt_san_read_move,
    .read_plain = nt_san_read_plain,
    .write_move = nt_san_write_move,
    .wants_check = true,
    .write_game = nt_pgn_write_game,
    .free_state = nt_pgn_free_reader,
    .free_writer = nt_pgn_free_writer,
};
