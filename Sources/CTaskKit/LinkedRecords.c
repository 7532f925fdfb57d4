#define _GNU_SOURCE

#include "LinkedRecords.h"

/// "TASK" and the layout that this code knows.
static const uint32_t mark = 0x5441534B;
static const uint32_t version = 1;

typedef void (*visitor)(const struct taskkit_record *record, void *context);

/// Visits the records between two addresses. What a linker or sanitizer put between them is passed over.
static void visit_range(const char *start, const char *end, visitor visit, void *context) {
    while (start != NULL && (size_t)(end - start) >= sizeof(struct taskkit_record)) {
        const struct taskkit_record *record = (const struct taskkit_record *)(const void *)start;
        if (record->mark == mark && record->version == version) {
            visit(record, context);
            start += sizeof(struct taskkit_record);
        } else {
            start += sizeof(void *);
        }
    }
}

#if defined(__APPLE__)

// Written for Mach-O, neither compiled nor run so far.
#include <mach-o/dyld.h>
#include <mach-o/getsect.h>

void taskkit_visit_records(visitor visit, void *context) {
    for (uint32_t index = 0; index < _dyld_image_count(); index++) {
        const struct mach_header_64 *header = (const struct mach_header_64 *)(const void *)_dyld_get_image_header(index);
        unsigned long size = 0;
        if (header == NULL) { continue; }
        const char *start = (const char *)getsectiondata(header, "__DATA_CONST", "__taskkit", &size);
        if (start != NULL) { visit_range(start, start + size, visit, context); }
    }
}

#else

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <unistd.h>

/// The section's bounds in the image that holds this code, made by the linker; null if it has no annotations.
extern const char bounds_start[] __asm__("__start_taskkit_tasks") __attribute__((weak, visibility("hidden")));
extern const char bounds_stop[] __asm__("__stop_taskkit_tasks") __attribute__((weak, visibility("hidden")));

struct visit {
    visitor visit;
    void *context;
};

/// Whether an address lies in one of the image's loaded segments.
static int holds(const struct dl_phdr_info *image, const void *address, size_t size) {
    for (int index = 0; index < image->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &image->dlpi_phdr[index];
        const uintptr_t start = image->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_LOAD && (uintptr_t)address >= start
            && (uintptr_t)address + size <= start + segment->p_memsz) {
            return 1;
        }
    }
    return 0;
}

/// Reads exactly `size` bytes of a file; 0 if it has less.
static int read_at(int file, void *bytes, size_t size, uint64_t offset) {
    return pread(file, bytes, size, (off_t)offset) == (ssize_t)size;
}

/// The names of a file's sections: where they stand, and the first of them, read at once.
struct names {
    uint64_t offset;
    size_t count;
    char first[2048];
};

/// Whether a section's name is that of ours.
static int is_ours(int file, const ElfW(Shdr) *section, const struct names *names) {
    static const char wanted[] = "taskkit_tasks";
    char name[sizeof wanted];
    if (section->sh_name < names->count && names->count - section->sh_name >= sizeof wanted) {
        return memcmp(names->first + section->sh_name, wanted, sizeof wanted) == 0;
    }
    return read_at(file, name, sizeof name, names->offset + section->sh_name)
        && memcmp(name, wanted, sizeof wanted) == 0;
}

/// Visits the records of a section if it is one of ours. What the file says is believed only where it lies in the
/// loaded image.
static void visit_section(
    int file, const ElfW(Shdr) *section, const struct names *names, const struct dl_phdr_info *image,
    const struct visit *how) {
    const uint64_t flags = SHF_ALLOC | SHF_WRITE;
    if (section->sh_type != SHT_PROGBITS || (section->sh_flags & flags) != flags || !is_ours(file, section, names)) {
        return;
    }
    const char *start = (const char *)(image->dlpi_addr + section->sh_addr);
    if (holds(image, start, section->sh_size)) {
        visit_range(start, start + section->sh_size, how->visit, how->context);
    }
}

/// Visits the records of a library: which section is which is in the section headers, which are not loaded, so its
/// file is read, in few pieces.
static void visit_file(int file, const struct dl_phdr_info *image, const struct visit *how) {
    ElfW(Ehdr) header;
    ElfW(Shdr) table, sections[48];
    struct names names;
    if (!read_at(file, &header, sizeof header, 0) || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0
        || header.e_shentsize != sizeof table || header.e_shstrndx >= header.e_shnum
        || !read_at(file, &table, sizeof table, header.e_shoff + (uint64_t)header.e_shstrndx * sizeof table)) {
        return;
    }
    names.offset = table.sh_offset;
    names.count = table.sh_size < sizeof names.first ? table.sh_size : sizeof names.first;
    if (!read_at(file, names.first, names.count, names.offset)) { return; }
    const unsigned piece = sizeof sections / sizeof *sections;
    for (unsigned first = 0; first < header.e_shnum; first += piece) {
        const unsigned left = header.e_shnum - first, count = left < piece ? left : piece;
        if (!read_at(file, sections, count * sizeof table, header.e_shoff + (uint64_t)first * sizeof table)) { return; }
        for (unsigned index = 0; index < count; index++) {
            visit_section(file, &sections[index], &names, image, how);
        }
    }
}

static int visit_image(struct dl_phdr_info *image, size_t size, void *context) {
    (void)size;
    if (holds(image, (const void *)&mark, sizeof mark)) { return 0; }
    const char *path = image->dlpi_name;
    if (path == NULL || path[0] == '\0') { path = "/proc/self/exe"; }
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) { return 0; }
    visit_file(file, image, context);
    close(file);
    return 0;
}

void taskkit_visit_records(visitor visit, void *context) {
    struct visit how = {visit, context};
    visit_range(bounds_start, bounds_stop, visit, context);
    dl_iterate_phdr(visit_image, &how);
}

#endif
