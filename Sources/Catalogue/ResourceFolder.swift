#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where the games' word lists are found: in `--resources`, else beside the executable, else in the checkout
/// that the executable was built from.
package struct ResourceFolder: Sendable {
  private let roots: [String]

  /// A resource that cannot be read, in a sentence.
  package struct Failure: Error, CustomStringConvertible {
    /// The sentence.
    package let description: String
  }

  /// The folders to look in.
  ///
  /// - Parameter option: what `--resources` says: then no other is looked in.
  package init(option: String?) {
    if let option {
      roots = [option]
      return
    }
    var folder = Self.executableFolder
    var roots = [folder + "/parlor-resources"]
    while let slash = folder.lastIndex(of: "/"), !folder.isEmpty {
      folder = String(folder[..<slash])
      roots += [folder + "/Sources/Games", folder + "/Sources"]
    }
    // A server with games of its own is built in another folder: this file still knows where the checkout is.
    roots.append(#filePath.split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 } + "/Games")
    self.roots = roots
  }

  /// Reads a whole file, from `ROOT/Game/Resources/file` or `ROOT/Game/file`.
  package func read(_ game: String, _ file: String) throws(Failure) -> [UInt8] {
    for root in roots {
      for path in ["\(root)/\(game)/Resources/\(file)", "\(root)/\(game)/\(file)"] {
        if let bytes = FileContents.read(path) { return bytes }
      }
    }
    throw Failure(
      description: "the file \(game)/\(file) is not to be found; name the folder that holds it with --resources DIR "
        + "(looked in \(roots.joined(separator: ", ")))")
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
