#ifndef THREADNAMES_H
#define THREADNAMES_H

/// Names the calling thread for debuggers and profilers; if the system keeps only 15 bytes, with the first 15.
void taskkit_name_thread(const char *_Nonnull name);

#endif
