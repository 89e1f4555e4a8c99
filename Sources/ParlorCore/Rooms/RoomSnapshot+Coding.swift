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
    rounds.write(to: &json)
    json.rows("places", places) { place, json in
      json.int(place.player.number)
      json.bool(place.isWatching)
    }
    for (key, exclusions) in [("kicked" as StaticString, kicked), ("muted", muted)] {
      json.key(key)
      exclusions.write(to: &json)
    }
    json.rows("wins", wins.sorted { $0.key < $1.key }) { wins, json in
      json.int(wins.key.number)
      json.int(wins.value)
    }
    json.field("used", .array(used.texts.map(JSON.string)))
    json.rows("finished", finished.sorted { $0.key < $1.key }) { finished, json in
      json.int(finished.key)
      for player in finished.value.sorted() { json.int(player.number) }
    }
    if let dealt {
      json.key("dealt")
      json.beginObject()
      json.field("round", dealt.round)
      json.field("at", dealt.dealtAt)
      json.field("puzzle", dealt.puzzle)
      json.endObject()
    }
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
    rounds = Rounds(view)
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
    (kicked, muted) = (Exclusions(view["kicked"]), Exclusions(view["muted"]))
    for numbers in rows("wins").map({ $0.compactMap(\.int) }) where numbers.count == 2 {
      wins[PlayerID(Int64(numbers[0]))] = numbers[1]
    }
    used = PuzzleSet(view.list("used").compactMap(\.string).map { PuzzleKey($0) })
    for numbers in rows("finished").map({ $0.compactMap(\.int) }) {
      guard let round = numbers.first else { continue }
      finished[round] = Set(numbers.dropFirst().map { PlayerID(Int64($0)) })
    }
    if let dealt = view["dealt"], let round = dealt["round"]?.int, let puzzle = dealt["puzzle"] {
      self.dealt = Dealt(
        round: round, puzzle: puzzle.value, dealtAt: dealt.time("at") ?? Instant(milliseconds: 0))
    }
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
    json.field("clock", ifPresent: clock?.text)
    json.field("best_of", ifPresent: terms.bestOf)
    if !terms.isRated { json.field("unrated", true) }
    if let seatedPlayers {
      json.field("seats_for", .array(seatedPlayers.sorted().map { .int(Int($0.number)) }))
      if !isOwned { json.field("ownerless", true) }
    }
    guard let words else { return }
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
    terms.clock = view["clock"]?.string.flatMap { ClockRules($0) }
    terms.bestOf = view["best_of"]?.int.flatMap { MatchTerms.series.contains($0) ? $0 : nil }
    terms.isRated = view["unrated"]?.bool != true
    seatedPlayers = view["seats_for"].map { Set($0.elements.compactMap(\.int).map { PlayerID(Int64($0)) }) }
    isOwned = view["ownerless"]?.bool != true
    words = try? view["words"]?.value.decode(OwnWords.self)
  }
}

extension Rounds {
  /// Writes its members into an object.
  fileprivate func write(to json: inout JSONWriter) {
    json.field("round", number)
    switch phase {
    case .waiting: json.field("phase", "waiting")
    case .running: json.field("phase", "running")
    case .pausing: json.field("phase", "pausing")
    }
    json.field("until", ifPresent: phase.deadline.map { Int($0.milliseconds) })
    json.field("paused_at", ifPresent: pausedAt.map { Int($0.milliseconds) })
    if pausedMilliseconds > 0 { json.field("paused_ms", Int(pausedMilliseconds)) }
    if isStopped { json.field("stopped", true) }
  }

  fileprivate init(_ view: JSONView) {
    let until = view.time("until")
    let phase: Phase =
      switch (view["phase"]?.string, until) {
      case ("running", let endsAt): .running(endsAt: endsAt)
      case ("pausing", let until?): .pausing(until: until)
      default: .waiting
      }
    self.init(
      number: view["round"]?.int ?? 0, phase: phase, pausedAt: view.time("paused_at"),
      pausedMilliseconds: max(0, view.number("paused_ms") ?? 0), isStopped: view["stopped"]?.bool ?? false)
  }
}

extension Exclusions {
  fileprivate func write(to json: inout JSONWriter) {
    json.beginObject()
    json.field("players", .array(players.map { .int(Int($0.number)) }))
    json.list("from", addresses) { address, json in
      json.field("address", address.text)
      json.field("since", address.since)
      json.field("until", address.until)
      json.field("player", ifPresent: address.player.map { Int($0.number) })
      json.field("name", ifPresent: address.name)
    }
    json.endObject()
  }

  fileprivate init(_ view: JSONView?) {
    self.init(
      players: view?.list("players").compactMap(\.int).map { PlayerID(Int64($0)) } ?? [],
      addresses: view?.list("from").compactMap { address in
        guard let text = address["address"]?.string, let since = address.time("since"),
          let until = address.time("until")
        else { return nil }
        return Address(text: text, since: since, until: until, player: address.player, name: address["name"]?.string)
      } ?? [])
  }
}
