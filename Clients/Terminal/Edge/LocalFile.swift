#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Files named by the user, for importing and exporting decks.
enum LocalFile {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The largest file that is read, in bytes: more than a server accepts.
  static let most = 16 << 20

  /// Expands `~/words.csv`, and removes the spaces and quotes that a terminal adds to a dropped file.
  static func path(_ typed: String, home: String?) -> String {
    var path = Substring(typed)
    while path.first == " " { path.removeFirst() }
    while path.last == " " { path.removeLast() }
    if path.count > 1, let quote = path.first, quote == "'" || quote == "\"", path.last == quote {
      path = path.dropFirst().dropLast()
    }
    guard let home, path == "~" || path.hasPrefix("~/") else { return String(path) }
    return home + path.dropFirst()
  }

  static func read(_ typed: String) throws(Failure) -> [UInt8] {
    let path = path(typed, home: getenv("HOME").map { String(cString: $0) })
    // Non-blocking, since a pipe without a writer would block.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Failure(description: "\(path) cannot be read: \(reason()).") }
    defer { close(descriptor) }
    var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    while bytes.count <= most {
      #if canImport(Darwin)
        let count = Darwin.read(descriptor, &chunk, chunk.count)
      #else
        let count = Glibc.read(descriptor, &chunk, chunk.count)
      #endif
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure(description: "\(path) cannot be read: \(reason()).") }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
    throw Failure(description: "\(path) has more than \(most >> 20) MiB: no deck has.")
  }

  /// Writes a new file; an existing one is not overwritten.
  static func create(_ typed: String, with bytes: [UInt8]) throws(Failure) -> String {
    let path = path(typed, home: getenv("HOME").map { String(cString: $0) })
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      if errno == EEXIST { throw Failure(description: "\(path) is there already: choose another name.") }
      throw Failure(description: "\(path) cannot be written: \(reason()).")
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let failure = Failure(description: "\(path) cannot be written: \(reason()).")
        close(descriptor)
        unlink(path)
        throw failure
      }
      rest = rest.dropFirst(count)
    }
    guard close(descriptor) == 0 else { throw Failure(description: "\(path) cannot be written: \(reason()).") }
    return path
  }

  private static func reason() -> String { String(cString: strerror(errno)).lowercased() }
}
