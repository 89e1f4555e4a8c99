public import WireProtocol

/// Identifies a document by its kind and key.
public struct DocumentID: Hashable, Sendable {
  /// The number of the kind: ``DocumentKind/number``.
  public let kind: UInt8
  /// The number of a player, room or match; 0 for the kind's only document.
  public let key: Int64

  public init(kind: UInt8, key: Int64 = 0) {
    self.kind = kind
    self.key = key
  }

  /// The document that a line names; `nil` if it names none.
  package init?(_ line: JSONView) {
    let address = line["document"]?.elements.compactMap(\.int) ?? []
    guard address.count == 2, let kind = UInt8(exactly: address[0]) else { return nil }
    self.init(kind: kind, key: Int64(address[1]))
  }
}

/// A fact in the log: one line of JSON that names its document, `{"document":[7,0],"fact":"deleted","score":262}`.
///
/// A line made from a fact is encoded when its bytes are needed: once, into the entry of the log, off the loop and
/// without memory of its own. The tables use the fact.
public struct DocumentLine: Hashable, Sendable {
  /// The fact's document.
  public let document: DocumentID
  /// The line as it was read or written; `nil` for a line made from its fact.
  private let written: [UInt8]?
  /// The fact that the line was made from or parsed as in this process, which saves parsing it again.
  let fact: (any LineFact)?

  /// The whole line, without its end. A line made from a fact encodes them at each call.
  public var bytes: [UInt8] {
    if let written { return written }
    var json = JSONWriter(reserving: 384)
    write(to: &json)
    return json.bytes
  }

  /// Writes the whole line, without its end.
  package func write(to json: inout JSONWriter) {
    if let written { return json.raw(written) }
    json.beginObject()
    json.field(document)
    fact?.write(to: &json)
    json.endObject()
  }

  public static func == (one: DocumentLine, other: DocumentLine) -> Bool {
    one.document == other.document && one.bytes == other.bytes
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(document)
    hasher.combine(bytes)
  }

  /// A stored line.
  ///
  /// - Parameter bytes: a line that names this document; folding skips it if it is unreadable.
  public init(_ document: DocumentID, bytes: [UInt8]) { self.init(document, bytes: bytes, fact: nil) }

  /// - Parameters:
  ///   - bytes: the line as it was read; `nil` for a line made from its fact.
  ///   - fact: the parsed line.
  init(_ document: DocumentID, bytes: [UInt8]?, fact: (any LineFact)?) {
    (self.document, written, self.fact) = (document, bytes, fact)
  }

  /// The line that a view is the root of; `nil` if it names no document.
  public init?(_ line: JSONView) {
    guard let document = DocumentID(line) else { return nil }
    self.init(document, bytes: line.withSourceBytes { Array($0) })
  }

  /// Writes a line.
  ///
  /// - Parameter expected: the estimated number of bytes. A line that stays in memory keeps the reserved capacity.
  package init(_ document: DocumentID, reserving expected: Int = 384, writing write: (inout JSONWriter) -> Void) {
    var json = JSONWriter(reserving: expected)
    json.beginObject()
    json.field(document)
    write(&json)
    json.endObject()
    self.init(document, bytes: json.bytes)
  }
}

/// A fact of some kind of document.
protocol LineFact: AnyObject, Sendable {
  /// Writes the members of the fact's line.
  func write(to json: inout JSONWriter)
}

/// A fact of a kind: one object, however many lists its line passes through.
final class KindFact<Kind: DocumentKind>: LineFact {
  let fact: Kind.Fact

  init(_ fact: Kind.Fact) { self.fact = fact }

  func write(to json: inout JSONWriter) { Kind.write(fact, to: &json) }
}

extension JSONWriter {
  /// Writes the member with which a line begins.
  fileprivate mutating func field(_ document: DocumentID) {
    key("document")
    beginArray()
    int(Int(document.kind))
    int(Int(document.key))
    endArray()
  }
}

/// Finds lines of one kind of fact without parsing: a line begins with its document and its fact.
public struct FactMark: Sendable {
  private let bytes: [UInt8]

  /// - Parameter fact: the fact's name.
  public init(_ fact: String) { bytes = Array(#","fact":"\#(fact)""#.utf8) }

  /// Whether a line has that fact.
  public func matches(_ line: [UInt8]) -> Bool {
    line.withUnsafeBufferPointer { line in
      guard let end = line.firstIndex(of: UInt8(ascii: "]")), line.count - end > bytes.count else { return false }
      // From the end, since all facts begin alike.
      return bytes.withUnsafeBufferPointer { bytes in
        bytes.indices.reversed().allSatisfy { bytes[$0] == line[end + 1 + $0] }
      }
    }
  }
}
