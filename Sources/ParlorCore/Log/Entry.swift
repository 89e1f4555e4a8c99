public import Kernel
import WireProtocol

/// A position in the log: the first entry has 1, each next one more. 0 is before all of them.
public typealias LogPosition = Int64

/// The facts of one group commit: an entry of the log.
///
/// Its byte form is lines of JSON: a header, `{"entry":12,"at":1763625600000,"v":4,"facts":2}`, where `at` is
/// milliseconds since 1970 and `v` the form's version, then as many lines as it states, each a fact of a document.
/// Secrets are only in a fact's member `secret`; credentials, which are never shown, are in `sealed`.
public struct Entry: Hashable, Sendable {
  /// The version of the byte form.
  public static let version = 4
  /// The most bytes of facts in an entry; a single fact may be longer.
  public static let mostBytes = 1 << 20

  /// Its position.
  public var position: LogPosition
  /// When its facts were submitted.
  public var at: Instant
  /// A line per fact, each with its end.
  public var facts: [UInt8]
  /// The documents of the lines, in order; empty for an entry that is only shown.
  public var addresses: [Address]

  /// The address of a line.
  public struct Address: Hashable, Sendable {
    /// The document.
    public var document: DocumentID
    /// Bytes of the line, with its end.
    public var length: Int
  }

  public init(position: LogPosition, at: Instant, facts: [UInt8], addresses: [Address] = []) {
    self.position = position
    self.at = at
    self.facts = facts
    self.addresses = addresses
  }

  /// The facts' lines, without their ends.
  public var lines: [ArraySlice<UInt8>] { facts.split(separator: UInt8(ascii: "\n")) }

  /// The byte form, with secrets or without. Sealed parts are replaced by a mark.
  public func text(withSecrets: Bool) -> [UInt8] {
    var json = JSONWriter()
    let lines = lines
    json.beginObject()
    json.field("entry", Int(position))
    json.field("at", Int(at.milliseconds))
    json.field("v", Self.version)
    json.field("facts", lines.count)
    json.endObject()
    json.newline()
    for line in lines {
      Self.write(line, withSecrets: withSecrets, to: &json)
      json.newline()
    }
    return json.bytes
  }

  /// A fact in the form to be shown; nothing of an unreadable line.
  private static func write(_ line: ArraySlice<UInt8>, withSecrets: Bool, to json: inout JSONWriter) {
    json.beginObject()
    if let parts = LineParts(line) {
      json.members(of: parts.open.bytes)
      if withSecrets, let secret = parts.secret {
        json.key("secret")
        json.raw(secret.bytes)
      }
      if parts.isSealed { json.field("sealed", true) }
    } else {
      json.field("fact", "unreadable")
    }
    json.endObject()
  }
}

extension Batch {
  /// The batch as entries, the first at a position: several if it is too long for one.
  public func entries(from position: LogPosition) -> [Entry] {
    var entries: [Entry] = []
    var gathered = JSONWriter(reserving: min(lines.count * 512, Entry.mostBytes))
    var addresses: [Entry.Address] = []
    addresses.reserveCapacity(lines.count)
    var next = JSONWriter(reserving: 512)
    func end() {
      guard gathered.count > 0 else { return }
      let position = position + LogPosition(entries.count)
      entries.append(Entry(position: position, at: at, facts: gathered.bytes, addresses: addresses))
      gathered.removeAll()
      addresses.removeAll(keepingCapacity: true)
    }
    for line in lines {
      next.removeAll()
      line.write(to: &next)
      if gathered.count + next.count >= Entry.mostBytes { end() }
      gathered.raw(next.bytes)
      gathered.newline()
      addresses.append(Entry.Address(document: line.document, length: next.count + 1))
    }
    end()
    return entries
  }
}
