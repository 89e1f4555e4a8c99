internal import WireProtocol

/// The moves of a trial by puzzle: stored with its report, so that a lost puzzle can be examined.
struct PlayedPuzzles: Equatable {
  /// One puzzle, as its bot has seen it.
  struct Puzzle: Equatable {
    enum Step: Equatable {
      /// A played move: the `turn` of its answer.
      case turn(JSONObject)
      case refused(JSON, String)
    }

    var number: Int
    /// The initial rows of the board; empty if the trial shows no boards.
    var letters: [String] = []
    var steps: [Step] = []
    /// `nil` if the puzzle has not ended.
    var outcome: JSONObject?
  }

  private(set) var puzzles: [Puzzle] = []

  /// The most steps kept per puzzle: a bot may be refused for ever.
  private static let mostSteps = 2000

  mutating func begin(_ number: Int, letters: [String]) {
    guard puzzles.last?.number != number else { return }
    let isEmpty = !letters.contains { $0.contains { $0 != " " } }
    puzzles.append(Puzzle(number: number, letters: isEmpty ? [] : letters))
  }

  mutating func note(_ step: Puzzle.Step) {
    guard let last = puzzles.indices.last, puzzles[last].steps.count < Self.mostSteps else { return }
    puzzles[last].steps.append(step)
  }

  mutating func finish(_ outcome: JSONObject) {
    guard let last = puzzles.indices.last else { return }
    puzzles[last].outcome = outcome
  }
}

extension PlayedPuzzles {
  /// `[{"n":1,"letters":[…],"steps":[{"turn":{…}},{"refused":…,"message":…}],"outcome":{…}},…]`.
  var json: JSON { .array(puzzles.map(\.json)) }

  /// Reads ``json``; anything else is ignored.
  init(reading json: JSON) { puzzles = (json.arrayValue ?? []).compactMap(Puzzle.init(reading:)) }
}

extension PlayedPuzzles.Puzzle {
  fileprivate var json: JSON {
    var json: JSONObject = ["n": .int(number)]
    if !letters.isEmpty { json["letters"] = .array(letters.map(JSON.string)) }
    json["steps"] = .array(
      steps.map { step in
        switch step {
        case .turn(let turn): ["turn": .object(turn)]
        case .refused(let move, let message): ["refused": move, "message": .string(message)]
        }
      })
    if let outcome { json["outcome"] = .object(outcome) }
    return .object(json)
  }

  fileprivate init?(reading json: JSON) {
    guard let number = json["n"]?.intValue else { return nil }
    self.number = number
    letters = (json["letters"]?.arrayValue ?? []).compactMap(\.stringValue)
    outcome = json["outcome"]?.objectValue
    steps = (json["steps"]?.arrayValue ?? []).compactMap { step in
      if let turn = step["turn"]?.objectValue { return .turn(turn) }
      return step["refused"].map { .refused($0, step["message"]?.stringValue ?? "") }
    }
  }
}

extension PlayedPuzzles.Puzzle {
  var isSolved: Bool? { outcome.map { $0["won"]?.boolValue == true } }

  var text: String {
    var lines = letters.map { "  \($0)" }
    for step in steps {
      switch step {
      case .turn(let turn): lines.append("  " + Self.text(of: turn))
      case .refused(let move, let message): lines.append("  ✗ \(Self.text(of: move)): \(message)")
      }
    }
    lines.append("  " + ending)
    return lines.joined(separator: "\n")
  }

  private var ending: String {
    guard let outcome else { return "not finished" }
    let word = outcome["gave_up"]?.boolValue == true ? "given up" : isSolved == true ? "solved" : "not solved"
    let fields = outcome.members.filter { $0.key != "won" && $0.key != "gave_up" }
    return ([word] + fields.map { "\($0.key) \(Self.text(of: $0.value))" }).joined(separator: ", ")
  }

  /// Tiles first, then texts, then numbers with their names.
  private static func text(of turn: JSONObject) -> String {
    var parts: [String] = []
    if let tiles = turn["tiles"]?.stringValue { parts.append(tiles) }
    if let hit = turn["hit"]?.boolValue { parts.append(hit ? "🟩" : "⬛") }
    let rest = turn.members.filter { $0.key != "tiles" && $0.key != "hit" }
    parts += rest.compactMap(\.value.stringValue)
    parts += rest.filter { $0.value.stringValue == nil }.map { "\($0.key) \(text(of: $0.value))" }
    return parts.joined(separator: "  ")
  }

  /// An object with one member is shown as that member: `{"guess":"crane"}` is `crane`.
  private static func text(of value: JSON) -> String {
    switch value {
    case .string(let text): return text
    case .array(let elements): return elements.map(text(of:)).joined(separator: " ")
    case .object(let object):
      guard object.count == 1, let only = object.members.first else { return value.text }
      return text(of: only.value)
    default: return value.text
    }
  }
}
