/* zsg: saved games of Zillions of Games, read. The first line names the program and says who the players were, a letter each:
 * Human or Computer. Lines Name=value follow, then a half-move a line; all players share a move number:
 *
 *   Zillions Save Game File Version 0.02 HC
 *   RulesFile=Chess.zrf
 *   VariantName=Chess
 *   (White Pawn e4)            the position, changed by hand
 *   1. Pawn e2 - e4
 *   1. Pawn d7 - d5
 *   2. partial 1 ...           the turn may go on, with the same number and man
 *
 * What the parts of a half-move are: zsg.h. Source: as in zsg_move.c. */
#include "formats/list_reader.h"
#include "formats/zsg.h"

static const char program[] = "Zillions", signature[] = "Zillions Save Game File";

static bool begins_game(nt_text line) { return nt_text_begins_nocase(nt_text_trim(line), signature); }

static int sniff(const nt_head *head) { return begins_game(head->bytes) ? 100 : 0; }

/* ---- header lines ---- */

static nt_status add_tag(nt_list_reader *l, size_t from, size_t name_end, size_t value, size_t to) {
    nt_list_trim(l, &from, &name_end);
    nt_list_trim(l, &value, &to);
    return nt_list_tag(l, (nt_tag){.name = {(uint32_t)from, (uint32_t)(name_end - from)},
                                   .value = {(uint32_t)value, (uint32_t)(to - value)}, .place = (uint32_t)from});
}

/* Name=value. VariantName is the tag Variant, so that the game is replayed by its rules. */
static nt_status read_pair(nt_list_reader *l, size_t from, size_t sign, size_t to) {
    nt_text name = nt_text_trim((nt_text){l->text + from, sign - from});
    size_t name_end = nt_text_is_nocase(name, "VariantName") ? from + strlen("Variant") : sign;
    return add_tag(l, from, name_end, sign + 1, to);
}

/* ---- half-moves ---- */

/* Whether a partial move is gone on with: the same man moves on, or its player passes. */
static bool goes_on(nt_text before, nt_text move) {
    nt_zsg_part first, next;
    if (!nt_zsg_next_part(&before, &first) || first.form != NT_ZSG_PARTIAL || !nt_zsg_next_part(&before, &first)) return false;
    if (nt_text_is_nocase(move, "Pass")) return true;
    bool has_move = nt_zsg_next_part(&move, &next);
    if (has_move && next.form == NT_ZSG_PARTIAL) has_move = nt_zsg_next_part(&move, &next);
    return has_move && next.form == NT_ZSG_MOVE && nt_text_equal(next.from, first.to);
}

/* How many dots belong behind a number: 1. for the first player, 1... for the others, whose half-moves share it. */
static unsigned dots_of(const nt_list_reader *l, nt_text number, nt_text move) {
    const nt_game *game = &l->record->game;
    nt_text before = NT_TEXT("");
    for (size_t i = game->item_count; i-- > 0;) {
        const nt_item *item = &game->items[i];
        nt_text text = nt_game_text(game, item->text);
        if (item->kind == NT_ITEM_MOVE && !before.length) before = text;
        if (item->kind != NT_ITEM_NUMBER) continue;
        if (!nt_text_equal(text, number)) return 1;
        return goes_on(before, move) ? item->value : 3;
    }
    return 1;
}

static nt_status add_move(nt_list_reader *l, size_t from, size_t to) {
    l->has_body = l->has_move = true;
    return nt_list_item(l, NT_ITEM_MOVE, 0, 0, from, to);
}

static nt_status read_half_move(nt_list_reader *l, size_t from, size_t digits, size_t move, size_t to) {
    nt_text number = {l->text + from, digits}, text = {l->text + move, to - move};
    nt_status status = nt_list_item(l, NT_ITEM_NUMBER, dots_of(l, number, text), 0, from, from + digits);
    return status == NT_OK ? add_move(l, move, to) : status;
}

/* ---- lines ---- */

static nt_status read_unknown(nt_list_reader *l, size_t from, size_t to) {
    nt_list_report(l, NT_DIAG_WORD_UNKNOWN, from,
                   "the line is neither Name=value nor a numbered half-move; it is kept as a comment");
    nt_status status = nt_list_item(l, NT_ITEM_COMMENT, 0, NT_COMMENT_LINE, from, to);
    return status == NT_LIMIT ? NT_OK : status;
}

static nt_status read_line(nt_list_reader *l) {
    size_t to = l->end, from = l->line + nt_list_blanks((nt_text){l->text + l->line, to - l->line});
    while (to > from && l->text[to - 1] <= ' ') to--;
    nt_text line = {l->text + from, to - from};
    if (!line.length) return NT_OK;
    if (begins_game(line)) {
        const nt_game *game = &l->record->game;
        l->next = game->tag_count || game->item_count ? l->line : l->next;
        return l->next == l->line ? NT_END : add_tag(l, from, from + strlen(program), from + strlen(program), to);
    }
    const unsigned char *sign = l->has_body ? NULL : memchr(line.at, '=', line.length);
    size_t digits = 0, dots = 0;
    while (digits < line.length && nt_is_digit(line.at[digits])) digits++;
    while (digits + dots < line.length && line.at[digits + dots] == '.') dots++;
    nt_text move = nt_text_cut(line, digits + dots);
    size_t blanks = nt_list_blanks(move);
    if (digits && dots && blanks < move.length) return read_half_move(l, from, digits, to - move.length + blanks, to);
    if (*line.at == '(') return add_move(l, from, to);
    if (sign && sign > line.at) return read_pair(l, from, from + (size_t)(sign - line.at), to);
    return read_unknown(l, from, to);
}

/* ---- games ---- */

/* A tag whose name and value are not in the file; the text of the game is a copy of its bytes by now. */
static nt_status add_word_tag(nt_record *record, const char *name, const char *value) {
    nt_tag tag = {.place = record->tags[0].place};
    nt_status status = nt_record_keep(record, nt_text_from(name), &tag.name);
    if (status == NT_OK) status = nt_record_keep(record, nt_text_from(value), &tag.value);
    return status == NT_OK ? nt_record_tag(record, tag) : status;
}

/* Of two players PGN has tags (9.1.5) for what the letters at the end of the first line say. */
static nt_status add_types(nt_record *record) {
    static const char *const names[] = {"WhiteType", "BlackType"};
    const nt_game *game = &record->game;
    if (!game->tag_count || !nt_text_is_nocase(nt_game_text(game, game->tags[0].name), program)) return NT_OK;
    nt_text value = nt_game_text(game, game->tags[0].value);
    if (value.length < 3 || value.at[value.length - 3] != ' ') return NT_OK;
    unsigned char letters[2] = {value.at[value.length - 2], value.at[value.length - 1]};
    for (size_t i = 0; i < 2; i++)
        if (letters[i] != 'H' && letters[i] != 'C') return NT_OK;
    nt_span whole;
    nt_status status = nt_record_keep(record, (nt_text){game->raw, game->raw_length}, &whole);
    for (size_t i = 0; i < 2 && status == NT_OK; i++)
        status = add_word_tag(record, names[i], letters[i] == 'H' ? "human" : "program");
    return status == NT_LIMIT ? NT_OK : status;
}

static const nt_list_style style = {.line = read_line, .begins = begins_game};

static nt_status read_game(nt_reader *reader) {
    nt_status status = nt_list_read_game(reader, &style);
    return status == NT_OK ? add_types(&reader->record) : status;
}

const nt_format nt_format_zsg = {
    .name = "zsg",
    .title = "saved game of Zillions of Games",
    .family = NT_FAMILY_COORDINATE,
    .sniff = sniff,
    .read_game = read_game,
    .read_move = nt_zsg_read_move,
    .part = nt_zsg_part_at,
    .write_move = nt_zsg_write_move,
    .free_state = nt_list_free_state,
};
