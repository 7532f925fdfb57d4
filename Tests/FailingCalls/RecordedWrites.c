#include "RecordedWrites.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A file of the system's, behind what SQLite sees.
struct recorded_file {
    sqlite3_file seen;
    const char *name;
    sqlite3_file *real;
};

static sqlite3_vfs *system_files;
static FILE *record;

/// The last part of a path, or NULL for a file that has no name.
static const char *last_part(const char *path) {
    const char *slash = path == NULL ? NULL : strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

static sqlite3_file *real(sqlite3_file *file) { return ((struct recorded_file *)file)->real; }

static const char *name_of(sqlite3_file *file) { return ((struct recorded_file *)file)->name; }

static int close_file(sqlite3_file *file) {
    int code = real(file)->pMethods->xClose(real(file));
    free(real(file));
    return code;
}

static int read_file(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    return real(file)->pMethods->xRead(real(file), bytes, count, offset);
}

static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    fprintf(record, "write %s %lld ", name_of(file), (long long)offset);
    for (int index = 0; index < count; index++) {
        fprintf(record, "%02x", ((const unsigned char *)bytes)[index]);
    }
    fputc('\n', record);
    return real(file)->pMethods->xWrite(real(file), bytes, count, offset);
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
    fprintf(record, "truncate %s %lld\n", name_of(file), (long long)size);
    return real(file)->pMethods->xTruncate(real(file), size);
}

static int sync_file(sqlite3_file *file, int flags) {
    fprintf(record, "sync %s\n", name_of(file));
    return real(file)->pMethods->xSync(real(file), flags);
}

static int size_of_file(sqlite3_file *file, sqlite3_int64 *size) {
    return real(file)->pMethods->xFileSize(real(file), size);
}

static int lock_file(sqlite3_file *file, int kind) { return real(file)->pMethods->xLock(real(file), kind); }

static int unlock_file(sqlite3_file *file, int kind) { return real(file)->pMethods->xUnlock(real(file), kind); }

static int is_reserved(sqlite3_file *file, int *answer) {
    return real(file)->pMethods->xCheckReservedLock(real(file), answer);
}

static int control_file(sqlite3_file *file, int code, void *argument) {
    return real(file)->pMethods->xFileControl(real(file), code, argument);
}

static int sector_size(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }

static int characteristics(sqlite3_file *file) {
    return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int map_shared(sqlite3_file *file, int page, int size, int extend, void volatile **address) {
    return real(file)->pMethods->xShmMap(real(file), page, size, extend, address);
}

static int lock_shared(sqlite3_file *file, int offset, int count, int flags) {
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }

static int unmap_shared(sqlite3_file *file, int deletes) {
    return real(file)->pMethods->xShmUnmap(real(file), deletes);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = size_of_file,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = is_reserved,
    .xFileControl = control_file,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
    .xShmMap = map_shared,
    .xShmLock = lock_shared,
    .xShmBarrier = barrier,
    .xShmUnmap = unmap_shared,
};

static int open_file(sqlite3_vfs *files, const char *path, sqlite3_file *file, int flags, int *granted) {
    (void)files;
    struct recorded_file *ours = (struct recorded_file *)file;
    ours->seen.pMethods = NULL;
    ours->name = last_part(path);
    ours->real = calloc(1, (size_t)system_files->szOsFile);
    if (ours->real == NULL) {
        return SQLITE_NOMEM;
    }
    int code = system_files->xOpen(system_files, path, ours->real, flags, granted);
    if (code != SQLITE_OK) {
        free(ours->real);
        return code;
    }
    // A file without a name is one of SQLite's own, gone with the process.
    if (ours->name == NULL) {
        ours->name = "temporary";
    } else if (flags & SQLITE_OPEN_CREATE) {
        fprintf(record, "create %s\n", ours->name);
    }
    ours->seen.pMethods = &methods;
    return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *files, const char *path, int syncs) {
    (void)files;
    int code = system_files->xDelete(system_files, path, syncs);
    if (code == SQLITE_OK) {
        fprintf(record, "delete %s %d\n", last_part(path), syncs);
    }
    return code;
}

bool record_writes(const char *path) {
    static sqlite3_vfs files;
    sqlite3_initialize();
    record = fopen(path, "w");
    system_files = sqlite3_vfs_find(NULL);
    if (record == NULL || system_files == NULL) {
        return false;
    }
    files = *system_files;
    files.zName = "recorded";
    files.szOsFile = sizeof(struct recorded_file);
    files.xOpen = open_file;
    files.xDelete = delete_file;
    return sqlite3_vfs_register(&files, 1) == SQLITE_OK;
}

void note_in_record(const char *word) { fprintf(record, "note %s\n", word); }

bool end_record(void) { return fflush(record) == 0 && ferror(record) == 0; }
