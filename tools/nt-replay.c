/* nt-replay: the positions of games, after each ply, at one ply, or at the end. */
#include "tools/cli.h"

enum { OPTION_EACH = CLI_OWN, OPTION_PLY, OPTION_FINAL, OPTION_AS, OPTION_CASTLING };

struct job {
    nt_replay *replay;
    bool each, at_ply;
    uint64_t ply;
    int code; /* nt_code */
    int castling_files;
    bool written; /* a diagram, so that the next one needs a blank line before it */
};

static const cli_option options[] = {
    {OPTION_EACH, "each", NULL, "the position after each ply, the start first"},
    {OPTION_PLY, "ply", "N", "the position after N plies; 0 is the start"},
    {OPTION_FINAL, "final", NULL, "the position at the end (this is the default)"},
    {OPTION_AS, "as", "FORM", "fen, gc (Game Courier code), cells, text (fen)"},
    {OPTION_CASTLING, "castling", "xfen|shredder", "castling rights in FEN (xfen)"},
    {0, NULL, NULL, NULL},
};

static bool set(cli_run *cli, int code, const char *argument) {
    static const char *const forms[] = {[NT_CODE_FEN] = "fen", [NT_CODE_GC] = "gc", [NT_CODE_CELLS] = "cells",
                                        [NT_CODE_TEXT] = "text", NULL};
    static const char *const castling[] = {"xfen", "shredder", NULL};
    struct job *job = cli->user;
    switch (code) {
    case OPTION_AS:
        return cli_choose(cli, "as", argument, forms, &job->code);
    case OPTION_CASTLING:
        return cli_choose(cli, "castling", argument, castling, &job->castling_files);
    case OPTION_PLY:
        job->each = false;
        job->at_ply = true;
        return cli_number(cli, "--ply", argument, UINT32_MAX, &job->ply);
    default:
        job->each = code == OPTION_EACH;
        job->at_ply = false;
        return true;
    }
}

static void write_position(cli_run *cli, const nt_position *position) {
    struct job *job = cli->user;
    if (job->code == NT_CODE_TEXT && job->written) nt_output_string(cli->out, "\n");
    nt_position_write(position, (nt_code)job->code, job->castling_files != 0, cli->out);
    if (job->code != NT_CODE_TEXT) nt_output_string(cli->out, "\n");
    job->written = true;
}

/* Plays the main line up to its end, its first illegal move, or the ply that was asked for; *ply is how far it came. */
static nt_status walk(cli_run *cli, const nt_game *game, nt_position *position, uint64_t *ply) {
    const struct job *job = cli->user;
    size_t depth = 0;
    *ply = 0;
    for (size_t i = 0; i < game->item_count && !(job->at_ply && *ply == job->ply); i++) {
        nt_move move;
        if (game->items[i].kind == NT_ITEM_LINE_OPEN) depth++;
        if (game->items[i].kind == NT_ITEM_LINE_CLOSE && depth > 0) depth--;
        if (game->items[i].kind != NT_ITEM_MOVE || depth > 0) continue;
        if (nt_replay_move(job->replay, i, &move) != NT_PLY_OK) break;
        nt_status status = nt_position_make(position, move);
        if (status != NT_OK) return status;
        ++*ply;
        if (job->each) write_position(cli, position);
    }
    return NT_OK;
}

static nt_status replay_game(cli_run *cli, nt_reader *reader, const nt_game *game) {
    struct job *job = cli->user;
    (void)reader;
    nt_status status = nt_replay_game(job->replay, game);
    if (status != NT_OK && status != NT_INVALID) return status;
    nt_position *position = nt_replay_start(job->replay);
    if (position == NULL) return status;
    if (job->each) write_position(cli, position);
    uint64_t ply = 0;
    nt_status made = walk(cli, game, position, &ply);
    if (made != NT_OK) return made;
    if (job->at_ply && ply < job->ply) {
        cli_note(cli, "%s: game %llu has only %llu plies", game->file, (unsigned long long)game->number,
                 (unsigned long long)ply);
    } else if (!job->each) {
        write_position(cli, position);
    }
    return status;
}

static const cli_program program = {
    .name = "nt-replay",
    .operands = "[FILE...]",
    .purpose = "Writes positions of the games of each FILE, one a line. A game is replayed up to its first illegal\n"
               "move.\n",
    .groups = CLI_MESSAGES | CLI_INPUT | CLI_VARIANT | CLI_FILES | CLI_REPLAY,
    .options = options,
    .set = set,
};

int main(int argc, char **argv) {
    struct job job = {.code = NT_CODE_FEN};
    cli_run cli;
    if (cli_start(&cli, &program, &job, argc, argv)) {
        job.replay = nt_replay_new(cli.context, &cli.replay);
        if (job.replay != NULL) {
            cli_each_game(&cli, replay_game);
        } else {
            cli_failed(&cli, NT_NO_MEMORY, "start");
        }
        nt_replay_free(job.replay);
    }
    return cli_finish(&cli);
}
