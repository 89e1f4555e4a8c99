internal import Compression
public import ParlorCore
internal import WireProtocol

/// What the log's key holds at one of its revisions: an entry, or a part of a long one, or a word of its owner.
///
/// Its byte form is a line of JSON, `{"kind":"facts","term":3,"by":"a.1f3c9e","n":17,"at":1763625600000,"v":4}`, and
/// the facts behind it, a line each (``Entry``). Where they are many they are one block of deflate, and `"z"` says how
/// many bytes it stands for: what the store copies three times, and says to each that follows, is a quarter.
///
/// No two values have the same bytes: `by` names a node and its process, which
/// counts its values in `n`. So whoever finds a value knows whether it is the one that it has tried to put.
public struct LogValue: Hashable, Sendable {
  /// What a value is for.
  public enum Kind: String, Sendable {
    /// A node begins to own the log.
    case term
    /// The owner is still reading what it starts from.
    case restoring
    /// The owner lives, and has nothing to say.
    case beat
    /// A group commit's facts, or their last part.
    case facts
    /// A part of facts: the rest follows in the next values. Without its end it counts as nothing.
    case part
    /// The owner has stopped, and another node is to begin: the one that `to` names.
    case offer
  }

  /// What it is for.
  public var kind: Kind
  /// The owner's term; each is one more than the last.
  public var term: Int64
  /// The node and process that has put it.
  public var writer: Writer
  /// Which of the writer's values it is.
  public var number: Int64
  /// When it was made, by the owner's clock.
  public var at: Instant
  /// Whom an offer is for.
  public var successor: String?
  /// Lines, each with its end; in a part, bytes of them.
  public var facts: [UInt8]

  /// A process of a node.
  public struct Writer: Hashable, Sendable, CustomStringConvertible {
    /// The node's name.
    public var node: String
    /// Drawn at its start.
    public var process: UInt32

    /// A process.
    public init(node: String, process: UInt32) {
      self.node = node
      self.process = process
    }

    init?(_ text: String) {
      guard let dot = text.lastIndex(of: "."), let process = UInt32(text[text.index(after: dot)...], radix: 16) else {
        return nil
      }
      self.init(node: String(text[..<dot]), process: process)
    }

    public var description: String { "\(node).\(String(process, radix: 16))" }
  }

  /// A value.
  public init(
    _ kind: Kind, term: Int64, by writer: Writer, number: Int64, at: Instant, successor: String? = nil,
    facts: [UInt8] = []
  ) {
    self.kind = kind
    self.term = term
    self.writer = writer
    self.number = number
    self.at = at
    self.successor = successor
    self.facts = facts
  }

  /// The version of the byte form that is read here: one more than that of the facts, since they came as they are
  /// before.
  public static let version = Entry.version + 1
  /// The version in which nothing is compressed: what every node reads.
  public static let plainVersion = Entry.version
  /// Fewer bytes of facts are not worth compressing.
  static let leastCompressed = 1024
  /// More bytes than any value stands for.
  private static let mostFacts = 1 << 26

  /// The byte form.
  public var bytes: [UInt8] { bytes(as: Self.version) }

  /// The byte form in a version, for nodes that read no newer one.
  func bytes(as version: Int) -> [UInt8] {
    let isPlain = version < Self.version || facts.count < Self.leastCompressed
    let block = isPlain ? nil : Deflate.block(facts)
    var json = JSONWriter(reserving: (block ?? facts).count + 128)
    json.beginObject()
    json.field("kind", kind.rawValue)
    json.field("term", Int(term))
    json.field("by", writer.description)
    json.field("n", Int(number))
    json.field("at", Int(at.milliseconds))
    json.field("v", min(version, Self.version))
    if block != nil { json.field("z", facts.count) }
    if let successor { json.field("to", successor) }
    json.endObject()
    json.newline()
    json.raw(block ?? facts)
    return json.bytes
  }

  /// Why bytes are no value.
  public enum Fault: Error, Hashable, Sendable {
    /// A Parlor newer than this one has put them: what it means is not known here.
    case newer(version: Int)
    /// Nobody's form.
    case damaged
  }

  /// Reads the byte form.
  public init(reading bytes: [UInt8]) throws(Fault) {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { throw .damaged }
    let document = JSONDocument()
    guard (try? document.parse(bytes[..<end])) != nil else { throw .damaged }
    let head = document.root
    guard let version = head["v"]?.int, version > 0 else { throw .damaged }
    guard version <= Self.version else { throw .newer(version: version) }
    guard let kind = head["kind"]?.string.flatMap(Kind.init), let term = head["term"]?.int,
      let writer = head["by"]?.string.flatMap(Writer.init), let number = head["n"]?.int, let at = head["at"]?.int
    else { throw .damaged }
    var facts = Array(bytes[(end + 1)...])
    if let count = head["z"]?.int {
      guard count <= Self.mostFacts, let whole = Inflate.block(facts, most: count), whole.count == count else {
        throw .damaged
      }
      facts = whole
    }
    self.init(
      kind, term: Int64(term), by: writer, number: Int64(number), at: Instant(milliseconds: Int64(at)),
      successor: head["to"]?.string, facts: facts)
  }
}
