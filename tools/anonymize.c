/* See anonymize.h. */
#include "tools/anonymize.h"
#include "tools/grow.h"

#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What the tree of tsearch keeps, gcc 12 takes for lost. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wanalyzer-malloc-leak"
#endif

enum { PSEUDONYM = 32, SHORTEST = 3, LONGEST = 255 }; /* bytes; what is longer is not looked for as a whole */

/* A name that has come up in the run. */
typedef struct name {
    unsigned long number;
    char text[];
} name;

/* Bytes; borrowed. */
typedef struct part {
    const char *at;
    size_t length;
} part;

/* A text that is replaced in the game, and what by. shorter: index of the longest of the others that it begins with; NONE. */
typedef struct needle {
    part text;
    size_t shorter;
    bool is_part; /* of a name */
    char pseudonym[PSEUDONYM];
} needle;

#define NONE SIZE_MAX

/* ---- the names of the run ---- */

static int compare(const void *a, const void *b) { return strcasecmp(((const name *)a)->text, ((const name *)b)->text); }

/* The number of a name, a new one when it has none; 0: no memory. */
static unsigned long number_of(anonymizer *a, part text) {
    name *wanted = malloc(sizeof *wanted + text.length + 1);
    if (wanted == NULL) return 0;
    wanted->number = a->count + 1;
    memcpy(wanted->text, text.at, text.length);
    wanted->text[text.length] = '\0';
    name **found = tsearch(wanted, &a->names, compare);
    unsigned long number = found == NULL ? 0 : (*found)->number;
    if (number <= a->count) free(wanted); /* it is not the one that the tree keeps */
    else a->count = number;
    return number;
}

static bool is_word(unsigned char c) {
    return c >= 0x80 || c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

/* Where the word at an offset ends. */
static size_t word_end(part text, size_t at) {
    while (at < text.length && is_word((unsigned char)text.at[at])) at++;
    return at;
}

static bool add_needle(anonymizer *a, part text, const char *pseudonym, bool is_part) {
    if (text.length > LONGEST) return true;
    if (!grow(&a->needles, &a->needle_room, a->needle_count + 1, sizeof *a->needles)) return false;
    needle *added = &a->needles[a->needle_count++];
    *added = (needle){.text = text, .is_part = is_part};
    snprintf(added->pseudonym, PSEUDONYM, "%s", pseudonym);
    return true;
}

/* False: no memory. */
static bool make_pseudonym(anonymizer *a, part text, char pseudonym[PSEUDONYM]) {
    unsigned long number = number_of(a, text);
    snprintf(pseudonym, PSEUDONYM, "player-%lu", number);
    return number != 0;
}

/* A name and its parts: Carlsen, Magnus is found as Carlsen, too. */
static bool take_name(anonymizer *a, part text, bool parts) {
    char pseudonym[PSEUDONYM];
    bool good = make_pseudonym(a, text, pseudonym) && add_needle(a, text, pseudonym, false);
    for (size_t from = 0, to; parts && good && from < text.length; from = to + 1) {
        to = word_end(text, from);
        bool is_part = to - from >= SHORTEST && to - from < text.length;
        if (is_part) good = add_needle(a, (part){text.at + from, to - from}, pseudonym, true);
    }
    return good;
}

/* ---- which tags ---- */

static part span_of(const nt_game *game, nt_span span) { return (part){(const char *)game->text + span.offset, span.length}; }

static bool is(part text, const char *word) {
    return text.length == strlen(word) && strncasecmp(text.at, word, text.length) == 0;
}

static bool ends(part text, const char *word) {
    size_t length = strlen(word);
    return text.length >= length && strncasecmp(text.at + text.length - length, word, length) == 0;
}

static bool is_player(part tag) {
    static const char *const tags[] = {"White", "Black", "Red", "Blue", "Green", "Gold", "Yellow", "Annotator", "Winner",
                                       "LastMoveBy", "NextMoveFor", NULL};
    for (size_t i = 0; tags[i] != NULL; i++)
        if (is(tag, tags[i])) return true;
    return false;
}

/* Values that stand for nobody. */
static bool is_nobody(part value) {
    return value.length == 0 || is(value, "?") || is(value, "-") || is(value, "Anyone") || is(value, "cvgameroom");
}

/* Whether a value has an address of a page, or of mail, ann@example.org; N@b1 is none. */
static bool has_address(part value) {
    for (size_t i = 0; i + 2 < value.length; i++) {
        if (memcmp(value.at + i, "://", 3) == 0) return true;
        if (i == 0 || value.at[i] != '@' || !is_word((unsigned char)value.at[i - 1])) continue;
        size_t end = i + 1;
        while (end < value.length && (is_word((unsigned char)value.at[end]) || value.at[end] == '-')) end++;
        bool has_dot = end > i + 1 && end + 1 < value.length && value.at[end] == '.';
        if (has_dot && is_word((unsigned char)value.at[end + 1])) return true;
    }
    return false;
}

/* Tags that say who somebody is by another way than the name. */
static bool identifies(part tag, part value) {
    return ends(tag, "FideId") || ends(tag, "NA") || ends(tag, "Url") || ends(tag, "Link") || has_address(value);
}

/* ---- the needles of a game ---- */

/* Both names of a log id. Where one ends is not always known; the names of the tags may tell, else they are one. */
static bool take_log(anonymizer *a, const nt_log_id *id) {
    part names = {id->text, id->names_length};
    size_t first = id->first_length;
    for (size_t i = 0; first == 0 && i < a->needle_count; i++) {
        part text = a->needles[i].text;
        bool fits = text.length + 1 < names.length && names.at[text.length] == '-';
        if (fits && strncasecmp(names.at, text.at, text.length) == 0) first = text.length;
    }
    if (first == 0) return take_name(a, names, false);
    part second = {names.at + first + 1, names.length - first - 1};
    return take_name(a, (part){names.at, first}, false) && (is_nobody(second) || take_name(a, second, false));
}

static bool begins_with(part text, part head) {
    return head.length <= text.length && strncasecmp(text.at, head.at, head.length) == 0;
}

static int compare_texts(part a, part b) {
    int order = strncasecmp(a.at, b.at, a.length < b.length ? a.length : b.length);
    return order != 0 ? order : a.length < b.length ? -1 : a.length > b.length;
}

/* Of one text a name comes before a part of one, and what comes up first before the rest. */
static int compare_needles(const void *a, const void *b) {
    const needle *x = a, *y = b;
    int order = compare_texts(x->text, y->text);
    if (order != 0) return order;
    return x->is_part != y->is_part ? x->is_part - y->is_part : x->text.at < y->text.at ? -1 : x->text.at > y->text.at;
}

/* Puts the needles in order, each text once. */
static void order_needles(anonymizer *a) {
    needle *all = a->needles;
    size_t kept = 0;
    if (a->needle_count > 1) qsort(all, a->needle_count, sizeof *all, compare_needles);
    for (size_t i = 0; i < a->needle_count; i++) {
        size_t before = kept - 1; /* NONE where nothing is kept */
        if (kept > 0 && compare_texts(all[before].text, all[i].text) == 0) continue;
        while (before != NONE && !begins_with(all[i].text, all[before].text)) before = all[before].shorter;
        all[kept] = all[i];
        all[kept++].shorter = before;
    }
    a->needle_count = kept;
}

static bool find_needles(anonymizer *a, const nt_game *game) {
    bool good = true;
    nt_log_id id;
    a->needle_count = 0;
    for (size_t i = 0; i < game->tag_count && good; i++) {
        part value = span_of(game, game->tags[i].value);
        if (is_player(span_of(game, game->tags[i].name)) && !is_nobody(value)) good = take_name(a, value, true);
    }
    for (size_t i = 0; i < game->tag_count && good; i++) {
        part value = span_of(game, game->tags[i].value);
        if (nt_log_id_parse(value.at, value.length, &id)) good = take_log(a, &id);
    }
    order_needles(a);
    return good;
}

/* ---- the copy ---- */

static bool make_room(anonymizer *a, const nt_game *game) {
    return grow(&a->tags, &a->tag_room, game->tag_count, sizeof *a->tags) &&
           grow(&a->items, &a->item_room, game->item_count, sizeof *a->items);
}

static bool put(anonymizer *a, part text) { return values_text_add(&a->text, text.at, text.length); }

/* The last needle that is not behind a text in their order; NONE. All that the text begins with are this one, or shorter ones
 * of it. */
static size_t find_last(const anonymizer *a, part text) {
    size_t low = 0, high = a->needle_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_texts(a->needles[middle].text, text) <= 0) low = middle + 1;
        else high = middle;
    }
    return low - 1;
}

/* The longest needle that stands as a word at an offset of a text. In a log id a name ends at a hyphen, which is no word's. */
static const needle *needle_at(const anonymizer *a, part text, size_t at) {
    if (at > 0 && is_word((unsigned char)text.at[at - 1])) return NULL;
    part rest = {text.at + at, text.length - at};
    for (size_t i = find_last(a, rest); i != NONE; i = a->needles[i].shorter) {
        const needle *found = &a->needles[i];
        if (begins_with(rest, found->text) && word_end(rest, found->text.length) == found->text.length) return found;
    }
    return NULL;
}

static bool put_replaced(anonymizer *a, part text) {
    size_t run = 0;
    bool good = true;
    for (size_t at = 0; at < text.length && good;) {
        const needle *found = needle_at(a, text, at);
        if (found == NULL) {
            at++;
            continue;
        }
        good = put(a, (part){text.at + run, at - run}) && put(a, (part){found->pseudonym, strlen(found->pseudonym)});
        run = at += found->text.length;
    }
    return good && put(a, (part){text.at + run, text.length - run});
}

static nt_span span_from(const anonymizer *a, size_t from) {
    return (nt_span){(uint32_t)from, (uint32_t)(a->text.length - from)};
}

static bool put_value(anonymizer *a, part tag, part value) {
    char pseudonym[PSEUDONYM];
    if (is_player(tag) && !is_nobody(value))
        return make_pseudonym(a, value, pseudonym) && put(a, (part){pseudonym, strlen(pseudonym)});
    return identifies(tag, value) ? put(a, (part){"?", 1}) : put_replaced(a, value);
}

static bool copy_tags(anonymizer *a, const nt_game *game) {
    bool good = true;
    for (size_t i = 0; i < game->tag_count && good; i++) {
        part tag = span_of(game, game->tags[i].name), value = span_of(game, game->tags[i].value);
        size_t from = a->text.length;
        a->tags[i] = game->tags[i];
        good = put(a, tag);
        a->tags[i].name = span_from(a, from);
        from = a->text.length;
        good = good && put_value(a, tag, value);
        a->tags[i].value = span_from(a, from);
    }
    return good;
}

static bool copy_items(anonymizer *a, const nt_game *game) {
    bool good = true;
    for (size_t i = 0; i < game->item_count && good; i++) {
        const nt_item *item = &game->items[i];
        size_t from = a->text.length;
        bool speaks = item->kind == NT_ITEM_COMMENT || item->kind == NT_ITEM_ESCAPE;
        a->items[i] = *item;
        good = speaks ? put_replaced(a, span_of(game, item->text)) : put(a, span_of(game, item->text));
        a->items[i].text = span_from(a, from);
    }
    return good;
}

bool anonymize_game(anonymizer *a, const nt_game *game, nt_game *copy) {
    a->text.length = 0;
    bool good = find_needles(a, game) && make_room(a, game) && copy_tags(a, game) && copy_items(a, game);
    *copy = *game;
    copy->text = (const unsigned char *)a->text.bytes;
    copy->tags = a->tags;
    copy->items = a->items;
    return good;
}

void anonymize_free(anonymizer *a) {
    while (a->names != NULL) {
        name *first = *(name **)a->names;
        tdelete(first, &a->names, compare);
        free(first);
    }
    values_text_free(&a->text);
    free(a->tags);
    free(a->items);
    free(a->needles);
    *a = (anonymizer){.names = NULL};
}
