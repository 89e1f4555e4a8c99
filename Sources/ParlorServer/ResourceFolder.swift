#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where the games' word lists are found: in `--resources`, else beside the executable, else in the checkout
/// that the executable was built from.
struct ResourceFolder {
  private let roots: [String]

  /// A resource that cannot be read, in a sentence.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init(option: String?) {
    if let option {
      roots = [option]
      return
    }
    var folder = Self.executableFolder
    var roots = [folder + "/parlor-resources"]
    while let slash = folder.lastIndex(of: "/"), !folder.isEmpty {
      folder = String(folder[..<slash])
      roots.append(folder + "/Sources/Games")
    }
    self.roots = roots
  }

  /// Reads a whole file, from `ROOT/Game/Resources/file` or `ROOT/Game/file`.
  func read(_ game: String, _ file: String) throws(Failure) -> [UInt8] {
    for root in roots {
      for path in ["\(root)/\(game)/Resources/\(file)", "\(root)/\(game)/\(file)"] {
        if let bytes = Self.contents(path) { return bytes }
      }
    }
    throw Failure(
      description: "the file \(file) of \(game) is not to be found; say where with --resources DIR (looked in "
        + roots.joined(separator: ", ") + ")")
  }

  private static func contents(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = buffer.withUnsafeMutableBytes { readBytes(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count < 0 {
        guard errno == EINTR else { return nil }
        continue
      }
      bytes.append(contentsOf: buffer[..<count])
    }
  }

  private static var executableFolder: String {
    let path = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer -> String in
      guard let start = buffer.baseAddress else { return "" }
      buffer.initialize(repeating: 0)
      #if canImport(Darwin)
        var size = UInt32(buffer.count)
        return _NSGetExecutablePath(start, &size) == 0 ? String(cString: start) : ""
      #else
        return readlink("/proc/self/exe", start, buffer.count - 1) > 0 ? String(cString: start) : ""
      #endif
    }
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}

private func readBytes(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}
