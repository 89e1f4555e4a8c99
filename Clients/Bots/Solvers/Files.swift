internal import CPoll

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

enum Files {
  private static let longest = 8 << 20

  /// A whole file; `nil` if it cannot be read or is too long.
  static func read(_ path: String) -> [UInt8]? {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: longest) { buffer, initialized in
      count = cpoll_read_file(path, buffer.baseAddress, buffer.count)
      initialized = max(0, count)
    }
    return count >= 0 && count < longest ? Array(bytes) : nil
  }

  static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Failure("writing \(path)", result: -Int(errno)) }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        systemWrite(descriptor, $0.baseAddress.map { $0 + written }, $0.count - written)
      }
      guard count > 0 else { throw Failure("writing \(path)", result: -Int(errno)) }
      written += count
    }
  }

  /// A project file by its path in a checkout: beside the executable in `parlor-resources`, in a folder above it, or in
  /// the checkout that the executable was built from.
  static func find(_ path: String) -> String? {
    var folders: [String] = []
    var folder = executableFolder
    folders.append(folder + "/parlor-resources")
    while let slash = folder.lastIndex(of: "/"), !folder.isEmpty {
      folder = String(folder[..<slash])
      folders.append(folder)
    }
    folders.append(#filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 })
    return folders.lazy.map { "\($0)/\(path)" }.first { access($0, R_OK) == 0 }
  }

  private static var executableFolder: String {
    executable.lastIndex(of: "/").map { String(executable[..<$0]) } ?? "."
  }

  static var executable: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer -> String in
      guard let start = buffer.baseAddress else { return "" }
      buffer.initialize(repeating: 0)
      #if canImport(Darwin)
        var size = UInt32(buffer.count)
        return _NSGetExecutablePath(start, &size) == 0 ? String(cString: start) : ""
      #else
        return readlink("/proc/self/exe", start, buffer.count - 1) > 0 ? String(cString: start) : ""
      #endif
    }
  }
}

/// The system's function, shadowed by the function of the same name above.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
