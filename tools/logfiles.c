/* Walks folders with a stack of its own. Called by nt-check. */
#include "tools/logfiles.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Adds a path; folder "": the name is the path. */
static bool push(log_files *files, const char *folder, const char *name) {
    size_t length = strlen(folder);
    bool slash = length > 0 && folder[length - 1] != '/';
    return values_text_add(files, "+", 1) && values_text_add(files, folder, length) &&
           values_text_add(files, "/", slash) && values_text_add(files, name, strlen(name) + 1);
}

/* Moves the last path to a text of its own. */
static bool pop(log_files *stack, values_text *path) {
    size_t start = stack->length - 1;
    while (start > 0 && stack->bytes[start - 1] != '\0') start--;
    path->length = 0;
    if (!values_text_add(path, stack->bytes + start + 1, stack->length - start - 1)) return false;
    stack->length = start;
    return true;
}

static bool is_folder(const char *path, bool follow) {
    struct stat info = {.st_mode = 0};
    int failed = follow ? stat(path, &info) : lstat(path, &info);
    return failed == 0 && S_ISDIR(info.st_mode);
}

/* Pushes what is in a folder, the last name first, so that the first comes off the stack first. */
static bool open_folder(cli_run *cli, log_files *stack, const char *path) {
    struct dirent **entries = NULL;
    errno = 0;
    int count = scandir(path, &entries, NULL, alphasort);
    if (count < 0) {
        cli_trouble(cli, "cannot open %s: %s", path, strerror(errno));
        return errno != ENOMEM;
    }
    bool memory = true;
    for (int i = count; i > 0; i--) {
        const char *name = entries[i - 1]->d_name;
        if (memory && name[0] != '.') memory = push(stack, path, name);
        free(entries[i - 1]);
    }
    free(entries);
    return memory;
}

/* A link to a folder is not followed, so that no walk comes round again. */
static bool is_link_to_folder(const char *path) { return is_folder(path, true) && !is_folder(path, false); }

static bool is_same_file(const char *path, const char *other) {
    struct stat a, b;
    return stat(path, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

bool log_files_add(cli_run *cli, log_files *files, const char *path, const char *but) {
    log_files stack = {.bytes = NULL};
    values_text next = {.bytes = NULL};
    if (!is_folder(path, true)) return push(files, "", path);
    bool memory = open_folder(cli, &stack, path);
    while (memory && stack.length > 0) {
        memory = pop(&stack, &next);
        if (!memory) break;
        if (is_folder(next.bytes, false)) memory = open_folder(cli, &stack, next.bytes);
        else if (!is_link_to_folder(next.bytes) && !is_same_file(next.bytes, but)) memory = push(files, "", next.bytes);
    }
    values_text_free(&stack);
    values_text_free(&next);
    return memory;
}

char *log_files_next(const log_files *files, size_t *at) {
    if (*at >= files->length) return NULL;
    char *mark = files->bytes + *at;
    *at += strlen(mark) + 1;
    return mark;
}
