#include "BenchmarkPeers.h"

#if defined(__GLIBC__)
#include <malloc.h>

int64_t allocated_bytes(void) {
    struct mallinfo2 state = mallinfo2();
    return (int64_t)state.uordblks + (int64_t)state.hblkhd;
}
#else
int64_t allocated_bytes(void) { return -1; }
#endif
