#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Whole files as bytes, through the C library.
enum FileContents {
  /// The bytes of a file, `-` for standard input; `nil` when it cannot be read.
  static func read(_ path: String) -> [UInt8]? {
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
}

/// The system call, whose name the type's own function hides.
private func readBytes(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}
