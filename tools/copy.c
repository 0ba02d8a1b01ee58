/* Copying games from several files to one output, and walking along a game. Called by the filters. */
#include "tools/cli.h"

size_t cli_main_move(const nt_game *game, size_t i) {
    size_t depth = 0;
    for (; i < game->item_count; i++) {
        if (game->items[i].kind == NT_ITEM_MOVE && depth == 0) break;
        if (game->items[i].kind == NT_ITEM_LINE_OPEN) depth++;
        else if (game->items[i].kind == NT_ITEM_LINE_CLOSE && depth > 0) depth--;
    }
    return i;
}

bool cli_can_write(cli_run *cli, const nt_format *format, const nt_game *game) {
    if (nt_format_writes(format)) return true;
    cli_trouble(cli, "%s: its notation, %s, is only read; name the one to write with --to", game->file, nt_format_name(format));
    return false;
}

nt_status cli_copy_game(cli_run *cli, cli_copier *copier, nt_output *output, const nt_game *game) {
    if (copier->format != game->source) {
        if (copier->writer != NULL) nt_output_string(output, "\n");
        nt_writer_free(copier->writer);
        copier->writer = nt_writer_new(cli->context, output, game->source, NULL);
        copier->format = game->source;
    }
    if (copier->writer == NULL) return NT_NO_MEMORY;
    nt_writer_copy(copier->writer, game);
    return NT_OK;
}

void cli_copier_free(cli_copier *copier) {
    nt_writer_free(copier->writer);
    *copier = (cli_copier){.writer = NULL};
}
