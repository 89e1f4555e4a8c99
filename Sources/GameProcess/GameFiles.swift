#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The state (inode, size, modification time) of a game's files at one moment; unequal values mean a change.
///
/// The files are the game's own and those beside it with the same extension, such as the kit and its imports.
public struct GameFiles: Hashable, Sendable {
  private struct File: Hashable {
    let path: String
    let inode: UInt64
    let bytes: Int64
    let seconds: Int
    let nanoseconds: Int
  }

  private let files: [File]
  var paths: [String] { files.map(\.path) }

  /// How many files are examined.
  private static let maximumFiles = 256

  /// Reads the current state.
  public init(of command: ProgramCommand) {
    let file = command.file
    guard let dot = file.lastIndex(of: "."), !file[dot...].contains("/") else {
      files = [Self.state(of: file)].compactMap { $0 }
      return
    }
    let (folder, ending) = (FileSystem.folder(of: file), file[dot...])
    files = FileSystem.entries(of: folder).lazy.filter { $0.hasSuffix(ending) }.prefix(Self.maximumFiles).compactMap {
      Self.state(of: "\(folder)/\($0)")
    }
  }

  private static func state(of path: String) -> File? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return File(
      path: path, inode: UInt64(status.st_ino), bytes: Int64(status.st_size), seconds: time.tv_sec,
      nanoseconds: time.tv_nsec)
  }
}

extension ProgramCommand {
  /// The command with its paths resolved again, since links may have changed.
  public var resolvedAgain: ProgramCommand {
    (try? ProgramCommand(words, reading: reading, hiding: hidden)) ?? self
  }
}
