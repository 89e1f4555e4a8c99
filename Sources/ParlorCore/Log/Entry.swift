import WireProtocol

/// A place in the log: the first entry has 1, each next one more. 0 is before all of them.
public typealias LogPosition = Int64

/// The facts of one group commit: what the log holds.
///
/// Its byte form is lines of JSON: a header, `{"entry":12,"at":1763625600000,"v":3,"facts":2}`, where `at` is
/// milliseconds since 1970 and `v` the form's version, then as many lines as it says, each a fact (``Record``). What
/// not everybody may know who reads the log stands in a fact's member `secret`, and nowhere else; what nobody is shown,
/// what passwords are checked against, in `sealed`.
public struct Entry: Hashable, Sendable {
  /// The version of the byte form.
  public static let version = 3
  /// The most bytes of facts in an entry; a single fact may be longer.
  public static let mostBytes = 1 << 20

  /// Its place.
  public var position: LogPosition
  /// When its facts were handed over.
  public var at: Instant
  /// A line a fact, each with its end.
  public var facts: [UInt8]

  /// An entry.
  public init(position: LogPosition, at: Instant, facts: [UInt8]) {
    self.position = position
    self.at = at
    self.facts = facts
  }

  /// The facts' lines, without their ends.
  public var lines: [ArraySlice<UInt8>] { facts.split(separator: UInt8(ascii: "\n")) }

  /// The byte form, with secrets or without. Of what is sealed there is only that it is there.
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

  /// A fact as it may be shown; of a line that cannot be read nothing is.
  private static func write(_ line: ArraySlice<UInt8>, withSecrets: Bool, to json: inout JSONWriter) {
    let document = JSONDocument()
    let isRead = (try? document.parse(line, maximumDepth: JSONDocument.greatestMaximumDepth)) != nil
    let isSealed = isRead && document.root["sealed"] != nil
    // Byte for byte as it is stored.
    if withSecrets, isRead, !isSealed { return json.raw(Array(line)) }
    json.beginObject()
    if !isRead { json.field("fact", "unreadable") }
    for (key, view) in document.root.members where key != "sealed" && (withSecrets || key != "secret") {
      json.key(key)
      view.withSourceBytes { json.raw(Array($0)) }
    }
    if isSealed { json.field("sealed", true) }
    json.endObject()
  }
}

extension Batch {
  /// The batch as entries, the first at a position: several where it is too long for one.
  public func entries(from position: LogPosition) -> [Entry] {
    var entries: [Entry] = []
    var gathered = JSONWriter(reserving: min(records.count * 512, Entry.mostBytes))
    func end() {
      guard gathered.count > 0 else { return }
      entries.append(Entry(position: position + LogPosition(entries.count), at: at, facts: gathered.bytes))
      gathered.removeAll()
    }
    var line = JSONWriter()
    for record in records {
      // Most batches are short: their facts are written where they stay.
      guard gathered.count > Entry.mostBytes / 2 else {
        record.write(to: &gathered)
        continue
      }
      line.removeAll()
      record.write(to: &line)
      if gathered.count + line.count > Entry.mostBytes { end() }
      gathered.raw(line.bytes)
    }
    end()
    return entries
  }
}
