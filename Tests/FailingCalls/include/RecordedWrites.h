#ifndef RECORDED_WRITES_H
#define RECORDED_WRITES_H

#include <stdbool.h>

// What SQLite asks of the disk, in order, so that a test can build what a power cut would leave.

/// From now on each request of this process is a line of the file at `path`: `create NAME`, `write NAME OFFSET HEX`,
/// `truncate NAME SIZE`, `sync NAME`, `delete NAME SYNCS`, where SYNCS is 1 if the folder is flushed, too. False if that
/// is not possible.
bool record_writes(const char *path);

/// Adds the line `note WORD`.
void note_in_record(const char *word);

/// Writes what is buffered of the record; false if it is not whole.
bool end_record(void);

#endif
