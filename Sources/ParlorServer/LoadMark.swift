import Catalogue
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that names the matches whose replay has ended a process: those that are known to trap and, last, the one that
/// is being replayed.
///
/// It is written without a wait for the disk: what ends a process leaves the file as it is.
final class LoadMark: Sendable {
  private struct File {
    var descriptor: Int32 = -1
    /// The length of the matches that are known to trap.
    var kept = 0
  }

  private let path: String
  private let file = Mutex(File())

  init(_ path: String) { self.path = path }

  deinit { file.withLock { if $0.descriptor >= 0 { close($0.descriptor) } } }

  /// The matches named by the last process.
  func suspects() -> [Int64] {
    (FileContents.read(path) ?? []).split(separator: UInt8(ascii: "\n")).compactMap {
      Int64(String(decoding: $0, as: UTF8.self))
    }
  }

  /// Names the matches that are known to trap. A failure to write means a full disk, which must not prevent a start.
  func keep(_ matches: [Int64]) {
    let bytes = matches.flatMap { Self.line($0) }
    guard FileContents.create(path, bytes) else { return }
    file.withLock { file in
      if file.descriptor >= 0 { close(file.descriptor) }
      file = File(descriptor: open(path, O_WRONLY | O_CLOEXEC), kept: bytes.count)
    }
  }

  /// Names the match about to be replayed; `nil` when it is done.
  func note(_ match: Int64?) {
    file.withLock { file in
      guard file.descriptor >= 0 else { return }
      guard let match else {
        _ = ftruncate(file.descriptor, off_t(file.kept))
        return
      }
      _ = Self.line(match).withUnsafeBytes { pwrite(file.descriptor, $0.baseAddress, $0.count, off_t(file.kept)) }
    }
  }

  private static func line(_ match: Int64) -> [UInt8] { Array("\(match)\n".utf8) }
}
