/// One value in a document; cheap to copy.
///
/// Valid until the document parses again; afterwards it reads `null`. An accessor of another kind returns `nil`, so
/// that a message can be read without checking kinds first: `root["id"]?.int`.
public struct JSONView {
  let tape: JSONTape
  let index: UInt32
  let generation: UInt32

  /// The kind of the value.
  public var kind: JSONKind { node.kind }

  /// Whether the value is `null`.
  public var isNull: Bool { node.kind == .null }

  /// The value if it is `true` or `false`.
  public var bool: Bool? {
    let node = node
    return node.kind == .bool ? node.flag : nil
  }

  /// The value if it is a number that is exactly an `Int`; `1.0` and `1e2` are.
  public var int: Int? { number?.int }

  /// The nearest double if the value is a number; `nil` if it exceeds the largest one.
  public var double: Double? {
    guard let double = number?.double, double.isFinite else { return nil }
    return double
  }

  /// The value if it is a string, with escapes resolved.
  public var string: String? {
    guard let content = stringContent else { return nil }
    guard content.isEscaped else { return String(decoding: content.bytes, as: UTF8.self) }
    return String(unsafeUninitializedCapacity: content.bytes.count) { target in
      var count = 0
      for byte in JSONUnescaper(content.bytes) where count < target.count {
        target[count] = byte
        count &+= 1
      }
      return count
    }
  }

  /// Whether the value is this string, compared by bytes, with escapes resolved.
  public func isString(_ expected: String) -> Bool {
    var expected = expected
    return expected.withUTF8 { isString($0) }
  }

  /// The value of a member; of several with one key, the last. `nil` if there is none, or the value is not an object.
  public subscript(_ key: StaticString) -> JSONView? {
    key.withUTF8Buffer { member($0) }
  }

  /// The value of a member; of several with one key, the last. `nil` if there is none, or the value is not an object.
  public subscript(named key: String) -> JSONView? {
    var key = key
    return key.withUTF8 { member($0) }
  }

  /// The value as a tree.
  ///
  /// Total: a number beyond the largest double becomes that double, with its sign. Of members with one key the last
  /// value is kept, at the position of the first.
  public var value: JSON {
    switch kind {
    case .null: return .null
    case .bool: return .bool(node.flag)
    case .int: return .int(int ?? 0)
    case .double:
      let double = number?.double ?? 0
      return .double(
        double.isFinite ? double : double < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude)
    case .string: return .string(string ?? "")
    case .array: return .array(elements.map(\.value))
    case .object:
      var object = JSONObject()
      for (key, view) in members { object[key] = view.value }
      return .object(object)
    }
  }

  /// The length of this value as the sender wrote it, quotes and brackets included, in bytes.
  public var sourceByteCount: Int { withSourceBytes(\.count) }

  /// Calls `body` with the bytes of this value as the sender wrote them, quotes and brackets included.
  ///
  /// They may contain white space, and characters that a writer would escape (DEL, U+2028); use `JSONWriter.value(_:)`
  /// to forward an untrusted value.
  public func withSourceBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try withExtendedLifetime(tape) { try body(UnsafeRawBufferPointer(tape.text(of: node))) }
  }
}

extension JSONView {
  /// The content between a string's quotes.
  private typealias Content = (bytes: UnsafeBufferPointer<UInt8>, isEscaped: Bool)

  var node: JSONNode { tape.node(at: index, generation: generation) }

  func at(_ index: UInt32) -> JSONView { JSONView(tape: tape, index: index, generation: generation) }

  private var number: JSONNumber? {
    let node = node
    return node.kind == .int || node.kind == .double ? JSONNumber(tape.text(of: node)) : nil
  }

  private var stringContent: Content? { content(of: node) }

  @inline(__always)
  private func content(of node: JSONNode) -> Content? {
    let text = tape.text(of: node)
    guard node.kind == .string, text.count >= 2 else { return nil }
    return (UnsafeBufferPointer(rebasing: text[1..<(text.count - 1)]), node.flag)
  }

  @inline(__always)
  private func isString(_ expected: UnsafeBufferPointer<UInt8>) -> Bool { holds(expected, node) }

  @inline(__always)
  private func holds(_ expected: UnsafeBufferPointer<UInt8>, _ node: JSONNode) -> Bool {
    guard let content = content(of: node) else { return false }
    if content.isEscaped { return JSONUnescaper(content.bytes).elementsEqual(expected) }
    guard content.bytes.count == expected.count else { return false }
    var at = 0
    while at < expected.count, content.bytes[at] == expected[at] { at &+= 1 }
    return at == expected.count
  }

  private func member(_ key: UnsafeBufferPointer<UInt8>) -> JSONView? {
    let object = node
    guard object.kind == .object else { return nil }
    var found: UInt32?
    var at = index &+ 1
    while at < object.next {
      if holds(key, tape.node(at: at, generation: generation)) { found = at &+ 1 }
      at = tape.node(at: at &+ 1, generation: generation).next
    }
    guard let found else { return nil }
    return self.at(found)
  }
}
