/* PGN tag pairs: reading one, and whether it begins the next game. For pgn_read.c. */
#include "base/swar.h"
#include "formats/pgn.h"

typedef struct tag_parts {
    size_t start, name_at, name_length, value_at, value_length;
    size_t inner_quote; /* offset of a quote that should have been escaped, 0: none */
    unsigned form;      /* of its value, as nt_pgn_form_of */
    bool is_known;      /* it has the name that was due after the games before */
    bool has_odd_name, is_escaped, is_bare, lacks_bracket, is_cut;
} tag_parts;

static const unsigned char *skip_blanks(nt_pgn *x, const unsigned char *p) {
    do
        while (nt_pgn_kind(*p) <= PGN_BREAK) p++;
    while (p == x->end && nt_pgn_fill(x, &p));
    return p;
}

static bool is_symbol(unsigned char c) {
    return nt_is_letter(c) || nt_is_digit(c) || c == '_' || c == '+' || c == '#' || c == '=' || c == ':' || c == '-';
}

static const unsigned char *read_name(nt_pgn *x, const unsigned char *p, tag_parts *tag) {
    p = skip_blanks(x, p + 1);
    tag->name_at = nt_pgn_at(x, p);
    while (nt_pgn_kind(*p) == PGN_LETTER) p++;
    while (p != x->end || nt_pgn_fill(x, &p)) {
        if (*p <= ' ' || *p == '"' || *p == ']' || *p == '[') break;
        if (!is_symbol(*p)) tag->has_odd_name = true;
        p++;
    }
    tag->name_length = nt_pgn_at(x, p) - tag->name_at;
    if (tag->name_length > 0 && p[-1] == ':') tag->has_odd_name = true; /* [White: "A"] is no tag White */
    return p;
}

/* Whether the name, and what comes behind it up to the opening quote, is that of the next tag of the games before, or of the
 * one after it. */
static bool is_known_name(nt_pgn *x, const unsigned char *p, tag_parts *tag) {
    if (x->has_other_names || (size_t)(x->end - p) <= sizeof(pgn_name)) return false;
    for (unsigned i = x->next_name; i < x->names->count && i < x->next_name + 2; i++) {
        const pgn_name *name = &x->names->name[i];
        size_t length = name->length;
        if (p[1 + length] != ' ' || p[2 + length] != '"' || memcmp(p + 1, name->bytes, length) != 0) continue;
        tag->name_at = tag->start + 1;
        tag->name_length = length;
        tag->form = name->form;
        x->next_name = i + 1;
        return tag->is_known = true;
    }
    return false;
}

/* Whether the tag begins another game: in the moves after a blank line, or as an Event, or as the first tag once more; in the
 * tags only when it is the first one once more behind a blank line, because some programs leave blank lines between tags. */
static bool begins_game(const nt_pgn *x, const tag_parts *tag) {
    const nt_game *game = &x->record->game;
    nt_text name = nt_pgn_text(x, tag->name_at, tag->name_length);
    if (x->breaks == 0 || (x->breaks == 1 && !x->has_body)) return false;
    bool is_event = nt_text_is_nocase(name, "Event");
    bool is_first = game->tag_count > 0 && nt_text_equal(name, nt_game_text(game, game->tags[0].name));
    if (x->has_body) return is_event || is_first || x->breaks > 1;
    return game->tag_count > 0 && x->breaks > 1 && (is_event || is_first);
}

/* A quote inside a value: the value ends here when a bracket follows. Returns where to go on. */
static const unsigned char *read_quote(nt_pgn *x, const unsigned char *p, tag_parts *tag, bool *is_closed) {
    size_t at = nt_pgn_at(x, p);
    if (tag->value_length != SIZE_MAX && !tag->inner_quote) tag->inner_quote = tag->value_at + tag->value_length;
    tag->value_length = at - tag->value_at;
    p = skip_blanks(x, p + 1);
    *is_closed = p != x->end && *p == ']';
    return *is_closed ? p + 1 : x->base + at + 1;
}

/* A value holds printing characters (standard, section 7). */
static void report_control(nt_pgn *x, size_t at) {
    if (x->base[at] == 0) nt_pgn_report_nul(x, at);
    if (x->base[at] == 0 || x->told & PGN_TOLD_CONTROL) return;
    x->told |= PGN_TOLD_CONTROL;
    nt_pgn_report(x, NT_DIAG_CONTROL_BYTE, at, "the control byte 0x%02X stands in the value of a tag", x->base[at]);
}

/* Passes over what cannot end a value, as long as eight bytes are there. */
static const unsigned char *pass_value(const nt_pgn *x, const unsigned char *p) {
    for (; x->end - p >= 8; p += 8) {
        uint64_t bytes = nt_load_bytes(p);
        uint64_t ends = nt_bytes_below(bytes, ' ') | nt_bytes_same(bytes, '"') | nt_bytes_same(bytes, '\\');
        if (ends) return p + __builtin_ctzll(ends) / 8;
    }
    return p;
}

/* From behind the opening quote to behind the bracket. Where no bracket follows a quote on the line, the value ends at
 * its last quote; value_length SIZE_MAX: there was none. */
static const unsigned char *read_value(nt_pgn *x, const unsigned char *p, tag_parts *tag) {
    bool is_closed = false;
    tag->value_at = nt_pgn_at(x, p);
    tag->value_length = SIZE_MAX;
    while (p = pass_value(x, p), p != x->end || nt_pgn_fill(x, &p)) {
        unsigned char c = *p;
        if (c == '"') {
            p = read_quote(x, p, tag, &is_closed);
            if (is_closed) return p;
        } else if (c == '\\') {
            nt_pgn_need(x, &p, 2);
            bool is_escape = p[1] == '"' || p[1] == '\\';
            if (is_escape) tag->is_escaped = true;
            p += is_escape ? 2 : 1;
        } else if (c == '\n' || c == '\r') {
            break;
        } else {
            if (NT_UNLIKELY(c < ' ')) report_control(x, nt_pgn_at(x, p));
            p++;
        }
    }
    tag->lacks_bracket = true;
    tag->is_cut = p == x->end && !x->is_long;
    return tag->value_length == SIZE_MAX ? p : x->base + tag->value_at + tag->value_length + 1;
}

/* What is no tag pair: passes over it to the bracket or the end of the line. */
static const unsigned char *read_malformed(nt_pgn *x, const tag_parts *tag, const char *why) {
    char quoted[NT_QUOTE_SIZE];
    const unsigned char *p = x->base + tag->start;
    while (p != x->end || nt_pgn_fill(x, &p)) {
        if (*p == '\n' || *p == '\r') break;
        if (*p++ == ']') break;
    }
    nt_quote(nt_pgn_text(x, tag->start, nt_pgn_at(x, p) - tag->start), quoted);
    bool is_cut = p == x->end && p[-1] != ']' && !x->is_long;
    if (is_cut) x->is_cut = true;
    if (is_cut) nt_pgn_report(x, NT_DIAG_GAME_CUT, tag->start, "the file ends inside the tag \"%s\"", quoted);
    if (is_cut) return p;
    nt_pgn_report(x, NT_DIAG_TAG_SYNTAX, tag->start, "\"%s\" is no tag pair: %s; one reads [Name \"value\"]", quoted,
                  why);
    return p;
}

/* Whether a name is one that the standard or custom gives a meaning: then it is a tag even where its value lacks quotes. */
static bool has_meaning(nt_text name) {
    static const char *const names[] = {
        "Event",     "Site",      "Date",      "Round",     "White",    "Black",   "Result", "WhiteElo", "BlackElo",
        "WhiteTeam", "BlackTeam", "EventDate", "Opening",   "Variation", "ECO",    "Time",   "SetUp",    "FEN",
        "Variant",   "Annotator", "PlyCount",  "Termination", "TimeControl", "Source", "Board", "Section", "Stage",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (nt_text_is_nocase(name, names[i])) return true;
    return false;
}

/* [White Player 107]: the value goes up to the last bracket of the line. False: there is none, or no value; *p stays. */
static bool read_bare_value(nt_pgn *x, const unsigned char **p, tag_parts *tag) {
    const unsigned char *s = *p;
    size_t from = nt_pgn_at(x, s), bracket = 0, line = 0;
    while ((s != x->end || nt_pgn_fill(x, &s)) && *s != '\n' && *s != '\r') {
        if (*s++ == ']') bracket = nt_pgn_at(x, s);
    }
    line = nt_pgn_at(x, s);
    *p = x->base + from;
    if (!bracket || line - from > x->reader->context->limits.tag_value) return false;
    nt_text value = nt_text_trim(nt_pgn_text(x, from, bracket - 1 - from));
    if (!value.length || memchr(value.at, '"', value.length)) return false;
    tag->value_at = (size_t)(value.at - x->base);
    tag->value_length = value.length;
    tag->is_bare = true;
    *p = x->base + bracket;
    return true;
}

/* Cost: a look at the hashes of the names for a new one, else a scan of the tags. */
static nt_status check_duplicate(nt_pgn *x, nt_text name, size_t at) {
    const nt_game *game = &x->record->game;
    char quoted[NT_QUOTE_SIZE];
    bool is_new;
    nt_status status = nt_hashes_add(x->reader->context, &x->record->names, nt_text_hash(name), &is_new);
    if (status != NT_OK || is_new) return status;
    for (size_t i = 0; i < game->tag_count; i++) {
        if (!nt_text_equal(nt_game_text(game, game->tags[i].name), name)) continue;
        nt_pgn_report(x, NT_DIAG_TAG_DUPLICATE, at, "the tag %s is given twice; the first one counts",
                      nt_quote(name, quoted));
        break;
    }
    return NT_OK;
}

/* Whether a tag follows the last one in the order of the games before, where it is put when it is new; else another order is
 * learned from the next game on. */
static bool follows(nt_pgn *x, const tag_parts *tag, nt_text name) {
    pgn_names *names = x->names;
    unsigned i = 0, next = x->next_name;
    if (x->has_other_names || tag->has_odd_name || name.length > sizeof names->name[0].bytes) return false;
    while (i < names->count && !nt_text_equal(name, (nt_text){names->name[i].bytes, names->name[i].length})) i++;
    if (i == names->count) {
        if (i == PGN_NAMES) return false;
        memmove(&names->name[next + 1], &names->name[next], (i - next) * sizeof(pgn_name));
        names->name[next].length = (uint8_t)name.length;
        names->name[next].form = (uint8_t)tag->form;
        memcpy(names->name[next].bytes, name.at, name.length);
        names->count++;
        i = next;
    }
    if (i < next) return false;
    x->next_name = i + 1;
    return true;
}

/* Looks for a name among those before it. */
static nt_status check_name(nt_pgn *x, const tag_parts *tag) {
    const nt_game *game = &x->record->game;
    nt_text name = nt_pgn_text(x, tag->name_at, tag->name_length);
    nt_status status = NT_OK;
    bool is_new;
    if (follows(x, tag, name)) return NT_OK;
    for (size_t i = x->has_other_names ? game->tag_count : 0; status == NT_OK && i < game->tag_count; i++) {
        uint64_t hash = nt_text_hash(nt_game_text(game, game->tags[i].name));
        status = nt_hashes_add(x->reader->context, &x->record->names, hash, &is_new);
    }
    x->has_other_names = true;
    x->names->count = 0;
    return status == NT_OK ? check_duplicate(x, name, tag->start) : status;
}

static void report_tag(nt_pgn *x, const tag_parts *tag) {
    char quoted[NT_QUOTE_SIZE];
    if (NT_LIKELY(!tag->has_odd_name && !tag->inner_quote && !tag->lacks_bracket && !tag->is_bare)) return;
    nt_quote(nt_pgn_text(x, tag->name_at, tag->name_length), quoted);
    if (tag->is_bare)
        nt_pgn_report(x, NT_DIAG_TAG_UNQUOTED, tag->value_at, "the value of the tag %s stands without quotes", quoted);
    if (tag->has_odd_name)
        nt_pgn_report(x, NT_DIAG_TAG_NAME, tag->name_at,
                      "the tag name \"%s\" holds other bytes than letters, digits and _ + # = : -, or ends with a colon",
                      quoted);
    if (tag->inner_quote)
        nt_pgn_report(x, NT_DIAG_TAG_QUOTE, tag->inner_quote,
                      "a quote inside the value of %s is not escaped; write it as \\\"", quoted);
    if (!tag->lacks_bracket) return;
    if (tag->is_cut) x->is_cut = true;
    nt_pgn_report(x, tag->is_cut ? NT_DIAG_GAME_CUT : NT_DIAG_TAG_SYNTAX, tag->start,
                  "the closing bracket of the tag %s is missing", quoted);
}

static void put_tag(nt_pgn *x, const tag_parts *tag) {
    nt_tag put = {
        .name = {(uint32_t)tag->name_at, (uint32_t)tag->name_length},
        .value = {(uint32_t)tag->value_at, (uint32_t)tag->value_length},
        .place = (uint32_t)tag->start,
        .flags = tag->is_escaped ? NT_TAG_ESCAPED : 0,
    };
    if (x->given_up) return;
    nt_status status = NT_OK;
    if (!tag->is_known && x->record->game.tag_count < x->reader->context->limits.tags) status = check_name(x, tag);
    if (status == NT_OK) status = nt_record_tag(x->record, put);
    if (status == NT_OK || status == NT_LIMIT) return;
    x->status = status;
    x->is_done = true;
}

const unsigned char *nt_pgn_tag(nt_pgn *x, const unsigned char *p) {
    tag_parts tag = {.start = nt_pgn_at(x, p)};
    p = is_known_name(x, p, &tag) ? p + 1 + tag.name_length : read_name(x, p, &tag);
    if (begins_game(x, &tag)) {
        x->is_done = true;
        return x->base + tag.start;
    }
    if (x->breaks > 1 && !x->has_body && x->record->game.tag_count > 0 && !(x->told & PGN_TOLD_TAG_BLANK_LINE)) {
        x->told |= PGN_TOLD_TAG_BLANK_LINE;
        nt_pgn_report(x, NT_DIAG_TAG_BLANK_LINE, x->blank_at, "a blank line stands between the tags of a game");
    }
    p = skip_blanks(x, p);
    if (tag.name_length == 0) return read_malformed(x, &tag, "it has no name");
    bool is_quoted = p != x->end && *p == '"';
    if (is_quoted) p = read_value(x, p + 1, &tag);
    else if (!has_meaning(nt_pgn_text(x, tag.name_at, tag.name_length)) || !read_bare_value(x, &p, &tag))
        return read_malformed(x, &tag, "its value is not quoted");
    if (tag.value_length == SIZE_MAX) return read_malformed(x, &tag, "its value is not closed by a quote");
    if (x->has_body)
        nt_pgn_report(x, NT_DIAG_TAG_IN_MOVES, tag.start, "a tag pair stands among the moves; it is read as if above");
    report_tag(x, &tag);
    if (!tag.is_known) tag.form = nt_pgn_form_of(nt_pgn_text(x, tag.name_at, tag.name_length));
    if (!x->reader->tags_only) nt_pgn_check_value(x, tag.form, tag.value_at, nt_pgn_text(x, tag.value_at, tag.value_length));
    put_tag(x, &tag);
    return p;
}
