/* Prints of games. Called by the filters that look for the same game. */
#include "tools/fingerprint.h"

#include <string.h>

uint64_t fingerprint_mix(uint64_t x) {
    x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
    x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return x ^ x >> 32;
}

void fingerprint_number(fingerprint *p, uint64_t number) {
    p->a = fingerprint_mix(p->a ^ number) + UINT64_C(0x9e3779b97f4a7c15);
    p->b = fingerprint_mix(p->b + number * UINT64_C(0xa0761d6478bd642f)) ^ UINT64_C(0xe7037ed1a0b428db);
}

void fingerprint_bytes(fingerprint *p, const unsigned char *bytes, size_t length) {
    uint64_t number = 0;
    for (size_t i = 0; i < length; i++) {
        number = number << 8 | bytes[i];
        if (i % 8 == 7) fingerprint_number(p, number);
    }
    fingerprint_number(p, number);
    fingerprint_number(p, length);
}

bool fingerprint_tag(fingerprint *p, const nt_game *game, const char *name, values_text *text, bool *known) {
    bool found;
    size_t kept = 0;
    if (!values_of_tag(game, name, text, &found)) return false;
    for (size_t i = 0; i < text->length; i++) {
        char byte = text->bytes[i];
        if (byte != ' ' && byte != '\t') text->bytes[kept++] = byte >= 'A' && byte <= 'Z' ? (char)(byte + 32) : byte;
    }
    if (kept == 1 && (text->bytes[0] == '?' || text->bytes[0] == '-')) kept = 0;
    fingerprint_bytes(p, (const unsigned char *)text->bytes, kept);
    *known = kept > 0;
    return true;
}

bool fingerprint_players(fingerprint *p, const nt_game *game, values_text *text) {
    static const char *const players[] = {"White", "Black", "Red", "Blue", "Yellow", "Date"};
    bool known, good = true;
    for (size_t i = 0; i < sizeof players / sizeof players[0] && good; i++) {
        good = fingerprint_tag(p, game, players[i], text, &known);
    }
    return good;
}

/* The rules, and the positions of the main line or the last of them. *item: the first move that could not be judged. */
static nt_status add_positions(fingerprint *p, const nt_game *game, nt_replay *replay, bool final, values_text *text,
                               size_t *item) {
    bool known;
    nt_position *position = nt_replay_start(replay);
    nt_status status = NT_OK;
    *item = cli_main_move(game, 0);
    if (position == NULL || nt_replay_variant(replay) == NULL) {
        bool good = fingerprint_tag(p, game, "Variant", text, &known) && fingerprint_tag(p, game, "Game", text, &known);
        return good ? NT_OK : NT_NO_MEMORY;
    }
    const char *rules = nt_variant_get(nt_replay_variant(replay), NT_VARIANT_HASH);
    fingerprint_bytes(p, (const unsigned char *)rules, strlen(rules));
    if (!nt_replay_is_judged(replay)) { /* its start is not valid */
        bool good = fingerprint_tag(p, game, "FEN", text, &known) && fingerprint_tag(p, game, "Code", text, &known);
        return good ? NT_OK : NT_NO_MEMORY;
    }
    if (!final) fingerprint_number(p, nt_position_key(position));
    for (; *item < game->item_count; *item = cli_main_move(game, *item + 1)) {
        nt_move move;
        nt_ply_state state = nt_replay_move(replay, *item, &move);
        if (state == NT_PLY_NONE) continue;
        if (state != NT_PLY_OK) break;
        status = nt_position_make(position, move);
        if (status != NT_OK) return status;
        if (!final) fingerprint_number(p, nt_position_key(position));
    }
    if (final) fingerprint_number(p, nt_position_key(position));
    return NT_OK;
}

/* What could not be judged counts as it is written; of a damaged game all of its moves do. */
static void add_text(fingerprint *p, const nt_game *game, size_t item) {
    for (; item < game->item_count; item = cli_main_move(game, item + 1)) {
        fingerprint_bytes(p, game->text + game->items[item].text.offset, game->items[item].text.length);
    }
    size_t place = game->item_count > 0 ? game->items[0].place : 0;
    if (game->damaged && place < game->raw_length) fingerprint_bytes(p, game->raw + place, game->raw_length - place);
}

nt_status fingerprint_moves(fingerprint *p, const nt_game *game, nt_replay *replay, bool final, values_text *text) {
    size_t item = 0;
    nt_status status = add_positions(p, game, replay, final, text, &item);
    if (status == NT_OK) add_text(p, game, item);
    return status;
}
