import GameKit
import Names
import WireProtocol

/// What a room's snapshot holds: what it is made of, and its state but for the boards, which are replayed from their
/// moves, and the events.
///
/// Written by hand, since that is many times as fast; read, seldom, as `Codable` reads it.
struct StoredRoomBody: Decodable, Hashable {
  struct Place: Decodable, Hashable {
    var player: Int64
    var isWatching: Bool
  }

  /// A board: the number of its match, of which moves are stored if there were any, and when it was dealt.
  struct Table: Decodable, Hashable {
    /// `nil` for the board that all share.
    var player: Int64?
    var match: Int64
    var startedAt: Int64
    /// How long its player took; `nil` while it is not done.
    var elapsed: Int64?
  }

  /// Where the rounds stand.
  struct Rounds: Decodable, Hashable {
    enum Phase: String, Decodable {
      case waiting, running, pausing
    }
    var round: Int
    var phase: Phase
    var deadline: Int64?
    /// Missing where nothing of the kind has happened, as the next two.
    var pausedAt: Int64?
    var paused: Int64?
    var isStopped: Bool?
  }

  /// Who is done with a round.
  struct Finishers: Decodable, Hashable {
    var round: Int
    var players: [Int64]
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
    /// Whose it was; missing where the player is forgotten.
    var player: Int64?
    var name: String?
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
  var modeState: Rounds?
  var places: [Place]
  var kicked: [Int64]
  var muted: [Int64]
  var kickedFrom: [Exclusion] = []
  var mutedFrom: [Exclusion] = []
  /// Missing where it is not so, as the next four.
  var isNamedOnly: Bool?
  var clock: String?
  var bestOf: Int?
  var isUnrated: Bool?
  var words: OwnWords?
  var wins: [Wins]
  var dealt: Dealt?
  var tables: [Table]
  /// Boards put away.
  var former: [Table] = []
  /// Puzzles dealt here.
  var used: [String] = []
  var finished: [Finishers] = []
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
    if let modeState {
      json.key("modeState")
      json.beginObject()
      json.field("round", modeState.round)
      json.field("phase", modeState.phase.rawValue)
      json.field("deadline", ifPresent: modeState.deadline.map(Int.init))
      json.field("pausedAt", ifPresent: modeState.pausedAt.map(Int.init))
      json.field("paused", ifPresent: modeState.paused.map(Int.init))
      if modeState.isStopped == true { json.field("isStopped", true) }
      json.endObject()
    }
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
      json.list(key, exclusions) { exclusion, json in
        json.field("address", exclusion.address)
        json.field("since", Int(exclusion.since))
        json.field("until", Int(exclusion.until))
        json.field("player", ifPresent: exclusion.player.map(Int.init))
        json.field("name", ifPresent: exclusion.name)
      }
    }
    if isNamedOnly == true { json.field("isNamedOnly", true) }
    json.field("clock", ifPresent: clock)
    json.field("bestOf", ifPresent: bestOf)
    if isUnrated == true { json.field("isUnrated", true) }
    if let words {
      json.key("words")
      json.beginObject()
      json.field("language", words.language)
      json.list("words", words.words) { word, json in
        json.field("original", word.original)
        json.field("translation", word.translation)
        json.field("part", word.part)
        json.field("example", word.example)
      }
      json.endObject()
    }
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
    for (key, tables) in [("tables" as StaticString, tables), ("former", former)] {
      json.list(key, tables) { table, json in
        json.field("player", ifPresent: table.player.map(Int.init))
        json.field("match", Int(table.match))
        json.field("startedAt", Int(table.startedAt))
        json.field("elapsed", ifPresent: table.elapsed.map(Int.init))
      }
    }
    json.field("used", .array(used.map(JSON.string)))
    json.list("finished", finished) { finishers, json in
      json.field("round", finishers.round)
      json.field("players", .array(finishers.players.map { .int(Int($0)) }))
    }
    json.endObject()
  }
}
