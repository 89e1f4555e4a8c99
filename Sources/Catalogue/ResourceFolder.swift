#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Finds the games' word lists and the client for browsers: in `--resources` if given; otherwise beside the executable,
/// then where a release has them (`../share/parlor`), then in the checkout that the executable was built from.
package struct ResourceFolder: Sendable {
  private let roots: [String]
  private let webRoots: [String]

  /// A resource that cannot be read; the description is a sentence.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The folders to search.
  ///
  /// - Parameter option: the value of `--resources`: then no other folder is searched.
  package init(option: String?) {
    if let option {
      roots = [option]
      webRoots = [option + "/Web"]
      return
    }
    var folder = Self.executableFolder
    var roots = [folder + "/parlor-resources", folder + Self.releaseFolder]
    var webRoots = roots.map { $0 + "/Web" }
    while let slash = folder.lastIndex(of: "/"), !folder.isEmpty {
      folder = String(folder[..<slash])
      roots += [folder + "/Sources/Games", folder + "/Sources"]
      webRoots.append(folder + "/Clients/Web")
    }
    // A server with custom games is built in another folder, but `#filePath` still names this checkout.
    let checkout = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
    self.roots = roots + [checkout + "/Sources/Games"]
    self.webRoots = webRoots + [checkout + "/Clients/Web"]
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

  /// The files of the client for browsers, from the first folder with its first page; empty if there is none.
  package func webFiles() -> [(name: String, bytes: [UInt8])] {
    for root in webRoots {
      guard let names = FileContents.names(in: root), names.contains("index.html") else { continue }
      return names.compactMap { name in FileContents.read("\(root)/\(name)").map { (name, $0) } }
    }
    return []
  }

  /// A file by its path in the checkout; files in `Clients` are also found in a release.
  package func file(ofCheckout path: String) -> [UInt8]? {
    let place = path.hasPrefix("Clients/") ? String(path.dropFirst("Clients/".count)) : "../\(path)"
    return webRoots.lazy.compactMap { FileContents.read("\($0)/../\(place)") }.first
  }

  /// The checkout that the executable was built from; `nil` if it does not exist any more.
  package var checkout: String? {
    let folder = webRoots.lazy.filter { $0.hasSuffix("/Clients/Web") }.map { String($0.dropLast("/Clients/Web".count)) }
    return folder.first { FileContents.read("\($0)/Package.swift") != nil }
  }

  /// Relative to the executable's folder.
  private static let releaseFolder = "/../share/parlor"

  /// The commit of a release; `nil` in a checkout.
  package var commit: String? {
    guard let bytes = FileContents.read(Self.executableFolder + Self.releaseFolder + "/COMMIT") else { return nil }
    let text = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return text.isEmpty ? nil : text
  }

  /// The folders that are searched; they need not exist.
  package var folders: [String] { roots }

  /// The folder of this executable.
  package static var executableFolder: String {
    executable.lastIndex(of: "/").map { String(executable[..<$0]) } ?? "."
  }

  /// The path of this executable; empty if unknown.
  package static var executable: String {
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
