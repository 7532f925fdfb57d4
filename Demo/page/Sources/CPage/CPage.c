// What the C library would provide: memory, and the few functions that compilers call by name.
#include <stddef.h>
#include <stdint.h>
#include "CPage.h"

// Memory: blocks of fixed sizes, each size with a list of its free blocks; what no list holds comes from the end of the
// memory. Sizes step by 16 bytes up to 1,024, then by a quarter of each power of two, so that at most a fifth is lost. A
// block is never split or joined.

enum { page = 65536, unit = 16, smallLimit = 1024, smallCount = smallLimit / unit, largeCount = 22 * 4 };

/// Precedes each block that is in use.
typedef struct {
    uint32_t start;
    uint32_t list;
} Header;

static uint32_t freeBlocks[smallCount + largeCount];
static uintptr_t unused;

extern uint8_t __heap_base;

static uint32_t listOf(uint32_t size, uint32_t *whole) {
    if (size <= smallLimit) {
        uint32_t units = (size + unit - 1) / unit;
        *whole = units * unit;
        return units - 1;
    }
    uint32_t power = 31 - (uint32_t)__builtin_clz(size - 1);
    uint32_t quarter = 1u << (power - 2);
    uint32_t quarters = (size - (1u << power) + quarter - 1) / quarter;
    *whole = (1u << power) + quarters * quarter;
    return smallCount + (power - 10) * 4 + quarters - 1;
}

static uint32_t fresh(uint32_t size) {
    if (unused == 0) unused = ((uintptr_t)&__heap_base + unit - 1) / unit * unit;
    uintptr_t start = unused;
    uintptr_t end = start + size;
    uintptr_t have = (uintptr_t)__builtin_wasm_memory_size(0) * page;
    if (end < start) return 0;
    if (end > have && __builtin_wasm_memory_grow(0, (end - have + page - 1) / page) == (size_t)-1) return 0;
    unused = end;
    return (uint32_t)start;
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment < unit) alignment = unit;
    if (size > 0x60000000u || alignment > page) return 12;
    uint32_t whole;
    uint32_t list = listOf((uint32_t)(size + alignment), &whole);
    uint32_t start = freeBlocks[list];
    if (start != 0) {
        freeBlocks[list] = *(uint32_t *)(uintptr_t)start;
    } else {
        start = fresh(whole);
        if (start == 0) return 12;
    }
    uintptr_t place = (start + sizeof(Header) + alignment - 1) / alignment * alignment;
    Header *header = (Header *)place - 1;
    header->start = start;
    header->list = list;
    *result = (void *)place;
    return 0;
}

void *malloc(size_t size) {
    void *result = 0;
    return posix_memalign(&result, unit, size) == 0 ? result : 0;
}

void free(void *block) {
    if (block == 0) return;
    Header header = *((Header *)block - 1);
    *(uint32_t *)(uintptr_t)header.start = freeBlocks[header.list];
    freeBlocks[header.list] = header.start;
}

// Copying: one instruction each.

void *memcpy(void *to, const void *from, size_t count) { return __builtin_memcpy(to, from, count); }
void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }
void *memset(void *to, int byte, size_t count) { return __builtin_memset(to, byte, count); }

int memcmp(const void *left, const void *right, size_t count) {
    const uint8_t *a = left, *b = right;
    for (; count > 0; a++, b++, count--) {
        if (*a != *b) return *a < *b ? -1 : 1;
    }
    return 0;
}

size_t strlen(const char *text) {
    size_t count = 0;
    while (text[count] != 0) count++;
    return count;
}

/// The seed for hashing: nothing that is shown depends on it, so it may be the same every time.
void arc4random_buf(void *bytes, size_t count) { memset(bytes, 0x5A, count); }

/// Prints nothing: a failing runtime traps, which says enough.
int putchar(int letter) { return letter; }

/// Multiplies two 128-bit numbers.
void __multi3(uint64_t *result, uint64_t aLow, uint64_t aHigh, uint64_t bLow, uint64_t bHigh) {
    const uint64_t half = 0xFFFFFFFFu;
    uint64_t low = (aLow & half) * (bLow & half);
    uint64_t middle = (aLow >> 32) * (bLow & half) + (low >> 32);
    uint64_t other = (aLow & half) * (bLow >> 32) + (middle & half);
    result[0] = (other << 32) | (low & half);
    result[1] = (aLow >> 32) * (bLow >> 32) + (middle >> 32) + (other >> 32) + aLow * bHigh + aHigh * bLow;
}

/// Shifts a 128-bit number left.
void __ashlti3(uint64_t *result, uint64_t low, uint64_t high, uint32_t places) {
    if (places >= 64) {
        result[1] = low << (places & 63);
        result[0] = 0;
    } else {
        result[1] = places == 0 ? high : high << places | low >> (64 - places);
        result[0] = low << places;
    }
}

/// Shifts a 128-bit number right.
void __lshrti3(uint64_t *result, uint64_t low, uint64_t high, uint32_t places) {
    if (places >= 64) {
        result[0] = high >> (places & 63);
        result[1] = 0;
    } else {
        result[0] = places == 0 ? low : low >> places | high << (64 - places);
        result[1] = high >> places;
    }
}

/// Divides two 128-bit numbers, a bit at a time.
static void divide(uint64_t *quotient, uint64_t *rest, uint64_t aLow, uint64_t aHigh, uint64_t bLow, uint64_t bHigh) {
    uint64_t qLow = 0, qHigh = 0, rLow = 0, rHigh = 0;
    if (bLow == 0 && bHigh == 0) __builtin_trap();
    if (aHigh == 0 && bHigh == 0) {
        qLow = aLow / bLow;
        rLow = aLow % bLow;
    } else {
        for (int bit = 127; bit >= 0; bit--) {
            uint64_t next = bit >= 64 ? aHigh >> (bit - 64) & 1 : aLow >> bit & 1;
            rHigh = rHigh << 1 | rLow >> 63;
            rLow = rLow << 1 | next;
            if (rHigh > bHigh || (rHigh == bHigh && rLow >= bLow)) {
                rHigh -= bHigh + (rLow < bLow);
                rLow -= bLow;
                if (bit >= 64) qHigh |= 1ull << (bit - 64);
                else qLow |= 1ull << bit;
            }
        }
    }
    quotient[0] = qLow;
    quotient[1] = qHigh;
    rest[0] = rLow;
    rest[1] = rHigh;
}

static void negate(uint64_t *low, uint64_t *high) {
    *high = ~*high + (*low == 0);
    *low = ~*low + 1;
}

void __udivti3(uint64_t *result, uint64_t aLow, uint64_t aHigh, uint64_t bLow, uint64_t bHigh) {
    uint64_t rest[2];
    divide(result, rest, aLow, aHigh, bLow, bHigh);
}

void __umodti3(uint64_t *result, uint64_t aLow, uint64_t aHigh, uint64_t bLow, uint64_t bHigh) {
    uint64_t quotient[2];
    divide(quotient, result, aLow, aHigh, bLow, bHigh);
}

void __divti3(uint64_t *result, uint64_t aLow, uint64_t aHigh, uint64_t bLow, uint64_t bHigh) {
    int isNegative = (int)((aHigh ^ bHigh) >> 63);
    uint64_t rest[2];
    if (aHigh >> 63) negate(&aLow, &aHigh);
    if (bHigh >> 63) negate(&bLow, &bHigh);
    divide(result, rest, aLow, aHigh, bLow, bHigh);
    if (isNegative) negate(&result[0], &result[1]);
}

void __modti3(uint64_t *result, uint64_t aLow, uint64_t aHigh, uint64_t bLow, uint64_t bHigh) {
    int isNegative = (int)(aHigh >> 63);
    uint64_t quotient[2];
    if (aHigh >> 63) negate(&aLow, &aHigh);
    if (bHigh >> 63) negate(&bLow, &bHigh);
    divide(quotient, result, aLow, aHigh, bLow, bHigh);
    if (isNegative) negate(&result[0], &result[1]);
}

uintptr_t __stack_chk_guard = 0x5AFE57AC;
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }
