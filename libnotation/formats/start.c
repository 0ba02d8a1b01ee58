/* The start of an input and of a game: what every reader of text does alike. For the readers. */
#include "formats/page.h"

/* Whether the first bytes are UTF-16, by its mark or by the NULs that it puts beside ASCII. */
static bool is_utf16(nt_text head) {
    if (head.length < 2) return false;
    unsigned first = head.at[0], second = head.at[1];
    if ((first == 0xFF && second == 0xFE) || (first == 0xFE && second == 0xFF)) return true;
    if (head.length < 4) return false;
    return (first == 0) != (second == 0) && (head.at[2] == 0) == (first == 0) && (head.at[3] == 0) == (second == 0);
}

void nt_reader_moved(nt_reader *reader) {
    const nt_input *input = reader->input;
    reader->record.game.raw = reader->record.game.text = input->data + input->pin;
}

void nt_reader_begin(nt_reader *reader) {
    const nt_input *input = reader->input;
    nt_game *game = &reader->record.game;
    game->file = input->name;
    game->source = game->format = reader->format;
    game->offset = input->pin_offset;
    game->line = input->pin_line;
    game->column = input->pin_column;
    game->number = reader->games + 1;
    nt_reader_moved(reader);
}

/* Whether the input is a page, of which UTF-16 is read. */
static bool is_page(nt_reader *reader) {
    size_t size;
    const unsigned char *head = nt_input_peek(reader->input, &size);
    return head && nt_page_sniff((nt_text){head, size}) > 0;
}

nt_status nt_reader_start(nt_reader *reader) {
    nt_input *input = reader->input;
    if (reader->started) return reader->failed;
    nt_status status = NT_OK;
    while (input->size - input->pin < 4 && status == NT_OK) status = nt_input_more(input);
    if (status != NT_OK && status != NT_END) return status;
    reader->started = true;
    nt_text head = {input->data + input->pin, input->size - input->pin};
    if (head.length >= 3 && memcmp(head.at, "\xEF\xBB\xBF", 3) == 0) {
        nt_input_move_pin(input, input->pin + 3);
        input->pin_column = 1; /* no editor shows the mark */
    }
    if (!is_utf16(head) || (!reader->format && is_page(reader))) return NT_OK;
    nt_place place = {.file = input->name, .text = head.at, .line = 1, .column = 1};
    nt_report(reader->context, &place, NT_DIAG_ENCODING,
              "the text is UTF-16; convert it first: iconv -f UTF-16 -t UTF-8");
    return reader->failed = NT_END;
}

nt_status nt_array_key_of(nt_context *context, const nt_variant *variant, nt_array_key *known, uint64_t *key) {
    if (known->variant != variant) {
        nt_position *array = nt_position_new(context, variant);
        if (!array) return NT_NO_MEMORY;
        *known = (nt_array_key){variant, nt_position_key(array)};
        nt_position_free(array);
    }
    *key = known->key;
    return NT_OK;
}
