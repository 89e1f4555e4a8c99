/// Decides when what is in the write-ahead log moves into the database.
///
/// Moving writes and syncs thousands of pages, so another connection does it on another queue while commits go on. The
/// log begins anew once all of it has been moved; a server that never rests never lets that happen, so far beyond the
/// usual size the writer itself moves the few pages that are left.
package struct Checkpoints {
  /// What is to be done after a commit.
  package enum Step: Equatable {
    case nothing
    /// Another connection moves what is there, while the writer goes on.
    case inBackground
    /// The writer moves it before it goes on.
    case now
  }

  /// Pages (of 4 KiB) after which moving begins, and again after as many more.
  package let stride: Int
  /// Pages from which on the writer does not go on without moving what is left.
  package let most: Int

  private var isRunning = false
  private var due: Int

  /// A log that is written over is synced in a thirtieth of the time that a growing one takes (0.1 ms, not 4), so with
  /// a sync for each commit it is kept short (4 MiB). Without, what counts is to move seldom (32 MiB).
  package init(_ durability: Durability) {
    stride = durability == .power ? 250 : 2_000
    most = 4 * stride
    due = stride
  }

  /// What to do, given the pages in the log after a commit.
  package mutating func step(pages: Int) -> Step {
    if pages < stride { due = stride }
    guard !isRunning, pages >= due else { return .nothing }
    due = pages + stride
    if pages >= most { return .now }
    isRunning = true
    return .inBackground
  }

  /// The other connection is done, whether it worked or not: if not, it is tried again after the next pages.
  package mutating func finished() { isRunning = false }
}
