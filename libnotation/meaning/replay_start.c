/* Which variant a game is of, and from which position it starts. */
#include "meaning/replay.h"
#include "rules/variants.h"

static const nt_tag *find_tag(const nt_game *game, const char *name) {
    nt_text wanted = nt_text_from(name);
    for (size_t i = 0; i < game->tag_count; i++) {
        if (nt_text_equal_nocase(nt_game_text(game, game->tags[i].name), wanted)) return &game->tags[i];
    }
    return NULL;
}

/* What writers make a blank of. */
static bool is_blank(unsigned byte) { return byte <= ' ' || byte == 0x7F; }

static nt_text tag_value(const nt_game *game, const nt_tag *tag) {
    nt_text value = tag ? nt_game_text(game, tag->value) : NT_TEXT("");
    while (value.length && is_blank(value.at[value.length - 1])) value.length--;
    while (value.length && is_blank(*value.at)) value = nt_text_cut(value, 1);
    return value;
}

/* Where the value of a tag begins in the bytes of the game. Where the text was made from other bytes, it is looked for
 * close behind the name, and where it is not found there as it stands, the tag itself is the place. */
static size_t value_place(const nt_game *game, const nt_tag *tag) {
    enum { MOST_BETWEEN = 8 }; /* name and value */
    nt_text value = tag_value(game, tag);
    if (game->text == game->raw) return value.length ? (size_t)(value.at - game->text) : tag->value.offset;
    size_t first = tag->place + (size_t)tag->name.length;
    for (size_t at = first; at <= first + MOST_BETWEEN && at + value.length <= game->raw_length; at++) {
        if (value.length && memcmp(game->raw + at, value.at, value.length) == 0) return at;
    }
    return tag->place;
}

/* Copies a value as writers do, so that it is the same when it is read again. */
static void copy_plain(char *to, nt_text value) {
    for (size_t i = 0; i < value.length; i++) to[i] = is_blank(value.at[i]) ? ' ' : (char)value.at[i];
}

/* ---- the variant ---- */

nt_replay_entry *nt_replay_entry_of(nt_replay *r, nt_text name, const nt_variant *variant) {
    nt_replay_entry *entry = &r->entry[r->next_entry];
    nt_position *position = nt_position_new(r->context, variant);
    if (!position) return NULL;
    nt_position_free(entry->position);
    entry->position = position;
    entry->variant = variant;
    entry->length = name.length < NT_REPLAY_NAME ? name.length : 0; /* a name of no length is never looked up */
    if (entry->length) memcpy(entry->name, name.at, entry->length);
    r->next_entry = (r->next_entry + 1) % NT_REPLAY_ENTRIES;
    return entry;
}

/* Makes the variant of a name the one of the game. NT_USAGE: there is none. */
static nt_status use_variant(nt_replay *r, nt_text name) {
    for (unsigned i = 0; i < NT_REPLAY_ENTRIES; i++) {
        const nt_replay_entry *known = &r->entry[i];
        nt_text text = {(const unsigned char *)known->name, known->length};
        if (!known->position || !known->length || !nt_text_equal(name, text)) continue;
        r->variant = known->variant;
        r->position = known->position;
        return NT_OK;
    }
    char buffer[256];
    if (name.length >= sizeof buffer) return NT_USAGE;
    copy_plain(buffer, name);
    buffer[name.length] = '\0';
    const nt_variant *variant;
    nt_status status = nt_variant_load(r->context, buffer, &variant);
    if (status != NT_OK) return status;
    const nt_replay_entry *entry = nt_replay_entry_of(r, name, variant);
    if (!entry) return NT_NO_MEMORY;
    r->variant = variant;
    r->position = entry->position;
    return NT_OK;
}

/* The tag that names the variant: Variant, else Game, which only Game Courier lists use so. */
static const nt_tag *variant_tag(const nt_game *game) {
    const nt_tag *tag = find_tag(game, "Variant");
    if (!tag && game->format && game->format->family == NT_FAMILY_COURIER) tag = find_tag(game, "Game");
    nt_text value = tag_value(game, tag);
    return value.length == 0 || nt_text_is(value, "?") || nt_text_is(value, "-") ? NULL : tag;
}

static nt_status use_default(nt_replay *r) {
    const char *name = r->settings.variant ? r->settings.variant : "chess";
    r->named = r->settings.variant != NULL;
    return use_variant(r, nt_text_from(name));
}

static nt_status choose_variant(nt_replay *r) {
    const nt_tag *tag = r->settings.force_variant ? NULL : variant_tag(r->game);
    if (!tag) return use_default(r);
    nt_text name = tag_value(r->game, tag);
    r->named = true;
    nt_status status = use_variant(r, name);
    if (status != NT_USAGE) return status;
    char quoted[NT_QUOTE_SIZE];
    size_t at = value_place(r->game, tag);
    nt_quote(name, quoted);
    if (r->settings.variant) {
        nt_replay_report(r, at, SIZE_MAX, NT_DIAG_TAG_VALUE, "the variant \"%s\" is not known; it is judged as %s",
                         quoted, r->settings.variant);
        return use_default(r);
    }
    nt_replay_report(r, at, SIZE_MAX, NT_DIAG_VARIANT_UNKNOWN,
                     "the variant \"%s\" is not known, so the moves are not judged", quoted);
    return NT_USAGE;
}

/* ---- how its cells are named ---- */

static void report_coords(nt_replay *r, size_t at, nt_diag_id id, const char *name, const char *rest) {
    char quoted[NT_QUOTE_SIZE];
    nt_message known = {.length = 0};
    for (size_t i = 0; nt_coords_at(r->variant, i); i++)
        nt_message_add(&known, "%s%s", i ? ", " : "", nt_coords_at(r->variant, i));
    nt_replay_report(r, at, SIZE_MAX, id, "%s has no coordinates \"%s\"; it has %s%s", r->variant->title,
                     nt_quote(nt_text_from(name), quoted), known.text, rest);
}

/* The variant with the names that a scheme gives its cells. NT_INVALID after a diagnostic: there is no such scheme. */
static nt_status name_cells(nt_replay *r, const char *scheme, const nt_variant **named) {
    nt_status status = nt_variant_named(r->context, r->variant, nt_text_from(scheme), named);
    if (status != NT_USAGE) return status;
    report_coords(r, 0, NT_DIAG_COORDS_UNKNOWN, scheme, "");
    return NT_INVALID;
}

/* By the tag Coordinates. A value that names no scheme is reported, and the variant's own names are taken. */
static nt_status name_by_tag(nt_replay *r, const nt_variant **named) {
    const nt_tag *tag = find_tag(r->game, "Coordinates");
    nt_text value = tag_value(r->game, tag);
    char name[NT_LABEL_SIZE];
    if (!value.length) return NT_OK;
    nt_status status = nt_variant_named(r->context, r->variant, value, named);
    if (status != NT_USAGE) return status;
    size_t length = value.length < sizeof name ? value.length : sizeof name - 1;
    memcpy(name, value.at, length);
    name[length] = '\0';
    report_coords(r, value_place(r->game, tag), NT_DIAG_TAG_VALUE, name, "; its own are taken");
    return NT_OK;
}

/* Chooses the names by which the game is read and those by which it is written. */
static nt_status choose_names(nt_replay *r) {
    const nt_variant *read = r->variant, *written = r->variant;
    nt_status status = r->settings.coords ? name_cells(r, r->settings.coords, &read) : name_by_tag(r, &read);
    if (status == NT_OK && r->settings.to_coords) status = name_cells(r, r->settings.to_coords, &written);
    r->variant = r->position->variant = read;
    r->written = written;
    return status;
}

/* Says once that the array of the variant is only a placeholder. */
static void note_placeholder(nt_replay *r) {
    const char *provenance = nt_variant_get(r->variant, NT_VARIANT_PROVENANCE);
    if (r->placeholder == r->variant || strncmp(provenance, "placeholder", 11) != 0) return;
    r->placeholder = r->variant;
    nt_replay_report(r, 0, SIZE_MAX, NT_DIAG_VARIANT_PLACEHOLDER, "the array of %s is a %s", r->variant->title,
                     provenance);
}

/* Says for each game that its variant has no letters of the language by which it is to be read or written. */
static void note_language(nt_replay *r) {
    const char *names[] = {r->context->language, r->context->to_language};
    char quoted[NT_QUOTE_SIZE];
    for (size_t i = 0; i < 2; i++)
        if (names[i] && !nt_language_of(r->variant, names[i]))
            nt_replay_report(r, 0, SIZE_MAX, NT_DIAG_LANGUAGE_UNKNOWN,
                             "%s has no piece letters of the language \"%s\"; its own labels are used", r->variant->title,
                             nt_quote(nt_text_from(names[i]), quoted));
}

/* ---- the start ---- */

/* A Game Courier code does not say who moves first nor at which number: a list that begins with "22..." does. */
static void take_first_number(nt_replay *r) {
    nt_position *p = r->position;
    r->numbers.any_base = true;
    for (size_t i = 0; i < r->game->item_count; i++) {
        const nt_item *item = &r->game->items[i];
        uint64_t number;
        if (item->kind == NT_ITEM_MOVE) return;
        if (item->kind != NT_ITEM_NUMBER) continue;
        if (!nt_text_number(nt_game_text(r->game, item->text), &number) || number > UINT32_MAX / 2) return;
        if (number > 0) p->start_number = (uint32_t)number;
        if (item->value < 3 || r->variant->players < 2) return;
        p->state.player = p->start_player = 1;
        nt_position_rekey(p);
        return;
    }
}

static nt_status set_position(nt_replay *r, nt_text code, bool is_fen, const nt_place *place) {
    uint64_t errors = r->context->errors;
    nt_status status = nt_position_read(r->position, is_fen ? NT_CODE_FEN : NT_CODE_GC, code, place);
    r->has_error |= r->context->errors != errors || status == NT_INVALID;
    if (status == NT_OK && !is_fen) take_first_number(r);
    return status;
}

/* Escapes never stand in a position; a value that holds one is read as it is, and refused with its place. */
static nt_status start_from_tag(nt_replay *r, const nt_tag *tag, bool may_be_fen) {
    nt_text value = tag_value(r->game, tag);
    nt_place place = nt_game_place(r->game, value_place(r->game, tag));
    char *copy = nt_new(r->context, value.length + 1);
    if (!copy) return NT_NO_MEMORY;
    copy_plain(copy, value);
    nt_text code = {(unsigned char *)copy, value.length};
    r->own_start = true;
    nt_status status = set_position(r, code, may_be_fen && nt_code_guess(r->position, code) == NT_CODE_FEN, &place);
    nt_delete(r->context, copy, value.length + 1);
    return status;
}

static void check_set_up_tag(nt_replay *r, const nt_tag *fen) {
    const nt_tag *tag = find_tag(r->game, "SetUp");
    if (!tag) return;
    nt_text value = tag_value(r->game, tag);
    if (nt_text_is(value, "1") && !fen) {
        nt_replay_report(r, value_place(r->game, tag), SIZE_MAX, NT_DIAG_SETUP_WITHOUT_FEN,
                         "SetUp says that the game has a start of its own, but there is no FEN tag; the array is used");
    } else if (nt_text_is(value, "0") && fen) {
        nt_replay_report(r, value_place(r->game, tag), SIZE_MAX, NT_DIAG_SETUP_ZERO_WITH_FEN,
                         "SetUp says that the game has no start of its own, but there is a FEN tag, which is used");
    }
}

static nt_status choose_start(nt_replay *r) {
    const nt_tag *fen = find_tag(r->game, "FEN"), *code = find_tag(r->game, "Code");
    if (tag_value(r->game, fen).length == 0) fen = NULL;
    if (tag_value(r->game, code).length == 0) code = NULL;
    check_set_up_tag(r, fen);
    if (fen) return start_from_tag(r, fen, true);
    if (code) return start_from_tag(r, code, false);
    if (!r->settings.start) note_placeholder(r);
    if (!r->settings.start) return NT_OK;
    nt_text start = nt_text_trim(nt_text_from(r->settings.start));
    nt_place place = {.file = "<start>", .text = start.at, .line = 1, .column = 1};
    return set_position(r, start, nt_code_guess(r->position, start) == NT_CODE_FEN, &place);
}

nt_status nt_replay_set_up(nt_replay *r) {
    nt_status status = choose_variant(r);
    if (status == NT_INVALID) r->has_error = true;
    if (status != NT_OK) return status;
    note_language(r);
    status = choose_names(r);
    nt_position_reset(r->position);
    if (status == NT_INVALID) r->has_error = true;
    if (status != NT_OK) return status;
    return choose_start(r);
}

/* ---- a hint at another variant ---- */

/* Whether a section has drops and the array of the game's variant; without compiling it. */
static bool is_relative(const nt_replay *r, const nt_section *section) {
    struct nt_variants *all = r->context->variants;
    const nt_entry *array = nt_section_get(all, section, "array"); /* most differ in it: looked at first */
    const char *own = nt_variant_get(r->variant, NT_VARIANT_ARRAY);
    size_t length = strcspn(own, " [");
    if (!array || array->value.length < length || memcmp(array->value.at, own, length) != 0) return false;
    bool ends = array->value.length == length || strchr(" [", array->value.at[length]) != NULL;
    const nt_entry *drop = nt_section_get(all, section, "drop"), *slots = nt_section_get(all, section, "slots");
    return ends && ((drop && drop->value.length) || (slots && slots->value.length));
}

/* The variants with drops that start like the one of the game; looked for once a variant. */
static void find_relatives(nt_replay *r) {
    const struct nt_variants *all = r->context->variants; /* which the game's own was loaded from */
    r->relatives_of = r->variant;
    r->relatives = 0;
    r->context->muted++;
    for (size_t i = 0; i < all->section_count && r->relatives < NT_REPLAY_RELATIVES; i++) {
        const nt_variant *variant;
        if (!is_relative(r, &all->sections[i])) continue;
        nt_status status = nt_variant_load(r->context, all->sections[i].name, &variant);
        r->context->starved |= status == NT_NO_MEMORY;
        if (status != NT_OK || !variant->has_drops) continue;
        r->relative[r->relatives++] = variant;
    }
    r->context->muted--;
}

/* Whether the main line is legal from the array of another variant. */
static bool replays_as(nt_replay *r, nt_position *p) {
    const nt_game *game = r->game;
    size_t depth = 0, i = 0;
    for (; i < game->item_count; i++) {
        const nt_item *item = &game->items[i];
        depth += item->kind == NT_ITEM_LINE_OPEN;
        depth -= item->kind == NT_ITEM_LINE_CLOSE && depth > 0;
        if (item->kind != NT_ITEM_MOVE || depth) continue;
        if (nt_replay_is_number(&p->variant->scheme, nt_game_text(game, item->text))) continue;
        nt_intent intent;
        nt_fault fault;
        nt_move move;
        if (game->format->read_move(p, nt_game_text(game, item->text), &intent, &fault) != NT_OK) break;
        intent.format = game->format;
        if (nt_resolve(p, &intent, &move, &fault) != NT_OK) break;
        bool has_room = nt_position_reserve(p, 1);
        r->context->starved |= !has_room;
        if (!has_room) break;
        nt_make(p, move);
    }
    return i == game->item_count;
}

const char *nt_replay_relative(nt_replay *r) {
    if (r->named || r->own_start || r->settings.start) return NULL;
    if (r->relatives_of != r->variant) find_relatives(r);
    for (unsigned i = 0; i < r->relatives; i++) {
        nt_position *p = nt_position_new(r->context, r->relative[i]);
        r->context->starved |= !p;
        bool fits = p && replays_as(r, p);
        nt_position_free(p);
        if (fits) return r->relative[i]->id;
    }
    return NULL;
}
