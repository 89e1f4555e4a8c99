internal import CSQLite
internal import Kernel

/// Databases and their write-ahead logs as they were when they were opened: tells whether what is written still goes
/// where the next start will read.
///
/// A file that is removed or moved stays writable for whoever has it open, and everything written to it is lost.
struct DataFiles {
  private struct Identity: Equatable {
    var device: UInt64 = 0
    var number: UInt64 = 0

    init?(of path: String) {
      guard csqlite_identify(path, &device, &number) == 0 else { return nil }
    }
  }

  private let files: [(path: String, identity: Identity)]

  /// Databases and their write-ahead logs as they are now; those that are not there are not watched.
  init(_ databases: [DatabaseFile]) {
    files = databases.flatMap { [$0.path, $0.walPath] }.compactMap { path in Identity(of: path).map { (path, $0) } }
  }

  /// Checks that all of them are where they were.
  ///
  /// - Throws: `SQLITE_READONLY_DBMOVED`, with a sentence that names the file.
  func check() throws(DatabaseError) {
    for (path, identity) in files {
      let present = Identity(of: path)
      guard present != identity else { continue }
      throw DatabaseError(
        code: Self.moved,
        message: present == nil
          ? "\(path) was removed or moved while the server runs: put it back, or start the server on a copy"
          : "\(path) was replaced while the server runs: restart the server to use the new one")
    }
  }

  /// `SQLITE_READONLY_DBMOVED`.
  private static let moved: Int32 = 1032
}
