internal import CSQLite
internal import Kernel

/// Databases and their write-ahead logs as they were when opened: detects that writes go to files that the next start
/// will not find.
///
/// A process can go on writing to an open file that was removed or moved, and all of that is lost.
struct DataFiles {
  private struct Identity: Equatable {
    var device: UInt64 = 0
    var number: UInt64 = 0

    init?(of path: ContiguousArray<CChar>) {
      let code = path.withUnsafeBufferPointer { csqlite_identify($0.baseAddress, &device, &number) }
      guard code == 0 else { return nil }
    }
  }

  /// Paths as the system takes them, since they are looked at with each commit.
  private let files: [(path: ContiguousArray<CChar>, identity: Identity)]

  /// The databases and their write-ahead logs as they are now; missing files are not watched.
  init(_ databases: [DatabaseFile]) {
    files = databases.flatMap { [$0.path.utf8CString, $0.walPath.utf8CString] }.compactMap { path in
      Identity(of: path).map { (path, $0) }
    }
  }

  /// Checks that the files are still the same.
  ///
  /// - Throws: `SQLITE_READONLY_DBMOVED`, with a sentence that names the file.
  func check() throws(DatabaseError) {
    for (path, identity) in files {
      let present = Identity(of: path)
      guard present != identity else { continue }
      let path = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw DatabaseError(
        code: Self.moved,
        message: present == nil
          ? "\(path) was removed or moved while the server runs: put it back, or start the server on a copy"
          : "\(path) was replaced while the server runs: restart the server to use the new one")
    }
  }

  private static let moved: Int32 = 1032
}
