public import Kernel

/// The one ordered log: it has everything acknowledged, and everything else derives from it.
///
/// One append is in flight at a time. Its answer may be late, missing or inconclusive: the same append may be repeated.
public protocol Log: Sendable {
  /// Appends a batch's entries after a position, all or none, and reports the result from any thread.
  func append(_ batch: Batch, after position: LogPosition, completion: @escaping @Sendable (AppendAnswer) -> Void)

  /// The next entries from a position on, up to some megabytes, at least one; empty at the end.
  func read(from position: LogPosition) throws(StorageFailure) -> [LoggedEntry]

  /// The position of the last entry of any node; 0 for an empty log.
  func lastPosition() throws(StorageFailure) -> LogPosition

  /// Entries up to a position are not needed any more.
  func trim(to position: LogPosition)
}

/// The result of an append.
public enum AppendAnswer: Sendable {
  /// The entries are in the log, by this or an earlier append; the last one's position.
  case durable(LogPosition)
  /// The entries may or may not be there.
  case unknown(StorageFailure)
  /// Other entries are at their positions, because somebody else has appended: the state is out of date.
  case fenced
}

/// An entry as read, without facts that differ from what was appended.
public struct LoggedEntry: Sendable {
  /// Its position.
  public var position: LogPosition
  /// The readable facts.
  public var lines: [DocumentLine]
  /// The unreadable ones.
  public var lost: [LostLine]

  public init(position: LogPosition, lines: [DocumentLine], lost: [LostLine]) {
    self.position = position
    self.lines = lines
    self.lost = lost
  }
}

/// A line of the log that differs from what was appended.
public struct LostLine: Hashable, Sendable {
  /// Its entry.
  public let position: LogPosition
  /// Its index in the entry, from 1; 0 for the whole entry.
  public let number: Int
  /// Its document, if known.
  public let document: DocumentID?

  public init(position: LogPosition, number: Int, document: DocumentID? = nil) {
    self.position = position
    self.number = number
    self.document = document
  }
}
