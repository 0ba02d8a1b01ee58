/* Compressed input: gzip, Zstandard, bzip2 and xz, told by their first bytes, unpacked as they are read. For input.c. */
#ifndef NT_UNPACK_H
#define NT_UNPACK_H

#include "base/base.h"

typedef struct nt_unpack nt_unpack;

/* Whether bytes begin a compressed stream of one of the four kinds; 6 bytes tell. */
bool nt_unpack_knows(const unsigned char *bytes, size_t size);

/* Makes an unpacker over a source of which the first bytes (at most 64 KiB, copied) have been read. NULL: no memory. */
nt_unpack *nt_unpack_new(nt_context *context, nt_read_function *source, void *user, const unsigned char *first, size_t size);
void nt_unpack_free(nt_unpack *unpack);

/* An nt_read_function: unpacked bytes, 0 at the end. -1 with errno: of the source, ENOMEM, or EBADMSG when the data are
 * damaged or cut off. Streams that follow one another are one text. Memory: bounded, whatever the data (xz: 64 MiB). */
ptrdiff_t nt_unpack_read(void *unpack, void *buffer, size_t size);

#endif
