/* Games into an SQLite database. Called by nt-conv, the only filter that is linked with SQLite. Text goes through the
 * library's JSON and is read back by SQLite, so that tags in Latin-1 become UTF-8. */
#include "tools/sqlite.h"
#include "tools/fingerprint.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCH = 1000,             /* games a transaction */
    PATIENCE = 2000,          /* milliseconds to wait for others who have the database */
    APPLICATION = 0x6e746764, /* "ntgd": tells our databases from others */
    VERSION = 1               /* of the tables, and of what goes into the keys of games and positions */
};

enum { INSERT_GAME, INSERT_TAG, INSERT_PLY, STATEMENTS };

struct database {
    cli_run *cli;
    const char *path;
    sqlite3 *sqlite;
    sqlite3_stmt *statements[STATEMENTS];
    int fault; /* the first of SQLite */
    bool failed;
    unsigned in_batch; /* games */
    uint64_t added, refused;
    nt_output *writer; /* appends to text */
    values_text text;
    const nt_format *coordinates;
    const nt_variant *variant; /* of the last game, and the key of its array */
    uint64_t array;
};

static const char tables[] =
    "CREATE TABLE games (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, variant TEXT, rules TEXT, start TEXT,"
    " result TEXT NOT NULL, score REAL, plies INTEGER NOT NULL, legal INTEGER NOT NULL,"
    " file TEXT NOT NULL, line INTEGER NOT NULL, number INTEGER NOT NULL);"
    "CREATE TABLE tags (game INTEGER NOT NULL REFERENCES games, number INTEGER NOT NULL, name TEXT NOT NULL COLLATE NOCASE,"
    " value TEXT NOT NULL, PRIMARY KEY (game, number)) WITHOUT ROWID;"
    "CREATE TABLE plies (game INTEGER NOT NULL REFERENCES games, ply INTEGER NOT NULL, move TEXT, position INTEGER NOT NULL,"
    " PRIMARY KEY (game, ply)) WITHOUT ROWID;";

/* Made when the games are in: sorted at once they cost a fraction of what they would game by game. */
static const char indexes[] = "CREATE INDEX IF NOT EXISTS plies_by_position ON plies (position);"
                              "CREATE INDEX IF NOT EXISTS tags_by_value ON tags (name, value);";

static const char *const inserts[STATEMENTS] = {
    [INSERT_GAME] = ("INSERT INTO games (key, variant, rules, start, result, score, plies, legal, file, line, number)"
                     " VALUES (?, ?, ?, ?, ?, ?, ?, ?, json_extract(?, '$'), ?, ?) ON CONFLICT (key) DO NOTHING"),
    [INSERT_TAG] = "INSERT INTO tags VALUES (?, ?, json_extract(?, '$'), json_extract(?, '$'))",
    [INSERT_PLY] = "INSERT INTO plies VALUES (?, ?, ?, ?)",
};

/* ---- SQLite ---- */

/* Says once what is wrong. */
static nt_status fail(database *db, int code) {
    int error = sqlite3_system_errno(db->sqlite);
    bool of_system = error != 0 && ((code & 0xff) == SQLITE_CANTOPEN || (code & 0xff) == SQLITE_IOERR);
    bool of_handle = db->sqlite != NULL && code == sqlite3_errcode(db->sqlite);
    const char *text = of_handle ? sqlite3_errmsg(db->sqlite) : sqlite3_errstr(code);
    if (!db->failed) cli_trouble(db->cli, "cannot write %s: %s", db->path, of_system ? strerror(error) : text);
    db->failed = true;
    return NT_IO;
}

static nt_status execute(database *db, const char *sql) {
    int code = sqlite3_exec(db->sqlite, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? NT_OK : fail(db, code);
}

static void keep_fault(database *db, int code) {
    if (db->fault == SQLITE_OK) db->fault = code;
}

static void put_number(database *db, int statement, int column, uint64_t number) {
    keep_fault(db, sqlite3_bind_int64(db->statements[statement], column, (sqlite3_int64)number));
}

static void put_text(database *db, int statement, int column, const char *text, size_t length) {
    keep_fault(db, sqlite3_bind_text64(db->statements[statement], column, text, length, SQLITE_TRANSIENT, SQLITE_UTF8));
}

/* Runs a statement and forgets its values. */
static nt_status insert(database *db, int statement) {
    int code = db->fault;
    if (code == SQLITE_OK) code = sqlite3_step(db->statements[statement]);
    nt_status status = code == SQLITE_DONE ? NT_OK : fail(db, code);
    sqlite3_reset(db->statements[statement]);
    sqlite3_clear_bindings(db->statements[statement]);
    return status;
}

/* ---- opening ---- */

static ptrdiff_t append(void *user, const void *bytes, size_t size) {
    database *db = user;
    if (values_text_add(&db->text, bytes, size)) return (ptrdiff_t)size;
    errno = ENOMEM;
    return -1;
}

static nt_status ask(database *db, const char *sql, int *answer) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db->sqlite, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    if (code == SQLITE_ROW) *answer = sqlite3_column_int(statement, 0);
    nt_status status = code == SQLITE_ROW ? NT_OK : fail(db, code);
    sqlite3_finalize(statement);
    return status;
}

static nt_status make_tables(database *db) {
    char marks[96];
    snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %d;", APPLICATION, VERSION);
    nt_status status = execute(db, tables);
    return status == NT_OK ? execute(db, marks) : status;
}

/* Makes the tables of a database that is empty, and refuses one that is not ours. */
static nt_status look_at(database *db) {
    int application = 0, version = 0, count = 0;
    nt_status status = ask(db, "PRAGMA application_id", &application);
    if (status == NT_OK) status = ask(db, "PRAGMA user_version", &version);
    if (status == NT_OK) status = ask(db, "SELECT count(*) FROM sqlite_master", &count);
    if (status != NT_OK) return status;
    if (count == 0) return make_tables(db);
    if (application == APPLICATION && version == VERSION) return NT_OK;
    if (application == APPLICATION) {
        cli_trouble(db->cli, "%s is a database of games of version %d, not %d", db->path, version, VERSION);
    } else {
        cli_trouble(db->cli, "%s is a database of something else than games", db->path);
    }
    db->failed = true;
    return NT_IO;
}

static nt_status start(database *db, nt_context *context) {
    db->coordinates = nt_format_find("coord");
    db->writer = nt_output_function(context, append, db);
    if (db->writer == NULL) return NT_NO_MEMORY;
    int code = sqlite3_open_v2(db->path, &db->sqlite, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    if (code == SQLITE_OK) code = sqlite3_busy_timeout(db->sqlite, PATIENCE);
    if (code != SQLITE_OK) return fail(db, code);
    nt_status status = execute(db, "PRAGMA cache_size = -16384; BEGIN IMMEDIATE"); /* 16 MiB */
    if (status == NT_OK) status = look_at(db);
    for (int i = 0; i < STATEMENTS && status == NT_OK; i++) {
        code = sqlite3_prepare_v2(db->sqlite, inserts[i], -1, &db->statements[i], NULL);
        if (code != SQLITE_OK) status = fail(db, code);
    }
    return status;
}

database *database_open(cli_run *cli, const char *path) {
    database *db = calloc(1, sizeof *db);
    nt_status status = NT_NO_MEMORY;
    if (db != NULL) {
        db->cli = cli;
        db->path = path;
        status = start(db, cli->context);
    }
    if (status == NT_OK) return db;
    if (status != NT_IO) cli_failed(cli, status, "start");
    database_close(db);
    return NULL;
}

/* ---- games ---- */

/* What the writer has been given is in db->text. */
static bool is_written(database *db) { return nt_output_flush(db->writer) == NT_OK; }

/* Puts bytes of any encoding into a column that is read as JSON. */
static nt_status put_json(database *db, int statement, int column, const void *bytes, size_t length) {
    db->text.length = 0;
    nt_output_string(db->writer, "\"");
    nt_output_json(db->writer, bytes, length);
    nt_output_string(db->writer, "\"");
    if (!is_written(db)) return NT_NO_MEMORY;
    put_text(db, statement, column, db->text.bytes, db->text.length);
    return NT_OK;
}

/* All moves of the main line were judged, and are legal. */
static bool is_legal(const nt_game *game, const nt_replay *replay) {
    if (game->damaged || !nt_replay_is_judged(replay)) return false;
    for (size_t i = cli_main_move(game, 0); i < game->item_count; i = cli_main_move(game, i + 1)) {
        nt_move move;
        nt_ply_state state = nt_replay_move(replay, i, &move);
        if (state != NT_PLY_OK && state != NT_PLY_NONE) return false;
    }
    return true;
}

static nt_status put_key(database *db, const nt_game *game, nt_replay *replay, const char *result) {
    fingerprint p = {0, 0};
    const nt_variant *variant = nt_replay_variant(replay);
    const char *id = variant != NULL ? nt_variant_get(variant, NT_VARIANT_ID) : "";
    fingerprint_bytes(&p, (const unsigned char *)id, strlen(id));
    fingerprint_bytes(&p, (const unsigned char *)result, strlen(result));
    nt_status status = fingerprint_moves(&p, game, replay, false, &db->text);
    if (status != NT_OK) return status;
    if (nt_replay_plies(replay) < FINGERPRINT_SHORT && !fingerprint_players(&p, game, &db->text)) return NT_NO_MEMORY;
    unsigned char key[16];
    for (size_t i = 0; i < sizeof key; i++) key[i] = (unsigned char)((i < 8 ? p.a : p.b) >> (56 - i % 8 * 8));
    keep_fault(db, sqlite3_bind_blob(db->statements[INSERT_GAME], 1, key, sizeof key, SQLITE_TRANSIENT));
    return NT_OK;
}

/* The rules, and the start where it is not the array. */
static nt_status put_rules(database *db, nt_replay *replay, const nt_fen_style *style) {
    const nt_variant *variant = nt_replay_variant(replay);
    if (variant == NULL) return NT_OK;
    const char *id = nt_variant_get(variant, NT_VARIANT_ID), *rules = nt_variant_get(variant, NT_VARIANT_HASH);
    put_text(db, INSERT_GAME, 2, id, strlen(id));
    put_text(db, INSERT_GAME, 3, rules, strlen(rules));
    if (!nt_replay_is_judged(replay)) return NT_OK;
    if (db->variant != variant) {
        nt_position *array = nt_position_new(db->cli->context, variant);
        if (array == NULL) return NT_NO_MEMORY;
        db->variant = variant;
        db->array = nt_position_key(array);
        nt_position_free(array);
    }
    const nt_position *position = nt_replay_start(replay);
    if (nt_position_key(position) == db->array) return NT_OK;
    db->text.length = 0;
    nt_position_write(position, NT_CODE_FEN, style, db->writer);
    if (!is_written(db)) return NT_NO_MEMORY;
    put_text(db, INSERT_GAME, 4, db->text.bytes, db->text.length);
    return NT_OK;
}

static nt_status add_game(database *db, const nt_game *game, nt_replay *replay, const nt_fen_style *style) {
    char text[64];
    const nt_result result = nt_replay_result(replay);
    size_t length = values_result_text(&result, text);
    nt_status status = put_key(db, game, replay, text);
    if (status == NT_OK) status = put_rules(db, replay, style);
    if (status == NT_OK) status = put_json(db, INSERT_GAME, 9, game->file, strlen(game->file));
    if (status != NT_OK) return status;
    put_text(db, INSERT_GAME, 5, text, length);
    if (result.known) keep_fault(db, sqlite3_bind_double(db->statements[INSERT_GAME], 6, result.twelfths[0] / 12.0));
    put_number(db, INSERT_GAME, 7, nt_replay_is_judged(replay) ? nt_replay_plies(replay) : 0);
    put_number(db, INSERT_GAME, 8, is_legal(game, replay));
    put_number(db, INSERT_GAME, 10, game->line);
    put_number(db, INSERT_GAME, 11, game->number);
    return insert(db, INSERT_GAME);
}

static nt_status add_tags(database *db, uint64_t id, const nt_game *game) {
    nt_status status = NT_OK;
    values_text value = {.bytes = NULL};
    for (size_t i = 0; i < game->tag_count && status == NT_OK; i++) {
        const nt_tag *tag = &game->tags[i];
        put_number(db, INSERT_TAG, 1, id);
        put_number(db, INSERT_TAG, 2, i + 1);
        status = put_json(db, INSERT_TAG, 3, game->text + tag->name.offset, tag->name.length);
        value.length = 0;
        if (status == NT_OK && !values_add_tag(game, tag, &value)) status = NT_NO_MEMORY;
        if (status == NT_OK) status = put_json(db, INSERT_TAG, 4, value.bytes, value.length);
        if (status == NT_OK) status = insert(db, INSERT_TAG);
    }
    values_text_free(&value);
    return status;
}

/* Plays a move, when there is one, and adds the position after it. */
static nt_status add_ply(database *db, uint64_t id, uint64_t ply, nt_position *position, const nt_move *move) {
    nt_status status = NT_OK;
    if (move != NULL) {
        db->text.length = 0;
        nt_move_write(position, *move, db->coordinates, db->writer);
        if (!is_written(db)) return NT_NO_MEMORY;
        put_text(db, INSERT_PLY, 3, db->text.bytes, db->text.length);
        status = nt_position_make(position, *move);
        if (status != NT_OK) return status;
    }
    put_number(db, INSERT_PLY, 1, id);
    put_number(db, INSERT_PLY, 2, ply);
    put_number(db, INSERT_PLY, 4, nt_position_key(position));
    return insert(db, INSERT_PLY);
}

static nt_status add_plies(database *db, uint64_t id, const nt_game *game, nt_replay *replay) {
    if (!nt_replay_is_judged(replay)) return NT_OK;
    nt_position *position = nt_replay_start(replay);
    nt_status status = add_ply(db, id, 0, position, NULL);
    uint64_t ply = 0;
    for (size_t i = cli_main_move(game, 0); i < game->item_count && status == NT_OK; i = cli_main_move(game, i + 1)) {
        nt_move move;
        nt_ply_state state = nt_replay_move(replay, i, &move);
        if (state == NT_PLY_NONE) continue;
        if (state != NT_PLY_OK) break;
        status = add_ply(db, id, ++ply, position, &move);
    }
    return status;
}

static nt_status end_batch(database *db) {
    db->in_batch = 0;
    return execute(db, "COMMIT");
}

nt_status database_add(database *db, const nt_game *game, nt_replay *replay, const nt_fen_style *style, bool with_tags) {
    nt_status status = sqlite3_get_autocommit(db->sqlite) ? execute(db, "BEGIN IMMEDIATE") : NT_OK;
    if (status == NT_OK) status = add_game(db, game, replay, style);
    if (status != NT_OK) return status;
    if (sqlite3_changes(db->sqlite) == 0) {
        db->refused++;
        return NT_OK;
    }
    db->added++;
    uint64_t id = (uint64_t)sqlite3_last_insert_rowid(db->sqlite);
    if (with_tags) status = add_tags(db, id, game);
    if (status == NT_OK) status = add_plies(db, id, game, replay);
    if (status == NT_OK && ++db->in_batch == BATCH) status = end_batch(db);
    if (status != NT_OK) db->failed = true; /* half a game is not made sure of */
    return status;
}

void database_end(database *db) {
    if (!db->failed && !sqlite3_get_autocommit(db->sqlite)) end_batch(db);
    if (!db->failed) execute(db, indexes);
    if (db->failed || db->refused == 0) return;
    cli_note(db->cli, "%s: %llu games added; %llu refused, which were there already", db->path,
             (unsigned long long)db->added, (unsigned long long)db->refused);
}

void database_close(database *db) {
    if (db == NULL) return;
    for (int i = 0; i < STATEMENTS; i++) sqlite3_finalize(db->statements[i]);
    sqlite3_close(db->sqlite); /* what was not made sure of is taken back */
    nt_output_free(db->writer);
    values_text_free(&db->text);
    free(db);
}
