import GameKit
import WireProtocol

/// Checks settings. They are stored with each match, so losing one changes the rules of a restored match. Clients send
/// them, so values that the schema forbids must be refused, and every size needs a bound.
struct SettingsChecks<S: PuzzleSource> {
  typealias Settings = S.G.Settings

  let source: S
  let budgets: Budgets
  let diary: Diary

  private static var mostMoves: Int { 6 }

  func check(_ settings: [Settings]) {
    checkSchema()
    var generator = SeededGenerator(seed: 1)
    for settings in settings {
      checkRoundTrip(settings)
      guard let text = Subject<S>.text(settings) else { continue }
      for variant in Mangling.values(like: text, most: 80, using: &generator) {
        diary.doing("read the settings \(variant.prefix(300))")
        guard let other = decoded(variant), isValid(other) else { continue }
        checkRoundTrip(other)
      }
    }
    checkBounds()
  }

  private func decoded(_ text: String) -> Settings? {
    diary.calls.run(.decode, diary) { try? JSON(parsing: text).decode(Settings.self) }
  }

  private func isValid(_ settings: Settings) -> Bool {
    diary.calls.run(.validate, diary) { (try? settings.validate()) != nil }
  }

  private func checkRoundTrip(_ settings: Settings) {
    guard let text = Subject<S>.text(settings) else {
      return diary.found(.settingsLost, "settings cannot be written as JSON: \(settings)")
    }
    if decoded(text) != settings {
      diary.found(.settingsLost, "the settings \(settings) read back from \(text) as others")
    }
  }

  private var schemas: [(name: String, schema: ValueSchema)] {
    (S.G.info.settingsSchema["properties"]?.objectValue?.members ?? []).map { ($0.key, ValueSchema($0.value)) }
  }

  private var defaults: JSONObject? { (try? JSON(writing: Settings()))?.objectValue }

  /// The schema names exactly the encoded settings.
  private func checkSchema() {
    let written = defaults
    for (name, _) in schemas where written?[name] == nil {
      diary.found(.settingsLost, "the setting \"\(name)\" of the schema is not written with the settings")
    }
    for (name, _) in written?.members ?? [] where !schemas.isEmpty && !schemas.contains(where: { $0.name == name }) {
      diary.found(.settingsUnbounded, "the setting \"\(name)\" is not in the schema of the settings")
    }
    if schemas.isEmpty, written?.isEmpty == false { diary.missed("the settings have no schema: see settingsSchema") }
  }

  // MARK: - Bounds

  /// Settings accept what the schema allows, and refuse what it forbids and huge values. With the values at the bounds
  /// a match is played and restored.
  private func checkBounds() {
    guard let defaults else { return }
    for (name, value) in defaults.members {
      let schema = schemas.first { $0.name == name }?.schema
      var edges: [JSON] = []
      var forbidden: [JSON] = []
      switch value {
      case .int:
        edges = [schema?.least, schema?.most].compactMap { $0.map(JSON.int) }
        forbidden = [schema?.least.map { $0 - 1 }, schema?.most.map { $0 + 1 }, .max, .min].compactMap {
          $0.map(JSON.int)
        }
      case .bool(let isSet): edges = [.bool(!isSet)]
      case .string:
        edges = schema?.json["enum"]?.arrayValue ?? []
        forbidden = [.string(String(repeating: "a", count: 100_000))]
        if !edges.isEmpty { forbidden.append("zzz") }
      case .array: forbidden = [.array(Array(repeating: 1, count: 100_000))]
      default: break
      }
      for edge in edges where edge != value { expect(name, edge, in: defaults, isAllowed: true) }
      for value in forbidden { expect(name, value, in: defaults, isAllowed: false) }
    }
  }

  private func expect(_ name: String, _ value: JSON, in defaults: JSONObject, isAllowed: Bool) {
    var changed = defaults
    changed[name] = value
    let (text, shown) = (JSON.object(changed).text, value.text.prefix(40))
    diary.doing("read the settings \(text.prefix(300))")
    guard let settings = decoded(text), isValid(settings) else {
      if isAllowed {
        diary.found(.settingsUnbounded, "the schema allows \(shown) for \"\(name)\", which is refused")
      }
      return
    }
    let subject = Subject(source: source, settings: settings, budgets: budgets, diary: diary)
    diary.doing("deal with the settings \(text.prefix(300))")
    guard let puzzle = try? subject.puzzle(1) else { return }
    guard isAllowed else {
      return diary.found(.settingsUnbounded, "\"\(name)\" may be \(shown), and a puzzle is dealt with it")
    }
    checkRoundTrip(settings)
    play(puzzle, subject)
  }

  /// Plays a match with non-default settings, restoring after each step.
  private func play(_ puzzle: S.G.Puzzle, _ subject: Subject<S>) {
    var walk = Walk<S>(puzzle: puzzle, game: subject.newGame(puzzle), seed: 1)
    for _ in 0..<Self.mostMoves {
      guard let state = subject.state(walk.game), let restored = subject.restored(state) else { return }
      var other = walk
      other.game = restored
      let goesOn = walk.advance(subject)
      _ = other.advance(subject)
      let (one, two) = (walk.turn.map(subject.text) ?? "", other.turn.map(subject.text) ?? "")
      let difference =
        one == two ? subject.differing(subject.look(at: walk.game), subject.look(at: other.game)) : difference(one, two)
      if let difference {
        return diary.found(.stateLost, "a restored game behaves differently: \(difference)", at: walk.place(subject))
      }
      guard goesOn else { return }
    }
  }
}
