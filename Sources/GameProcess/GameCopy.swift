#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif
internal import Synchronization

/// What a game's files held when its program was loaded: once they have changed, matches that were begun before go on
/// with a copy of what they were.
///
/// The copy is a folder that is made when it is needed: the files that ``GameFiles`` looks at as they were, and links
/// to everything else beside them. It goes with this object, or with the server's process unless that is killed.
final class GameCopy: Sendable {
  private let folder: String
  private let contents: [(name: String, bytes: [UInt8])]
  private let made = Mutex<String?>(nil)

  /// Bytes of all files together.
  private static let most = 32 << 20

  /// Reads the files.
  ///
  /// - Returns: `nil` where they are too large or cannot be read.
  init?(_ files: GameFiles) {
    guard let first = files.paths.first else { return nil }
    folder = FileSystem.folder(of: first)
    var contents: [(name: String, bytes: [UInt8])] = []
    var left = Self.most
    for path in files.paths {
      guard let bytes = FileSystem.contents(of: path, most: left) else { return nil }
      left -= bytes.count
      contents.append((String(path.dropFirst(folder.count).drop { $0 == "/" }), bytes))
    }
    self.contents = contents
  }

  deinit {
    guard let path = made.withLock({ $0 }) else { return }
    Self.folders.withLock { _ = $0.remove(path) }
    Self.remove(path)
  }

  private static func remove(_ path: String) {
    for name in FileSystem.entries(of: path) { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// The folders that there are, which nobody lets go of when the process ends.
  private static let folders = Mutex<Set<String>>([])
  private static let removesAtExit: Void = {
    atexit { for path in GameCopy.folders.withLock({ $0 }) { GameCopy.remove(path) } }
  }()

  /// The folder of the copy.
  ///
  /// - Throws: ``ProgramFault/noCopy``.
  func path() throws(ProgramFault) -> String {
    let path = made.withLock { made in
      if made == nil { made = make() }
      return made
    }
    guard let path else { throw .noCopy }
    return path
  }

  private func make() -> String? {
    let parent = FileSystem.environment("TMPDIR") ?? "/tmp"
    var template = Array("\(parent)/parlor-game-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    _ = Self.removesAtExit
    Self.folders.withLock { _ = $0.insert(path) }
    for (name, bytes) in contents {
      guard FileSystem.create("\(path)/\(name)", bytes) else { return nil }
    }
    for name in FileSystem.entries(of: folder) where !contents.contains(where: { $0.name == name }) {
      symlink("\(folder)/\(name)", "\(path)/\(name)")
    }
    return path
  }
}
