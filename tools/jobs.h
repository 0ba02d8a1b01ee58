/* Several processes that work on one input (-j). For run.c. */
#ifndef JOBS_H
#define JOBS_H

#include "tools/cli.h"

/* Starts cli->jobs workers, which live until jobs_end. Each has a copy of all that the filter has set up. False after a
 * message. */
bool jobs_start(cli_run *cli, cli_game_function *function);

/* As cli_read_games, by the workers: output and findings come in the order of the input, byte for byte as one process gives
 * them. Inputs that are not PGN are read by this process alone. */
bool jobs_read_games(cli_run *cli, nt_input *input, const char *path, cli_game_function *function);

/* Ends the workers. */
void jobs_end(cli_run *cli);

/* A finding of a worker, which is sent to the parent; of the parent while it cuts. */
void jobs_send_finding(cli_run *cli, const nt_diagnostic *diagnostic);
void jobs_hold_finding(cli_run *cli, const nt_diagnostic *diagnostic);

#endif
