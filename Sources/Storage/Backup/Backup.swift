internal import CSQLite
internal import Kernel
public import ParlorCore

/// A backup: one file that holds all of a data folder, as it was at one position of its log.
///
/// It is a SQLite database with the tables as a server that has stopped leaves them, and a table `backup` that says
/// what it is and holds what else was in the folder. Its `application_id` is not that of tables, so that no server
/// starts on it by mistake: a folder made of it is told apart from the one that it came from
/// (``restore(_:to:makingWith:)``).
public struct Backup: Hashable, Sendable {
  /// Up to which entry of the log it holds everything.
  public let position: LogPosition
  /// When it was begun: what was acknowledged before is in it.
  public let begunAt: Instant
  /// The version of the tables' layout.
  public let layout: Int
  /// The cluster that the folder belonged to.
  public let cluster: String?
  /// How much there is of what people would miss, in words.
  public let counts: String
  /// Bytes of the file.
  public let bytes: Int64
  /// What of the data was damaged already, in words: it was copied as it was.
  public let damage: [String]

  /// Why there is no backup, or nothing is restored.
  public struct Failure: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
      /// There is nothing to be read.
      case missing
      /// What is there is never overwritten.
      case occupied
      /// It is not what was stored, or never was a backup.
      case damaged
      /// It cannot be read or written.
      case failed
    }

    public let reason: Reason
    /// One sentence for the operator.
    public let message: String

    init(_ reason: Reason, _ message: String) {
      self.reason = reason
      self.message = message
    }
  }

  /// Marks a backup (`PRAGMA application_id`): the letters "PRLB".
  static let applicationID: Int64 = 0x5052_4c42

  /// A file of no content in the data folder: its time of change is when the last backup was begun.
  static let timeName = "last-backup"
}

extension Backup.Failure {
  /// What SQLite says of a file.
  init(_ path: String, _ error: DatabaseError) {
    guard error.code != SQLITE_NOTADB else {
      self.init(.damaged, "\(path) is no backup of Parlor's, or is damaged in its first bytes")
      return
    }
    self.init(
      error.isDamage ? .damaged : .failed,
      error.isDamage ? "\(path) is damaged: \(error.message)" : "\(path): \(error.message) (SQLite \(error.code))")
  }

  /// What the system says of a file.
  init(_ path: String, code: Int32) { self.init(.failed, "\(path): \(DataFolder.sentence(of: code))") }

  /// Any of the above.
  init(_ path: String, _ error: any Error) {
    switch error {
    case let failure as Self: self = failure
    case let error as DatabaseError: self.init(path, error)
    case let failure as StorageFailure: self.init(.failed, failure.message)
    default: self.init(.failed, "\(path): \(error)")
    }
  }
}
