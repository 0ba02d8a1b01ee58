/* Where batches of games end. A reader that wants tags only tells for certain, and takes a fifth of the instructions that
 * checking takes; a look for the first tag after a blank line takes next to none, and is right for nearly all files. Whoever
 * reads the batch finds out. For jobs.c. */
#include "tools/cutter.h"
#include "tools/grow.h"

#include <errno.h>
#include <string.h>

enum {
    BATCH = 1 << 18,      /* bytes of games, about */
    BLOCK = 64,           /* bytes looked at together */
    NO_GAME = 1 << 22     /* bytes without the begin of a game after which guessing is given up */
};

static const char event[] = "[Event ";

/* ---- what is kept ---- */

uint64_t cutter_end(const cutter *c) { return c->offset + c->kept.length; }

const char *cutter_at(const cutter *c, uint64_t offset) { return c->kept.bytes + (offset - c->offset); }

/* Reads more of the input: how many bytes, 0 at the end, -1 on trouble. */
static ptrdiff_t keep_more(cutter *c) {
    values_text *kept = &c->kept;
    if (kept->length > c->most) {
        errno = EFBIG;
        return -1;
    }
    if (!grow(&kept->bytes, &kept->capacity, kept->length + CUTTER_AHEAD, 1)) {
        errno = ENOMEM;
        return -1;
    }
    ptrdiff_t count = nt_input_read(c->input, kept->bytes + kept->length, kept->capacity - kept->length);
    if (count > 0) kept->length += (size_t)count;
    return count;
}

ptrdiff_t cutter_read(void *user, void *to, size_t size) {
    cutter *c = user;
    if (c->forgets) cutter_forget(c, c->read_at);
    if (c->read_at == cutter_end(c)) {
        ptrdiff_t more = keep_more(c);
        if (more <= 0) return more;
    }
    size_t left = (size_t)(cutter_end(c) - c->read_at);
    if (size > left) size = left;
    memcpy(to, cutter_at(c, c->read_at), size);
    c->read_at += size;
    return (ptrdiff_t)size;
}

/* They are moved to the front only when they are the smaller part, so that no byte moves often. */
void cutter_forget(cutter *c, uint64_t offset) {
    size_t gone = (size_t)(offset - c->offset), left = c->kept.length - gone;
    if (gone < left || gone == 0) return;
    memmove(c->kept.bytes, c->kept.bytes + gone, left);
    c->kept.length = left;
    c->offset = offset;
}

/* ---- batches ---- */

void cutter_begin(cutter *c) {
    c->next = (batch){.offset = c->last.offset, .line = c->last.line, .column = c->last.column,
                      .number = c->next.number + c->next.has_lead + c->next.games - 1, .has_lead = true,
                      .is_guess = c->next.is_guess};
}

static bool add_game(cli_run *cli, cutter *c, cutter_place place, cutter_give *give) {
    bool is_full = c->next.games > 0 && place.offset - c->next.offset >= BATCH;
    if (is_full && !give(cli, c, place.offset)) return false;
    c->next.games++;
    c->last = place;
    return true;
}

nt_status cutter_by_reading(cli_run *cli, cutter *c, nt_reader *reader, cutter_give *give) {
    const nt_game *game = NULL;
    bool is_lead = c->next.has_lead;
    nt_status status;
    for (; (status = nt_game_next(reader, &game)) == NT_OK; is_lead = false) {
        cutter_place place = {game->offset, game->line, game->column};
        if (is_lead) c->last = place;
        else if (!add_game(cli, c, place, give)) break;
    }
    return status;
}

/* ---- looking ---- */

/* Whether a game seems to begin behind the line end at *at; the bytes there are known to be a bracket and more. */
static bool begins_game(const cutter *c, const char *at) {
    const char *first = c->kept.bytes;
    if (memcmp(at + 1, event, sizeof event - 1) != 0) return false;
    if (at > first && at[-1] == '\r') at--;
    return at > first && at[-1] == '\n';
}

/* Goes over the bytes from *at to stop, behind which there are some more. False: stopped. */
static bool look_over(cli_run *cli, cutter *c, cutter_place *at, uint64_t stop, cutter_give *give) {
    for (; at->offset + BLOCK <= stop; at->offset += BLOCK) {
        const char *block = cutter_at(c, at->offset);
        unsigned char ends = 0, found = 0;
        for (size_t i = 0; i < BLOCK; i++) { /* without branches, so that many bytes are compared at once */
            ends = (unsigned char)(ends + (block[i] == '\n'));
            found |= (block[i] == '\n') & (block[i + 1] == '[') & (block[i + 2] == 'E') & (block[i + 3] == 'v');
        }
        for (size_t i = 0; found && i < BLOCK; i++) {
            at->line += block[i] == '\n';
            if (block[i] != '\n' || !begins_game(c, block + i)) continue;
            if (!add_game(cli, c, (cutter_place){at->offset + i + 1, at->line, 1}, give)) return false;
            block = cutter_at(c, at->offset);
        }
        if (!found) at->line += ends;
    }
    return true;
}

nt_status cutter_by_looking(cli_run *cli, cutter *c, cutter_place first, cutter_give *give) {
    cutter_place at = first;
    c->next.is_guess = true;
    if (!add_game(cli, c, first, give)) return NT_OK;
    for (;;) {
        uint64_t end = cutter_end(c);
        if (end > CUTTER_AHEAD && !look_over(cli, c, &at, end - CUTTER_AHEAD, give)) return NT_OK;
        if (at.offset - c->last.offset > NO_GAME) return NT_OK;
        ptrdiff_t more = keep_more(c);
        if (more == 0) return NT_END;
        if (more < 0) return NT_OK;
    }
}
