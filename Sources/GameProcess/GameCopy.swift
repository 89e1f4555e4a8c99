#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif
internal import Synchronization

/// A snapshot of a game's files when its program was loaded: after they change, older matches continue on a copy.
///
/// The copy is a folder, created on first use: the files of ``GameFiles`` with their old contents, and links to
/// everything else beside them. It is removed with this object or at the server's exit; copies of a killed server are
/// removed at the next start.
final class GameCopy: Sendable {
  /// A copy's folder, locked (`flock`) while the copy is in use.
  private struct Folder: Hashable {
    let path: String
    let lock: Int32
  }

  private let folder: String
  private let contents: [(name: String, bytes: [UInt8])]
  private let made = Mutex<Folder?>(nil)

  /// Bytes of all files together.
  private static let maximumBytes = 32 << 20

  /// Reads the files.
  ///
  /// - Returns: `nil` if they are unreadable or exceed ``maximumBytes`` bytes.
  init?(_ files: GameFiles) {
    _ = Self.removesLeftovers
    guard let first = files.paths.first else { return nil }
    folder = FileSystem.folder(of: first)
    var contents: [(name: String, bytes: [UInt8])] = []
    var left = Self.maximumBytes
    for path in files.paths {
      guard let bytes = FileSystem.contents(of: path, most: left) else { return nil }
      left -= bytes.count
      contents.append((String(path.dropFirst(folder.count).drop { $0 == "/" }), bytes))
    }
    self.contents = contents
  }

  deinit {
    guard let made = made.withLock({ $0 }) else { return }
    Self.folders.withLock { _ = $0.remove(made) }
    Self.remove(made)
  }

  private static func remove(_ folder: Folder) {
    for name in FileSystem.entries(of: folder.path) { unlink("\(folder.path)/\(name)") }
    rmdir(folder.path)
    close(folder.lock)
  }

  /// All existing copies: `deinit` does not run when the process exits.
  private static let folders = Mutex<Set<Folder>>([])
  private static let removesAtExit: Void = {
    atexit { for folder in GameCopy.folders.withLock({ $0 }) { GameCopy.remove(folder) } }
  }()

  // MARK: - Folders

  /// Unlocked folders with this prefix are leftovers, and are removed.
  private static let prefix = ".parlor-copy-of-a-game-"
  private static var parent: String { FileSystem.environment("TMPDIR") ?? "/tmp" }

  /// Removes this user's copies that no process has locked.
  private static let removesLeftovers: Void = {
    for name in FileSystem.entries(of: parent) where name.hasPrefix(prefix) {
      var status = stat()
      let path = "\(parent)/\(name)"
      guard lstat(path, &status) == 0, status.st_uid == geteuid(), let lock = lock(path) else { continue }
      remove(Folder(path: path, lock: lock))
    }
  }()

  /// Locks a folder until the descriptor is closed or this process exits.
  ///
  /// - Returns: the descriptor; `nil` if another process holds the lock or the path is not a folder.
  private static func lock(_ path: String) -> Int32? {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  private static func makeFolder() -> Folder? {
    var template = Array("\(parent)/\(prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let lock = lock(path) else { return nil }
    let made = Folder(path: path, lock: lock)
    _ = removesAtExit
    folders.withLock { _ = $0.insert(made) }
    return made
  }

  /// The copy's folder, created on the first call.
  ///
  /// - Throws: ``ProgramFault/noCopy``.
  func path() throws(ProgramFault) -> String {
    let folder = made.withLock { made in
      if made == nil { made = Self.makeFolder().flatMap { write($0) ? $0 : nil } }
      return made
    }
    guard let folder else { throw .noCopy }
    return folder.path
  }

  private func write(_ copy: Folder) -> Bool {
    for (name, bytes) in contents {
      guard FileSystem.create("\(copy.path)/\(name)", bytes) else { return false }
    }
    for name in FileSystem.entries(of: folder) where !contents.contains(where: { $0.name == name }) {
      symlink("\(folder)/\(name)", "\(copy.path)/\(name)")
    }
    return true
  }
}
