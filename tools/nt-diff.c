/* nt-diff: where two logs part. Game by game, in the order of the files, by positions and not by spelling. */
#include "tools/logs.h"

#include <string.h>

enum { OPTION_TAGS = CLI_OWN, OPTION_WINDOW, FIRST = 0, SECOND = 1, MAX_WINDOW = 10000 };

struct job {
    logs logs;
    uint64_t window;
    nt_position *position[2];
    bool tags, nothing, differs;
    values_text text[2];
};

static const cli_option options[] = {
    {OPTION_TAGS, "tags", NULL, "compare the tags, too"},
    {OPTION_WINDOW, "window", "N", "look N games ahead for one that is missing (100); 0: never"},
    {'q', "quiet", NULL, "write nothing, stop at the first difference"},
    {'s', "no-messages", NULL, "no messages about the input"},
    {0, NULL, NULL, NULL},
};

static bool set(cli_run *cli, int code, const char *argument) {
    struct job *job = cli->user;
    if (code == OPTION_WINDOW) return cli_number(cli, "--window", argument, MAX_WINDOW, &job->window);
    if (code == OPTION_TAGS) job->tags = true;
    if (code == 'q') job->nothing = true;
    if (code != OPTION_TAGS) cli->quiet = true;
    return true;
}

/* ---- writing ---- */

/* What one log has where the two differ. bytes NULL: nothing, which is what `none` says. */
typedef struct state {
    const char *bytes, *none;
    size_t length, place;
} state;

static void json_text(nt_output *out, const char *key, const char *bytes, size_t length) {
    nt_output_string(out, key);
    nt_output_json(out, bytes, length);
    nt_output_string(out, "\"");
}

static void write_state(cli_run *cli, const log_side *side, const state *s, bool second) {
    nt_output *out = cli->out;
    uint64_t line = 0, column = 0;
    const char *file = strcmp(side->path, "-") == 0 ? "<stdin>" : side->path;
    size_t end = side->game != NULL ? side->game->raw_length : 0;
    if (side->game != NULL) nt_game_where(side->game, s->place < end ? s->place : end, &line, &column);
    if (cli->json) {
        json_text(out, second ? ",\"second\":{\"file\":\"" : ",\"first\":{\"file\":\"", file, strlen(file));
        nt_output_string(out, ",\"line\":");
        nt_output_number(out, line);
        nt_output_string(out, ",\"column\":");
        nt_output_number(out, column);
        if (s->bytes != NULL) json_text(out, ",\"text\":\"", s->bytes, s->length);
        nt_output_string(out, "}");
        return;
    }
    nt_output_string(out, second ? "> " : "< ");
    nt_output_string(out, file);
    if (line > 0) {
        nt_output_string(out, ":");
        nt_output_number(out, line);
        nt_output_string(out, ":");
        nt_output_number(out, column);
    }
    nt_output_string(out, ": ");
    for (size_t i = 0; s->bytes != NULL && i < s->length; i++) {
        char byte = (unsigned char)s->bytes[i] < ' ' ? '?' : s->bytes[i];
        nt_output_bytes(out, &byte, 1);
    }
    if (s->bytes == NULL) nt_output_string(out, s->none);
    nt_output_string(out, "\n");
}

/* Which games: the number in the first log, and that in the second where it is another. */
static void write_numbers(cli_run *cli, const struct job *job) {
    const nt_game *first = job->logs.side[FIRST].game, *second = job->logs.side[SECOND].game;
    uint64_t a = first != NULL ? first->number : 0, b = second != NULL ? second->number : 0;
    nt_output_string(cli->out, cli->json ? "{\"game\":" : "game ");
    nt_output_number(cli->out, a != 0 ? a : b);
    if (a == 0 || b == 0 || a == b) return;
    nt_output_string(cli->out, cli->json ? ",\"second_game\":" : " (");
    nt_output_number(cli->out, b);
    if (!cli->json) nt_output_string(cli->out, " in the second)");
}

/* The place in the game, and the position there. */
static void write_move_place(cli_run *cli, const nt_position *position) {
    const char *player = nt_variant_player(nt_position_variant(position), nt_position_player(position));
    nt_output_string(cli->out, cli->json ? ",\"move\":" : ", move ");
    nt_output_number(cli->out, nt_position_number(position));
    nt_output_string(cli->out, cli->json ? ",\"player\":\"" : " (");
    nt_output_string(cli->out, player);
    nt_output_string(cli->out, cli->json ? "\",\"position\":\"" : "): ");
    nt_position_write(position, NT_CODE_FEN, NULL, cli->out);
    if (cli->json) nt_output_string(cli->out, "\"");
}

/* kind: variant, start, move, result, tag, game. what: the tag's name, else NULL. position, ply: of a move; position NULL:
 * not known. */
static void write_difference(cli_run *cli, const char *kind, const char *what, const nt_position *position, uint64_t ply,
                             const state states[2]) {
    struct job *job = cli->user;
    nt_output *out = cli->out;
    job->differs = true;
    if (job->nothing) return;
    write_numbers(cli, job);
    if (cli->json) {
        json_text(out, ",\"kind\":\"", kind, strlen(kind));
        if (what != NULL) json_text(out, ",\"name\":\"", what, strlen(what));
        if (ply > 0) nt_output_string(out, ",\"ply\":");
        if (ply > 0) nt_output_number(out, ply);
    } else if (position == NULL && ply > 0) {
        nt_output_string(out, ", ply ");
        nt_output_number(out, ply);
    } else if (position == NULL && strcmp(kind, "game") != 0) {
        nt_output_string(out, ", ");
        nt_output_string(out, kind);
        nt_output_string(out, what != NULL ? " " : "");
        nt_output_string(out, what != NULL ? what : "");
    }
    if (position != NULL) write_move_place(cli, position);
    if (!cli->json) nt_output_string(out, "\n");
    for (int i = 0; i < 2; i++) write_state(cli, &job->logs.side[i], &states[i], i == SECOND);
    if (cli->json) nt_output_string(out, "}\n");
}

/* ---- comparing ---- */

static ptrdiff_t write_text(void *user, const void *bytes, size_t size) {
    return values_text_add(user, bytes, size) ? (ptrdiff_t)size : -1;
}

/* By their rules, whatever names their cells have. */
static bool same_variant(const nt_variant *a, const nt_variant *b) {
    if (a == NULL || b == NULL || a == b) return a == b;
    return strcmp(nt_variant_get(a, NT_VARIANT_HASH), nt_variant_get(b, NT_VARIANT_HASH)) == 0;
}

static nt_status compare_starts(cli_run *cli, struct job *job, bool *same) {
    state states[2];
    const nt_variant *variants[2];
    for (int i = 0; i < 2; i++) {
        log_side *side = &job->logs.side[i];
        variants[i] = nt_replay_variant(side->replay);
        job->position[i] = nt_replay_start(side->replay);
        const char *id = variants[i] != NULL ? nt_variant_get(variants[i], NT_VARIANT_ID) : NULL;
        states[i] = (state){.bytes = id, .none = "not known", .length = id != NULL ? strlen(id) : 0};
    }
    *same = same_variant(variants[FIRST], variants[SECOND]);
    if (!*same) write_difference(cli, "variant", NULL, NULL, 0, states);
    if (!*same || variants[FIRST] == NULL) return NT_OK;
    *same = nt_position_key(job->position[FIRST]) == nt_position_key(job->position[SECOND]);
    if (*same) return NT_OK;
    for (int i = 0; i < 2; i++) {
        nt_output *out = nt_output_function(cli->context, write_text, &job->text[i]);
        if (out == NULL) return NT_NO_MEMORY;
        job->text[i].length = 0;
        nt_position_write(job->position[i], NT_CODE_FEN, NULL, out);
        if (nt_output_free(out) != NT_OK) return NT_NO_MEMORY;
        states[i] = (state){.bytes = job->text[i].bytes, .length = job->text[i].length};
    }
    write_difference(cli, "start", NULL, NULL, 0, states);
    return NT_OK;
}

/* The move of an item, if it can be made; what is written there and where. */
static bool take_move(const log_side *side, bool judged, size_t item, nt_move *move, state *s) {
    const nt_game *game = side->game;
    *s = (state){.none = "the game ends", .place = game->raw_length};
    if (item >= game->item_count) return false;
    const nt_item *taken = &game->items[item];
    *s = (state){.bytes = (const char *)game->text + taken->text.offset, .length = taken->text.length, .place = taken->place};
    return judged && nt_replay_move(side->replay, item, move) == NT_PLY_OK;
}

static bool same_text(const state *a, const state *b) {
    if (a->bytes == NULL || b->bytes == NULL) return a->bytes == b->bytes;
    return a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0;
}

/* Walks along both games. Moves that lead to the same position are the same; what cannot be judged in either is compared as
 * it is written. */
static nt_status compare_moves(cli_run *cli, struct job *job) {
    const log_side *a = &job->logs.side[FIRST], *b = &job->logs.side[SECOND];
    nt_position *at[2] = {job->position[FIRST], job->position[SECOND]};
    size_t i = cli_main_move(a->game, 0), k = cli_main_move(b->game, 0);
    bool judged = true;
    for (uint64_t ply = 1; i < a->game->item_count || k < b->game->item_count; ply++) {
        state states[2];
        nt_move moves[2] = {{0}, {0}};
        bool legal[2] = {take_move(a, at[FIRST] != NULL, i, &moves[FIRST], &states[FIRST]),
                         take_move(b, at[SECOND] != NULL, k, &moves[SECOND], &states[SECOND])};
        bool same = legal[FIRST] == legal[SECOND];
        const nt_position *before = judged ? at[FIRST] : NULL;
        if (same && legal[FIRST] && judged) {
            nt_status status = nt_position_make(at[FIRST], moves[FIRST]);
            if (status == NT_OK) status = nt_position_make(at[SECOND], moves[SECOND]);
            if (status != NT_OK) return status;
            same = nt_position_key(at[FIRST]) == nt_position_key(at[SECOND]);
            if (!same) nt_position_unmake(at[FIRST]);
        } else if (same) {
            judged = false;
            same = same_text(&states[FIRST], &states[SECOND]);
        }
        if (!same) {
            write_difference(cli, "move", NULL, before, ply, states);
            return NT_OK;
        }
        i = cli_main_move(a->game, i + 1);
        k = cli_main_move(b->game, k + 1);
    }
    return NT_OK;
}

static void compare_results(cli_run *cli, struct job *job) {
    state states[2];
    nt_result results[2];
    for (int i = 0; i < 2; i++) {
        const nt_game *game = job->logs.side[i].game;
        results[i] = nt_replay_result(job->logs.side[i].replay);
        states[i] = (state){.none = "none", .place = game->raw_length};
        size_t length = 0;
        const char *tag = nt_game_tag(game, "Result", &length);
        if (game->result_item != SIZE_MAX) {
            const nt_item *item = &game->items[game->result_item];
            states[i] = (state){(const char *)game->text + item->text.offset, "", item->text.length, item->place};
        } else if (tag != NULL) {
            states[i] = (state){tag, "", length, 0};
        }
    }
    bool known = results[FIRST].known || results[SECOND].known;
    if (!known || (results[FIRST].known && results[SECOND].known && nt_result_equal(&results[FIRST], &results[SECOND]))) return;
    write_difference(cli, "result", NULL, NULL, 0, states);
}

/* ---- tags ---- */

static bool same_name(const char *a, const char *b, size_t length) {
    for (size_t i = 0; i < length; i++) {
        int x = a[i] >= 'A' && a[i] <= 'Z' ? a[i] + 32 : a[i], y = b[i] >= 'A' && b[i] <= 'Z' ? b[i] + 32 : b[i];
        if (x != y) return false;
    }
    return true;
}

/* The index of a game's first tag of a name; tag_count: it has none. */
static size_t find_tag(const nt_game *game, const char *name, size_t length) {
    size_t i = 0;
    while (i < game->tag_count && !(game->tags[i].name.length == length &&
                                    same_name((const char *)game->text + game->tags[i].name.offset, name, length))) i++;
    return i;
}

/* Compares one tag; only_missing: it has been compared where the other game has it. */
static nt_status compare_tag(cli_run *cli, struct job *job, const nt_game *of, const nt_tag *tag, bool only_missing) {
    char name[256];
    size_t length = tag->name.length < sizeof name ? tag->name.length : sizeof name - 1;
    state states[2];
    bool found[2];
    memcpy(name, of->text + tag->name.offset, length);
    name[length] = '\0';
    for (int i = 0; i < 2; i++) {
        const nt_game *game = job->logs.side[i].game;
        size_t at = find_tag(game, name, length);
        if (!values_of_tag(game, name, &job->text[i], &found[i])) return NT_NO_MEMORY;
        states[i] = (state){.none = "none"};
        if (!found[i]) continue;
        const char *bytes = job->text[i].bytes != NULL ? job->text[i].bytes : "";
        states[i] = (state){bytes, "", job->text[i].length, at < game->tag_count ? game->tags[at].place : 0};
    }
    if ((only_missing && found[FIRST]) || same_text(&states[FIRST], &states[SECOND])) return NT_OK;
    write_difference(cli, "tag", name, NULL, 0, states);
    return NT_OK;
}

static nt_status compare_tags(cli_run *cli, struct job *job) {
    for (int k = 0; k < 2; k++) {
        const nt_game *game = job->logs.side[k].game;
        for (size_t i = 0; i < game->tag_count; i++) {
            const nt_tag *tag = &game->tags[i];
            bool first = find_tag(game, (const char *)game->text + tag->name.offset, tag->name.length) == i;
            nt_status status = first ? compare_tag(cli, job, game, tag, k == SECOND) : NT_OK;
            if (status != NT_OK) return status;
        }
    }
    return NT_OK;
}

/* ---- games ---- */

static nt_status compare_games(cli_run *cli, struct job *job) {
    bool same = false;
    for (int i = 0; i < 2; i++) {
        nt_status status = logs_judge(&job->logs.side[i]);
        if (status != NT_OK) return status;
    }
    nt_status status = job->tags ? compare_tags(cli, job) : NT_OK;
    if (status == NT_OK) status = compare_starts(cli, job, &same);
    if (status == NT_OK && same) status = compare_moves(cli, job);
    if (status == NT_OK) compare_results(cli, job);
    return status;
}

/* The players of a game, where it names them. */
static nt_status find_players(struct job *job, const nt_game *game, values_text *players) {
    static const char *const names[] = {"White", "Black", "Red", "Blue", "Yellow"};
    players->length = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        bool found;
        if (!values_of_tag(game, names[i], &job->logs.text, &found)) return NT_NO_MEMORY;
        if (!found) continue;
        if (players->length > 0 && !values_text_add(players, " - ", 3)) return NT_NO_MEMORY;
        if (!values_text_add(players, job->logs.text.bytes, job->logs.text.length)) return NT_NO_MEMORY;
    }
    return NT_OK;
}

/* A game that only one of the logs has. */
static nt_status report_extra(cli_run *cli, struct job *job, log_side *side) {
    nt_status status = logs_judge(side);
    if (status == NT_OK) status = find_players(job, side->game, &job->text[FIRST]);
    if (status != NT_OK) return status;
    state states[2] = {{.none = "none"}, {.none = "none"}}, *own = &states[side == &job->logs.side[SECOND]];
    *own = (state){.none = "one more game", .length = job->text[FIRST].length};
    if (own->length > 0) own->bytes = job->text[FIRST].bytes;
    write_difference(cli, "game", NULL, NULL, 0, states);
    return NT_OK;
}

static void compare_logs(cli_run *cli, struct job *job) {
    log_side *a = &job->logs.side[FIRST], *b = &job->logs.side[SECOND];
    uint64_t size = cli_file_size(cli, a->input, a->path);
    nt_status status = NT_OK;
    while (status == NT_OK && !(job->nothing && job->differs)) {
        status = logs_next(cli, &job->logs);
        if (status != NT_OK || (a->game == NULL && b->game == NULL)) break;
        if (a->game != NULL && b->game != NULL) status = compare_games(cli, job);
        else status = report_extra(cli, job, a->game != NULL ? a : b);
        cli_end_game(cli, a->game != NULL ? a->game : b->game, size);
        if (nt_output_errno(cli->out) != 0) return;
    }
    if (status != NT_IO) cli_failed(cli, status, "compare");
}

static void run(cli_run *cli, struct job *job) {
    bool is_stdin = cli->operand_count == 2 && strcmp(cli->operands[0], "-") == 0 && strcmp(cli->operands[1], "-") == 0;
    if (cli->operand_count != 2 || is_stdin) {
        cli_usage(cli, is_stdin ? "both files cannot be standard input" : "two files are needed");
        return;
    }
    cli->replay.quiet_endings = true;
    job->logs.window = (size_t)job->window + 1;
    bool is_open = logs_open(cli, &job->logs, cli->operands);
    cli_no_more_files(cli);
    if (is_open) compare_logs(cli, job);
    cli_end_findings(cli, cli->operands[0]);
}

static const cli_program program = {
    .name = "nt-diff",
    .operands = "FILE FILE",
    .purpose = "Compares the games of two files and writes where they part. Moves that lead to the same position are\n"
               "the same, however they are written. A game that one of the files lacks is told as such.\n",
    .groups = CLI_MESSAGES | CLI_INPUT | CLI_VARIANT | CLI_FILES | CLI_REPLAY,
    .errors_only = true,
    .options = options,
    .set = set,
    .statuses = "0 when nothing differs, 1 when something does",
};

int main(int argc, char **argv) {
    struct job job = {.window = 100};
    cli_run cli;
    bool started = cli_start(&cli, &program, &job, argc, argv);
    if (started) run(&cli, &job);
    logs_close(&job.logs);
    for (int i = 0; i < 2; i++) values_text_free(&job.text[i]);
    int status = cli_finish(&cli);
    return status == CLI_TROUBLE || !started ? status : job.differs ? 1 : 0;
}
