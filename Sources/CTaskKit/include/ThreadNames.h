#ifndef THREADNAMES_H
#define THREADNAMES_H

/// Names the calling thread for debuggers and profilers; if the system keeps only 15 bytes, with the first 15.
void taskkit_name_thread(const char *_Nonnull name);

/// Tells the system how urgent the calling thread's work is: 1 what a person waits for, 0 the usual, -1 what can take
/// longer. It is the thread's quality of service on Apple's systems; elsewhere it changes nothing.
void taskkit_set_urgency(int urgency);

/// A number that no other thread of this process has while the calling thread runs; never 0. (What `pthread_self`
/// returns is a pointer on some systems, which threads may not share.)
unsigned long taskkit_thread_number(void);

#endif
