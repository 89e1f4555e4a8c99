#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The files of which a game's program is read, as they were at one moment: two that differ tell that one was changed.
///
/// They are the game's file and those beside it with the same ending, such as the kit and what it imports.
public struct GameFiles: Hashable, Sendable {
  private struct File: Hashable {
    let path: String
    let inode: UInt64
    let bytes: Int64
    let seconds: Int
    let nanoseconds: Int
  }

  private let files: [File]
  /// Their paths.
  var paths: [String] { files.map(\.path) }

  /// More files than any game has in one folder.
  private static let most = 256

  /// Looks at them.
  public init(of command: ProgramCommand) {
    let file = command.file
    guard let dot = file.lastIndex(of: "."), !file[dot...].contains("/") else {
      files = [Self.look(at: file)].compactMap { $0 }
      return
    }
    let (folder, ending) = (FileSystem.folder(of: file), file[dot...])
    files = FileSystem.entries(of: folder).lazy.filter { $0.hasSuffix(ending) }.prefix(Self.most).compactMap {
      Self.look(at: "\(folder)/\($0)")
    }
  }

  private static func look(at path: String) -> File? {
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
  /// The same words, looked up once more: what a link leads to can have changed.
  public var lookedUpAgain: ProgramCommand {
    (try? ProgramCommand(words, reading: reading, hiding: hidden)) ?? self
  }
}
