/* The conditions of a search as they stand on the command line. Called by nt-grep; query.c tests games. */
#include "tools/query.h"

#include <stdlib.h>
#include <string.h>

static query_condition *add(cli_run *cli, query *q, query_kind kind, const char *option, const char *text) {
    if (q->count == QUERY_CONDITIONS) {
        cli_usage(cli, "there are more than %d conditions", QUERY_CONDITIONS);
        return NULL;
    }
    query_condition *grown = realloc(q->conditions, (q->count + 1) * sizeof *grown);
    if (grown == NULL) {
        cli_failed(cli, NT_NO_MEMORY, "start");
        return NULL;
    }
    q->conditions = grown;
    query_condition *condition = &grown[q->count++];
    *condition = (query_condition){.kind = kind, .option = option, .text = text};
    return condition;
}

bool query_add_tag(cli_run *cli, query *q, const char *text) {
    query_condition *condition = add(cli, q, QUERY_TAG, "--tag", text);
    return condition != NULL && tag_test_read(cli, &condition->tag, text);
}

bool query_add_side(cli_run *cli, query *q, const char *tag, const char *text) {
    query_condition *condition = add(cli, q, QUERY_TAG, "--player", text);
    return condition != NULL && tag_test_contains(cli, &condition->tag, tag, text);
}

bool query_add_player(cli_run *cli, query *q, const char *text) {
    query_condition *condition = add(cli, q, QUERY_PLAYER, "--player", text);
    return condition != NULL && tag_test_contains(cli, &condition->tag, "", text);
}

bool query_add_length(cli_run *cli, query *q, const char *text) {
    query_condition *condition = add(cli, q, QUERY_LENGTH, "--length", text);
    return condition != NULL && tag_test_read_range(cli, &condition->tag, "--length", text);
}

bool query_add_command(cli_run *cli, query *q, const char *text) {
    query_condition *condition = add(cli, q, QUERY_COMMAND, "--command", text);
    return condition != NULL && command_test_read(cli, &condition->command, text);
}

bool query_add_result(cli_run *cli, query *q, const char *text) {
    query_condition *condition = add(cli, q, QUERY_RESULT, "--result", text);
    if (condition == NULL) return false;
    for (const char *at = text; *at != '\0';) {
        size_t length = strcspn(at, ",");
        bool room = condition->result_count < QUERY_RESULTS;
        if (!room || !nt_result_parse(at, length, &condition->results[condition->result_count])) {
            cli_usage(cli, "--result: '%s' is not a list of up to %d results like 1-0,1/2-1/2", text, QUERY_RESULTS);
            return false;
        }
        condition->result_count++;
        at += length + (at[length] == ',');
    }
    if (condition->result_count == 0) cli_usage(cli, "--result: there is no result in '%s'", text);
    return condition->result_count > 0;
}

bool query_add_ending(cli_run *cli, query *q, const char *text) {
    query_condition *condition = add(cli, q, QUERY_ENDING, "--ending", text);
    const char *names[NT_ENDING_LAST_PLAYER + 2];
    int choice;
    for (int i = NT_ENDING_NONE; i <= NT_ENDING_LAST_PLAYER; i++) names[i] = nt_ending_name((nt_ending)i);
    names[NT_ENDING_LAST_PLAYER + 1] = NULL;
    if (condition == NULL || !cli_choose(cli, "ending", text, names, &choice)) return false;
    condition->ending = (nt_ending)choice;
    return true;
}

/* Takes a move number off the front of a word: 1. 12... 3.e4 */
static char *skip_number(char *word) {
    size_t digits = strspn(word, "0123456789"), dots = digits > 0 ? strspn(word + digits, ".") : 0;
    return dots > 0 ? word + digits + dots : word;
}

bool query_add_moves(cli_run *cli, query *q, const char *option, const char *text, bool anywhere) {
    query_condition *condition = add(cli, q, anywhere ? QUERY_CONTAINS : QUERY_MOVES, option, text);
    if (condition == NULL) return false;
    size_t size = strlen(text) + 1;
    condition->word_bytes = malloc(size);
    if (condition->word_bytes == NULL) return !cli_failed(cli, NT_NO_MEMORY, "start");
    memcpy(condition->word_bytes, text, size);
    char *rest = NULL;
    for (char *word = strtok_r(condition->word_bytes, " \t\n", &rest); word != NULL; word = strtok_r(NULL, " \t\n", &rest)) {
        word = skip_number(word);
        if (*word == '\0') continue;
        if (condition->word_count == QUERY_WORDS - 1) {
            cli_usage(cli, "%s: more than %d moves", option, QUERY_WORDS - 1);
            return false;
        }
        condition->words[condition->word_count++] = strcmp(word, "?") == 0 ? NULL : word;
    }
    if (condition->word_count == 0) cli_usage(cli, "%s: there is no move in '%s'", option, text);
    return condition->word_count > 0;
}

bool query_add_position(cli_run *cli, query *q, const char *option, const char *text, nt_pattern_form form) {
    query_condition *condition = add(cli, q, QUERY_POSITION, option, text);
    if (condition != NULL) condition->form = form;
    return condition != NULL;
}

void query_free(query *q) {
    for (size_t i = 0; i < q->count; i++) {
        query_condition *condition = &q->conditions[i];
        tag_test_free(&condition->tag);
        command_test_free(&condition->command);
        free(condition->word_bytes);
        for (unsigned k = 0; k < QUERY_VARIANTS; k++) nt_pattern_free(condition->patterns[k].pattern);
    }
    free(q->conditions);
    values_text_free(&q->text);
    nt_replay_free(q->replay);
    *q = (query){.conditions = NULL};
}
