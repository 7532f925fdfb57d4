#ifndef THREADNAMES_H
#define THREADNAMES_H

/// Names the calling thread for debuggers and profilers; if the system keeps only 15 bytes, with the first 15.
void taskkit_name_thread(const char *_Nonnull name);

/// A number that no other thread of this process has while the calling thread runs; never 0. (What `pthread_self`
/// returns is a pointer on some systems, which threads may not share.)
unsigned long taskkit_thread_number(void);

#endif
