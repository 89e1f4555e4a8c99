/// Decides when what is in the write-ahead log moves into the database.
///
/// Moving writes and syncs thousands of pages, so another connection does it on another queue while commits go on.
/// The log begins anew when it was moved wholly; a server that never rests never lets that happen, so that far
/// beyond the usual size the writer itself moves the few pages that are left.
struct Checkpoints {
  /// What is to be done after a commit.
  enum Step: Equatable {
    case nothing
    /// Another connection moves what is there.
    case besides
    /// The writer does.
    case now
  }

  /// Pages (of 4 KiB) after which moving begins, and again after as many more.
  static let stride = 8_000
  /// Pages from which on the writer does not go on without moving what is left: 128 MiB.
  static let most = 32_000

  private var isRunning = false
  private var due = stride

  /// What to do, given the pages in the log after a commit.
  mutating func step(pages: Int) -> Step {
    if pages < Self.stride { due = Self.stride }
    guard !isRunning, pages >= due else { return .nothing }
    due = pages + Self.stride
    if pages >= Self.most { return .now }
    isRunning = true
    return .besides
  }

  /// Moving besides is over, whether it worked or not: if not, it is tried again after the next pages.
  mutating func finished() { isRunning = false }
}
