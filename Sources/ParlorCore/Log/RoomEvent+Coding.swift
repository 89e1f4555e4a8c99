import GameKit
import Kernel
import WireProtocol

/// An event as a line of its room's document,
/// `{"document":[2,12],"fact":"said","seq":7,"secret":{"p":"ana","t":"hi"}}`: it is sent to resuming sessions only, so
/// all of it is secret.
extension RoomEvent {
  /// The event as a line.
  func line(in room: Int64) -> [UInt8] {
    written
      ?? DocumentLine(RoomDocument.id(room), reserving: content.expectedBytes) { json in
        content.writeName(to: &json)
        json.field("seq", seq)
        json.secret { json in
          if !actor.name.isEmpty {
            json.field("p", actor.name)
            json.field("i", Int(actor.id.number))
          }
          content.write(to: &json)
        }
      }.bytes
  }

  /// Parses a line; `nil` for any other line.
  init?(line: [UInt8], with document: JSONDocument) {
    guard (try? document.parse(line)) != nil else { return nil }
    self.init(line: document.root)
  }

  /// Parses a viewed line; `nil` if it is no event.
  init?(line: JSONView) {
    guard let seq = line["seq"]?.int, let fact = line["fact"]?.string, let secret = line["secret"],
      let room = DocumentID(line)?.key, let content = Content(fact, secret, in: room)
    else { return nil }
    let actor = Actor(secret["p"]?.string ?? "", PlayerID(secret.number("i") ?? 0))
    self.init(seq: seq, by: actor, content, written: line.withSourceBytes { Array($0) })
  }

  /// How a move is sent, without what its fact has already.
  static func telling(_ played: Match.Played, by name: String, _ scope: PuzzleScope) -> [UInt8] {
    var json = JSONWriter(reserving: 320)
    json.beginObject()
    json.field("p", name)
    played.turn.write(played.encodedTurn, to: &json)
    scope.write(to: &json)
    json.endObject()
    return json.bytes
  }

  /// How a player's end is sent, without what its fact has already.
  static func telling(_ outcome: Outcome, of name: String, _ scope: PuzzleScope) -> [UInt8] {
    var json = JSONWriter(reserving: 320)
    json.beginObject()
    json.field("p", name)
    outcome.writeDetails(to: &json)
    scope.write(to: &json)
    json.endObject()
    return json.bytes
  }
}

extension RoomEvent.Content {
  /// The estimated bytes of its line; the history window keeps many.
  fileprivate var expectedBytes: Int {
    switch self {
    case .said(let text, _): 128 + text.utf8.count
    case .presence, .directed, .unshared, .removed: 144
    case .moved, .finished, .round, .roundOver, .shared, .reacted: 384
    }
  }

  fileprivate func writeName(to json: inout JSONWriter) {
    switch self {
    case .moved: json.fact("moved")
    case .finished: json.fact("finished")
    case .round: json.fact("round")
    case .roundOver: json.fact("over")
    case .said: json.fact("said")
    case .directed: json.fact("directed")
    case .presence(let change, _): json.field("fact", change.rawValue)
    case .shared: json.fact("shared")
    case .unshared: json.fact("unshared")
    case .reacted: json.fact("reacted")
    case .removed: json.fact("removed")
    }
  }

  fileprivate func write(to json: inout JSONWriter) {
    switch self {
    case .moved(let turn, let scope):
      turn.write(nil, to: &json)
      scope.write(to: &json)
    case .finished(let result, let share, let scope):
      json.field("ms", Int(result.elapsed.milliseconds))
      result.outcome.writeFields(to: &json)
      json.field("share", share)
      scope.write(to: &json)
    case .round(let deal):
      deal.write(to: &json)
    case .roundOver(let number, let standings, let solution, let scope, let nextAt):
      json.field("n", number)
      json.field("at", ifPresent: nextAt.map { Int($0.milliseconds) })
      json.key("standings")
      json.beginArray()
      for standing in standings { standing.write(to: &json) }
      json.endArray()
      json.field("solution", .array(solution))
      scope.write(to: &json)
    case .said(let text, let scope):
      json.field("t", text)
      scope?.write(to: &json)
    case .directed(let direction): json.field("direction", encoding: direction)
    case .presence(_, let details):
      if details.isWatching { json.field("w", true) }
      json.field("reason", ifPresent: details.reason)
      json.field("name", ifPresent: details.name)
      json.field("m", ifPresent: details.isMuted)
      details.privateDetails.write(to: &json)
    case .shared(let result, let replaced):
      json.field("old", ifPresent: replaced)
      result.store(to: &json)
    case .unshared(let share): json.field("share", ifPresent: share)
    case .reacted(let reaction): reaction.store(to: &json)
    case .removed: break
    }
  }

  /// - Parameter fact: as written by ``writeName(to:)``.
  fileprivate init?(_ fact: String, _ view: JSONView, in room: Int64) {
    let scope = PuzzleScope(view, in: room)
    switch fact {
    case "moved":
      guard let scope, let turn = Turn(view) else { return nil }
      self = .moved(turn, scope: scope)
    case "finished":
      guard let scope, let outcome = Outcome(view), let share = view["share"]?.string
      else { return nil }
      let result = Seat.Result(
        outcome: outcome, elapsed: Elapsed(milliseconds: Int64(view["ms"]?.int ?? 0)))
      self = .finished(result, share: share, scope: scope)
    case "round": self = .round(Deal(view))
    case "over":
      guard let scope, let lines = view["standings"] else { return nil }
      let standings = lines.elements.compactMap(Standing.init)
      let solution = view["solution"].map { $0.elements.map(\.value) } ?? []
      self = .roundOver(
        number: view["n"]?.int ?? 0, standings: standings, solution: solution, scope: scope, nextAt: view.time("at"))
    case "said":
      self = .said(view["t"]?.string ?? "", scope: scope)
    case "directed":
      guard let direction: Direction = view.decoded("direction") else { return nil }
      self = .directed(direction)
    case "shared":
      guard let result = SharedResult(stored: view, player: view["p"]?.string ?? "") else { return nil }
      self = .shared(result, replaced: view["old"]?.int)
    case "unshared":
      self = .unshared(share: view["share"]?.int)
    case "reacted":
      guard let reaction = SharedReaction(stored: view) else { return nil }
      self = .reacted(reaction)
    case "removed": self = .removed
    default:
      guard let change = Presence.Change(rawValue: fact) else { return nil }
      self = .presence(
        change,
        RoomEvent.PresenceDetails(
          isWatching: view["w"]?.bool ?? false, reason: view["reason"]?.string, name: view["name"]?.string,
          isMuted: view["m"]?.bool, privateDetails: RoomEvent.PresenceDetails.PrivateDetails(view)))
    }
  }
}

extension Deal {
  /// Writes its members into an event.
  fileprivate func write(to json: inout JSONWriter) {
    json.field("n", round)
    json.field("at", ifPresent: endsAt.map { Int($0.milliseconds) })
    json.field("dealt", Int(dealtAt.milliseconds))
    if startsOver { json.field("again", true) }
    guard let puzzle else { return }
    json.rows("boards", boards) { board, json in
      json.int(board.player.number)
      json.int(board.match)
    }
    json.field("puzzle", puzzle)
  }

  fileprivate init(_ view: JSONView) {
    self.init(
      round: view["n"]?.int ?? 0, endsAt: view.time("at"), dealtAt: view.time("dealt") ?? Instant(milliseconds: 0),
      startsOver: view["again"]?.bool ?? false, puzzle: view["puzzle"]?.value)
    for pair in view["boards"].map({ Array($0.elements) }) ?? [] {
      let numbers = pair.elements.compactMap(\.int)
      guard numbers.count == 2 else { continue }
      boards.append(Board(player: PlayerID(Int64(numbers[0])), match: Int64(numbers[1])))
    }
  }
}

extension RoomEvent.PresenceDetails.PrivateDetails {
  fileprivate func write(to json: inout JSONWriter) {
    json.field("board", ifPresent: board.map { Int($0) })
    if isMuted { json.field("silent", true) }
    guard let address else { return }
    json.field("from", address.text)
    json.field("since", address.since)
    json.field("until", address.until)
  }

  fileprivate init(_ view: JSONView) {
    board = view.number("board")
    isMuted = view["silent"]?.bool ?? false
    guard let text = view["from"]?.string, let since = view.time("since"), let until = view.time("until") else {
      return
    }
    address = Exclusions.Address(text: text, since: since, until: until)
  }
}

extension Turn {
  /// Writes its members into an event.
  ///
  /// - Parameter encoded: what `Match.Played` has already encoded.
  fileprivate func write(_ encoded: [UInt8]?, to json: inout JSONWriter) {
    json.key("turn")
    json.beginArray()
    if let encoded {
      json.raw(encoded)
    } else {
      json.value(.object(secret))
      json.value(.object(open))
      json.bool(spentTry)
      if !hands.isEmpty { json.value(.array(hands.map(\.json))) }
    }
    json.endArray()
    if isQuiet { json.field("quiet", true) }
    if !remark.isEmpty { json.field("remark", remark) }
    if !openRemark.isEmpty { json.field("said", openRemark) }
  }

  fileprivate init?(_ view: JSONView) {
    guard let parts = view["turn"].map({ Array($0.elements) }), parts.count >= 3,
      let secret = parts[0].value.objectValue, let open = parts[1].value.objectValue, let spentTry = parts[2].bool
    else { return nil }
    self.init(
      secret: secret, open: open, spentTry: spentTry,
      remark: view["remark"]?.string ?? "", openRemark: view["said"]?.string ?? "",
      hands: parts.dropFirst(3).first.map { $0.elements.compactMap { Turn.Hand($0.value) } } ?? [])
    isQuiet = view["quiet"]?.bool ?? false
  }
}

extension Standing {
  fileprivate func write(to json: inout JSONWriter) {
    json.beginObject()
    json.field("place", place)
    json.field("p", player)
    json.field("i", Int(id.number))
    json.field("wins", wins)
    if progress > 0 { json.field("far", progress) }
    if let rating {
      json.field("rated", rating.value)
      json.field("by", rating.change)
    }
    if let result {
      json.field("ms", Int(result.elapsed.milliseconds))
      json.key("outcome")
      result.outcome.write(to: &json)
    }
    json.endObject()
  }

  fileprivate init?(_ view: JSONView) {
    guard let place = view["place"]?.int, let player = view["p"]?.string else { return nil }
    let outcome = view["outcome"].flatMap(Outcome.init)
    let elapsed = Elapsed(milliseconds: Int64(view["ms"]?.int ?? 0))
    self.init(
      place: place, player: player, id: PlayerID(Int64(view["i"]?.int ?? 0)),
      result: outcome.map { Seat.Result(outcome: $0, elapsed: elapsed) },
      progress: view["far"]?.int ?? 0, wins: view["wins"]?.int ?? 0,
      rating: view["rated"]?.int.map { Change(value: $0, change: view["by"]?.int ?? 0) })
  }
}

extension Outcome {
  fileprivate func write(to json: inout JSONWriter) {
    json.beginObject()
    writeFields(to: &json)
    json.endObject()
  }

  fileprivate func writeFields(to json: inout JSONWriter) {
    json.field("won", won)
    json.field("tries", ifPresent: tries)
    json.field("score", score)
    json.field("secret", .object(secret))
    writeDetails(to: &json)
  }

  /// Writes what a stored result lacks.
  fileprivate func writeDetails(to json: inout JSONWriter) {
    json.field("open", .object(open))
    json.field("praise", praise)
    json.field("headline", grid.headline)
    json.field("rows", .array(grid.rows.map(JSON.string)))
  }

  fileprivate init?(_ view: JSONView) {
    guard let won = view["won"]?.bool, let score = view["score"]?.int else { return nil }
    self.init(
      won: won, tries: view["tries"]?.int, score: score, open: view["open"]?.value.objectValue ?? [:],
      secret: view["secret"]?.value.objectValue ?? [:], praise: view["praise"]?.string ?? "",
      grid: ShareGrid(
        headline: view["headline"]?.string ?? "",
        rows: view["rows"].map { $0.elements.compactMap(\.string) } ?? []))
  }
}

extension PuzzleScope {
  /// Fields of the current object: `game` and `day`, or the `round` of the line's room.
  fileprivate func write(to json: inout JSONWriter) {
    switch self {
    case .day(let game, let day):
      json.field("game", game)
      json.field("day", day.number)
    case .dealt(_, let round): json.field("round", round)
    }
  }

  fileprivate init?(_ view: JSONView, in room: Int64) {
    if let game = view["game"]?.string, let day = view["day"]?.int {
      self = .day(game: game, Day(number: day))
    } else if let round = view["round"]?.int {
      self = .dealt(room: room, round: round)
    } else {
      return nil
    }
  }
}
