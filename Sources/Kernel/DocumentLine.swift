public import WireProtocol

/// Names a document: its kind, and which one of that kind it is.
public struct DocumentID: Hashable, Sendable {
  /// The number of the kind: ``DocumentKind/number``.
  public let kind: UInt8
  /// The number of a player, room or match; 0 where there is one document of the kind.
  public let key: Int64

  /// A document of a kind.
  public init(kind: UInt8, key: Int64 = 0) {
    self.kind = kind
    self.key = key
  }
}

/// A fact as the log holds it: one line of JSON that names its document,
/// `{"document":[7,0],"fact":"deleted","score":262}`.
public struct DocumentLine: Hashable, Sendable {
  /// The document that the fact belongs to.
  public let document: DocumentID
  /// The whole line, without its end.
  public let bytes: [UInt8]

  /// A line that was stored before.
  ///
  /// - Parameter bytes: a line that names this document; the fold leaves out what it cannot read.
  public init(_ document: DocumentID, bytes: [UInt8]) {
    self.document = document
    self.bytes = bytes
  }

  /// The line of the log that a view is the root of; `nil` for a line that names no document.
  public init?(_ line: JSONView) {
    guard let address = line["document"]?.elements.compactMap(\.int), address.count == 2,
      let kind = UInt8(exactly: address[0])
    else { return nil }
    self.init(DocumentID(kind: kind, key: Int64(address[1])), bytes: line.withSourceBytes { Array($0) })
  }

  /// Writes a fact's line.
  package init(_ document: DocumentID, writing fact: (inout JSONWriter) -> Void) {
    var json = JSONWriter(reserving: 256)
    json.beginObject()
    json.key("document")
    json.beginArray()
    json.int(Int(document.kind))
    json.int(document.key)
    json.endArray()
    fact(&json)
    json.endObject()
    self.init(document, bytes: json.bytes)
  }
}

/// Finds lines of one kind of fact by their beginning, without parsing them: a line begins with its document and its
/// fact.
public struct FactMark: Sendable {
  private let bytes: [UInt8]

  /// - Parameter fact: the fact's name.
  public init(_ fact: String) { bytes = Array(#","fact":"\#(fact)""#.utf8) }

  /// Whether a line is of that kind.
  public func matches(_ line: [UInt8]) -> Bool {
    line.firstIndex(of: UInt8(ascii: "]")).map { line[($0 + 1)...].starts(with: bytes) } ?? false
  }
}
