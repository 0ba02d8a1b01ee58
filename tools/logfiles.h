/* The files below folders. For nt-check. */
#ifndef LOGFILES_H
#define LOGFILES_H

#include "tools/cli.h"
#include "tools/values.h"

/* Paths one behind the other, each with a mark before it and a NUL behind it. Zeroed is empty; freed with values_text_free. */
typedef values_text log_files;

enum { LOG_FILE_GOOD = '+', LOG_FILE_BAD = '-' };

/* Adds a file, or all files in a folder and the folders below it in the order of their names. What begins with a dot is passed
 * over, and so are links to folders and the file but. False: no memory. What cannot be read is trouble, after a message. */
bool log_files_add(cli_run *cli, log_files *files, const char *path, const char *but);

/* Walks along the files: *at is 0 at first. Returns the mark of the next one, which the path follows; NULL: no more. */
char *log_files_next(const log_files *files, size_t *at);

#endif
