public import GameKit
public import WireProtocol

/// A program's answer to `hello`.
public struct ProgramDescription: Sendable {
  /// The source of its puzzles.
  public enum Puzzles: Hashable, Sendable {
    /// No hidden or random information, as in tic-tac-toe.
    case none
    /// Only a random seed per match, as in card games.
    case chance
    /// A list of this length, indexed from 0.
    case numbered(Int)
    /// Generated from a seed.
    case seeded
  }

  /// For the lobby, `help` and `schema`.
  public let info: GameInfo
  /// The source of its puzzles.
  public let puzzles: Puzzles
  /// Whether moves are checked against a vocabulary, which may change.
  public let hasVocabulary: Bool
  /// Pairs of puzzle numbers that look alike at the start: for checks.
  public let twins: [(Int, Int)]
  /// Whether players see the whole puzzle from the start: for checks.
  public let playersSeeAll: Bool
  /// The settings that a room's creator may choose.
  let settings: SettingsForm
  /// Settings at the bounds of their ranges, if there are any settings: for checks.
  public var otherSettings: [JSON] { settings.edges == settings.defaults ? [] : [.object(settings.edges)] }
  /// The answer without its id, for comparison.
  private let answer: JSON
  init(_ json: JSON) throws(ProgramFault) {
    let document = JSONDocument()
    var writer = JSONWriter()
    writer.value(json)
    guard (try? document.parse(writer.bytes)) != nil else {
      throw .invalidAnswer(ask: "hello", what: "its JSON is nested too deeply")
    }
    do throws(MalformedAnswer) {
      try self.init(Answer(document.root), json)
    } catch {
      throw .invalidAnswer(ask: "hello", what: error.what)
    }
    guard json["version"]?.intValue == 1 else { throw .version(answered: json["version"]?.text ?? "none") }
  }

  private init(_ hello: Answer, _ json: JSON) throws(MalformedAnswer) {
    var bare = json.objectValue ?? [:]
    bare["id"] = nil
    answer = .object(bare)
    let game = try hello.required("game")
    info = try GameInfo(game)
    settings = try SettingsForm(info.settingsSchema)
    let source = try hello.required("puzzles")
    switch (source.view.string, source.view.int) {
    case ("none", _): puzzles = .none
    case ("chance", _): puzzles = .chance
    case ("seeded", _): puzzles = .seeded
    case (_, let count?) where count > 0: puzzles = .numbered(count)
    default: throw MalformedAnswer(what: "\"puzzles\" is neither a positive number nor one of none, chance, seeded")
    }
    hasVocabulary = try hello.flag("vocabulary", or: false)
    playersSeeAll = try hello.flag("players_see_all", or: false)
    var pairs: [(Int, Int)] = []
    for pair in try hello.list("twins") {
      let numbers = pair.view.elements.compactMap(\.int)
      guard numbers.count == 2 else { throw MalformedAnswer(what: "\"\(pair.path)\" is not a pair of numbers") }
      pairs.append((numbers[0], numbers[1]))
    }
    twins = pairs
  }
}

extension ProgramDescription: Equatable {
  public static func == (one: ProgramDescription, other: ProgramDescription) -> Bool { one.answer == other.answer }
}

extension GameInfo {
  fileprivate init(_ game: Answer) throws(MalformedAnswer) {
    var modes: [ModeKind] = []
    for mode in try game.texts("modes") {
      guard let kind = ModeKind(rawValue: mode) else {
        throw MalformedAnswer(what: "\"\(game.path).modes\" has \"\(mode)\", which is not a mode")
      }
      modes.append(kind)
    }
    let id = try game.text("id")
    guard !id.isEmpty, id.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else {
      throw MalformedAnswer(what: "\"\(game.path).id\" may only contain the letters a to z")
    }
    if let reason = KnownNames.reason(againstGame: id) {
      throw MalformedAnswer(what: "\"\(game.path).id\": \"\(id)\" \(reason); choose another id")
    }
    let seats = try game.list("seats")
    let lossTries = try game.member("loss_tries")?.asInt()
    self.init(
      id: id, title: try game.text("title"), summary: try game.text("summary"), rules: try game.texts("rules"),
      typing: try game.texts("typing"), modes: modes.isEmpty ? ModeKind.allCases : modes,
      moveSchema: try game.schema("move"), settingsSchema: try game.schema("settings"),
      viewSchema: try game.schema("view"), lossTries: lossTries,
      puzzleNoun: try game.text("puzzle_noun", or: "puzzle"), roundSeconds: try game.int("round_seconds", or: 180),
      seats: try Self.seats(seats, areOpenLate: try game.flag("open_late", or: false)))
  }

  private static func seats(_ numbers: [Answer], areOpenLate: Bool) throws(MalformedAnswer) -> Seats? {
    guard let first = numbers.first, let last = numbers.last else { return nil }
    let (fewest, most) = (try first.asInt(), try last.asInt())
    guard 1 <= fewest, fewest <= most else {
      throw MalformedAnswer(
        what: "\"\(first.path)\" and \"\(last.path)\" are not the minimum and maximum number of players")
    }
    return Seats(fewest...most, areOpenLate: areOpenLate)
  }
}

extension Answer {
  fileprivate func schema(_ key: StaticString) throws(MalformedAnswer) -> JSON {
    member(key)?.view.value ?? ["type": "object"]
  }
}
