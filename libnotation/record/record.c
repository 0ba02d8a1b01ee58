/* The record of a game: appending tags and items within the limits, finding a tag, the place of a byte. For readers and
 * the replay; nt_game_tag is public. */
#include "record/record.h"

void nt_record_init(nt_record *record, nt_context *context) {
    *record = (nt_record){.context = context};
    nt_record_clear(record);
}

void nt_record_free(nt_record *record) {
    nt_context *context = record->context;
    nt_ungrow(context, &record->tags, &record->tag_capacity, sizeof *record->tags);
    nt_ungrow(context, &record->items, &record->item_capacity, sizeof *record->items);
    nt_hashes_free(context, &record->names);
    nt_ungrow(context, &record->pool, &record->pool_capacity, 1);
    context->last_place = (nt_last_place){0};
}

nt_status nt_record_keep(nt_record *record, nt_text text, nt_span *span) {
    if (text.length >= UINT32_MAX - record->pool_size) return NT_LIMIT;
    if (!nt_grow(record->context, &record->pool, &record->pool_capacity, record->pool_size + text.length + 1, 1))
        return NT_NO_MEMORY;
    if (text.length) memcpy(record->pool + record->pool_size, text.at, text.length);
    *span = (nt_span){(uint32_t)record->pool_size, (uint32_t)text.length};
    record->pool_size += text.length;
    record->game.text = record->pool;
    return NT_OK;
}

void nt_record_clear(nt_record *record) {
    record->game = (nt_game){.tags = record->tags, .items = record->items, .result_item = SIZE_MAX};
    record->plies = record->depth = record->nags = record->pool_size = 0;
    nt_hashes_clear(&record->names);
    record->breached = 0;
    record->context->last_place = (nt_last_place){0};
}

/* Reports the breach of a limit, once a game for each kind. */
static nt_status breach(nt_record *record, nt_diag_id id, uint32_t at, const char *what, size_t limit) {
    uint32_t bit = (uint32_t)1 << (id - NT_DIAG_LIMIT_GAME);
    nt_place place = nt_game_place(&record->game, at);
    if (!(record->breached & bit)) nt_report(record->context, &place, id, "%s, which is the limit: %zu", what, limit);
    record->breached |= bit;
    record->game.damaged = true;
    return NT_LIMIT;
}

nt_status nt_record_tag(nt_record *record, nt_tag tag) {
    const nt_limits *limits = &record->context->limits;
    size_t count = record->game.tag_count;
    if (count >= limits->tags)
        return breach(record, NT_DIAG_LIMIT_TAGS, tag.place, "the game has more tags than are read", limits->tags);
    if (tag.name.length > limits->tag_name)
        return breach(record, NT_DIAG_LIMIT_TAGS, tag.place, "the name of the tag has too many bytes", limits->tag_name);
    if (tag.value.length > limits->tag_value)
        return breach(record, NT_DIAG_LIMIT_TAGS, tag.place, "the value of the tag has too many bytes", limits->tag_value);
    if (!nt_grow(record->context, &record->tags, &record->tag_capacity, count + 1, sizeof tag)) return NT_NO_MEMORY;
    record->tags[count] = tag;
    record->game.tags = record->tags;
    record->game.tag_count = count + 1;
    return NT_OK;
}

/* Whether the limits let an item in. */
static nt_status check_item(nt_record *record, const nt_item *item) {
    const nt_limits *limits = &record->context->limits;
    switch ((nt_item_kind)item->kind) {
    case NT_ITEM_MOVE:
        if (record->plies < limits->plies) return NT_OK;
        return breach(record, NT_DIAG_LIMIT_PLIES, item->place, "the game has more moves than are read", limits->plies);
    case NT_ITEM_COMMENT:
    case NT_ITEM_ESCAPE:
        if (item->text.length <= limits->comment) return NT_OK;
        return breach(record, NT_DIAG_LIMIT_COMMENT, item->place, "the comment has too many bytes", limits->comment);
    case NT_ITEM_NAG:
        if (record->nags < limits->nags) return NT_OK;
        return breach(record, NT_DIAG_LIMIT_NAGS, item->place, "the move has too many annotation glyphs", limits->nags);
    case NT_ITEM_LINE_OPEN:
        if (record->depth < limits->nesting) return NT_OK;
        return breach(record, NT_DIAG_LIMIT_NESTING, item->place, "variations are nested too deep", limits->nesting);
    case NT_ITEM_LINE_CLOSE:
        assert(record->depth > 0);
        return NT_OK;
    case NT_ITEM_NUMBER:
    case NT_ITEM_RESULT: return NT_OK;
    }
    return NT_OK;
}

nt_status nt_record_item_checked(nt_record *record, nt_item item) {
    size_t count = record->game.item_count;
    nt_status status = check_item(record, &item);
    if (status != NT_OK) return status;
    if (!nt_grow(record->context, &record->items, &record->item_capacity, count + 1, sizeof item)) return NT_NO_MEMORY;
    if (item.kind == NT_ITEM_MOVE) {
        record->plies++;
        record->nags = 0;
    }
    record->nags += item.kind == NT_ITEM_NAG;
    record->depth += item.kind == NT_ITEM_LINE_OPEN;
    record->depth -= item.kind == NT_ITEM_LINE_CLOSE;
    record->items[count] = item;
    record->game.items = record->items;
    record->game.item_count = count + 1;
    return NT_OK;
}

nt_status nt_record_close_lines(nt_record *record, uint32_t place) {
    nt_status status = NT_OK;
    while (record->depth > 0 && status == NT_OK)
        status = nt_record_item(record, (nt_item){.kind = NT_ITEM_LINE_CLOSE, .place = place});
    return status;
}

bool nt_record_is_number(const nt_record *record, nt_text digits) {
    enum { MOST = 16 }; /* items; who writes more between two numbers writes dots */
    const nt_game *game = &record->game;
    uint64_t number, last;
    size_t moves = 0, count = game->item_count, first = count > MOST ? count - MOST : 0;
    if (digits.length < 2) return true;
    if (!nt_text_number(digits, &number)) return false;
    for (size_t i = count; i-- > first;) {
        const nt_item *item = &game->items[i];
        moves += item->kind == NT_ITEM_MOVE;
        if (item->kind != NT_ITEM_NUMBER) continue;
        bool one_is_enough = item->value == 0 || item->value > 2; /* a number a ply, or 9... */
        if (!nt_text_number(nt_game_text(game, item->text), &last) || moves < 2 - (size_t)one_is_enough) return false;
        return number == last + 1 || (number == last && item->value == 0);
    }
    return false;
}

const char *nt_game_tag(const nt_game *game, const char *name, size_t *length) {
    for (size_t i = 0; i < game->tag_count; i++) {
        if (!nt_text_is_nocase(nt_game_text(game, game->tags[i].name), name)) continue;
        *length = game->tags[i].value.length;
        return (const char *)game->text + game->tags[i].value.offset;
    }
    return NULL;
}

nt_place nt_game_place(const nt_game *game, size_t at) {
    return (nt_place){
        .file = game->file,
        .text = game->raw,
        .raw = game->raw,
        .at = at,
        .offset = game->offset,
        .line = game->line,
        .column = game->column,
        .game = game->number,
    };
}

void nt_game_where(const nt_game *game, size_t place, uint64_t *line, uint64_t *column) {
    *line = game->line;
    *column = game->column;
    assert(place <= game->raw_length);
    nt_text_advance((nt_text){game->raw, place}, false, line, column);
}
