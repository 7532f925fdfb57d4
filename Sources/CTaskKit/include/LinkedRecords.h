#ifndef LINKEDRECORDS_H
#define LINKEDRECORDS_H

/// The registrations that annotations hand over when their image is loaded: the executable before its `main`, a library when
/// it comes.

/// Adds a registration to a collection.
typedef void (*taskkit_registration)(void *_Nonnull collection);

/// Keeps a registration; runs nothing of it. Called by the loader, before anything of Swift's is ready.
void taskkit_link(taskkit_registration _Nonnull add);

/// Calls each registration that was kept, in no order.
void taskkit_visit(void *_Nonnull collection);

#endif
