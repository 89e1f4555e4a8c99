public import WireProtocol

/// A message as it came: the bytes of its line and what it is.
///
/// It is read where it is used: whoever only wants to know that an answer came pays for no more.
public struct Message: Sendable {
  /// The value of `type`.
  public let type: String
  /// The line without its newline.
  public let line: [UInt8]
  /// The lines that follow an answer to `replay` and belong to it.
  public internal(set) var attached: [[UInt8]] = []

  init(type: String, line: [UInt8]) {
    self.type = type
    self.line = line
  }

  /// A message as a test would have it come.
  public init(_ json: JSONObject, attached: [[UInt8]] = []) {
    self.init(type: json["type"]?.stringValue ?? "", line: Array(JSON.object(json).text.utf8))
    self.attached = attached
  }

  /// The whole message as a tree, fields that this library does not know included.
  public var json: JSONObject {
    let document = JSONDocument()
    guard (try? document.parse(line)) != nil else { return [:] }
    return document.root.value.objectValue ?? [:]
  }

  /// Reads the message as one of the known ones; throws what is missing in it.
  public func read<M: ReadableMessage>(as type: M.Type = M.self) throws(UnreadableMessage) -> M {
    let document = JSONDocument()
    do { try document.parse(line) } catch { throw UnreadableMessage("\"\(self.type)\" is not JSON: \(error)") }
    return try M(reading: MessageFields(document.root))
  }
}
