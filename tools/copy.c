/* Copying games from several files to one output. Called by the filters that choose or order games. */
#include "tools/cli.h"

nt_status cli_copy_game(cli_run *cli, cli_copier *copier, nt_output *output, const nt_game *game) {
    if (copier->format != game->format) {
        if (copier->writer != NULL) nt_output_string(output, "\n");
        nt_writer_free(copier->writer);
        copier->writer = nt_writer_new(cli->context, output, game->format, NULL);
        copier->format = game->format;
    }
    if (copier->writer == NULL) return NT_NO_MEMORY;
    nt_writer_copy(copier->writer, game);
    return NT_OK;
}

void cli_copier_free(cli_copier *copier) {
    nt_writer_free(copier->writer);
    *copier = (cli_copier){.writer = NULL};
}
