public import Kernel

/// The one ordered log: what is acknowledged is in it, and what everything else is derived from.
///
/// One append is under way at a time. Its answer may come late, or never, or not tell whether the entry is there: the
/// same append may be repeated until it is.
public protocol Log: Sendable {
  /// Appends a batch's entries after a position, all of them or none, and says so from any thread.
  func append(_ batch: Batch, after position: LogPosition, completion: @escaping @Sendable (AppendAnswer) -> Void)

  /// The next entries from a position on, as many as fit into some megabytes, but at least one; none at the end.
  func read(from position: LogPosition) throws(StorageFailure) -> [LoggedEntry]

  /// Where the last entry stands, of whichever node: 0 before there is one.
  func lastPosition() throws(StorageFailure) -> LogPosition

  /// Entries up to a position are needed no more.
  func trim(to position: LogPosition)
}

/// What became of an append.
public enum AppendAnswer: Sendable {
  /// The entries are in the log, since now or since an append before; the last of them is at a position.
  case durable(LogPosition)
  /// They may be there or not.
  case unknown(StorageFailure)
  /// Something else stands at their place, since somebody else has appended it: all that is known is out of date.
  case fenced
}

/// An entry as it is read: facts that are not what was appended are left out.
public struct LoggedEntry: Sendable {
  /// Its place.
  public var position: LogPosition
  /// The facts that can be read.
  public var lines: [DocumentLine]
  /// Those that cannot.
  public var lost: [LostLine]

  /// An entry.
  public init(position: LogPosition, lines: [DocumentLine], lost: [LostLine]) {
    self.position = position
    self.lines = lines
    self.lost = lost
  }
}

/// A line of the log that is not what was appended.
public struct LostLine: Hashable, Sendable {
  /// Its entry.
  public let position: LogPosition
  /// Its place in the entry, from 1; 0 for the whole entry.
  public let number: Int
  /// The document that it belongs to, as far as that is known.
  public let document: DocumentID?

  /// A line.
  public init(position: LogPosition, number: Int, document: DocumentID? = nil) {
    self.position = position
    self.number = number
    self.document = document
  }
}
