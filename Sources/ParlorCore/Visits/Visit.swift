internal import WireProtocol

/// A stored event of a player's connection or rooms.
public struct Visit: Hashable, Sendable {
  /// The kind of an event.
  public enum Kind: String, Sendable {
    /// The player has logged in: by a new name, a token or a password.
    case came
    /// The connection is gone, or another player's.
    case went
    /// Rooms: as their events.
    case entered, left, away, back
    /// Visits were omitted: see ``Gap``.
    case omitted
  }

  /// The group for limits.
  public enum Group: String, CaseIterable, Sendable {
    case connections, rooms
  }

  /// Omitted visits beyond a limit: their number in a group, and the last time.
  public struct Gap: Hashable, Sendable {
    public let group: Group
    public let count: Int
    public let until: Instant
  }

  public var at: Instant
  public var kind: Kind
  /// A room's number, and its name if it is the server's own: players choose the names of the others, and may be
  /// forgotten.
  public var room: String?
  public var roomNumber: Int64?
  /// How the player logged in, why the connection is gone, or a room's reason.
  public var why: String?
  /// The player's address, for the operator only: the thief of a token must not learn it.
  public var from: String?
  /// Set for omitted visits.
  public private(set) var gap: Gap?

  /// The group for limits.
  public var group: Group {
    switch kind {
    case .came, .went: .connections
    case .entered, .left, .away, .back: .rooms
    case .omitted: gap?.group ?? .rooms
    }
  }

  /// The time of the event, or of the last omitted one.
  var end: Instant { gap?.until ?? at }

  /// Omitted visits of a group between two times.
  init(omitting count: Int, of group: Group, from: Instant, to: Instant) {
    (kind, at) = (.omitted, from)
    gap = Gap(group: group, count: count, until: to)
  }

  init(_ kind: Kind, at: Instant, room: Room? = nil, why: String? = nil, from: String? = nil) {
    (self.kind, self.at, self.why, self.from) = (kind, at, why, from)
    (self.room, roomNumber) = (room?.mode.isPermanent == true ? room?.name : nil, room?.number)
  }
}

extension Visit {
  func write(to line: inout JSONWriter) {
    line.field("what", kind.rawValue)
    line.field("at", at)
    line.field("room", ifPresent: room)
    line.field("number", ifPresent: roomNumber.map { Int($0) })
    line.field("why", ifPresent: why)
    if let gap {
      line.field("of", gap.group.rawValue)
      line.field("count", gap.count)
      line.field("until", gap.until)
    }
    if let from { line.sealed { $0.field("from", from) } }
  }

  init?(_ line: JSONView) {
    guard let kind = (line["what"]?.string).flatMap(Kind.init), let at = line.time("at") else { return nil }
    (self.kind, self.at) = (kind, at)
    (room, roomNumber) = (line["room"]?.string, line.number("number"))
    (why, from) = (line["why"]?.string, line["sealed"]?["from"]?.string)
    if kind == .omitted {
      guard let group = (line["of"]?.string).flatMap(Group.init), let count = line["count"]?.int,
        let until = line.time("until")
      else { return nil }
      gap = Gap(group: group, count: count, until: until)
    }
  }
}
