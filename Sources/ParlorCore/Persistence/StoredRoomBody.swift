import GameKit
import WireProtocol

/// What a room's row holds: what it is made of, and who has a place in it. The boards themselves are replayed
/// from their moves.
///
/// A round of practice rewrites it twice, so it is written by hand; read, seldom, as `Codable` reads it.
struct StoredRoomBody: Decodable, Hashable {
  struct Place: Decodable, Hashable {
    var player: Int64
    var isWatching: Bool
  }

  /// A board: its match if moves of it are stored, and when it was dealt.
  struct Table: Decodable, Hashable {
    /// `nil` for the board that all share.
    var player: Int64?
    var match: Int64
    var startedAt: Int64
  }

  struct Dealt: Decodable, Hashable {
    var round: Int
    var puzzle: JSON
    var dealtAt: Int64
  }

  struct Wins: Decodable, Hashable {
    var player: Int64
    var rounds: Int
  }

  /// An address that is excluded for a while.
  struct Exclusion: Decodable, Hashable {
    var address: String
    var since: Int64
    var until: Int64
  }

  var name: String
  var game: String?
  var mode: ModeKind
  var settings: JSON
  var code: String?
  var isPermanent: Bool
  var firstSeq: Int
  var seed: UInt64?
  var archiveDay: Int?
  var roundSeconds: Int?
  var owner: Int64?
  var modeState: JSON?
  var places: [Place]
  var kicked: [Int64]
  var muted: [Int64]
  /// Missing in rows from before there was such a thing, as the next two.
  var kickedFrom: [Exclusion]?
  var mutedFrom: [Exclusion]?
  var isNamedOnly: Bool?
  var wins: [Wins]
  var dealt: Dealt?
  var tables: [Table]
}

extension StoredRoomBody {
  /// What there is to know of one of the server's own rooms whose row cannot be read.
  init(own plan: Room.Plan) {
    self.init(
      name: plan.name.text, game: plan.game?.info.id, mode: plan.mode, settings: plan.settings, code: nil,
      isPermanent: true, firstSeq: 0, seed: nil, roundSeconds: nil, owner: nil, modeState: nil, places: [], kicked: [],
      muted: [], wins: [], dealt: nil, tables: [])
  }

  /// Writes the fields under the names of their properties.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.field("name", name)
    json.field("game", ifPresent: game)
    json.field("mode", mode.rawValue)
    json.field("settings", settings)
    json.field("code", ifPresent: code)
    json.field("isPermanent", isPermanent)
    json.field("firstSeq", firstSeq)
    if let seed {
      json.key("seed")
      json.int(seed)
    }
    json.field("archiveDay", ifPresent: archiveDay)
    json.field("roundSeconds", ifPresent: roundSeconds)
    json.field("owner", ifPresent: owner.map(Int.init))
    json.field("modeState", ifPresent: modeState)
    json.list("places", places) { place, json in
      json.field("player", Int(place.player))
      json.field("isWatching", place.isWatching)
    }
    for (key, players) in [("kicked", kicked), ("muted", muted)] {
      json.key(key)
      json.beginArray()
      for player in players { json.int(Int(player)) }
      json.endArray()
    }
    for (key, exclusions) in [("kickedFrom" as StaticString, kickedFrom), ("mutedFrom", mutedFrom)] {
      guard let exclusions else { continue }
      json.list(key, exclusions) { exclusion, json in
        json.field("address", exclusion.address)
        json.field("since", Int(exclusion.since))
        json.field("until", Int(exclusion.until))
      }
    }
    if isNamedOnly == true { json.field("isNamedOnly", true) }
    json.list("wins", wins) { wins, json in
      json.field("player", Int(wins.player))
      json.field("rounds", wins.rounds)
    }
    if let dealt {
      json.key("dealt")
      json.beginObject()
      json.field("round", dealt.round)
      json.field("puzzle", dealt.puzzle)
      json.field("dealtAt", Int(dealt.dealtAt))
      json.endObject()
    }
    json.list("tables", tables) { table, json in
      json.field("player", ifPresent: table.player.map(Int.init))
      json.field("match", Int(table.match))
      json.field("startedAt", Int(table.startedAt))
    }
    json.endObject()
  }
}

extension StoredRoomBody {
  fileprivate static func exclusions(_ exclusions: Exclusions, at now: Instant) -> [Exclusion]? {
    let addresses = exclusions.addresses(at: now)
    guard !addresses.isEmpty else { return nil }
    return addresses.map { Exclusion(address: $0.text, since: $0.since.milliseconds, until: $0.until.milliseconds) }
  }
}

extension JSONWriter {
  /// Writes an array of objects, whose fields `write` writes.
  fileprivate mutating func list<Element>(
    _ key: StaticString, _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void
  ) {
    self.key(key)
    beginArray()
    for element in elements {
      beginObject()
      write(element, &self)
      endObject()
    }
    endArray()
  }
}

extension Room {
  /// The room's row as it is now. Guests who could not come back are in it too; a restart is the end of their visit.
  func storedBody() -> StoredRoomBody {
    let keepsPlaces = !plan.isPermanent
    let places = keepsPlaces ? members.all.sorted { $0.order < $1.order } : []
    var body = StoredRoomBody(
      name: name, game: plan.game?.info.id, mode: plan.mode, settings: plan.settings, code: plan.code,
      isPermanent: plan.isPermanent, firstSeq: firstSeq, seed: plan.seed, archiveDay: plan.archiveDay,
      roundSeconds: plan.roundSeconds,
      owner: owner?.id.number,
      modeState: keepsPlaces ? mode?.state : nil,
      places: places.map { member in
        StoredRoomBody.Place(
          player: member.player.id.number, isWatching: member.isWatching)
      },
      kicked: kicked.players.map(\.number), muted: muted.players.map(\.number),
      kickedFrom: StoredRoomBody.exclusions(kicked, at: hub.now),
      mutedFrom: StoredRoomBody.exclusions(muted, at: hub.now),
      isNamedOnly: plan.isNamedOnly ? true : nil,
      wins: wins.sorted { $0.key < $1.key }.map { StoredRoomBody.Wins(player: $0.key.number, rounds: $0.value) },
      dealt: nil, tables: [])
    guard keepsPlaces, let template, case .dealt(_, let round) = template.scope,
      let puzzle = try? template.match.puzzle()
    else { return body }
    body.dealt = StoredRoomBody.Dealt(round: round, puzzle: puzzle, dealtAt: template.dealtAt.milliseconds)
    if let shared {
      body.tables.append(
        StoredRoomBody.Table(player: nil, match: shared.id, startedAt: shared.startedAt.milliseconds))
    }
    for seat in seats.values.sorted(by: { $0.player.id < $1.player.id }) {
      body.tables.append(
        StoredRoomBody.Table(
          player: seat.player.id.number, match: seat.played.id, startedAt: seat.played.startedAt.milliseconds))
    }
    return body
  }
}
