/* nt-replay: the positions of games, after each ply, at one ply, or at the end. */
#include "tools/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    OPTION_EACH = CLI_OWN,
    OPTION_PLY,
    OPTION_FINAL,
    OPTION_AS,
    OPTION_CASTLING,
    OPTION_EP,
    OPTION_COORDS_TO,
    OPTION_OUTPUT_DIR,
    OPTION_FLIP,
    OPTION_COORDINATES,
    OPTION_SIZE,
    AS_SVG = NT_CODE_FEN_FILES + 1,
    MAX_SIZE = 100000
};

struct job {
    nt_replay *replay;
    bool each, at_ply;
    uint64_t ply;
    int form; /* nt_code, or AS_SVG */
    nt_fen_style style;
    uint64_t written; /* positions on standard output so far */
    nt_draw_settings draw;
    const char *directory, *picture_option; /* the last option that needs pictures, NULL: none */
    uint64_t game;
};

static const cli_option options[] = {
    {OPTION_EACH, "each", NULL, "the position after each ply, the start first"},
    {OPTION_PLY, "ply", "N", "the position after N plies; 0 is the start"},
    {OPTION_FINAL, "final", NULL, "the position at the end (this is the default)"},
    {OPTION_AS, "as", "FORM", "fen, fen-files, gc (Game Courier code), cells, text, svg (fen)"},
    {OPTION_COORDS_TO, "coords-to", "SCHEME", "name cells so (as the variant does)"},
    {OPTION_CASTLING, "castling", "xfen|shredder", "castling rights in FEN (xfen)"},
    {OPTION_EP, "ep", "WHEN", "en passant in FEN: pseudo, always, legal (pseudo)"},
    {OPTION_OUTPUT_DIR, "output-dir", "DIR", "svg: write each position to DIR/NNN.svg, NNN the ply"},
    {OPTION_FLIP, "flip", NULL, "svg: from the other side of the board"},
    {OPTION_COORDINATES, "coordinates", "WHERE", "svg: rim, cells (rim and cells), none (rim)"},
    {OPTION_SIZE, "size", "N", "svg: N pixels wide, not as wide as there is room"},
    {0, NULL, NULL, NULL},
};

static bool set_picture(cli_run *cli, int code, const char *argument) {
    static const char *const places[] = {[NT_DRAW_RIM] = "rim", [NT_DRAW_CELLS] = "cells", [NT_DRAW_NONE] = "none", NULL};
    struct job *job = cli->user;
    uint64_t width = 0;
    int place = 0;
    bool good = true;
    if (code == OPTION_OUTPUT_DIR) {
        job->directory = argument;
        cli->makes_files = true;
        job->picture_option = "--output-dir";
    } else if (code == OPTION_FLIP) {
        job->draw.turned = true;
        job->picture_option = "--flip";
    } else if (code == OPTION_COORDINATES) {
        good = cli_choose(cli, "coordinates", argument, places, &place);
        job->draw.coordinates = (nt_draw_coordinates)place;
        job->picture_option = "--coordinates";
    } else {
        good = cli_number(cli, "--size", argument, MAX_SIZE, &width);
        job->draw.width = (uint32_t)width;
        job->picture_option = "--size";
    }
    return good;
}

static bool set(cli_run *cli, int code, const char *argument) {
    static const char *const forms[] = {[NT_CODE_FEN] = "fen", [NT_CODE_GC] = "gc", [NT_CODE_CELLS] = "cells",
                                        [NT_CODE_TEXT] = "text", [NT_CODE_FEN_FILES] = "fen-files", [AS_SVG] = "svg", NULL};
    struct job *job = cli->user;
    switch (code) {
    case OPTION_AS:
        return cli_choose(cli, "as", argument, forms, &job->form);
    case OPTION_COORDS_TO:
        cli->replay.to_coords = argument;
        return true;
    case OPTION_CASTLING:
        return cli_castling(cli, argument, &job->style);
    case OPTION_EP:
        return cli_en_passant(cli, argument, &job->style);
    case OPTION_PLY:
        job->each = false;
        job->at_ply = true;
        return cli_number(cli, "--ply", argument, UINT32_MAX, &job->ply);
    case OPTION_OUTPUT_DIR:
    case OPTION_FLIP:
    case OPTION_COORDINATES:
    case OPTION_SIZE:
        return set_picture(cli, code, argument);
    default:
        job->each = code == OPTION_EACH;
        job->at_ply = false;
        return true;
    }
}

/* What goes together is told once all options are known. */
static bool options_agree(cli_run *cli) {
    const struct job *job = cli->user;
    if (job->form == AS_SVG) cli->jobs = 1; /* the names of the files count the games */
    if (job->form != AS_SVG && job->picture_option != NULL) {
        cli_usage(cli, "%s is for --as=svg", job->picture_option);
    } else if (job->form == AS_SVG && job->each && job->directory == NULL) {
        cli_usage(cli, "--each --as=svg writes many pictures: --output-dir must say where");
    } else {
        return true;
    }
    return false;
}

/* The position after a ply of the game, and the move that led to it, NULL at the start. */
typedef struct moment {
    const nt_position *position;
    const nt_move *last;
    uint64_t ply;
} moment;

/* Writes a picture to a file of its own; the pictures of the second game and those after it carry its number. */
static void write_file(cli_run *cli, const moment *now) {
    const struct job *job = cli->user;
    char path[4096], game[24] = "";
    if (job->game > 1) snprintf(game, sizeof game, "%llu-", (unsigned long long)job->game);
    int length = snprintf(path, sizeof path, "%s/%s%03llu.svg", job->directory, game, (unsigned long long)now->ply);
    errno = ENAMETOOLONG;
    int file = length < (int)sizeof path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
    if (file < 0) {
        cli_trouble(cli, "cannot open %s: %s", path, strerror(errno));
        return;
    }
    nt_output *output = nt_output_descriptor(cli->context, file);
    int error = ENOMEM;
    if (output != NULL) {
        nt_position_svg(now->position, now->last, &job->draw, output);
        nt_output_flush(output);
        error = nt_output_errno(output);
        nt_output_free(output);
    }
    errno = 0;
    if (close(file) != 0 && error == 0) error = errno;
    if (error != 0) cli_trouble(cli, "cannot write %s: %s", path, strerror(error));
}

static void write_picture(cli_run *cli, const moment *now) {
    struct job *job = cli->user;
    if (job->directory != NULL) {
        if (cli->status == CLI_FINE) write_file(cli, now); /* after trouble with one file the others are left alone */
    } else if (job->written++ == 0) {
        nt_position_svg(now->position, now->last, &job->draw, cli->out);
    } else if (job->written == 2) {
        cli_trouble(cli, "one picture goes to standard output; more than one need --output-dir");
    }
}

static void write_position(cli_run *cli, const moment *now) {
    struct job *job = cli->user;
    if (job->form == AS_SVG) {
        write_picture(cli, now);
        return;
    }
    if (job->form == NT_CODE_TEXT && job->written > 0) nt_output_string(cli->out, "\n");
    nt_position_write(now->position, (nt_code)job->form, &job->style, cli->out);
    if (job->form != NT_CODE_TEXT) nt_output_string(cli->out, "\n");
    job->written++;
}

/* Plays the main line up to its end, its first illegal move, or the ply that was asked for. now: where it came to; last has
 * room for the last move. */
static nt_status walk(cli_run *cli, const nt_game *game, nt_position *position, moment *now, nt_move *last) {
    const struct job *job = cli->user;
    for (size_t i = 0; (i = cli_main_move(game, i)) < game->item_count && !(job->at_ply && now->ply == job->ply); i++) {
        nt_move move;
        nt_ply_state state = nt_replay_move(job->replay, i, &move);
        if (state == NT_PLY_NONE) continue;
        if (state != NT_PLY_OK) break;
        nt_status status = nt_position_make(position, move);
        if (status != NT_OK) return status;
        *last = move;
        now->last = last;
        now->ply++;
        if (job->each) write_position(cli, now);
    }
    return NT_OK;
}

static nt_status replay_game(cli_run *cli, nt_reader *reader, const nt_game *game) {
    struct job *job = cli->user;
    (void)reader;
    job->game++;
    nt_status status = nt_replay_game(job->replay, game);
    if (status != NT_OK && status != NT_INVALID) return status;
    nt_position *position = nt_replay_start(job->replay);
    if (position == NULL || !nt_replay_is_judged(job->replay)) return status;
    moment now = {.position = position};
    nt_move last;
    if (job->each) write_position(cli, &now);
    nt_status made = walk(cli, game, position, &now, &last);
    if (made != NT_OK) return made;
    if (job->at_ply && now.ply < job->ply) {
        cli_note(cli, "%s: game %llu has only %llu plies", game->file, (unsigned long long)game->number,
                 (unsigned long long)now.ply);
    } else if (!job->each) {
        write_position(cli, &now);
    }
    return status;
}

static bool make_directory(cli_run *cli) {
    const struct job *job = cli->user;
    if (job->directory == NULL || mkdir(job->directory, 0777) == 0 || errno == EEXIST) return true;
    cli_trouble(cli, "cannot make the folder %s: %s", job->directory, strerror(errno));
    return false;
}

static const cli_program program = {
    .name = "nt-replay",
    .operands = "[FILE...]",
    .purpose = "Writes positions of the games of each FILE, one a line. A game is replayed up to its first illegal\n"
               "move.\n",
    .groups = CLI_MESSAGES | CLI_INPUT | CLI_VARIANT | CLI_FILES | CLI_REPLAY | CLI_JOBS,
    .options = options,
    .set = set,
};

int main(int argc, char **argv) {
    struct job job = {.form = NT_CODE_FEN};
    cli_run cli;
    if (cli_start(&cli, &program, &job, argc, argv) && options_agree(&cli) && make_directory(&cli)) {
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
