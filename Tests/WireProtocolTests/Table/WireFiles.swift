import Foundation
import WireTable

/// The table's files and the generated files in the repository.
enum WireFiles {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Protocol")

  static let schemas = folder.appending(path: "Schema")

  static func table() throws -> Table {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder.appending(path: "Table"), includingPropertiesForKeys: nil)
    return try Table(
      files: files.filter { $0.pathExtension == "wire" }.sorted { $0.path < $1.path }.map { file in
        (name: file.lastPathComponent, text: try String(contentsOf: file, encoding: .utf8))
      })
  }

  static func exchanges() throws -> Exchanges {
    let transcripts = folder.appending(path: "Transcripts")
    let names = try FileManager.default.contentsOfDirectory(atPath: transcripts.path).sorted()
    return Exchanges(
      transcripts: try names.map { try String(contentsOf: transcripts.appending(path: $0), encoding: .utf8) })
  }
}
