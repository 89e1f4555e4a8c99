package import Foundation

/// Where the servers of tests keep their data.
package enum DataFolders {
  /// Memory, if the machine has a gigabyte of it to spare as files, otherwise the folder for temporary files.
  ///
  /// A server refuses changes while its disk takes more than a second, and a disk that other programs write to does at
  /// times. Tests kill processes, never the machine: memory keeps as much as a disk.
  private static let parent: URL = {
    let memory = URL(fileURLWithPath: "/dev/shm")
    let free = try? FileManager.default.attributesOfFileSystem(forPath: memory.path)[.systemFreeSize] as? Int64
    return free ?? 0 >= 1_000_000_000 && FileManager.default.isWritableFile(atPath: memory.path)
      ? memory : FileManager.default.temporaryDirectory
  }()

  /// A folder that does not exist yet.
  package static func new() -> URL { parent.appendingPathComponent("parlor-\(UUID().uuidString)") }
}
