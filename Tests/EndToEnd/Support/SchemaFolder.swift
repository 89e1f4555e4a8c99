import Foundation
import WireProtocol

struct SchemaFolder: Sendable {
  private let files: [String: JSON]

  init(_ folder: URL = Repository.schemas) throws {
    var files: [String: JSON] = [:]
    for group in ["requests", "messages", "parts"] {
      let urls = try FileManager.default.contentsOfDirectory(
        at: folder.appendingPathComponent(group), includingPropertiesForKeys: nil)
      for url in urls where url.pathExtension == "json" {
        files["\(group)/\(url.lastPathComponent)"] = try JSON(parsing: try Data(contentsOf: url))
      }
    }
    self.files = files
  }

  var messageTypes: [String] { names(in: "messages") }

  var requestTypes: [String] { names(in: "requests") }

  private func names(in group: String) -> [String] {
    files.keys.filter { $0.hasPrefix(group + "/") }.map { String($0.dropFirst(group.count + 1).dropLast(5)) }.sorted()
  }

  subscript(path: String) -> JSON? { files[path] }

  var paths: [String] { files.keys.sorted() }

  func resolve(_ target: String, from path: String) -> JSON? {
    SchemaCheck(files: files).resolve(target, from: path)?.schema
  }

  func fault(inServerLine line: String) -> String? { fault(in: line, group: "messages") }

  func fault(inRequest line: String) -> String? { fault(in: line, group: "requests") }

  private func fault(in line: String, group: String) -> String? {
    let message: JSON
    do {
      message = try JSON(parsing: line)
    } catch {
      return error.description
    }
    guard let type = message["type"]?.stringValue else { return "there is no \"type\"" }
    let path = "\(group)/\(type).json"
    guard let schema = files[path] else { return "there is no schema \(path)" }
    return SchemaCheck(files: files).fault(in: message, schema: schema, of: path, at: "")
  }
}
