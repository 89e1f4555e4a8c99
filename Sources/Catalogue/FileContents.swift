#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reads and writes whole files through the C library.
package enum FileContents {
  /// The bytes of a file, or of standard input for `-`; `nil` if it cannot be read.
  package static func read(_ path: String) -> [UInt8]? {
    let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { if descriptor != 0 { close(descriptor) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = buffer.withUnsafeMutableBytes { readBytes(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count > 0 {
        bytes.append(contentsOf: buffer[..<count])
      } else if errno != EINTR {
        return nil
      }
    }
  }

  /// The names in a folder, sorted, without hidden ones; `nil` if it cannot be read.
  package static func names(in folder: String) -> [String]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { place in
        place.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: place.pointee)) {
          String(cString: $0)
        }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// Creates a file that only its owner can read, atomically.
  ///
  /// - Returns: whether it exists now; if not, `errno` holds the reason.
  package static func create(_ path: String, _ bytes: [UInt8]) -> Bool {
    let unfinished = path + ".part"
    unlink(unfinished)
    let descriptor = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    let count = bytes.withUnsafeBytes { writeBytes(descriptor, $0.baseAddress, $0.count) }
    let isKept = count == bytes.count && fsync(descriptor) == 0
    // A short write without an error means that the disk is full.
    let failure = count >= 0 && count < bytes.count ? ENOSPC : errno
    close(descriptor)
    if isKept { return rename(unfinished, path) == 0 }
    unlink(unfinished)
    errno = failure
    return false
  }
}

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

/// The system call, whose name is shadowed inside the type.
private func readBytes(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}
