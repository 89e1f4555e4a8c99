internal import CSQLite
internal import Confinement
internal import ParlorCore
internal import Synchronization

/// The sizes of a folder's files, read from time to time on a queue of its own, so that nobody waits for a disk.
final class FileWatch: Sendable {
  private static let everyMilliseconds = 5_000

  private let folder: Confined<DataFolder>
  private let found: Mutex<StoredFiles>

  init(_ folder: DataFolder) {
    self.folder = Confined(label: "parlor.storage.files", folder)
    found = Mutex(StoredFiles(folder))
    plan()
  }

  var files: StoredFiles { found.withLock { $0 } }

  private func plan() {
    folder.later(afterMilliseconds: Self.everyMilliseconds) { [weak self] folder in
      guard let self else { return }
      let files = StoredFiles(folder)
      found.withLock { $0 = files }
      plan()
    }
  }

  func stop() { folder.close() }
}

extension StoredFiles {
  fileprivate init(_ folder: DataFolder) {
    func bytes(_ file: DatabaseFile) -> Int64 {
      csqlite_file_bytes(file.path) + csqlite_file_bytes(file.walPath)
    }
    self.init(
      log: bytes(folder.log), tables: bytes(folder.tables), free: csqlite_free_bytes(folder.path),
      lastBackup: max(0, csqlite_time("\(folder.path)/\(Backup.timeName)")))
  }
}
