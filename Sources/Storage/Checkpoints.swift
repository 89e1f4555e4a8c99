/// Decides when to checkpoint the write-ahead log, which moves its pages into the database.
///
/// A checkpoint writes and syncs thousands of pages, so another connection does it on another queue while commits
/// continue. The write-ahead log restarts only after a complete checkpoint, which constant load prevents; so far beyond
/// the usual size the writer itself moves the few remaining pages.
package struct Checkpoints {
  /// What to do after a commit.
  package enum Step: Equatable {
    case nothing
    /// Another connection makes a checkpoint while the writer continues.
    case inBackground
    /// The writer makes a checkpoint before it continues.
    case now
  }

  /// Pages (of 4 KiB) between background checkpoints.
  package let stride: Int
  /// Pages at which the writer makes a checkpoint itself.
  package let most: Int

  private var isRunning = false
  private var due: Int

  /// For the log of entries. Overwriting the file syncs in a thirtieth of the time that growing it takes (0.1 ms, not
  /// 4), so with a sync for each commit it is kept short (4 MiB). Without, checkpoints should be rare (128 MiB): the
  /// commit that restarts the log syncs its header, and all moves wait for it.
  package init(_ durability: Durability) {
    self.init(stride: durability == .power ? 250 : 8_000)
  }

  /// For the tables, which nothing waits for: entries stay in the log until the tables' checkpoint is done.
  package static var ofTables: Checkpoints { Checkpoints(stride: 2_000) }

  private init(stride: Int) {
    self.stride = stride
    most = 4 * stride
    due = stride
  }

  /// What to do, given the pages in the write-ahead log after a commit.
  package mutating func step(pages: Int) -> Step {
    if pages < stride { due = stride }
    guard !isRunning, pages >= due else { return .nothing }
    due = pages + stride
    if pages >= most { return .now }
    isRunning = true
    return .inBackground
  }

  /// The background checkpoint has ended, successfully or not; if not, it is repeated after the next `stride` pages.
  package mutating func finished() { isRunning = false }
}
