import GameKit
import WireProtocol

/// The part of a session that another core needs to continue it: in a cluster, the connection's node passes it to the
/// next owner.
///
/// Its byte form is a JSON object, seen only by nodes of the cluster.
struct SessionSnapshot: Hashable {
  /// A room that the session is in.
  struct Place: Hashable {
    var room: Int64
    /// The room's last event at that time: everything up to it was sent.
    var seq: Int
    var isWatching: Bool
  }

  var player: PlayerID
  var name: String
  var isGuest: Bool
  var isBot: Bool
  var isText: Bool
  var wantsDrawn: Bool
  /// The hash of the session's token.
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
    wantsDrawn = session.json.wantsDrawn
    tokenHash = session.tokenHash?.bytes
    hasToldOfGuests = session.typing.knowsOfGuests
    places = session.rooms.compactMap { room in
      room.members[player.id].map { Place(room: room.number, seq: room.seq, isWatching: $0.isWatching) }
    }
  }

  /// Whether another one is the same except for the rooms' events.
  func isLike(_ other: SessionSnapshot) -> Bool {
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
    json.field("drawn", wantsDrawn)
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

  /// Parses the byte form; `nil` for anything else.
  init?(_ bytes: UnsafeRawBufferPointer) {
    let document = JSONDocument()
    guard (try? document.parse(bytes)) != nil else { return nil }
    let object = document.root
    guard let player = object["player"]?.int, player > 0, let name = object["name"]?.string,
      let isGuest = object["guest"]?.bool, let isBot = object["bot"]?.bool, let isText = object["text"]?.bool,
      let wantsDrawn = object["drawn"]?.bool,
      let told = object["told"]?.bool, let places = object["places"]
    else { return nil }
    self.player = PlayerID(Int64(player))
    self.name = name
    self.isGuest = isGuest
    self.isBot = isBot
    self.isText = isText
    self.wantsDrawn = wantsDrawn
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
