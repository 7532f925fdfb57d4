#ifndef CZLIB_SHIM_H
#define CZLIB_SHIM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>

// Macros of zlib as functions that Swift can call.

/// Begins to read gzip; NULL if there is no memory.
static inline z_stream *cz_begin(void) {
    z_stream *stream = (z_stream *)calloc(1, sizeof(z_stream));
    if (stream != NULL && inflateInit2(stream, 16 + MAX_WBITS) != Z_OK) {
        free(stream);
        return NULL;
    }
    return stream;
}

/// Reads a part of `input` into a part of `output`, and counts both; false if it is not gzip. Several files in a row are one.
static inline bool cz_read(
    z_stream *stream, const uint8_t *input, size_t inputCount, uint8_t *output, size_t outputCount, size_t *taken,
    size_t *made, bool *isWhole) {
    stream->next_in = (Bytef *)input;
    stream->avail_in = (uInt)inputCount;
    stream->next_out = output;
    stream->avail_out = (uInt)outputCount;
    int result = inflate(stream, Z_NO_FLUSH);
    *taken = inputCount - stream->avail_in;
    *made = outputCount - stream->avail_out;
    *isWhole = result == Z_STREAM_END;
    if (result == Z_STREAM_END) {
        return inflateReset(stream) == Z_OK;
    }
    return result == Z_OK || result == Z_BUF_ERROR;
}

static inline void cz_end(z_stream *stream) {
    inflateEnd(stream);
    free(stream);
}

#endif
