/* A game with other tags: spans point into one text, so the text is copied and the new names and values stand behind it.
 * Called by the filters that add tags. */
#include "tools/retag.h"

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

static bool has_room(retag *copy, size_t length, size_t tags) {
    if (copy->text_length + length > copy->text_capacity) {
        size_t capacity = (copy->text_length + length) * 2;
        unsigned char *grown = realloc(copy->text, capacity);
        if (grown == NULL) return false;
        copy->text = grown;
        copy->text_capacity = capacity;
    }
    if (tags > copy->tag_capacity) {
        nt_tag *grown = realloc(copy->tags, 2 * tags * sizeof *grown);
        if (grown == NULL) return false;
        copy->tags = grown;
        copy->tag_capacity = 2 * tags;
    }
    copy->game.text = copy->text;
    copy->game.tags = copy->tags;
    return true;
}

static nt_span add_bytes(retag *copy, const char *bytes, size_t length) {
    nt_span span = {(uint32_t)copy->text_length, (uint32_t)length};
    memcpy(copy->text + copy->text_length, bytes, length);
    copy->text_length += length;
    return span;
}

bool retag_begin(retag *copy, const nt_game *game) {
    size_t size = text_size(game);
    copy->game = *game;
    copy->text_length = 0;
    if (!has_room(copy, size + 1, game->tag_count + 1)) return false;
    if (size > 0) memcpy(copy->text, game->text, size);
    if (game->tag_count > 0) memcpy(copy->tags, game->tags, game->tag_count * sizeof *game->tags);
    copy->text_length = size;
    return true;
}

static int lower(int byte) { return byte >= 'A' && byte <= 'Z' ? byte + ('a' - 'A') : byte; }

static bool is_named(const retag *copy, const nt_tag *tag, const char *name) {
    const unsigned char *text = copy->text + tag->name.offset;
    if (strlen(name) != tag->name.length) return false;
    for (size_t i = 0; i < tag->name.length; i++) {
        if (lower(text[i]) != lower((unsigned char)name[i])) return false;
    }
    return true;
}

void retag_remove(retag *copy, const char *name) {
    size_t kept = 0;
    for (size_t i = 0; i < copy->game.tag_count; i++) {
        if (!is_named(copy, &copy->tags[i], name)) copy->tags[kept++] = copy->tags[i];
    }
    copy->game.tag_count = kept;
}

bool retag_add(retag *copy, const char *name, const char *value, size_t length) {
    size_t name_length = strlen(name);
    if (!has_room(copy, name_length + length + 1, copy->game.tag_count + 1)) return false;
    nt_tag tag = {.name = add_bytes(copy, name, name_length), .value = add_bytes(copy, value, length)};
    copy->tags[copy->game.tag_count++] = tag;
    return true;
}

void retag_free(retag *copy) {
    free(copy->text);
    free(copy->tags);
    *copy = (retag){.text = NULL};
}
