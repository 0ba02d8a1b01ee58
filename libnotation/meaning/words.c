/* Words of the explanations: men, cells and moves by name. Called by meaning/ only. */
#include "base/output.h"
#include "meaning/explain.h"
#include "meaning/format.h"

#include <stdio.h>

void nt_fault_set(nt_fault *fault, nt_diag_id id, const char *format, ...) {
    va_list arguments;
    fault->id = id;
    fault->at = 0;
    va_start(arguments, format);
    int length = vsnprintf(fault->message.text, sizeof fault->message.text, format, arguments);
    va_end(arguments);
    size_t size = length < 0 ? 0 : (size_t)length;
    fault->message.length = size < sizeof fault->message.text ? size : sizeof fault->message.text - 1;
}

char *nt_word_cell(const nt_variant *v, unsigned cell, char buffer[NT_CELL_NAME_SIZE]) {
    size_t length = nt_scheme_name(&v->scheme, cell, buffer);
    buffer[length] = '\0';
    return buffer;
}

const char *nt_word_kind(const nt_variant *v, unsigned kind) {
    const nt_kind *shown = &v->kind[v->kind[kind].shown];
    return shown->name[0] ? shown->name : shown->label;
}

const char *nt_word_article(const char *word) { return word[0] && strchr("aeiouAEIOU", word[0]) ? "an" : "a"; }

const char *nt_word_player(const nt_variant *v, unsigned player) { return v->player_name[player]; }

char *nt_word_man(const nt_position *p, unsigned cell, char buffer[NT_MAN_SIZE]) {
    char name[NT_CELL_NAME_SIZE];
    snprintf(buffer, NT_MAN_SIZE, "the %s on %s", nt_word_kind(p->variant, nt_code_kind(p->cell[cell])),
             nt_word_cell(p->variant, cell, name));
    return buffer;
}

char *nt_word_label(const nt_variant *v, unsigned code, const char *article, char buffer[NT_MAN_SIZE]) {
    char label[NT_LABEL_SIZE];
    const char *name = nt_word_kind(v, nt_code_kind(code));
    size_t length = nt_label_of(v, nt_code_of(v->kind[nt_code_kind(code)].shown, nt_code_player(code)), label);
    if (!article) article = nt_word_article(name);
    snprintf(buffer, NT_MAN_SIZE, "%s %s %.*s", article, name, (int)length, label);
    return buffer;
}

/* "Ng1-f3": the fallback where no notation is known. */
static void add_plain_move(nt_message *message, const nt_position *p, nt_move move) {
    const nt_variant *v = p->variant;
    char from[NT_CELL_NAME_SIZE], to[NT_CELL_NAME_SIZE];
    if (move.type == NT_MOVE_PASS) {
        nt_message_add(message, "pass");
        return;
    }
    const char *label = v->kind[v->kind[move.piece].shown].label;
    nt_word_cell(v, move.from, from);
    nt_word_cell(v, move.to, to);
    nt_message_add(message, "%s%s%s", label, move.type == NT_MOVE_DROP ? "@" : from,
                   move.type == NT_MOVE_DROP ? "" : move.flags & NT_MOVE_CAPTURE ? "x" : "-");
    nt_message_add(message, "%s", to);
    if (nt_states_promotion(v, move)) nt_message_add(message, "=%s", v->kind[v->kind[move.promo].shown].label);
}

void nt_word_move(nt_message *message, nt_position *before, nt_move move, const nt_intent *intent) {
    const nt_format *format = intent->format;
    nt_buffer buffer = {.context = before->context};
    nt_output *output = format ? nt_output_function(before->context, nt_buffer_write, &buffer) : NULL;
    if (output) {
        int check = format->wants_check ? nt_check_after(before, move) : 0;
        format->write_move(before, move, check, output);
        nt_output_free(output);
    }
    before->context->starved |= buffer.failed || (format && !output);
    if (buffer.size && !buffer.failed) {
        nt_message_add(message, "%.*s", (int)(buffer.size < 64 ? buffer.size : 64), (const char *)buffer.data);
    } else {
        add_plain_move(message, before, move);
    }
    nt_buffer_free(&buffer);
}

void nt_word_men(nt_message *message, const nt_position *p, const nt_cells *cells) {
    char man[NT_MAN_SIZE];
    const char *join = "";
    for (unsigned cell = 0; cell < p->variant->board.cells; cell++) {
        if (!nt_cells_has(cells, cell) || !p->cell[cell]) continue;
        nt_message_add(message, "%s%s", join, nt_word_man(p, cell, man));
        join = " and ";
    }
}
