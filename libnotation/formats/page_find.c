/* What the text of a page says of a game: lines with a label and a colon, lines that say how a game ended and whether rules
 * were enforced, fields of forms, links. Called by page.c. */
#include "formats/page.h"

/* ---- words ---- */

/* The offset of a word in a text, ASCII case ignored; text.length: it is not there. */
static size_t find_nocase(nt_text text, const char *word) {
    size_t length = strlen(word);
    for (size_t at = 0; at + length <= text.length; at++) {
        if (nt_to_lower(text.at[at]) != nt_to_lower((unsigned char)*word)) continue;
        if (nt_text_is_nocase((nt_text){text.at + at, length}, word)) return at;
    }
    return text.length;
}

static bool has_nocase(nt_text text, const char *word) { return find_nocase(text, word) < text.length; }

static size_t offset_of(const nt_page *page, nt_text text) { return (size_t)(text.at - page->text.bytes); }

static nt_span span_of(const nt_page *page, nt_text text) {
    return (nt_span){text.length ? (uint32_t)offset_of(page, text) : 0, (uint32_t)text.length};
}

/* ---- tags ---- */

void nt_page_add_tag(nt_page_game *game, nt_page_tag tag) {
    if (tag.value.length == 0 || game->tag_count == NT_PAGE_TAGS) return;
    for (size_t i = 0; i < game->tag_count; i++)
        if (tag.name && game->tags[i].name && strcmp(game->tags[i].name, tag.name) == 0) return;
    game->tags[game->tag_count++] = tag;
}

static void add_text(const nt_page *page, nt_page_game *game, const char *name, nt_text value) {
    value = nt_list_trimmed(value);
    if (value.length == 0) return;
    size_t at = offset_of(page, value);
    nt_page_add_tag(game, (nt_page_tag){.name = name, .value = span_of(page, value), .in_text = true,
                                        .place = (uint32_t)nt_page_place(&page->text, at)});
}

static nt_text tag_value(const nt_page *page, const nt_page_game *game, const char *name) {
    for (size_t i = 0; i < game->tag_count; i++) {
        const nt_page_tag *tag = &game->tags[i];
        if (tag->name && strcmp(tag->name, name) == 0) return nt_page_string(page, tag->value, tag->in_text);
    }
    return NT_TEXT("");
}

/* ---- labels ---- */

/* What stands before a colon, as a field name of a form or a setting, and the tag that it becomes. The sides come first. */
static const struct {
    const char *label, *tag;
} labels[] = {
    {"white", "White"}, {"black", "Black"}, {"red", "Red"}, {"blue", "Blue"}, {"green", "Green"}, {"gold", "Gold"},
    {"yellow", "Yellow"}, {"first player", "White"}, {"second player", "Black"},
    {"game", "Variant"}, {"game name", "Variant"}, {"log", "Log"}, {"log id", "Log"}, {"log name", "Log"},
    {"code", "FEN"}, {"opening code", "FEN"}, {"position", "FEN"}, {"fen", "FEN"}, {"starting position", "FEN"},
    {"settings", "Settings"}, {"cols", "Cols"}, {"columns", "Cols"}, {"files", "Files"}, {"ranks", "Ranks"}, {"sides", "Sides"},
    {"shape", "Shape"}, {"set", "PieceSet"}, {"piece set", "PieceSet"}, {"colors", "Colors"}, {"orientation", "Orientation"},
    {"scale", "Scale"}, {"render as", "Render"}, {"render", "Render"}, {"rules", "Rules"}, {"rulesurl", "RulesURL"},
    {"tournament", "Event"}, {"event", "Event"}, {"round", "Round"}, {"group", "Group"}, {"rated", "Rated"},
    {"status", "Status"},
    {"spare time", "SpareTime"}, {"sparetime", "SpareTime"}, {"grace time", "GraceTime"}, {"gracetime", "GraceTime"},
    {"extra time", "ExtraTime"}, {"extratime", "ExtraTime"}, {"bonus time", "BonusTime"}, {"bonustime", "BonusTime"},
    {"bonus period", "BonusPeriod"}, {"bonusperiod", "BonusPeriod"},
    {"minimum time", "MinimumTime"}, {"mintime", "MinimumTime"},
    {"maximum time", "MaximumTime"}, {"maxtime", "MaximumTime"}, {"time controls", "TimeControls"}, {"pace", "Pace"},
};

enum { LABELS = sizeof labels / sizeof *labels, SIDES = 7 };

static size_t find_label(nt_text name) {
    size_t i = 0;
    while (i < LABELS && !nt_text_is_nocase(name, labels[i].label)) i++;
    return i;
}

/* The label that ends before a colon at an offset of a line; *from: where it begins. LABELS: there is none. */
static size_t label_before(nt_text line, size_t colon, size_t *from) {
    size_t best = LABELS, length = 0;
    for (size_t i = 0; i < LABELS; i++) {
        size_t size = strlen(labels[i].label);
        if (size > colon || size <= length) continue;
        size_t at = colon - size;
        if (at > 0 && line.at[at - 1] > ' ' && line.at[at - 1] < 0x80 && !strchr("([,;|", line.at[at - 1])) continue;
        if (!nt_text_is_nocase((nt_text){line.at + at, size}, labels[i].label)) continue;
        best = i;
        length = size;
        *from = at;
    }
    return best;
}

/* The next label with a colon in a line from an offset on; *colon, *from as above. */
static size_t next_label(nt_text line, size_t at, size_t *from, size_t *colon) {
    for (; at < line.length; at++) {
        if (line.at[at] != ':') continue;
        size_t end = at;
        while (end > 0 && nt_is_blank(line.at[end - 1])) end--;
        size_t label = label_before(line, end, from);
        *colon = at;
        if (label < LABELS) return label;
    }
    return LABELS;
}

/* The first line behind an offset with anything in it, unless it has a label of its own. */
static nt_text value_below(const nt_page *page, size_t at) {
    size_t next = at, from, colon;
    for (int i = 0; i < 3 && next < page->text.size; i++) {
        nt_text line = nt_list_trimmed(nt_page_line(page, next, &next));
        if (line.length) return next_label(line, 0, &from, &colon) < LABELS ? NT_TEXT("") : line;
    }
    return NT_TEXT("");
}

/* Takes the labels of a line: the value goes on to the next label, or to the end of a cell that is not the label's own. */
static void take_labels(const nt_page *page, nt_page_game *game, nt_text line, size_t next) {
    size_t from = 0, colon = 0, label = next_label(line, 0, &from, &colon);
    if (from > 0 && nt_list_trimmed((nt_text){line.at, from}).length > 60) return; /* a sentence with a colon in it */
    while (label < LABELS) {
        size_t at = colon + 1, after = line.length, next_colon = 0;
        size_t following = next_label(line, at, &after, &next_colon);
        if (following == LABELS) after = line.length;
        nt_text value = nt_list_trimmed((nt_text){line.at + at, after - at});
        const unsigned char *tab = value.length ? memchr(value.at, '\t', value.length) : NULL;
        if (tab) value.length = (size_t)(tab - value.at);
        if (!value.length && following == LABELS) value = value_below(page, next);
        add_text(page, game, labels[label].tag, value);
        label = following;
        colon = next_colon;
    }
}

/* ---- lines without a label ---- */

static bool is_enforcement(nt_text line) { return line.length < 120 && has_nocase(line, "rules enforced"); }

static size_t player_of(const nt_page *page, const nt_page_game *game, nt_text name) {
    size_t player = 0;
    for (size_t i = 0; i < game->tag_count; i++) {
        const nt_page_tag *tag = &game->tags[i];
        bool is_side = false;
        for (size_t side = 0; side < SIDES && !is_side; side++) is_side = tag->name && strcmp(tag->name, labels[side].tag) == 0;
        if (!is_side) continue;
        bool is_it = nt_text_equal_nocase(name, nt_text_from(tag->name)) ||
                     nt_text_equal_nocase(name, nt_list_trimmed(nt_page_string(page, tag->value, tag->in_text)));
        if (is_it) return player;
        player++;
    }
    return SIZE_MAX;
}

/* Sentences that end a game; wins, for whom the sentence names. Those that only people would write are taken too. */
static const struct {
    const char *words;
    enum { WINS, LOSES, DRAWN } what;
} endings[] = {
    {" has resigned", LOSES}, {" resigned", LOSES}, {" resigns", LOSES}, {" has won", WINS}, {" won", WINS}, {" wins", WINS},
    {" has lost", LOSES}, {" lost", LOSES}, {" loses", LOSES}, {" has been checkmated", LOSES}, {" is checkmated", LOSES},
    {" has run out of time", LOSES}, {" ran out of time", LOSES}, {" has forfeited", LOSES}, {" forfeits", LOSES},
    {"drawn", DRAWN}, {"a draw", DRAWN}, {"draw.", DRAWN}, {"draw by", DRAWN},
};

bool nt_page_result_line(const nt_page *page, const nt_page_game *game, nt_text line, nt_result *result) {
    bool exact;
    line = nt_list_trimmed(line);
    *result = (nt_result){.known = false};
    if (!line.length || line.length > 120) return false;
    if (nt_result_read(line, result, &exact)) return result->known;
    if (memchr(line.at, '\t', line.length) || memchr(line.at, ':', line.length)) return false;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t at = find_nocase(line, endings[i].words), end = at + strlen(endings[i].words);
        if (at == line.length || (end < line.length && (nt_is_letter(line.at[end]) || at > 60))) continue;
        if (endings[i].what == DRAWN) {
            bool says_game = has_nocase(line, "game") || line.length < 40;
            if (says_game) *result = (nt_result){.known = true, .players = 2, .twelfths = {6, 6}};
            return says_game;
        }
        size_t player = player_of(page, game, (nt_text){line.at, at});
        if (!at || player > 1) return at > 0;
        bool first_wins = (player == 0) == (endings[i].what == WINS);
        *result = (nt_result){.known = true, .players = 2, .twelfths = {first_wins ? 12 : 0, first_wins ? 0 : 12}};
        return true;
    }
    return false;
}

/* ---- log ids ---- */

static bool is_id_byte(unsigned c) { return nt_is_letter(c) || nt_is_digit(c) || c >= 0x80 || (c && strchr("-_.'", (int)c)); }

/* The next word of a text that is a log id; *at moves behind it. */
static bool next_log_id(nt_text text, size_t *at, nt_text *id) {
    nt_log_id parsed;
    while (*at < text.length) {
        size_t from = *at;
        while (*at < text.length && is_id_byte(text.at[*at])) ++*at;
        *id = (nt_text){text.at + from, *at - from};
        if (id->length > 12 && nt_log_id_parse((const char *)id->at, id->length, &parsed)) return true;
        if (from == *at) ++*at;
    }
    return false;
}

/* ---- forms and links ---- */

static const nt_page_field *find_field(const nt_page *page, const char *name, bool is_link) {
    for (size_t i = 0; i < page->field_count; i++) {
        const nt_page_field *field = &page->fields[i];
        if (field->is_link != is_link || !field->value.length) continue;
        if (nt_text_is_nocase(nt_page_string(page, field->name, false), name)) return field;
    }
    return NULL;
}

static void add_field(nt_page_game *game, const char *tag, const nt_page_field *field) {
    if (!field) return;
    nt_page_add_tag(game, (nt_page_tag){.name = tag, .value = field->value, .place = field->place,
                                        .in_text = field->in_text});
}

/* The game of the link that names a log, which is one of the fields from *at on that stand in the text before its end; the
 * parameters of a link follow each other. *at moves on. */
static const nt_page_field *beside_log(const nt_page *page, nt_text log, size_t *at, size_t end) {
    const nt_page_field *fields = page->fields;
    for (; *at < page->field_count && fields[*at].at <= end; ++*at) {
        const nt_page_field *field = &fields[*at];
        if (!field->is_link || !nt_text_equal(nt_page_string(page, field->value, false), log)) continue;
        for (size_t k = *at < 2 ? 0 : *at - 2; k < page->field_count && k <= *at + 2; k++) {
            bool same = fields[k].is_link && fields[k].place == field->place;
            if (same && nt_text_is_nocase(nt_page_string(page, fields[k].name, false), "game")) return &fields[k];
        }
    }
    return NULL;
}

static void take_fields(const nt_page *page, nt_page_game *game) {
    for (size_t i = 0; i < page->field_count; i++) {
        const nt_page_field *field = &page->fields[i];
        size_t label = field->is_link ? LABELS : find_label(nt_page_string(page, field->name, false));
        if (label < LABELS) add_field(game, labels[label].tag, field);
    }
}

/* ---- the page of a game ---- */

static void take_log(const nt_page *page, nt_page_game *game) {
    size_t at = 0;
    nt_text id;
    add_field(game, "Log", find_field(page, "log", true));
    nt_text text = {page->text.bytes, page->text.size};
    if (!tag_value(page, game, "Log").length && next_log_id(text, &at, &id)) add_text(page, game, "Log", id);
}

/* The name of the game: what is said of it by a label or field; else it stands before the line on enforcement; else the link
 * to its rules names it, or the link of the log. */
static void take_variant(const nt_page *page, nt_page_game *game, nt_text before_enforcement, nt_text rules) {
    nt_text log = tag_value(page, game, "Log");
    size_t from, colon, first = 0;
    bool is_name = before_enforcement.length <= 60 && next_label(before_enforcement, 0, &from, &colon) == LABELS &&
                   !memchr(before_enforcement.at, '\t', before_enforcement.length) && !nt_is_digit(*before_enforcement.at);
    if (before_enforcement.length && is_name) add_text(page, game, "Variant", before_enforcement);
    if (rules.length) add_text(page, game, "Variant", rules);
    if (log.length) add_field(game, "Variant", beside_log(page, log, &first, SIZE_MAX));
    add_field(game, "Variant", find_field(page, "game", true));
    add_field(game, "Settings", find_field(page, "settings", true));
}

void nt_page_find(const nt_page *page, nt_page_game *game) {
    nt_text before = NT_TEXT(""), name = NT_TEXT(""), rules = NT_TEXT(""), line;
    nt_result result;
    size_t moves_end = game->moves.offset + (size_t)game->moves.length;
    take_fields(page, game);
    for (size_t at = 0, next; at < page->text.size; at = next) {
        line = nt_list_trimmed(nt_page_line(page, at, &next));
        if ((at >= game->moves.offset && at < moves_end) || !line.length) continue;
        bool is_first = !tag_value(page, game, "Enforcement").length && is_enforcement(line);
        if (is_first) name = before;
        if (is_first) add_text(page, game, "Enforcement", line);
        if (!rules.length && line.length < 80 && find_nocase(line, "rules of ") == 0) rules = nt_text_cut(line, 9);
        take_labels(page, game, line, next);
        before = line;
    }
    take_log(page, game);
    take_variant(page, game, name, rules);
    for (size_t at = 0, next; at < page->text.size && !game->result_line.length; at = next) {
        line = nt_list_trimmed(nt_page_line(page, at, &next));
        if (at >= game->moves.offset && at < moves_end) continue;
        if (!nt_page_result_line(page, game, line, &result)) continue;
        game->result_line = span_of(page, line);
        game->result = result;
    }
}

/* ---- listings ---- */

/* The tag of a column of a listing by its title; NULL: the title itself is taken. */
static const char *column_tag(nt_text title) {
    static const struct {
        const char *title, *tag;
    } columns[] = {{"game", "Variant"}, {"log", "Log"}, {"last modified", "LastModified"}, {"last move by", "LastMoveBy"},
                   {"next move for", "NextMoveFor"}, {"white", "White"}, {"black", "Black"}, {"status", "Status"},
                   {"tournament", "Event"}, {"round", "Round"}, {"result", "Status"}, {"winner", "Winner"}};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (nt_text_is_nocase(title, columns[i].title)) return columns[i].tag;
    return NULL;
}

/* A cell of a row; *rest begins behind it. Cells are apart by tabs or, where the text of a page is saved, by bars. */
static nt_text next_cell(nt_text row, nt_text *rest) {
    size_t at = 0;
    while (at < row.length && row.at[at] != '\t' && row.at[at] != '|') at++;
    *rest = nt_text_cut(row, at < row.length ? at + 1 : at);
    return nt_list_trimmed((nt_text){row.at, at});
}

static void add_cell(const nt_page *page, nt_page_game *game, nt_text title, nt_text cell) {
    nt_log_id id;
    const char *tag = column_tag(title);
    bool is_log = nt_log_id_parse((const char *)cell.at, cell.length, &id);
    if (is_log) tag = "Log";
    else if (!title.length && !tag_value(page, game, "Log").length) tag = "Variant";
    if (tag) add_text(page, game, tag, cell);
}

bool nt_page_row(const nt_page *page, nt_text columns, size_t *at, size_t *field, nt_page_game *game) {
    nt_text id, line;
    for (size_t next; *at < page->text.size; *at = next) {
        size_t from = 0;
        line = nt_page_line(page, *at, &next);
        if (!next_log_id(line, &from, &id)) continue;
        nt_text titles = columns, row = line;
        while (row.length) {
            nt_text title = next_cell(titles, &titles), cell = next_cell(row, &row);
            if (cell.length) add_cell(page, game, title, cell);
        }
        add_text(page, game, "Log", id);
        add_field(game, "Variant", beside_log(page, id, field, *at + line.length));
        game->begin = (uint32_t)nt_page_place(&page->text, *at);
        /* Text that the parser gives only at the end of the page, with bytes dropped from it, stands behind the last byte. */
        size_t last = nt_page_place(&page->text, *at + line.length - 1);
        game->end = (uint32_t)(last < page->source.length ? last + 1 : last);
        *at = next;
        return true;
    }
    return false;
}

bool nt_page_is_listing(const nt_page *page, nt_text *columns) {
    nt_text line, id, first = NT_TEXT("");
    *columns = NT_TEXT("");
    for (size_t at = 0, next; at < page->text.size; at = next) {
        size_t from = 0;
        line = nt_page_line(page, at, &next);
        bool names_log = next_log_id(line, &from, &id);
        if (names_log && first.length && !nt_text_equal(first, id)) return true;
        if (names_log && !first.length) first = id;
        nt_text rest = line, cell = next_cell(line, &rest);
        bool is_head = rest.length && (nt_text_is_nocase(cell, "game") || nt_text_is_nocase(cell, "log"));
        if (is_head && !first.length) *columns = line;
    }
    return columns->length && first.length;
}
