import GameKit
import Names
import WireProtocol

/// A snapshot as a member of a room's line. Absent and false members are left out.
extension RoomSnapshot {
  func write(to json: inout JSONWriter) {
    json.beginObject()
    plan.write(to: &json, missingGame: missingGame)
    json.field("first_seq", firstSeq)
    json.field("owner", ifPresent: owner.map { Int($0.number) })
    json.field("rounds", encoding: rounds)
    json.rows("places", places) { place, json in
      json.int(place.player.number)
      json.bool(place.isWatching)
    }
    json.field("kicked", encoding: kicked)
    if !readmitted.players.isEmpty { json.field("readmitted", encoding: readmitted) }
    json.field("muted", encoding: muted)
    json.rows("wins", wins.sorted { $0.key < $1.key }) { wins, json in
      json.int(wins.key.number)
      json.int(wins.value)
    }
    json.field("used", .array(used.texts.map(JSON.string)))
    json.rows("finished", finished.sorted { $0.key < $1.key }) { finished, json in
      json.int(finished.key)
      for player in finished.value.sorted() { json.int(player.number) }
    }
    if let dealt { json.field("dealt", encoding: dealt) }
    let shared = [shared].compactMap { $0 }
    for (key, boards) in [("shared" as StaticString, shared), ("boards", boards), ("former", former)] {
      json.list(key, boards) { board, json in
        json.field("player", ifPresent: board.player.map { Int($0.number) })
        json.field("match", Int(board.match))
        json.field("at", board.startedAt)
        json.field("ms", ifPresent: board.elapsed.map { Int($0.milliseconds) })
      }
    }
    json.endObject()
  }

  /// `nil` for an invalid form.
  init?(_ view: JSONView, games: [GameModule]) {
    guard let plan = Room.Plan(view, games: games), let firstSeq = view["first_seq"]?.int else { return nil }
    self.init(plan, firstSeq: firstSeq)
    if plan.game == nil { missingGame = view["game"]?.string }
    owner = view.number("owner").map { PlayerID($0) }
    rounds = view.decoded("rounds") ?? Rounds()
    func rows(_ key: StaticString) -> [[JSONView]] { view.list(key).map { Array($0.elements) } }
    func boards(_ key: StaticString) -> [Board] {
      view.list(key).compactMap { board in
        guard let match = board.number("match"), let startedAt = board.time("at") else { return nil }
        return Board(
          player: board.player, match: match, startedAt: startedAt,
          elapsed: board.number("ms").map { Elapsed(milliseconds: $0) })
      }
    }
    places = rows("places").compactMap { place in
      guard place.count == 2, let player = place[0].int else { return nil }
      return Place(player: PlayerID(Int64(player)), isWatching: place[1].bool ?? false)
    }
    func exclusions(_ key: StaticString) -> Exclusions { view.decoded(key) ?? Exclusions() }
    (kicked, readmitted, muted) = (exclusions("kicked"), exclusions("readmitted"), exclusions("muted"))
    for numbers in rows("wins").map({ $0.compactMap(\.int) }) where numbers.count == 2 {
      wins[PlayerID(Int64(numbers[0]))] = numbers[1]
    }
    used = PuzzleSet(view.list("used").compactMap(\.string).map { PuzzleKey($0) })
    for numbers in rows("finished").map({ $0.compactMap(\.int) }) {
      guard let round = numbers.first else { continue }
      finished[round] = Set(numbers.dropFirst().map { PlayerID(Int64($0)) })
    }
    dealt = view.decoded("dealt")
    (shared, self.boards, former) = (boards("shared").first, boards("boards"), boards("former"))
  }
}

extension JSONView {
  /// The elements of a member; empty if it is missing.
  fileprivate func list(_ key: StaticString) -> [JSONView] { self[key].map { Array($0.elements) } ?? [] }
}

extension Room.Plan {
  /// Writes its members into an object.
  fileprivate func write(to json: inout JSONWriter, missingGame: String?) {
    json.field("name", name.text)
    json.field("game", ifPresent: game?.info.id ?? missingGame)
    json.field("mode", mode.name)
    json.field("settings", settings)
    json.field("code", ifPresent: code)
    json.field("seed", ifPresent: seed.map { Int(bitPattern: UInt($0)) })
    json.field("archive_day", ifPresent: archiveDay)
    if let authored {
      json.field("authored", Int(authored.number))
      json.field("puzzle", authored.puzzle)
    }
    json.field("seconds", ifPresent: roundSeconds)
    json.field("vote_seconds", ifPresent: mode.ballotSeconds)
    if isNamedOnly { json.field("named_only", true) }
    if isLocked { json.field("locked", true) }
    json.field("clock", ifPresent: clock?.text)
    json.field("best_of", ifPresent: terms.bestOf)
    if !terms.isRated { json.field("unrated", true) }
    if let seatedPlayers {
      json.field("seats_for", .array(seatedPlayers.sorted().map { .int(Int($0.number)) }))
      if !isOwned { json.field("ownerless", true) }
    }
    if let words { json.field("words", encoding: words) }
  }

  /// `nil` for an invalid form. The game is missing if this server does not have it.
  fileprivate init?(_ view: JSONView, games: [GameModule]) {
    guard let text = view["name"]?.string, let settings = view["settings"],
      let name = try? PlayerName(text, as: .room, maximum: 64, isStored: true),
      let modeName = view["mode"]?.string
    else { return nil }
    let game = view["game"]?.string.flatMap { id in games.first { $0.info.id == id } }
    guard let mode = Modes.named(modeName, for: game) else { return nil }
    self.init(name: name, game: game, settings: settings.value, mode: mode)
    code = view["code"]?.string
    seed = view["seed"]?.int.map { UInt64(UInt(bitPattern: $0)) }
    archiveDay = view["archive_day"]?.int
    if let number = view.number("authored"), let puzzle = view["puzzle"] {
      authored = AuthoredPuzzle(number: number, puzzle: puzzle.value)
      self.mode = AuthoredMode()
    }
    roundSeconds = view["seconds"]?.int
    if let seconds = view["vote_seconds"]?.int { self.mode = VoteMode(seconds: seconds) }
    isNamedOnly = view["named_only"]?.bool ?? false
    isLocked = view["locked"]?.bool ?? false
    terms.clock = view["clock"]?.string.flatMap { ClockRules($0) }
    terms.bestOf = view["best_of"]?.int.flatMap { MatchTerms.series.contains($0) ? $0 : nil }
    terms.isRated = view["unrated"]?.bool != true
    seatedPlayers = view["seats_for"].map { Set($0.elements.compactMap(\.int).map { PlayerID(Int64($0)) }) }
    isOwned = view["ownerless"]?.bool != true
    words = view.decoded("words")
  }
}
