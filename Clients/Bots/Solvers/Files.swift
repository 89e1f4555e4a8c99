internal import Catalogue

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

enum Files {
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
    var folder = ResourceFolder.executableFolder
    folders.append(folder + "/parlor-resources")
    while let slash = folder.lastIndex(of: "/"), !folder.isEmpty {
      folder = String(folder[..<slash])
      folders.append(folder)
    }
    folders.append(#filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 })
    return folders.lazy.map { "\($0)/\(path)" }.first { access($0, R_OK) == 0 }
  }
}

/// The system's function, shadowed by the function of the same name above.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
