public import GameKit
public import WireProtocol

/// What a program says of itself in its answer to `hello`.
public struct ProgramDescription: Sendable {
  /// Where its puzzles come from.
  public enum Puzzles: Hashable, Sendable {
    /// Nothing is hidden and nothing drawn, as in tic-tac-toe.
    case none
    /// Each match has its own chance and nothing else, as in games of cards.
    case chance
    /// So many, each known by its number from 0.
    case numbered(Int)
    /// Made from a seed, without end.
    case seeded
  }

  /// For the lobby, `help` and `schema`.
  public let info: GameInfo
  /// Where its puzzles come from.
  public let puzzles: Puzzles
  /// Whether it refuses moves outside of a vocabulary, which may change.
  public let hasVocabulary: Bool
  /// Pairs of puzzles, by number, that look alike at the start: for checks.
  public let twins: [(Int, Int)]
  /// Whether a player has the whole puzzle in sight from the start: for checks.
  public let playersSeeAll: Bool
  /// What a room's creator may choose.
  let settings: SettingsForm
  /// What a room has whose creator chooses nothing.
  public var defaultSettings: JSON { .object(settings.defaults) }
  /// Settings at the edges of what may be chosen; none where there is no choice: for checks.
  public var otherSettings: [JSON] { settings.edges == settings.defaults ? [] : [.object(settings.edges)] }
  /// The answer, by which two are compared.
  private let answer: JSON

  /// Reads the answer to `hello`.
  init(_ json: JSON) throws(ProgramFault) {
    let document = JSONDocument()
    var writer = JSONWriter()
    writer.value(json)
    guard (try? document.parse(writer.bytes)) != nil else { throw .nonsense(ask: "hello", what: "it is too deep") }
    do throws(Unreadable) {
      try self.init(Answer(document.root), json)
    } catch {
      throw .nonsense(ask: "hello", what: error.what)
    }
    guard json["version"]?.intValue == 1 else { throw .version(answered: json["version"]?.text ?? "none") }
  }

  private init(_ hello: Answer, _ json: JSON) throws(Unreadable) {
    var bare = json.objectValue ?? [:]
    bare["id"] = nil
    answer = .object(bare)
    let game = try hello.need("game")
    info = try GameInfo(game)
    settings = try SettingsForm(info.settingsSchema)
    let source = try hello.need("puzzles")
    switch (source.view.string, source.view.int) {
    case ("none", _): puzzles = .none
    case ("chance", _): puzzles = .chance
    case ("seeded", _): puzzles = .seeded
    case (_, let count?) where count > 0: puzzles = .numbered(count)
    default: throw Unreadable(what: "\"puzzles\" is neither how many there are nor none, chance or seeded")
    }
    hasVocabulary = try hello.flag("vocabulary", or: false)
    playersSeeAll = try hello.flag("players_see_all", or: false)
    var pairs: [(Int, Int)] = []
    for pair in try hello.list("twins") {
      let numbers = pair.view.elements.compactMap(\.int)
      guard numbers.count == 2 else { throw Unreadable(what: "\"\(pair.path)\" is no pair of numbers") }
      pairs.append((numbers[0], numbers[1]))
    }
    twins = pairs
  }
}

extension ProgramDescription: Equatable {
  public static func == (one: ProgramDescription, other: ProgramDescription) -> Bool { one.answer == other.answer }
}

extension GameInfo {
  fileprivate init(_ game: Answer) throws(Unreadable) {
    var modes: [ModeKind] = []
    for mode in try game.texts("modes") {
      guard let kind = ModeKind(rawValue: mode) else {
        throw Unreadable(what: "\"\(game.path).modes\" has \"\(mode)\", which is no mode")
      }
      modes.append(kind)
    }
    let id = try game.text("id")
    guard !id.isEmpty, id.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else {
      throw Unreadable(what: "\"\(game.path).id\" is not of the letters a to z")
    }
    if let reason = KnownNames.reason(againstGame: id) {
      throw Unreadable(what: "\"\(game.path).id\": \"\(id)\" \(reason); choose another id")
    }
    let seats = try game.list("seats")
    let lossTries = try game.member("loss_tries")?.asInt()
    self.init(
      id: id, title: try game.text("title"), summary: try game.text("summary"), rules: try game.texts("rules"),
      modes: modes.isEmpty ? ModeKind.allCases : modes, moveSchema: try game.schema("move"),
      settingsSchema: try game.schema("settings"), viewSchema: try game.schema("view"), lossTries: lossTries,
      puzzleNoun: try game.text("puzzle_noun", or: "puzzle"), roundSeconds: try game.int("round_seconds", or: 180),
      seats: try Self.seats(seats, areOpenLate: try game.flag("open_late", or: false)))
  }

  private static func seats(_ numbers: [Answer], areOpenLate: Bool) throws(Unreadable) -> Seats? {
    guard let first = numbers.first, let last = numbers.last else { return nil }
    let (fewest, most) = (try first.asInt(), try last.asInt())
    guard 1 <= fewest, fewest <= most else {
      throw Unreadable(what: "\"\(first.path)\" and \"\(last.path)\" are not the fewest and the most players")
    }
    return Seats(fewest...most, areOpenLate: areOpenLate)
  }
}

extension Answer {
  fileprivate func schema(_ key: StaticString) throws(Unreadable) -> JSON {
    member(key)?.view.value ?? ["type": "object"]
  }
}
