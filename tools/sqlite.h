/* Games into an SQLite database, whose tables nt-sqlite(7) explains. Called by nt-conv. */
#ifndef SQLITE_H
#define SQLITE_H

#include "tools/cli.h"

typedef struct database database;

/* Opens a database of games for appending, or makes one where there is no file or an empty one. NULL: after a message. The
 * caller frees with database_close. path: borrowed until then. */
database *database_open(cli_run *cli, const char *path);

/* Appends a game that has been replayed, unless it is there already. style: of the FEN of its start, may be NULL. NT_OK;
 * NT_NO_MEMORY; NT_IO: after a message, and nothing can be written any more. */
nt_status database_add(database *db, const nt_game *game, nt_replay *replay, const nt_fen_style *style, bool with_tags);

/* Makes sure of the last games and of the indexes, unless writing has failed; says how many games were refused. */
void database_end(database *db);
void database_close(database *db);

#endif
