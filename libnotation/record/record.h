/* The record: a game as it was written. Readers build it; it knows no rules. Buffers are reused from game to game. */
#ifndef NT_RECORD_H
#define NT_RECORD_H

#include "base/diag.h"
#include "base/output.h"

/* A game under construction. The public part comes first, so that a pointer to it is a pointer to the game. */
typedef struct nt_record {
    nt_game game;
    nt_context *context;
    nt_tag *tags;
    nt_item *items;
    size_t tag_capacity, item_capacity;
    size_t plies, depth;  /* moves so far; lines open now */
    size_t nags;          /* since the last move */
    nt_hashes names;      /* of the tags so far, by the readers */
    uint32_t breached;    /* limits that were reported in this game: bit nt_diag_id - NT_DIAG_LIMIT_GAME */
    unsigned char *pool;  /* game.text of formats whose text is not in the input as it stands (json) */
    size_t pool_capacity, pool_size;
} nt_record;

void nt_record_init(nt_record *record, nt_context *context);
void nt_record_free(nt_record *record);

/* Empties the record for the next game. */
void nt_record_clear(nt_record *record);

/* Appends a tag or an item. Limits of the context are checked here: NT_LIMIT after one diagnostic a limit and game, the
 * thing dropped, the game damaged. place and spans count from game.raw and game.text, which the reader sets before it
 * reports. A LINE_CLOSE needs an open line. game.result and game.result_item are left to the reader. */
nt_status nt_record_tag(nt_record *record, nt_tag tag);
nt_status nt_record_item_checked(nt_record *record, nt_item item);

static inline nt_status nt_record_item(nt_record *record, nt_item item) {
    size_t count = record->game.item_count;
    if (NT_UNLIKELY(item.kind > NT_ITEM_NUMBER || count == record->item_capacity)) return nt_record_item_checked(record, item);
    if (item.kind == NT_ITEM_MOVE) {
        if (NT_UNLIKELY(record->plies >= record->context->limits.plies)) return nt_record_item_checked(record, item);
        record->plies++;
        record->nags = 0;
    }
    record->items[count] = item;
    record->game.item_count = count + 1;
    return NT_OK;
}

/* Copies bytes to the end of the pool, which becomes the game's text. NT_LIMIT: spans do not count so far; NT_NO_MEMORY. */
nt_status nt_record_keep(nt_record *record, nt_text text, nt_span *span);

/* Whether digits without a dot, where a move or a move number may come next, are the number that is due after the moves
 * before them. Else they name a cell: in some games 52 is a move. Cost: a look at the last few items. */
bool nt_record_is_number(const nt_record *record, nt_text digits);

/* Closes all lines that are open (at the end of a damaged game). */
nt_status nt_record_close_lines(nt_record *record, uint32_t place);

/* The place of a byte of the game, for a finding; ply 0. */
nt_place nt_game_place(const nt_game *game, size_t at);

static inline nt_text nt_game_text(const nt_game *game, nt_span span) {
    return (nt_text){game->text + span.offset, span.length};
}

/* record/tag.c: writes the value of a tag as it is meant, escapes resolved; the same as markup (nt_output_markup); or as the
 * inside of a quoted PGN string, with quotes and backslashes escaped and control bytes, which it cannot hold, as blanks. */
void nt_tag_write(const nt_game *game, const nt_tag *tag, nt_output *output);
void nt_tag_write_markup(const nt_game *game, const nt_tag *tag, nt_output *output);
void nt_tag_write_quoted(const nt_game *game, const nt_tag *tag, nt_output *output);
bool nt_tag_has_control(const nt_game *game, const nt_tag *tag);

/* record/command.c: the next command in the text of a comment, from *at on, which is moved behind it; spans count from the
 * text. nt_game_command is the public form. */
bool nt_command_next(nt_text text, size_t *at, nt_command *command);

/* Reads a result as games have it: 1-0, 0-1, 1/2-1/2, 1/2, *, with dashes of typography and colons, with the fraction sign,
 * 3/4-1/4, 0.5-0.5, and three or four scores of 0 to 1 in twelfths, whatever their sum; blanks beside the dashes are allowed.
 * 0-0 and 0-0-0 are castling, not results. *exact is false for a spelling that is not nt_result_text's. False: not a result,
 * *result and *exact untouched. nt_result_parse is the public form. */
bool nt_result_read(nt_text text, nt_result *result, bool *exact);

/* How many bytes of a result with blanks beside its hyphen begin the text: 1 - 0, 1/2 - 1/2; 0: it is none. Behind it stands a
 * blank, a parenthesis, a comment, or nothing. */
size_t nt_result_spaced(nt_text text);

/* The words of lists that end a game: draw, and resign, after which *result is not known, because whose turn it is only a
 * replay knows. False: another word, *result untouched. */
bool nt_result_word(nt_text word, nt_result *result);

/* What may end a movetext: a result or such a word. */
bool nt_result_end(nt_text text, nt_result *result);

/* The standard text of a result, "*" when not known; at most 31 bytes. */
size_t nt_result_text(const nt_result *result, char buffer[32]);

/* A score of twelfths as a decimal fraction: 1, 0.5, 0.75, 0.333333. */
void nt_result_write_score(nt_output *output, unsigned twelfths);

#endif
