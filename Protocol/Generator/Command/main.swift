import Foundation
import WireTable

// Generates files from the table of the wire.
//
//     WireGenerator swift FOLDER ALL…         Swift types of each of the table's files, and the list of all messages
//     WireGenerator limits FOLDER ALL…        the server's limits
//     WireGenerator clients FOLDER ALL…       the page's module and the Python client's block, in Clients
//     WireGenerator schemas FOLDER ALL…       JSON Schemas of all messages, into a folder
//     WireGenerator reference FOLDER TRANSCRIPTS ALL…   the reference in Markdown, into a folder

func table(_ paths: ArraySlice<String>) throws -> Table {
  try Table(
    files: paths.map { path in
      (name: URL(filePath: path).lastPathComponent, text: try String(contentsOf: URL(filePath: path), encoding: .utf8))
    })
}

/// Writes a file only if it has changed: otherwise it keeps its date, so that nothing is rebuilt.
func write(_ text: String, to url: URL) throws {
  guard (try? String(contentsOf: url, encoding: .utf8)) != text else { return }
  try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
  try text.write(to: url, atomically: true, encoding: .utf8)
}

let arguments = CommandLine.arguments
do {
  switch arguments.dropFirst().first {
  case "swift" where arguments.count > 3:
    let (folder, table) = (URL(filePath: arguments[2]), try table(arguments[3...]))
    for file in table.files {
      let name = "\(file.name.prefix { $0 != "." })+Wire.swift"
      try write(SwiftWriter.source(table, file: file.name), to: folder.appending(path: name))
    }
    try write(SwiftWriter.index(table), to: folder.appending(path: "MessageTable.swift"))
  case "limits" where arguments.count > 3:
    let folder = URL(filePath: arguments[2])
    try write(SwiftWriter.limits(try table(arguments[3...])), to: folder.appending(path: "Limits.swift"))
  case "clients" where arguments.count > 3:
    let folder = URL(filePath: arguments[2])
    let writer = ClientWriter(try table(arguments[3...]))
    try write(writer.javaScript, to: folder.appending(path: "Web/wire.js"))
    let python = folder.appending(path: "Python/parlor.py")
    try write(writer.python(try String(contentsOf: python, encoding: .utf8)), to: python)
  case "schemas" where arguments.count > 3:
    let folder = URL(filePath: arguments[2])
    for file in SchemaWriter(try table(arguments[3...])).files() {
      try write(file.text, to: folder.appending(path: file.name))
    }
  case "reference" where arguments.count > 4:
    let transcripts = URL(filePath: arguments[3])
    let names = try FileManager.default.contentsOfDirectory(atPath: transcripts.path).sorted()
    let exchanges = Exchanges(
      transcripts: try names.map { try String(contentsOf: transcripts.appending(path: $0), encoding: .utf8) })
    for file in ReferenceWriter(try table(arguments[4...]), exchanges).files() {
      try write(file.text, to: URL(filePath: arguments[2]).appending(path: file.name))
    }
  default:
    print("usage: WireGenerator swift FOLDER ALL… | limits FOLDER ALL… | clients FOLDER ALL… | schemas FOLDER ALL…")
    print("       WireGenerator reference FOLDER TRANSCRIPTS ALL…")
    exit(64)
  }
} catch {
  print(error)
  exit(1)
}
