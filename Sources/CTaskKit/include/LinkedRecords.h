#ifndef LINKEDRECORDS_H
#define LINKEDRECORDS_H

/// The registrations of annotations, made when the loader loads their image: the executable before its `main`, a
/// library when it is opened.

/// Adds a registration to a collection.
typedef void (*taskkit_registration)(void *_Nonnull collection);

/// Keeps a registration without calling it. Called by the loader, before Swift is ready.
void taskkit_link(taskkit_registration _Nonnull add);

/// Calls each registration that was kept, in no particular order.
void taskkit_visit(void *_Nonnull collection);

#endif
