internal import Compression
public import ParlorCore
internal import WireProtocol

/// A value of the log's key at one revision: an entry, a part of a long entry, or a control value of the owner.
///
/// The stored form is a line of JSON, `{"kind":"facts","term":3,"by":"a.1f3c9e","n":17,"at":1763625600000,"v":4}`,
/// followed by the facts, one line each (``Entry``). Many facts are compressed to one deflate block, whose uncompressed
/// size is `"z"`: this quarters what the store writes three times and sends to every follower.
///
/// No two values have equal bytes: `by` names a node and its process, which numbers its values in `n`. So a writer that
/// finds a value knows whether it is its own.
public struct LogValue: Hashable, Sendable {
  /// The purpose of a value.
  public enum Kind: String, Sendable {
    /// A node begins to own the log.
    case term
    /// The owner is still loading its state.
    case restoring
    /// A heartbeat: the owner is alive without new facts.
    case beat
    /// The facts of a group commit, or their last part.
    case facts
    /// A part of facts, continued in the next values. Without the last part it is ignored.
    case part
    /// The owner has stopped and offers the log to another node: the one in `to`, or any.
    case offer
  }

  /// The purpose.
  public var kind: Kind
  /// The owner's term; each is one more than the previous one.
  public var term: Int64
  /// The node and process that wrote it.
  public var writer: Writer
  /// The writer's number of this value.
  public var number: Int64
  /// When it was made, by the owner's clock.
  public var at: Instant
  /// The node that an offer is for.
  public var successor: String?
  /// Complete lines; in a part, a section of their bytes.
  public var facts: [UInt8]

  /// A process of a node.
  public struct Writer: Hashable, Sendable, CustomStringConvertible {
    /// The node's name.
    public var node: String
    /// A random number drawn at its start.
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

  /// The version of the stored form, which is that of the facts.
  static let version = Entry.version
  /// Facts of fewer bytes are not compressed.
  static let leastCompressed = 1024
  /// More bytes than the facts of any value have.
  private static let mostFacts = 1 << 26

  /// The stored form.
  public var bytes: [UInt8] {
    let block = facts.count < Self.leastCompressed ? nil : Deflate.block(facts)
    var json = JSONWriter(reserving: (block ?? facts).count + 128)
    json.beginObject()
    json.field("kind", kind.rawValue)
    json.field("term", Int(term))
    json.field("by", writer.description)
    json.field("n", Int(number))
    json.field("at", Int(at.milliseconds))
    json.field("v", Self.version)
    if block != nil { json.field("z", facts.count) }
    if let successor { json.field("to", successor) }
    json.endObject()
    json.newline()
    json.raw(block ?? facts)
    return json.bytes
  }

  /// Why bytes are not a value.
  public enum Fault: Error, Hashable, Sendable {
    /// A newer Parlor wrote it: its meaning is unknown here.
    case newer(version: Int)
    /// The bytes are malformed.
    case damaged
  }

  /// Reads the stored form.
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
      guard count <= Self.mostFacts, let whole = Inflate.blocks(facts, most: count), whole.count == count else {
        throw .damaged
      }
      facts = whole
    }
    self.init(
      kind, term: Int64(term), by: writer, number: Int64(number), at: Instant(milliseconds: Int64(at)),
      successor: head["to"]?.string, facts: facts)
  }
}
