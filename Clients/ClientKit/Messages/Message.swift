public import WireProtocol

/// A raw message: its line and type.
///
/// It is parsed on demand: a caller that only needs to know that an answer arrived pays for no more.
public struct Message: Sendable {
  /// The value of `type`.
  public let type: String
  /// The line without its newline.
  public let line: [UInt8]
  /// The further lines of an answer to `replay`.
  public internal(set) var attached: [[UInt8]] = []

  init(type: String, line: [UInt8]) {
    self.type = type
    self.line = line
  }

  /// A message for tests.
  public init(_ json: JSONObject, attached: [[UInt8]] = []) {
    self.init(type: json["type"]?.stringValue ?? "", line: Array(JSON.object(json).text.utf8))
    self.attached = attached
  }

  /// The whole message as a tree, unknown fields included.
  public var json: JSONObject { (try? parsed())?.value.objectValue ?? [:] }

  /// Its text for a person, if it has one.
  public var drawn: String? { (try? parsed())?["drawn"]?.string }

  /// Reads the message as one of the known types; throws if a required member is missing.
  public func read<M: ReadableMessage>(as type: M.Type = M.self) throws(UnreadableMessage) -> M {
    try M(reading: MessageFields(try parsed()))
  }

  func parsed() throws(UnreadableMessage) -> JSONView {
    let document = JSONDocument()
    do { try document.parse(line) } catch { throw UnreadableMessage("\"\(type)\" is not JSON: \(error)") }
    return document.root
  }
}
