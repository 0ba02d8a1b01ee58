/* The tag section of PGN: the seven tag roster, then the rest in ASCII order (standard, 8.1 and 9.7). Tags that the
 * moves cannot be read without are made where the game has none. For pgn_write.c. */
#include "formats/pgn_writer.h"

#include <stdlib.h>

/* Names that are written in this way whatever case the game has them in; the first seven are the roster. */
#define NAME(text) {text, sizeof text - 1}
static const struct {
    const char *text;
    size_t length;
} names[] = {
    NAME("Event"), NAME("Site"), NAME("Date"), NAME("Round"), NAME("White"), NAME("Black"), NAME("Result"), NAME("FEN"),
    NAME("SetUp"), NAME("Variant"), NAME("Coordinates"),
};
enum { ROSTER = 7, WHITE = 4, BLACK = 5, RESULT = 6, FEN = 7, SETUP = 8, VARIANT = 9, COORDINATES = 10, NAMES = 11 };

static nt_text name_at(unsigned i) { return (nt_text){(const unsigned char *)names[i].text, names[i].length}; }

static bool is_name(nt_text name, unsigned i) {
    return name.length == names[i].length && nt_text_equal_nocase(name, name_at(i));
}

/* Which of the names it is; NAMES: none. */
static unsigned which_name(nt_text name) {
    unsigned i = 0;
    while (i < NAMES && !is_name(name, i)) i++;
    return i;
}

/* Whether the players of the variant have other names than White and Black; their tags then stand for these. */
static bool find_own_players(const nt_pgn_writer *w) {
    const nt_variant *v = w->position ? w->position->variant : NULL;
    if (!v) return false;
    return v->players != 2 || strcmp(v->player_name[0], "White") != 0 || strcmp(v->player_name[1], "Black") != 0;
}

/* Which player of the variant, where that has others than White and Black, a tag is of; NT_MAX_PLAYERS: of none. */
static unsigned which_player(const nt_pgn_writer *w, nt_text name) {
    for (unsigned player = 0; w->has_own_players && player < w->position->variant->players; player++)
        if (nt_text_is_nocase(name, w->position->variant->player_name[player])) return player;
    return NT_MAX_PLAYERS;
}

/* ---- which tags there are ---- */

/* Whether the position of the replay is another than the array of its variant. */
static nt_status is_set_up(nt_pgn_writer *w, bool *result) {
    const nt_position *start = w->position;
    nt_position **array = &w->buffers->array;
    *result = false;
    if (!start) return NT_OK;
    if (*array && nt_position_variant(*array) != start->variant) {
        nt_position_free(*array);
        *array = NULL;
    }
    if (!*array) *array = nt_position_new(w->writer->context, start->variant);
    if (!*array) return NT_NO_MEMORY;
    *result = nt_position_key(start) != nt_position_key(*array) || start->start_number != (*array)->start_number ||
              start->state.clock != (*array)->state.clock;
    return NT_OK;
}

static bool add_row(nt_pgn_writer *w, size_t *count, nt_text name, uint32_t tag) {
    nt_pgn_buffers *b = w->buffers;
    if (!nt_grow(w->writer->context, &b->rows, &b->row_capacity, *count + 1, sizeof *b->rows)) return false;
    b->rows[(*count)++] = (nt_pgn_row){name, tag};
    return true;
}

/* Whether a FEN tag must be written anew: in another style, or because it holds no FEN. */
static bool is_remade(const nt_pgn_writer *w, const nt_tag *tag) {
    nt_text value = nt_game_text(w->game, tag->value);
    if (!w->position) return false;
    return w->writer->settings.fen || !memchr(value.at, ' ', value.length);
}

/* What the Result tag must be, the terminator (standard, 8.1.1.7); but 0-0, of which there is none, stays. */
static bool is_result_remade(nt_pgn_writer *w, const nt_tag *tag) {
    nt_text value = nt_game_text(w->game, tag->value);
    nt_result stated;
    bool exact, has_points = !w->result.known;
    char text[32] = "";
    size_t length = nt_result_text(&w->result, text);
    for (unsigned i = 0; i < w->result.players; i++) has_points |= w->result.twelfths[i] > 0;
    if (!has_points || nt_text_is(value, "0-0")) return false;
    if (nt_text_equal(value, (nt_text){(unsigned char *)text, length})) return false;
    if (!nt_result_read(value, &stated, &exact) || !nt_result_equal(&stated, &w->result))
        nt_pgn_report_repair(w, tag->place, "the Result tag is written as the result that the moves end with");
    return true;
}

/* SetUp says whether there is a FEN tag (9.7.1). */
static bool is_set_up_remade(nt_pgn_writer *w, const nt_tag *tag) {
    if (nt_text_is(nt_game_text(w->game, tag->value), w->has_fen ? "1" : "0")) return false;
    nt_pgn_report_repair(w, tag->place, w->has_fen ? "SetUp is written as 1, since there is a FEN tag"
                                                   : "SetUp is written as 0, since there is no FEN tag");
    return true;
}

static bool is_made(nt_pgn_writer *w, const nt_tag *tag, unsigned which) {
    switch (which) {
    case FEN: return is_remade(w, tag);
    case RESULT: return is_result_remade(w, tag);
    case SETUP: return is_set_up_remade(w, tag);
    default: return false;
    }
}

/* The rows of one name, or of all other names: those of the game; returns whether there is room. */
static bool add_named(nt_pgn_writer *w, size_t *count, unsigned name, unsigned *found) {
    const nt_game *game = w->game;
    for (size_t i = 0; i < game->tag_count; i++) {
        nt_text own = nt_game_text(game, game->tags[i].name);
        if (name < ROSTER && !is_name(own, name)) continue;
        unsigned which = name < ROSTER ? name : which_name(own);
        if (name == NAMES && (which < ROSTER || which_player(w, own) < NT_MAX_PLAYERS)) continue;
        if (which == COORDINATES && w->position) continue; /* those of the input */
        nt_text written = which < NAMES ? name_at(which) : own;
        *found |= 1u << which;
        if (!add_row(w, count, written, is_made(w, &game->tags[i], which) ? NT_PGN_MADE : (uint32_t)i)) return false;
    }
    return true;
}

/* The tags of players who are not White and Black, in their order. */
static bool add_players(nt_pgn_writer *w, size_t *count) {
    const nt_game *game = w->game;
    for (unsigned player = 0; player < w->position->variant->players; player++) {
        nt_text name = nt_text_from(w->position->variant->player_name[player]);
        size_t before = *count;
        for (size_t i = 0; i < game->tag_count; i++) {
            if (which_player(w, nt_game_text(game, game->tags[i].name)) != player) continue;
            if (!add_row(w, count, name, (uint32_t)i)) return false;
        }
        if (*count == before && !add_row(w, count, name, NT_PGN_MADE)) return false;
    }
    return true;
}

/* The rows of the roster; how many there are is returned in *roster. */
static bool add_roster(nt_pgn_writer *w, size_t *count, unsigned *found, size_t *roster) {
    for (unsigned name = 0; name < ROSTER; name++) {
        bool is_player = w->has_own_players && (name == WHITE || name == BLACK);
        if (is_player && name == WHITE && !add_players(w, count)) return false;
        if (is_player && which_player(w, name_at(name)) < NT_MAX_PLAYERS) continue; /* done with the others */
        if (!add_named(w, count, name, found)) return false;
        if (*found & 1u << name || is_player) continue;
        if (!add_row(w, count, name_at(name), NT_PGN_MADE)) return false;
    }
    *roster = *count;
    return true;
}

static nt_status collect_rows(nt_pgn_writer *w, size_t *count, size_t *roster) {
    unsigned found = 0;
    bool set_up;
    *count = 0;
    nt_status status = is_set_up(w, &set_up);
    if (status != NT_OK) return status;
    w->has_fen = set_up;
    for (size_t i = 0; i < w->game->tag_count && !w->has_fen; i++)
        w->has_fen = is_name(nt_game_text(w->game, w->game->tags[i].name), FEN);
    if (!add_roster(w, count, &found, roster) || !add_named(w, count, NAMES, &found)) return NT_NO_MEMORY;
    bool has_own_rules = w->position && strcmp(nt_variant_get(w->position->variant, NT_VARIANT_ID), "chess") != 0;
    unsigned needed = (set_up ? 1u << FEN : 0) | (has_own_rules ? 1u << VARIANT : 0);
    if (w->position && w->position->variant->base) needed |= 1u << COORDINATES;
    if (w->has_fen) needed |= 1u << SETUP;
    for (unsigned name = FEN; name < NAMES; name++) {
        if (!(needed & ~found & 1u << name)) continue;
        if (!add_row(w, count, name_at(name), NT_PGN_MADE)) return NT_NO_MEMORY;
    }
    return NT_OK;
}

/* ---- their order ---- */

/* A byte of a name as it is written; 0: behind its end. */
static unsigned written_byte(nt_text name, size_t i) {
    static const char others[] = "_+#=:-";
    if (i >= name.length) return i == 0 ? '_' : 0;
    unsigned char c = name.at[i];
    return nt_is_letter(c) || nt_is_digit(c) || (c != 0 && strchr(others, c)) ? c : '_';
}

/* By name as bytes, as it is written; tags of one name keep their order. */
static int compare_rows(const void *first, const void *second) {
    const nt_pgn_row *a = first, *b = second;
    for (size_t i = 0;; i++) {
        unsigned x = written_byte(a->name, i), y = written_byte(b->name, i);
        if (x != y) return x < y ? -1 : 1;
        if (!x) return a->tag < b->tag ? -1 : a->tag > b->tag;
    }
}

/* ---- writing ---- */

static void put_name(nt_pgn_writer *w, const nt_pgn_row *row) {
    bool is_odd = !row->name.length;
    unsigned byte;
    for (size_t i = 0; (byte = written_byte(row->name, i)) != 0; i++) {
        nt_put(w->output, (unsigned char)byte);
        is_odd |= i < row->name.length && byte != row->name.at[i];
    }
    if (is_odd)
        nt_pgn_report_repair(w, w->game->tags[row->tag].place,
                             "what a tag name may not hold in PGN is written as an underscore");
}

static void put_made_value(nt_pgn_writer *w, nt_text name) {
    char result[32];
    switch (which_name(name)) {
    case 2: nt_output_string(w->output, "????.??.??"); break;
    case RESULT: nt_output_bytes(w->output, result, nt_result_text(&w->result, result)); break;
    case FEN: nt_position_write(w->position, NT_CODE_FEN, w->writer->settings.fen, w->output); break;
    case SETUP: nt_put(w->output, w->has_fen ? '1' : '0'); break;
    case VARIANT: nt_output_string(w->output, nt_variant_get(w->position->variant, NT_VARIANT_ID)); break;
    case COORDINATES: nt_output_string(w->output, w->position->variant->scheme.name); break;
    default: nt_put(w->output, '?'); break;
    }
}

static void put_value(nt_pgn_writer *w, const nt_tag *tag) {
    if (nt_tag_has_control(w->game, tag))
        nt_pgn_report_repair(w, tag->place, "control bytes, tabs among them, are written as blanks in the value of a tag");
    nt_tag_write_quoted(w->game, tag, w->output);
}

nt_status nt_pgn_put_head(nt_pgn_writer *w) {
    size_t count, roster = 0;
    w->has_own_players = find_own_players(w);
    nt_status status = collect_rows(w, &count, &roster);
    if (status != NT_OK) return status;
    nt_pgn_row *rows = w->buffers->rows;
    if (count > roster) qsort(rows + roster, count - roster, sizeof *rows, compare_rows);
    for (size_t i = 0; i < count; i++) {
        nt_put(w->output, '[');
        put_name(w, &rows[i]);
        nt_output_string(w->output, " \"");
        if (rows[i].tag == NT_PGN_MADE) put_made_value(w, rows[i].name);
        else put_value(w, &w->game->tags[rows[i].tag]);
        nt_output_string(w->output, "\"]\n");
    }
    nt_put(w->output, '\n');
    return NT_OK;
}
