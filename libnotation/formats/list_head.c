/* Header lines of move lists: PGN tag pairs, `Name: value`, and UCI's position lines. Called by list_read.c only. */
#include "formats/list_reader.h"

static nt_text line_text(const nt_list_reader *l) { return (nt_text){l->text + l->line, l->end - l->line}; }

static nt_text span_text(const nt_list_reader *l, nt_span span) {
    return (nt_text){l->text + span.offset, span.length};
}

static nt_span span_of(size_t from, size_t to) { return (nt_span){(uint32_t)from, (uint32_t)(to - from)}; }

static bool is_fen_key(nt_text name) { return nt_text_is_nocase(name, "fen"); }

/* The halves of the line as spans of the game. */
static bool read_key(const nt_list_reader *l, nt_list_key *key) {
    if (!nt_list_key_line(line_text(l), key)) return false;
    key->name.offset += (uint32_t)l->line;
    key->value.offset += (uint32_t)l->line;
    return true;
}

/* ---- tags ---- */

static nt_text tag_name(const nt_list_reader *l, size_t index) {
    nt_span span = l->record->tags[index].name;
    return (nt_text){(index < l->inherited ? l->state->kept : l->text) + span.offset, span.length};
}

static nt_status check_duplicate(nt_list_reader *l, nt_text name, size_t place) {
    uint64_t hash = 0;
    bool is_new;
    for (size_t i = 0; i < name.length; i++) hash = (hash ^ nt_to_lower(name.at[i])) * UINT64_C(1099511628211);
    nt_status status = nt_hashes_add(l->record->context, &l->record->names, hash, &is_new);
    for (size_t i = 0; status == NT_OK && !is_new && i < l->record->game.tag_count; i++) {
        if (!nt_text_equal_nocase(tag_name(l, i), name)) continue;
        char quote[NT_QUOTE_SIZE];
        nt_list_report(l, NT_DIAG_TAG_DUPLICATE, place, "the tag \"%s\" is given twice; the first one counts",
                       nt_quote(name, quote));
        break;
    }
    return status;
}

nt_status nt_list_tag(nt_list_reader *l, nt_tag tag) {
    if (l->record->game.tag_count == 0) {
        l->state->kept_tag_count = 0;
        l->state->kept_too_much = false;
    }
    nt_status status = check_duplicate(l, span_text(l, tag.name), tag.place);
    if (status == NT_OK) status = nt_record_tag(l->record, tag);
    return status == NT_LIMIT ? NT_OK : status; /* reported; the tag is dropped and the game goes on */
}

/* ---- header lines before the first of several fen lines ---- */

/* Each game of a further fen line gets a copy, so there is a bound that keeps the cost linear in the input. */
enum { KEPT_SIZE = 2048, KEPT_TAGS = 64 };

static nt_span keep_span(nt_list_reader *l, nt_span span) {
    nt_list_state *state = l->state;
    nt_span kept = {(uint32_t)state->kept_size, span.length};
    memcpy(state->kept + state->kept_size, l->text + span.offset, span.length);
    state->kept_size += span.length;
    return kept;
}

/* Keeps the tags up to here for the games of the next fen lines. */
static nt_status keep_head(nt_list_reader *l) {
    nt_list_state *state = l->state;
    nt_context *context = l->reader->context;
    size_t count = l->record->game.tag_count, size = 0;
    for (size_t i = 0; i < count; i++) size += l->record->tags[i].name.length + l->record->tags[i].value.length;
    state->kept_size = state->kept_tag_count = 0;
    state->kept_too_much = size > KEPT_SIZE || count > KEPT_TAGS;
    if (state->kept_too_much) return NT_OK;
    if (!nt_grow(context, &state->kept, &state->kept_capacity, size + 1, 1) ||
        !nt_grow(context, &state->kept_tags, &state->kept_tag_capacity, count, sizeof(nt_tag)))
        return NT_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        nt_tag tag = l->record->tags[i];
        tag.name = keep_span(l, tag.name);
        tag.value = keep_span(l, tag.value);
        state->kept_tags[i] = tag;
    }
    state->kept_tag_count = count;
    return NT_OK;
}

/* Gives a game that begins with a fen line the tags that were kept. */
static nt_status inherit(nt_list_reader *l) {
    if (l->state->kept_too_much)
        nt_list_report(l, NT_DIAG_LIMIT_TAGS, l->line,
                       "the header lines before the first of these fen lines are too long to be kept for this one: "
                       "more than %d bytes or %d tags", KEPT_SIZE, KEPT_TAGS);
    for (size_t i = 0; i < l->state->kept_tag_count; i++) {
        nt_tag tag = l->state->kept_tags[i];
        tag.place = (uint32_t)l->line; /* its own line is not in this game's bytes */
        nt_status status = nt_record_tag(l->record, tag);
        if (status != NT_OK) return status == NT_LIMIT ? NT_OK : status;
        l->inherited++;
    }
    return NT_OK;
}

nt_status nt_list_join_kept(nt_list_reader *l, size_t length) {
    nt_record *record = l->record;
    size_t kept = l->state->kept_size;
    if (!l->inherited) return NT_OK;
    if (!nt_grow(l->reader->context, &record->pool, &record->pool_capacity, kept + length, 1)) return NT_NO_MEMORY;
    memcpy(record->pool, l->state->kept, kept);
    memcpy(record->pool + kept, l->text, length);
    record->pool_size = kept + length;
    record->game.text = record->pool;
    for (size_t i = l->inherited; i < record->game.tag_count; i++) {
        record->tags[i].name.offset += (uint32_t)kept;
        record->tags[i].value.offset += (uint32_t)kept;
    }
    for (size_t i = 0; i < record->game.item_count; i++) record->items[i].text.offset += (uint32_t)kept;
    return NT_OK;
}

/* ---- the three forms ---- */

static nt_status read_key_line(nt_list_reader *l, const nt_list_key *key) {
    nt_text name = span_text(l, key->name);
    if (nt_list_is_moves_key(name)) return nt_list_movetext(l, key->value.offset);
    nt_status status = NT_OK;
    if (is_fen_key(name)) {
        if (l->has_fen) return NT_END;
        l->has_fen = true;
        status = l->record->game.tag_count ? keep_head(l) : inherit(l);
    }
    if (status != NT_OK) return status;
    return nt_list_tag(l, (nt_tag){key->name, key->value, .place = key->name.offset});
}

/* The end of a quoted value that begins at `at`: the quote before a closing bracket; l->end: the value has no end.
 * *inner: the last quote inside it that is not escaped; l->end: there is none. */
static size_t find_quote(const nt_list_reader *l, size_t at, size_t *inner, bool *escaped) {
    *inner = l->end;
    for (; at < l->end; at++) {
        if (l->text[at] == '\\' && at + 1 < l->end && (l->text[at + 1] == '"' || l->text[at + 1] == '\\')) {
            *escaped = true;
            at++;
        } else if (l->text[at] == '"') {
            size_t next = at + 1;
            while (next < l->end && (l->text[next] == ' ' || l->text[next] == '\t')) next++;
            if (next == l->end || l->text[next] == ']') return at;
            *inner = at;
            at = next - 1;
        }
    }
    return l->end;
}

/* A tag pair of PGN on a line. */
typedef struct nt_pair {
    nt_tag tag;
    size_t end;      /* behind it */
    size_t inner;    /* the last quote inside the value that is not escaped, the end of the line: there is none */
    bool is_closed;
} nt_pair;

/* Reads the tag pair whose bracket stands at an offset. False: it is malformed. */
static bool read_pair(const nt_list_reader *l, size_t at, nt_pair *pair) {
    const unsigned char *text = l->text;
    bool escaped = false;
    if (text[at] != '[') return false;
    size_t from = at + 1 + nt_list_blanks((nt_text){text + at + 1, l->end - at - 1}), name_end = from;
    while (name_end < l->end && text[name_end] > ' ' && text[name_end] != '"' && text[name_end] != ']') name_end++;
    size_t quote = name_end + nt_list_blanks((nt_text){text + name_end, l->end - name_end});
    if (name_end == from || quote == l->end || text[quote] != '"') return false;
    size_t value_end = find_quote(l, quote + 1, &pair->inner, &escaped);
    if (value_end == l->end) return false;
    pair->tag = (nt_tag){span_of(from, name_end), span_of(quote + 1, value_end), (uint32_t)at,
                         escaped ? NT_TAG_ESCAPED : 0};
    pair->end = value_end + 1;
    while (pair->end < l->end && text[pair->end] != ']') pair->end++;
    pair->is_closed = pair->end < l->end;
    pair->end += pair->is_closed;
    return true;
}

static nt_status fault_pair(nt_list_reader *l, size_t at) {
    char quote[NT_QUOTE_SIZE];
    nt_list_report(l, NT_DIAG_TAG_SYNTAX, at, "\"%s\" is no tag pair; write [Name \"value\"]",
                   nt_quote((nt_text){l->text + at, l->end - at}, quote));
    return NT_OK;
}

static nt_status read_pairs(nt_list_reader *l, size_t at) {
    nt_status status = NT_OK;
    nt_pair pair;
    while (status == NT_OK && at < l->end) {
        if (!read_pair(l, at, &pair)) return fault_pair(l, at);
        if (pair.inner < l->end)
            nt_list_report(l, NT_DIAG_TAG_QUOTE, pair.inner, "the quote inside the value is not escaped; write \\\"");
        if (!pair.is_closed)
            nt_list_report(l, NT_DIAG_TAG_SYNTAX, at, "the tag pair has no closing bracket; its value is used");
        status = nt_list_tag(l, pair.tag);
        l->has_fen |= is_fen_key(span_text(l, pair.tag.name));
        at = pair.end + nt_list_blanks((nt_text){l->text + pair.end, l->end - pair.end});
    }
    return status;
}

/* `position startpos moves ...`, `position fen ... moves ...`: the word fen names the tag. */
static nt_status read_position(nt_list_reader *l) {
    nt_text rest = nt_text_cut(nt_text_trim(line_text(l)), 8), word = nt_text_word(rest, &rest);
    size_t name = (size_t)(word.at - l->text), fen_end = (size_t)(rest.at - l->text), moves = l->end;
    bool is_fen = nt_text_is(word, "fen");
    size_t value = fen_end;
    while (rest.length && moves == l->end) {
        word = nt_text_word(rest, &rest);
        if (nt_text_is(word, "moves")) moves = (size_t)(rest.at - l->text);
        else if (word.length) fen_end = (size_t)(word.at - l->text) + word.length;
    }
    nt_status status = NT_OK;
    if (is_fen) {
        nt_list_trim(l, &value, &fen_end);
        status = nt_list_tag(l, (nt_tag){span_of(name, name + 3), span_of(value, fen_end), .place = (uint32_t)name});
        l->has_fen = true;
    }
    l->has_body = true;
    return status == NT_OK ? nt_list_movetext(l, moves) : status;
}

static bool is_position(const nt_list_reader *l) {
    nt_text rest, line = line_text(l);
    if (!l->style->position_lines || !nt_text_is(nt_text_word(line, &rest), "position")) return false;
    nt_text what = nt_text_word(rest, &rest);
    return nt_text_is(what, "startpos") || nt_text_is(what, "fen");
}

bool nt_list_is_head(const nt_list_reader *l) {
    nt_list_key key;
    if (l->style->begins) return l->style->begins(line_text(l));
    size_t at = l->line + nt_list_blanks(line_text(l));
    return (at < l->end && l->text[at] == '[') || is_position(l) || read_key(l, &key);
}

nt_status nt_list_head(nt_list_reader *l, bool *handled) {
    nt_list_key key;
    nt_pair pair;
    size_t at = l->line + nt_list_blanks(line_text(l));
    bool is_pair = l->text[at] == '[', is_key = !is_pair && read_key(l, &key);
    if (!is_pair && !is_key && !is_position(l)) return NT_OK;
    *handled = true;
    if (l->has_body && is_pair && !read_pair(l, at, &pair)) return fault_pair(l, at);
    if (l->has_body) return NT_END;
    if (is_pair) return read_pairs(l, at);
    return is_key ? read_key_line(l, &key) : read_position(l);
}
