import CFaultyVFS
import Foundation
import ParlorCore
import Storage
import Testing

@testable import StorageHarness

/// A disk that fails on command, for the storages opened on it.
final class FaultyDisk: @unchecked Sendable {
  let name = "faulty-\(UUID().uuidString)"
  private let vfs: OpaquePointer

  init() throws {
    guard let made = faulty_vfs_create(name) else { throw StorageFailure(message: "no faulty disk") }
    vfs = made
  }

  // Never freed: a connection may close on any thread. A few bytes per test.

  /// A failing operation and SQLite's code for it.
  struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let operations: Int
    let code: Int32
    /// Whether a commit has few of the failing operations.
    var isRare: Bool { operations == Int(FAULTY_SYNC.rawValue) }

    static let full = Fault("a full disk", [FAULTY_WRITE, FAULTY_TORN], 13)
    static let writeError = Fault("an I/O error on writing", [FAULTY_WRITE], 778)
    static let syncError = Fault("an I/O error on syncing", [FAULTY_SYNC], 1034)
    static let readOnly = Fault("a folder that has become read-only", [FAULTY_WRITE, FAULTY_OPEN, FAULTY_TRUNCATE], 8)

    init(_ description: String, _ operations: [faulty_operation], _ code: Int32) {
      testDescription = description
      self.operations = operations.reduce(0) { $0 | Int($1.rawValue) }
      self.code = code
    }
  }

  func fail(_ fault: Fault, after allowed: Int = 0) {
    faulty_vfs_fail(vfs, Int32(fault.operations), fault.code, Int32(allowed))
  }

  func mend() { faulty_vfs_mend(vfs) }

  var failures: Int { Int(faulty_vfs_failures(vfs)) }
}
