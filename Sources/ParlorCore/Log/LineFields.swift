package import GameKit
public import Kernel
public import WireProtocol

extension JSONView {
  package var player: PlayerID? { number("player").map { PlayerID($0) } }

  package func number(_ key: StaticString) -> Int64? { self[key]?.int.map { Int64($0) } }

  package func time(_ key: StaticString) -> Instant? { number(key).map { Instant(milliseconds: $0) } }

  /// A stored JSON value, byte for byte; empty if there is none.
  package func document(_ key: StaticString) -> [UInt8] {
    self[key].map { $0.withSourceBytes { Array($0) } } ?? []
  }

  /// A member in the compiler's encoding; `nil` if it is missing or invalid.
  func decoded<Value: Decodable>(_ key: StaticString) -> Value? { self[key].flatMap { try? $0.decode(Value.self) } }
}

extension JSONWriter {
  /// Names the fact of a line.
  package mutating func fact(_ name: StaticString) { field("fact", name) }

  package mutating func field(_ key: StaticString, _ player: PlayerID) { field(key, Int(player.number)) }

  package mutating func field(_ key: StaticString, _ time: Instant) { field(key, Int(time.milliseconds)) }

  /// Writes a value in the compiler's encoding, for what is rarely written.
  mutating func field(_ key: StaticString, encoding value: some Encodable) {
    if let json = try? JSON(encoding: value) { field(key, json) }
  }

  /// Writes a stored JSON value byte for byte; nothing for no bytes. The core writes it without line ends.
  package mutating func field(_ key: StaticString, document: [UInt8]) {
    guard !document.isEmpty else { return }
    self.key(key)
    raw(document)
  }

  /// Writes the member that is never shown: credentials.
  mutating func sealed(_ body: (inout JSONWriter) -> Void) {
    key("sealed")
    beginObject()
    body(&self)
    endObject()
  }

  /// Writes the member for those who may see everything.
  package mutating func secret(_ body: (inout JSONWriter) -> Void) {
    key("secret")
    beginObject()
    body(&self)
    endObject()
  }

  /// Writes an array of arrays.
  mutating func rows<Element>(
    _ key: StaticString, _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void
  ) {
    self.key(key)
    beginArray()
    for element in elements {
      beginArray()
      write(element, &self)
      endArray()
    }
    endArray()
  }

  /// Writes the members of an encoded object into the current one.
  mutating func members(of object: [UInt8]) {
    guard object.count > 2 else { return }
    object[1..<object.count - 1].withUnsafeBytes { raw($0) }
  }
}

extension DocumentLine {
  /// Kinds whose facts index tables follow: the parsed fact stays with its line, so that it is parsed once.
  private static let followed: [any DocumentKind.Type] = [
    ServerDocument.self, PlayerDocument.self, MatchDocument.self,
  ]

  /// Parses a line of the log; `nil` for invalid bytes, and for an unreadable fact of a match.
  ///
  /// - Parameter document: the parser's memory, reusable for many lines.
  public init?(logged line: some Collection<UInt8>, with document: JSONDocument = JSONDocument()) {
    guard (try? document.parse(line, maximumDepth: JSONDocument.greatestMaximumDepth)) != nil,
      let read = DocumentLine(document.root)
    else { return nil }
    let kind = Self.followed.first { $0.number == read.document.kind }
    let line = kind?.read(read, from: document.root)
    guard line != nil || kind != MatchDocument.self else { return nil }
    self = line ?? read
  }
}
