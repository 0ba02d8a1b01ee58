/* Tags: the value that a tag stands for, whatever its file escaped. For writers and the replay. */
#include "record/record.h"

/* The byte that stands at *at of a value, escapes resolved; moves *at behind it. A backslash before anything but a quote or
 * a backslash is itself. */
static unsigned char next_byte(nt_text value, bool is_escaped, size_t *at) {
    unsigned char c = value.at[(*at)++];
    if (!is_escaped || c != '\\' || *at == value.length) return c;
    if (value.at[*at] != '"' && value.at[*at] != '\\') return c;
    return value.at[(*at)++];
}

void nt_tag_write(const nt_game *game, const nt_tag *tag, nt_output *output) {
    nt_text value = nt_game_text(game, tag->value);
    for (size_t at = 0; at < value.length;) nt_put(output, next_byte(value, tag->flags & NT_TAG_ESCAPED, &at));
}

void nt_tag_write_markup(const nt_game *game, const nt_tag *tag, nt_output *output) {
    nt_text value = nt_game_text(game, tag->value);
    size_t run = 0;
    for (size_t at = 0; at < value.length;) {
        size_t from = at;
        next_byte(value, tag->flags & NT_TAG_ESCAPED, &at);
        if (at == from + 1) continue;
        nt_output_markup(output, value.at + run, from - run);
        run = from + 1;
    }
    nt_output_markup(output, value.at + run, value.length - run);
}

void nt_tag_write_quoted(const nt_game *game, const nt_tag *tag, nt_output *output) {
    nt_text value = nt_game_text(game, tag->value);
    for (size_t at = 0; at < value.length;) {
        unsigned char c = next_byte(value, tag->flags & NT_TAG_ESCAPED, &at);
        if (c == '"' || c == '\\') nt_put(output, '\\');
        nt_put(output, c < ' ' || c == 0x7F ? ' ' : c);
    }
}

bool nt_tag_has_control(const nt_game *game, const nt_tag *tag) {
    nt_text value = nt_game_text(game, tag->value);
    for (size_t i = 0; i < value.length; i++)
        if (value.at[i] < ' ' || value.at[i] == 0x7F) return true;
    return false;
}
