import GameKit
import WireProtocol

/// What is to be known of a session so that another core can go on with it: in a cluster, the node that holds the
/// connection gives it back to the next owner.
///
/// Its byte form is an object of JSON. Only nodes of a cluster see it, and only their own.
struct Keepsake: Hashable {
  /// A room that the session is in.
  struct Place: Hashable {
    var room: Int64
    /// The room's last event when this was made: all up to there was told.
    var seq: Int
    var isWatching: Bool
  }

  var player: PlayerID
  var name: String
  var isGuest: Bool
  var isBot: Bool
  var isText: Bool
  /// The hash of the token with which the player has come.
  var tokenHash: [UInt8]?
  var hasToldOfGuests: Bool
  var places: [Place]

  init(_ session: Session) {
    let player = session.player
    self.player = player.id
    name = player.name
    isGuest = player.isGuest
    isBot = player.isBot
    isText = session.format == .text
    tokenHash = session.tokenHash?.bytes
    hasToldOfGuests = session.hasToldOfGuests
    places = session.rooms.compactMap { room in
      room.members[player.id].map { Place(room: room.number, seq: room.seq, isWatching: $0.isWatching) }
    }
  }

  /// Whether another one is for the same, but for what has happened in the rooms.
  func isLike(_ other: Keepsake) -> Bool {
    var same = other
    guard places.count == other.places.count else { return false }
    for index in places.indices { same.places[index].seq = places[index].seq }
    return self == same
  }

  var bytes: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.field("player", Int(player.number))
    json.field("name", name)
    json.field("guest", isGuest)
    json.field("bot", isBot)
    json.field("text", isText)
    json.field("told", hasToldOfGuests)
    json.field("token", ifPresent: tokenHash.map { Hex.text(of: $0) })
    json.key("places")
    json.beginArray()
    for place in places {
      json.beginObject()
      json.field("room", Int(place.room))
      json.field("seq", place.seq)
      json.field("watch", place.isWatching)
      json.endObject()
    }
    json.endArray()
    json.endObject()
    return json.bytes
  }

  /// Reads the byte form; `nil` for anything else.
  init?(_ bytes: UnsafeRawBufferPointer) {
    let document = JSONDocument()
    guard (try? document.parse(bytes)) != nil else { return nil }
    let object = document.root
    guard let player = object["player"]?.int, player > 0, let name = object["name"]?.string,
      let isGuest = object["guest"]?.bool, let isBot = object["bot"]?.bool, let isText = object["text"]?.bool,
      let told = object["told"]?.bool, let places = object["places"]
    else { return nil }
    self.player = PlayerID(Int64(player))
    self.name = name
    self.isGuest = isGuest
    self.isBot = isBot
    self.isText = isText
    hasToldOfGuests = told
    tokenHash = object["token"]?.string.flatMap { Hex.bytes(of: $0) }
    self.places = places.elements.compactMap { place in
      guard let room = place["room"]?.int, let seq = place["seq"]?.int, let isWatching = place["watch"]?.bool else {
        return nil
      }
      return Place(room: Int64(room), seq: seq, isWatching: isWatching)
    }
  }
}

/// Which events the log's last entries hold: what a session has missed that was told of all up to a position.
public struct RecentEvents: Sendable {
  private struct Row {
    let position: LogPosition
    let room: Int64
    let first: Int
  }

  private var rows: [Row] = []
  /// All entries after this position are known here.
  private var start: LogPosition
  private static let most = 16_384

  /// Nothing is known of what stands up to a position.
  public init(after position: LogPosition) { start = position }

  /// Takes an entry's facts.
  public mutating func add(_ records: [Record], at position: LogPosition) {
    var seen: Set<Int64> = []
    for record in records {
      if let events = record.toldEvents, seen.insert(events.room).inserted {
        rows.append(Row(position: position, room: events.room, first: events.first))
      }
    }
    guard rows.count > 2 * Self.most else { return }
    start = rows[rows.count - Self.most - 1].position
    rows.removeFirst(rows.count - Self.most)
  }

  /// The first events after a position, by room; `nil` where that is too long ago.
  func firstEvents(after position: LogPosition) -> [Int64: Int]? {
    guard position >= start else { return nil }
    var first: [Int64: Int] = [:]
    for row in rows[rows.firstPlace { $0.position > position }...] where first[row.room] == nil {
      first[row.room] = row.first
    }
    return first
  }
}
