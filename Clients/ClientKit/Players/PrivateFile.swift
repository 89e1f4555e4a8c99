internal import WireProtocol

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Files that only their owner can access.
enum PrivateFile {
  /// The bytes of a file, whose permissions are restricted first; `nil` if there is none.
  static func read(_ path: String, in folder: String) throws(SavedPlayersError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      guard errno == ENOENT || errno == ENOTDIR else { throw failure("read", path) }
      return nil
    }
    defer { SystemCalls.close(descriptor) }
    try closeToOthers(descriptor, path, mode: 0o600)
    try closeFolder(folder)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while true {
      #if canImport(Darwin)
        let count = Darwin.read(descriptor, &chunk, chunk.count)
      #else
        let count = Glibc.read(descriptor, &chunk, chunk.count)
      #endif
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure("read", path) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= 16 << 20 else { throw SavedPlayersError(description: "\(path) is too long.") }
    }
  }

  /// Replaces a file atomically.
  static func replace(_ path: String, in folder: String, with bytes: [UInt8]) throws(SavedPlayersError) {
    let draft = "\(path).\(getpid()).new"
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("write", draft) }
    // The user's umask may have removed more than others' permissions.
    let isWritten = fchmod(descriptor, 0o600) == 0 && write(bytes, to: descriptor) && fsync(descriptor) == 0
    let error = isWritten ? nil : failure("write", draft)
    SystemCalls.close(descriptor)
    if let error {
      unlink(draft)
      throw error
    }
    guard rename(draft, path) == 0 else {
      let error = failure("write", path)
      unlink(draft)
      throw error
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { buffer in
        #if canImport(Darwin)
          Darwin.write(descriptor, buffer.baseAddress, buffer.count)
        #else
          Glibc.write(descriptor, buffer.baseAddress, buffer.count)
        #endif
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Creates a folder with missing parents, and restricts its permissions.
  static func makeFolder(_ folder: String) throws(SavedPlayersError) {
    var path = ""
    for part in folder.split(separator: "/") {
      path += (path.isEmpty && !folder.hasPrefix("/") ? "" : "/") + part
      guard mkdir(path, 0o700) == 0 || errno == EEXIST || errno == EISDIR || access(path, F_OK) == 0 else {
        throw failure("make", path)
      }
    }
    try closeFolder(folder)
  }

  private static func closeFolder(_ folder: String) throws(SavedPlayersError) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("open", folder) }
    defer { SystemCalls.close(descriptor) }
    try closeToOthers(descriptor, folder, mode: 0o700)
  }

  private static func closeToOthers(_ descriptor: Int32, _ path: String, mode: mode_t) throws(SavedPlayersError) {
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { throw failure("look at", path) }
    guard info.st_mode & 0o077 != 0 else { return }
    guard fchmod(descriptor, mode) == 0 else { throw failure("close to others", path) }
  }

  static func failure(_ act: String, _ path: String) -> SavedPlayersError {
    SavedPlayersError(description: "Cannot \(act) \(path): \(SystemCalls.sentence(errno)).")
  }
}

/// An object in a file that only its owner can access; empty where the file is missing or unreadable.
struct PrivateObject {
  let folder: String
  let name: String

  private var path: String { "\(folder)/\(name).json" }

  var members: JSONObject {
    guard let bytes = try? PrivateFile.read(path, in: folder), let json = try? JSON(parsing: bytes) else { return [:] }
    return json.objectValue ?? [:]
  }

  /// Changes it, while other programs wait.
  func change(_ body: (inout JSONObject) -> Void) throws(SavedPlayersError) {
    let lock = try FolderLock(folder)
    var all = members
    body(&all)
    try PrivateFile.replace(path, in: folder, with: Array((JSON.object(all).text + "\n").utf8))
    lock.release()
  }
}

/// A lock on a folder's files against other programs, until it is released.
final class FolderLock {
  private var descriptor: Int32

  init(_ folder: String) throws(SavedPlayersError) {
    try PrivateFile.makeFolder(folder)
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw PrivateFile.failure("open", folder) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        let error = PrivateFile.failure("lock", folder)
        release()
        throw error
      }
    }
  }

  deinit { release() }

  func release() {
    if descriptor >= 0 { SystemCalls.close(descriptor) }
    descriptor = -1
  }
}
