/* Copies of games. Their spans point into one text, so names and values that are added stand behind it. Called by the filters
 * that look ahead or change tags. */
#include "tools/gamecopy.h"
#include "tools/grow.h"

#include <stdlib.h>
#include <string.h>

static size_t end_of(nt_span span, size_t end) {
    size_t own = (size_t)span.offset + span.length;
    return own > end ? own : end;
}

/* How many bytes of its text a game uses. */
static size_t text_size(const nt_game *game) {
    size_t end = 0;
    for (size_t i = 0; i < game->tag_count; i++) end = end_of(game->tags[i].value, end_of(game->tags[i].name, end));
    for (size_t i = 0; i < game->item_count; i++) end = end_of(game->items[i].text, end);
    return end;
}

static bool has_room(gamecopy *copy, size_t length, size_t tags, size_t items) {
    bool good = grow(&copy->bytes, &copy->capacity, length, 1) &&
                grow(&copy->tags, &copy->tag_capacity, tags, sizeof *copy->tags) &&
                grow(&copy->items, &copy->item_capacity, items, sizeof *copy->items);
    copy->game.raw = copy->bytes;
    copy->game.text = copy->bytes + copy->text_at;
    copy->game.tags = copy->tags;
    copy->game.items = copy->items;
    return good;
}

static nt_span add_bytes(gamecopy *copy, const void *bytes, size_t length) {
    nt_span span = {(uint32_t)(copy->length - copy->text_at), (uint32_t)length};
    if (length > 0) memcpy(copy->bytes + copy->length, bytes, length);
    copy->length += length;
    return span;
}

bool gamecopy_take(gamecopy *copy, const nt_game *game) {
    size_t text = game->text == game->raw ? 0 : text_size(game);
    copy->game = *game;
    copy->length = 0;
    copy->text_at = text > 0 ? game->raw_length : 0;
    if (!has_room(copy, game->raw_length + text + 1, game->tag_count + 1, game->item_count + 1)) return false;
    add_bytes(copy, game->raw, game->raw_length);
    add_bytes(copy, game->text, text);
    if (game->tag_count > 0) memcpy(copy->tags, game->tags, game->tag_count * sizeof *copy->tags);
    if (game->item_count > 0) memcpy(copy->items, game->items, game->item_count * sizeof *copy->items);
    return true;
}

static int lower(int byte) { return byte >= 'A' && byte <= 'Z' ? byte + ('a' - 'A') : byte; }

static bool is_named(const gamecopy *copy, const nt_tag *tag, const char *name) {
    const unsigned char *text = copy->game.text + tag->name.offset;
    if (strlen(name) != tag->name.length) return false;
    for (size_t i = 0; i < tag->name.length; i++) {
        if (lower(text[i]) != lower((unsigned char)name[i])) return false;
    }
    return true;
}

void gamecopy_remove_tag(gamecopy *copy, const char *name) {
    size_t kept = 0;
    for (size_t i = 0; i < copy->game.tag_count; i++) {
        if (!is_named(copy, &copy->tags[i], name)) copy->tags[kept++] = copy->tags[i];
    }
    copy->game.tag_count = kept;
}

bool gamecopy_add_tag(gamecopy *copy, const char *name, const char *value, size_t length) {
    size_t name_length = strlen(name), tags = copy->game.tag_count;
    if (!has_room(copy, copy->length + name_length + length, tags + 1, copy->game.item_count)) return false;
    nt_tag tag = {.name = add_bytes(copy, name, name_length), .value = add_bytes(copy, value, length)};
    copy->tags[tags] = tag;
    copy->game.tag_count = tags + 1;
    return true;
}

void gamecopy_free(gamecopy *copy) {
    free(copy->bytes);
    free(copy->tags);
    free(copy->items);
    *copy = (gamecopy){.bytes = NULL};
}
