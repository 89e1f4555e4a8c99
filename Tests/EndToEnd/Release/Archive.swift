import Foundation
import ServerHarness
import Testing

/// The archive named by `PARLOR_ARCHIVE`, unpacked in its own folder. Tests do not make one, since that takes a release
/// build.
struct Archive {
  static let maker = Repository.root.appendingPathComponent("Sources/ParlorServer/Release/make").path
  static let file = ProcessInfo.processInfo.environment["PARLOR_ARCHIVE"].map { URL(fileURLWithPath: $0) }
  static let whyNot: Comment = "PARLOR_ARCHIVE names no archive; Sources/ParlorServer/Release/make makes one"

  let file: URL
  /// The root of the unpacked archive, with `bin`, `lib`, …
  let root: String
  private let folder: TemporaryFolder

  init() throws {
    let file = try #require(Self.file)
    let folder = try TemporaryFolder()
    let unpacked = try SystemShell.run("tar -xzf '\(file.path)' -C '\(folder.path)' && ls '\(folder.path)'")
    let name = try #require(unpacked.output.first, "\(unpacked.text)")
    self.file = file
    self.folder = folder
    root = folder.path + "/" + name
  }
}

/// A folder that is removed with the last reference.
final class TemporaryFolder {
  let path: String

  init() throws {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    path = place.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
