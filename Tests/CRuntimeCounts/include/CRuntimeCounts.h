// Counts the objects that Swift's runtime makes on one thread.
#ifndef CRUNTIMECOUNTS_H
#define CRUNTIMECOUNTS_H

/// Counts the objects that this thread makes from now on.
void runtime_counts_begin(void);

/// Stops counting.
///
/// - Returns: how many objects this thread has made since.
long runtime_counts_end(void);

#endif
