/* What the settings of a writer leave of a comment: its text, its commands, or some of them. Called by the writers. */
#include "formats/formats.h"

/* Whether a list like "clk,eval" or "^clk,emt" names a command to be written. */
static bool is_chosen(const char *list, nt_text name) {
    bool inverted = list[0] == '^';
    nt_text rest = nt_text_from(list + inverted);
    if (!inverted && nt_text_is(rest, "all")) return true;
    for (bool more = true; more;) {
        size_t length = 0;
        while (length < rest.length && rest.at[length] != ',') length++;
        if (nt_text_equal((nt_text){rest.at, length}, name)) return !inverted;
        more = length < rest.length;
        rest = nt_text_cut(rest, length + more);
    }
    return inverted;
}

static nt_text part(nt_text text, nt_span span) { return (nt_text){text.at + span.offset, span.length}; }

/* Whether it has a name and its bracket is closed; else it is text. */
static bool is_whole(nt_text text, const nt_command *command) {
    return command->name.length > 0 && text.at[command->whole.offset + command->whole.length - 1] == ']';
}

static void append(nt_writer *writer, size_t *size, nt_text text) {
    if (text.length) memcpy(writer->comment + *size, text.at, text.length);
    *size += text.length;
}

/* Only the commands that are chosen, with blanks between. */
static void keep_commands(nt_writer *writer, nt_text text, size_t *size) {
    nt_command command;
    for (size_t at = 0; nt_command_next(text, &at, &command);) {
        if (!is_whole(text, &command) || !is_chosen(writer->settings.commands, part(text, command.name))) continue;
        if (*size) append(writer, size, NT_TEXT(" "));
        append(writer, size, part(text, command.whole));
    }
}

/* All but the commands that are not chosen, each of which goes with the blanks behind it, the last one with those before. */
static void drop_commands(nt_writer *writer, nt_text text, size_t *size) {
    nt_command command;
    size_t from = 0, first = *size;
    for (size_t at = 0; nt_command_next(text, &at, &command);) {
        if (!is_whole(text, &command) || is_chosen(writer->settings.commands, part(text, command.name))) continue;
        append(writer, size, (nt_text){text.at + from, command.whole.offset - from});
        from = at;
        while (from < text.length && nt_is_blank(text.at[from])) from++;
        if (from == text.length && at == from)
            while (*size > first && nt_is_blank(writer->comment[*size - 1])) --*size;
    }
    append(writer, size, nt_text_cut(text, from));
}

nt_status nt_writer_comment(nt_writer *writer, nt_text written, nt_text *text, bool *is_kept) {
    size_t size = 0;
    *text = written;
    *is_kept = !writer->settings.no_comments;
    if (!writer->settings.commands) return NT_OK;
    /* commands that were not apart get blanks between them */
    if (!nt_grow(writer->context, &writer->comment, &writer->comment_capacity, 2 * written.length + 1, 1)) return NT_NO_MEMORY;
    if (*is_kept) drop_commands(writer, written, &size);
    else keep_commands(writer, written, &size);
    *text = (nt_text){writer->comment, size};
    *is_kept = nt_text_trim(*text).length > 0 || (*is_kept && size == written.length);
    return NT_OK;
}
