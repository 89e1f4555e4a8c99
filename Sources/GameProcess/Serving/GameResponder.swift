public import GameKit
internal import WireProtocol

/// Serves a game in Swift by the protocol of Protocol/GAMES.md on standard input and output, until the input ends. A
/// trap or an endless loop of the game then affects only this process.
public func serveGame(_ module: GameModule) {
  var loop = ResponderLoop()
  module.visit(&loop)
}

private struct ResponderLoop: SourceVisitor {
  func visit<S: PuzzleSource>(_ source: S) {
    let responder = GameResponder(source: source)
    let document = JSONDocument()
    while let line = readLine() {
      guard (try? document.parse(line.utf8)) != nil else { continue }
      StandardOutput.write(responder.answer(Answer(document.root)))
    }
  }
}

/// Answers the questions about one game.
struct GameResponder<S: PuzzleSource> {
  typealias G = S.G

  let source: S

  /// The answer to a question, with its newline.
  func answer(_ ask: Answer) -> [UInt8] {
    var json = JSONWriter(reserving: 1024)
    json.beginObject()
    json.field("id", ask.view["id"]?.int ?? 0)
    do throws(QuestionRefusal) {
      for (name, value) in try fields(ask).members {
        json.key(name)
        json.value(value)
      }
    } catch {
      json.field("refused", ["code": .string(error.code), "text": .string(error.text)])
    }
    json.endObject()
    json.newline()
    return json.bytes
  }

  private func fields(_ ask: Answer) throws(QuestionRefusal) -> JSONObject {
    switch ask.view["ask"]?.string {
    case "hello": hello
    case "puzzle": try puzzle(ask)
    case "start": position(G(puzzle: try decoded("puzzle", of: ask), settings: try decoded("settings", of: ask)), ask)
    case "play": try play(ask)
    case "tick": try tick(ask)
    case "view": ["views": .array(views(try decoded("state", of: ask), ask))]
    case "read": try read(ask)
    default: throw QuestionRefusal("unknown", "Unknown question")
    }
  }

  // MARK: - Answers

  private var hello: JSONObject {
    let puzzles: JSON =
      if G.Puzzle.self == NoPuzzle.self {
        "none"
      } else if G.Puzzle.self == Chance.self {
        "chance"
      } else {
        count.map { .int($0) } ?? "seeded"
      }
    return [
      "version": 1, "game": G.info.hello(defaults: try? JSON(encoding: G.Settings())), "puzzles": puzzles,
      "vocabulary": true,
    ]
  }

  /// The number of puzzles if the source numbers them: one per day, each once; `nil` otherwise.
  private var count: Int? {
    let settings = G.Settings()
    guard let count = source.puzzleCount(settings: settings), count == source.dayCount(settings: settings) else {
      return nil
    }
    return count
  }

  private func puzzle(_ ask: Answer) throws(QuestionRefusal) -> JSONObject {
    let seed = UInt64(ask.view["seed"]?.string?.prefix(16) ?? "", radix: 16) ?? 0
    let settings: G.Settings = try decoded("settings", of: ask)
    let puzzle = try mappingRejection { () throws(Rejection) in
      guard let number = ask.view["number"]?.int else {
        return try source.puzzle(seed: seed, settings: settings, excluding: [])
      }
      return try source.puzzle(for: Day(number: number + 1), season: SeasonKey(hashing: []), settings: settings)
    }
    return [
      "puzzle": encoded(puzzle), "key": .string(G.key(of: puzzle).text),
      "solution": .array(G.solution(of: puzzle).map(encoded)),
    ]
  }

  private func play(_ ask: Answer) throws(QuestionRefusal) -> JSONObject {
    var game: G = try decoded("state", of: ask)
    let move = try move(ask)
    if ask.view["logged"]?.bool != true { try admit(move, ask) }
    let turn = try mappingRejection { () throws(Rejection) in
      try game.play(move, by: player(ask) ?? PlayerID(0), at: elapsed(ask))
    }
    var fields: JSONObject = ["move": encoded(move), "turn": turn.programForm]
    fields.merge(position(game, ask))
    return fields
  }

  private func tick(_ ask: Answer) throws(QuestionRefusal) -> JSONObject {
    var game: G = try decoded("state", of: ask)
    var logged: JSONObject = ["players": ask.view["players"]?.value ?? []]
    logged["$"] = ask.view["event"]?.value
    let turn = try mappingRejection { () throws(Rejection) in
      guard let event = try TableEvent(.object(logged), by: player(ask) ?? PlayerID(0)) else { throw .notHere }
      return try game.handle(event, at: elapsed(ask))
    }
    var fields: JSONObject = ["turn": turn.programForm]
    fields.merge(position(game, ask))
    return fields
  }

  private func read(_ ask: Answer) throws(QuestionRefusal) -> JSONObject {
    let move = try move(ask)
    if ask.view["puzzle"]?.isNull == false { try admit(move, ask) }
    return ["move": encoded(move)]
  }

  private func position(_ game: G, _ ask: Answer) -> JSONObject {
    var fields: JSONObject = [
      "state": (try? JSON(encoding: game)) ?? .null, "to_move": .array(game.toMove.map { .int(Int($0.number)) }),
    ]
    if let deadline = game.deadline { fields["deadline"] = .int(Int(deadline.milliseconds)) }
    fields["views"] = .array(views(game, ask))
    return fields
  }

  private func views(_ game: G, _ ask: Answer) -> [JSON] {
    (ask.view["views"]?.elements.map { $0 } ?? []).map { viewer in
      if let number = viewer.int { return view(game, PlayerID(Int64(number))) }
      return ["board": game.board(for: viewer.isString("informed") ? .informed : .outsider).programForm]
    }
  }

  private func view(_ game: G, _ player: PlayerID) -> JSON {
    let outcome = game.outcome(for: player)
    var fields: JSONObject = [
      "board": game.board(for: .seat(player)).programForm, "progress": .int(game.progress(of: player)),
    ]
    if let outcome {
      fields["outcome"] = outcome.programForm
      fields["missed"] = .array(game.missed(by: player).map(\.programForm))
    }
    fields["moves"] = .array(game.candidates(for: player).map(encoded))
    if let time = game.timeIsUp(for: player) { fields["time_is_up"] = .int(Int(time.milliseconds)) }
    return .object(fields)
  }

  // MARK: - Questions

  private func player(_ ask: Answer) -> PlayerID? { ask.view["player"]?.int.map { PlayerID(Int64($0)) } }

  private func elapsed(_ ask: Answer) -> Elapsed { Elapsed(milliseconds: Int64(ask.view["elapsed"]?.int ?? 0)) }

  private func move(_ ask: Answer) throws(QuestionRefusal) -> G.Move {
    if let line = ask.view["text"]?.string { return try mappingRejection { () throws(Rejection) in try G.parse(line) } }
    return try decoded("move", of: ask)
  }

  private func admit(_ move: G.Move, _ ask: Answer) throws(QuestionRefusal) {
    let puzzle: G.Puzzle = try decoded("puzzle", of: ask)
    try mappingRejection { () throws(Rejection) in try source.admit(move, to: puzzle) }
  }

  private func encoded(_ value: some Encodable) -> JSON { (try? JSON(writing: value)) ?? .null }

  private func decoded<Value: Decodable>(_ key: StaticString, of ask: Answer) throws(QuestionRefusal) -> Value {
    do {
      if let view = ask.view[key], !view.isNull { return try view.read(Value.self) }
      return try JSON.object([:]).decode(Value.self)
    } catch {
      throw QuestionRefusal("bad_\(key)", error.description)
    }
  }

  private func mappingRejection<Value>(_ body: () throws(Rejection) -> Value) throws(QuestionRefusal) -> Value {
    do {
      return try body()
    } catch {
      throw QuestionRefusal(error.code, error.message)
    }
  }
}

/// A refusal of a question.
private struct QuestionRefusal: Error {
  let code: String
  let text: String

  init(_ code: String, _ text: String) { (self.code, self.text) = (code, text) }
}
