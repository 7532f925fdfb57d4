#ifndef THREADNAMES_H
#define THREADNAMES_H

/// Names the calling thread, as debuggers and profilers show it; where the system keeps 15 bytes, by the first 15.
void taskkit_name_thread(const char *_Nonnull name);

#endif
