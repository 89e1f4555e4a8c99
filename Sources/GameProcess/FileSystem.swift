#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// File system calls used to find, watch and copy a program's files.
enum FileSystem {
  /// The canonical path (`realpath`); `nil` if there is no such file.
  static func resolved(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  /// The canonical path of a file that need not exist yet.
  static func resolvedOrMissing(_ path: String) -> String {
    if let found = resolved(path) { return found }
    let bare = String(path.reversed().drop { $0 == "/" }.reversed())
    guard let slash = bare.lastIndex(of: "/") else { return bare.isEmpty ? "/" : "\(resolved(".") ?? "")/\(bare)" }
    let parent = slash == bare.startIndex ? "" : resolvedOrMissing(String(bare[..<slash]))
    return "\(parent)/\(bare[bare.index(after: slash)...])"
  }

  static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  static func isExecutable(_ path: String) -> Bool { !isDirectory(path) && access(path, X_OK) == 0 }

  /// The sorted names in a folder, without `.` and `..`.
  static func entries(of path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
          String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// A file's bytes; `nil` if it cannot be read or is longer than `most`.
  static func contents(of path: String, most: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= most {
      let count = read(descriptor, &chunk, chunk.count)
      if count > 0 {
        bytes += chunk[..<count]
      } else if count == 0 || errno != EINTR {
        return count == 0 ? bytes : nil
      }
    }
    return nil
  }

  /// Creates a file with mode 0700.
  ///
  /// - Returns: whether all of it was written.
  static func create(_ path: String, _ bytes: [UInt8]) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o700)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
    }
    return true
  }

  /// The parent folder of a path.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// `strerror`.
  static func text(of error: Int32) -> String { strerror(error).map { String(cString: $0) } ?? "error \(error)" }
}
