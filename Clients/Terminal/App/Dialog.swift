internal import WireProtocol

/// A box that asks for something.
struct Dialog: Sendable {
  enum Purpose: Sendable, Equatable {
    case name, join, code(room: String), compare, newRoom, command, share(String), forget(name: String), scores
    case options(Appearance)
  }

  /// How it looked before the options were opened.
  struct Appearance: Sendable, Equatable {
    var look: Look
    var isAnimated: Bool
  }

  /// A line to fill in: text, or one of a few words.
  struct Field: Sendable {
    var label: String
    var line = LineEditor()
    /// The words there are; empty for any text.
    var choices: [String] = []
    var choice = 0

    var value: String { choices.isEmpty ? line.text : choices.indices.contains(choice) ? choices[choice] : "" }
  }

  var purpose: Purpose
  var title: String
  var hint: String
  var fields: [Field]
  var chosen = 0
  /// The modes of each game that can be chosen.
  var modes: [String: [String]] = [:]
  /// What the keys do.
  var keys = "↵ go  esc not now"
  /// Lines to look at, above the fields.
  var shown: [String] = []
  /// Whether tiles are shown as they look.
  var hasSample = false

  static func name() -> Dialog {
    Dialog(
      purpose: .name, title: "Your name", hint: "Letters, digits, - _ . · your results are kept under it",
      fields: [Field(label: "Name")])
  }

  static func join() -> Dialog {
    Dialog(
      purpose: .join, title: "Go to a room", hint: "The code is for private rooms only",
      fields: [Field(label: "Room"), Field(label: "Code")])
  }

  static func code(of room: String) -> Dialog {
    Dialog(
      purpose: .code(room: room), title: "\(room) is private", hint: "Its owner knows the code",
      fields: [Field(label: "Code")])
  }

  static func compare() -> Dialog {
    Dialog(
      purpose: .compare, title: "Compare with", hint: "Who plays the same dailies?", fields: [Field(label: "Player")])
  }

  static func scores(_ filter: ScoresFilter) -> Dialog {
    var dialog = Dialog(
      purpose: .scores, title: "Past scores",
      hint: "Of everybody, of one player or of two side by side; a month is such as 2026-11",
      fields: [Field(label: "Player"), Field(label: "Beside"), Field(label: "Month")])
    for (index, text) in [filter.players.first, filter.players.dropFirst().first, filter.month].enumerated() {
      dialog.fields[index].line.set(text ?? "")
    }
    return dialog
  }

  static func command(_ text: String) -> Dialog {
    var field = Field(label: "")
    field.line.set(text)
    return Dialog(purpose: .command, title: "Command", hint: "/help tells what there is", fields: [field])
  }

  static func share(_ text: String) -> Dialog {
    let lines = text.split(separator: "\n").map { $0.filter { !$0.isNewline } }
    let dialog = Dialog(
      purpose: .share(text), title: "Share this result?",
      hint: "Played elsewhere it counts as claimed: on a board of its own.", fields: [])
    return dialog.showing(lines)
  }

  /// With lines of text above the rest.
  private func showing(_ lines: [String]) -> Dialog {
    var dialog = self
    dialog.keys = "↵ share it  esc not now"
    dialog.shown = lines.count > 8 ? lines.prefix(7) + ["…"] : lines
    return dialog
  }

  static func forget(_ name: String) -> Dialog {
    var dialog = Dialog(
      purpose: .forget(name: name), title: "Forget \(name)?",
      hint:
        "Your name, its token, your results and what you have shared are removed for good. To do it, type your name.",
      fields: [Field(label: "Name")])
    dialog.keys = "↵ remove all of it  esc keep it"
    return dialog
  }

  /// Dark or light, as the terminal's ground is.
  static let automatic = "auto"

  static func options(_ theme: Theme, _ preferences: Preferences) -> Dialog {
    var colours = Field(label: "Theme", choices: Theme.allCases.map(\.rawValue) + [automatic])
    let isChosen = preferences.isLookFixed || theme != .dark
    colours.choice = isChosen ? Theme.allCases.firstIndex(of: theme) ?? 0 : Theme.allCases.count
    var movement = Field(label: "Movement", choices: ["on", "off"])
    movement.choice = preferences.isAnimated ? 0 : 1
    let hint =
      preferences.look == .signs
      ? "Colours are off: the theme is for what you copy."
      : "It is kept here and with your name; auto is dark or light as the terminal is."
    let before = Appearance(look: preferences.look, isAnimated: preferences.isAnimated)
    var dialog = Dialog(
      purpose: .options(before), title: "How it looks", hint: hint, fields: [colours, movement])
    dialog.hasSample = true
    dialog.keys = "↑↓ ←→ change  ↵ keep  esc as before"
    return dialog
  }

  /// Changes by a key that neither sends it off nor closes it.
  mutating func press(_ key: Key) {
    switch key {
    case .tab, .down: chosen = min(chosen + 1, max(0, fields.count - 1))
    case .backTab, .up: chosen = max(0, chosen - 1)
    default:
      guard fields.indices.contains(chosen) else { return }
      let count = fields[chosen].choices.count
      if count == 0 {
        _ = fields[chosen].line.press(key)
      } else if key == .left || key == .right || key == .character(" ") {
        fields[chosen].choice = (fields[chosen].choice + (key == .left ? count - 1 : 1)) % count
        fitModes()
      }
    }
  }

  static func newRoom(games: [About.Game], chosen entry: LobbyEntry?) -> Dialog {
    var dialog = Dialog(
      purpose: .newRoom, title: "A new room", hint: "Settings are such as hard size=10 time=60 seed=7",
      fields: [
        Field(label: "Room"), Field(label: "Game"), Field(label: "Mode"), Field(label: "Code"),
        Field(label: "Settings"),
      ])
    dialog.offer(games, chosen: entry)
    dialog.keys = "↑↓ ←→ choose  ↵ open it  esc not now"
    return dialog
  }

  /// The games that a new room may have: again where they become known only after the box was opened.
  mutating func offer(_ games: [About.Game], chosen entry: LobbyEntry? = nil) {
    guard purpose == .newRoom else { return }
    fields[1].choices = games.map(\.id) + ["talk"]
    fields[1].choice = 0
    if case .game(let id) = entry { fields[1].choice = games.firstIndex { $0.id == id } ?? 0 }
    for game in games { modes[game.id] = game.modes.filter { $0 != .daily }.map(\.rawValue) }
    fitModes()
  }

  /// The modes that suit the game.
  mutating func fitModes() {
    guard purpose == .newRoom else { return }
    let before = fields[2].value
    fields[2].choices = modes[fields[1].value] ?? []
    if fields[2].choices.isEmpty { fields[2].choices = ["talk"] }
    fields[2].choice = fields[2].choices.firstIndex(of: before) ?? 0
  }

  func value(_ index: Int) -> String? {
    guard fields.indices.contains(index) else { return nil }
    let text = fields[index].value
    return text.isEmpty ? nil : text
  }
}
