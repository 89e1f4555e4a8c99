package import GameKit
public import Kernel
public import WireProtocol

extension JSONView {
  package var player: PlayerID? { number("player").map { PlayerID($0) } }

  package func number(_ key: StaticString) -> Int64? { self[key]?.int.map { Int64($0) } }

  package func time(_ key: StaticString) -> Instant? { number(key).map { Instant(milliseconds: $0) } }

  /// What is stored as JSON, byte for byte as it was written; no bytes where there is nothing.
  package func document(_ key: StaticString) -> [UInt8] {
    self[key].map { $0.withSourceBytes { Array($0) } } ?? []
  }
}

extension JSONWriter {
  /// Names the fact that a line holds.
  package mutating func fact(_ name: StaticString) { field("fact", name) }

  package mutating func field(_ key: StaticString, _ player: PlayerID) { field(key, Int(player.number)) }

  package mutating func field(_ key: StaticString, _ time: Instant) { field(key, Int(time.milliseconds)) }

  /// Writes what is stored as JSON byte for byte; nothing for no bytes. The core writes it without line ends.
  package mutating func field(_ key: StaticString, document: [UInt8]) {
    guard !document.isEmpty else { return }
    self.key(key)
    raw(document)
  }

  /// Writes the member that nobody is shown: what passwords are checked against.
  mutating func sealed(_ body: (inout JSONWriter) -> Void) {
    key("sealed")
    beginObject()
    body(&self)
    endObject()
  }

  /// Writes the member that only those see who may see everything.
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

  /// Writes the members of an object that is JSON already into the one that is being written.
  mutating func members(of object: [UInt8]) {
    guard object.count > 2 else { return }
    object[1..<object.count - 1].withUnsafeBytes { raw($0) }
  }
}

extension DocumentLine {
  /// Kinds whose facts index tables follow: what is read of a line stays with it, so that none reads it again.
  private static let followed: [any DocumentKind.Type] = [
    ServerDocument.self, PlayerDocument.self, MatchDocument.self,
  ]

  /// A line of the log; `nil` for bytes that are none, and for a fact of a match that cannot be read.
  ///
  /// - Parameter document: what it is read with: one serves for many lines.
  public init?(logged line: some Collection<UInt8>, with document: JSONDocument = JSONDocument()) {
    guard (try? document.parse(line, maximumDepth: JSONDocument.greatestMaximumDepth)) != nil,
      let read = DocumentLine(document.root)
    else { return nil }
    let kind = Self.followed.first { $0.number == read.document.kind }
    let fact: (any Sendable)? = kind?.read(document.root)
    guard fact != nil || kind != MatchDocument.self else { return nil }
    self.init(read.document, bytes: read.bytes, fact: fact)
  }
}
