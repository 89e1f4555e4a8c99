import Foundation
import WireProtocol

/// The members that each type of message may have and must have, by its schema: every line of JSON that a test is sent
/// is held to them.
enum MessageMembers {
  private static let schemas: [String: (known: Set<String>, required: Set<String>)] = {
    let folder = URL(fileURLWithPath: #filePath).appending(path: "../../../Protocol/Schema/messages").standardized
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.reduce(into: [:]) { schemas, file in
      guard let data = try? Data(contentsOf: file), let schema = try? JSON(parsing: Array(data)) else { return }
      let known = schema["properties"]?.objectValue?.members.map(\.key) ?? []
      let required = schema["required"]?.arrayValue?.compactMap(\.stringValue) ?? []
      schemas[file.deletingPathExtension().lastPathComponent] = (Set(known), Set(required))
    }
  }()

  /// What is wrong with a message's members; `nil` where nothing is.
  static func fault(of message: JSONObject) -> String? {
    let names = Set(message.members.map(\.key))
    guard let type = message["type"]?.stringValue, let schema = schemas[type] else { return "has no schema" }
    let (missing, more) = (schema.required.subtracting(names), names.subtracting(schema.known))
    return missing.isEmpty && more.isEmpty ? nil : "lacks \(missing.sorted()), has \(more.sorted()) as well"
  }
}
