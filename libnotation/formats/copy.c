/* Games with the bytes that they have in their files: for filters that choose and order games. Public. */
#include "formats/formats.h"

/* Whether the bytes of a game say themselves where it ends. */
static bool stands_alone(const nt_game *game) {
    const nt_format *source = game->source;
    return source == &nt_format_json || source == &nt_format_html || source == &nt_format_xml || source == &nt_format_zsg;
}

/* Header lines that a list gives once for several games: they stand in front of the bytes of the game in its text. */
static void copy_shared_head(const nt_game *game, nt_output *output) {
    const nt_record *record = (const nt_record *)game;
    if (game->text == game->raw || stands_alone(game)) return;
    size_t shared = record->pool_size - game->raw_length;
    for (size_t i = 0; i < game->tag_count && game->tags[i].name.offset < shared; i++) {
        nt_put(output, '[');
        nt_put_text(output, nt_game_text(game, game->tags[i].name));
        nt_output_string(output, " \"");
        nt_tag_write_quoted(game, &game->tags[i], output);
        nt_output_string(output, "\"]\n");
    }
}

/* How the lines of the game end. */
static const char *line_end(nt_text raw) {
    const unsigned char *end = raw.length ? memchr(raw.at, '\n', raw.length) : NULL;
    return end && end > raw.at && end[-1] == '\r' ? "\r\n" : "\n";
}

/* A hash of the name of the first tag, never 0; 0: there is none. */
static uint32_t head_name(const nt_game *game) {
    uint32_t hash = 2166136261u;
    if (game->tag_count == 0) return 0;
    nt_text name = nt_game_text(game, game->tags[0].name);
    for (size_t i = 0; i < name.length; i++) hash = (hash ^ name.at[i]) * 16777619u;
    return hash | 1;
}

/* Whether something must end the game before, so that this one does not run into it. Tags begin a game, but behind a game
 * of tags only in PGN, and there only where they are an Event or begin with the same name. */
static bool runs_on(const nt_writer *writer, const nt_game *game) {
    if (!writer->open_end) return false;
    if (game->tag_count == 0 || (writer->open_head && game->source != &nt_format_pgn)) return true;
    bool is_event = nt_text_is_nocase(nt_game_text(game, game->tags[0].name), "Event");
    return writer->open_head && !is_event && writer->open_head != head_name(game);
}

void nt_writer_copy(nt_writer *writer, const nt_game *game) {
    nt_output *output = writer->output;
    nt_text raw = {game->raw, game->raw_length};
    const char *end = line_end(raw);
    bool concludes = game->source == &nt_format_pgn && game->result_item != SIZE_MAX;
    while (raw.length > 0 && nt_is_blank(raw.at[raw.length - 1])) raw.length--;
    if (!stands_alone(game)) {
        if (runs_on(writer, game)) nt_output_string(output, "*\n");
        if (writer->games > 0 && !writer->concluded) nt_output_string(output, end);
    }
    copy_shared_head(game, output);
    nt_put_text(output, raw);
    nt_output_string(output, end);
    if (concludes) nt_output_string(output, end); /* standard, 8.2.1; and files can be put together */
    writer->games++;
    writer->concluded = concludes;
    writer->open_end = game->result_item == SIZE_MAX;
    writer->open_head = game->item_count == 0 ? head_name(game) : 0;
}
