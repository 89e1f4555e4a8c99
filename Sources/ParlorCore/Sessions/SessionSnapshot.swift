import GameKit
import WireProtocol

/// The part of a session that another core needs to continue it: in a cluster, the connection's node passes it to the
/// next owner.
///
/// Its byte form is a JSON object, seen only by nodes of the cluster.
struct SessionSnapshot: Codable, Hashable {
  /// A room that the session is in.
  struct Place: Codable, Hashable {
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
    if let tree = try? JSON(encoding: self) { json.value(tree) }
    return json.bytes
  }

  /// Parses the byte form; `nil` for anything else.
  init?(_ bytes: UnsafeRawBufferPointer) {
    let document = JSONDocument()
    guard (try? document.parse(bytes)) != nil, let read = try? document.root.decode(Self.self) else { return nil }
    self = read
  }
}
