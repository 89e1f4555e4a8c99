internal import CSQLite
internal import Kernel
public import ParlorCore

/// A backup: one file with all of a data folder as of one position of its log.
///
/// It is a SQLite database with the tables as a stopped server leaves them, and a table `backup` with its description
/// and the folder's other files. Its `application_id` differs from that of tables, so that no server starts on it by
/// mistake: only ``restore(_:to:makingWith:)`` makes a folder from it, with an epoch of its own.
public struct Backup: Hashable, Sendable {
  /// The last entry of the log that it includes.
  public let position: LogPosition
  /// When it was begun: it includes what was acknowledged before.
  public let begunAt: Instant
  /// The version of the tables' layout.
  public let layout: Int
  /// The cluster that the folder belonged to.
  public let cluster: String?
  /// How much data it has, in words.
  public let counts: String
  /// The file's size in bytes.
  public let bytes: Int64
  /// Damage that the data had already, in words: it was copied unchanged.
  public let damage: [String]

  /// Why a backup or a restore failed.
  public struct Failure: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
      /// The source does not exist.
      case missing
      /// The target exists; it is never overwritten.
      case occupied
      /// It differs from what was stored, or is no backup.
      case damaged
      /// Reading or writing failed.
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

  /// An empty file in the data folder: its modification time is when the last backup was begun.
  static let timeName = "last-backup"
}

extension Backup.Failure {
  /// SQLite's error for a file.
  init(_ path: String, _ error: DatabaseError) {
    guard error.code != SQLITE_NOTADB else {
      self.init(.damaged, "\(path) is no backup of Parlor's, or is damaged in its first bytes")
      return
    }
    self.init(
      error.isDamage ? .damaged : .failed,
      error.isDamage ? "\(path) is damaged: \(error.message)" : "\(path): \(error.message) (SQLite \(error.code))")
  }

  /// The system's error for a file.
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
