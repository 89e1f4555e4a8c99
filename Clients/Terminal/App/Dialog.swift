internal import WireProtocol

struct Dialog: Sendable {
  enum Purpose: Sendable, Equatable {
    /// A command followed by the fields' words: `/join` or `/join lunch`.
    case words(after: String)
    case command, newRoom, share(String), forget(name: String)
    case learning(LearningBox)
    case account(AccountBox)
    /// With the preferences before they were opened.
    case options(Preferences)
  }

  struct Field: Sendable {
    let label: String
    var line = LineEditor()
    /// The choices; empty for a text field.
    var choices: [String]
    var choice = 0
    /// Whether the input is hidden: a password.
    let isSecret: Bool

    init(label: String, text: String? = nil, choices: [String] = [], isSecret: Bool = false) {
      (self.label, self.choices, self.isSecret) = (label, choices, isSecret)
      line.set(text ?? "")
    }

    var value: String { choices.isEmpty ? line.text : choices.indices.contains(choice) ? choices[choice] : "" }
  }

  let purpose: Purpose
  let title: String
  private(set) var hint: String
  var fields: [Field]
  var chosen = 0
  var modes: [String: [String]] = [:]
  let keys: String
  var shown: [String] = []
  /// Whether sample tiles are shown.
  var hasSample: Bool { if case .options = purpose { true } else { false } }

  /// Enter moves to the next required field that is empty: to a password, which must not be typed into a visible field,
  /// or to the other side of a word.
  ///
  /// - Returns: whether there is one.
  mutating func goToEmptyField() -> Bool {
    let next = fields.indices.first { $0 > chosen && fields[$0].value.isEmpty && isNeeded($0) }
    guard let next else { return false }
    chosen = next
    return true
  }

  private func isNeeded(_ index: Int) -> Bool {
    switch purpose {
    // A player without a password is renamed without one.
    case .account(let box): fields[index].isSecret && box != .rename
    case .forget: fields[index].isSecret && !fields[0].value.isEmpty
    case .learning(.addLanguage): index == 2 && !fields[1].value.isEmpty
    case .learning(.addWord), .learning(.edit): index == 1 && !fields[0].value.isEmpty
    default: false
    }
  }

  /// Clears refused passwords, since the wrong letter cannot be seen.
  ///
  /// - Parameter first: the first field to clear.
  mutating func clearPasswords(from first: Int = 0) {
    let secrets = fields.indices.filter { $0 >= first && fields[$0].isSecret }
    for index in secrets { fields[index].line.clear() }
    chosen = secrets.first ?? chosen
  }

  init(
    _ purpose: Purpose, _ title: String, hint: String, fields: [Field] = [], keys: String = "↵ go  esc not now"
  ) {
    (self.purpose, self.title, self.hint, self.fields, self.keys) = (purpose, title, hint, fields, keys)
  }

  /// - Parameter present: the present name; `nil` for a guest.
  static func name(_ present: String?) -> Dialog {
    let signs = "Letters, digits, - _ ."
    guard let present else {
      return Dialog(
        .words(after: "/name"), "Your name", hint: signs + " · your results are kept under it",
        fields: [Field(label: "Name")], keys: "↵ take it  esc stay a guest")
    }
    return Dialog(
      .account(.rename), "Another name",
      hint: signs + " · all that is yours goes with you, and \(present) is anybody's again. An account shows its "
        + "password.",
      fields: [Field(label: "Name"), Field(label: "Password", isSecret: true)],
      keys: "↵ take it  ↓ next line  esc stay \(present)")
  }

  /// For a guest who has finished a puzzle that counts only with a name.
  static func keepResult() -> Dialog {
    Dialog(
      .words(after: "/name"), "Keep this result?",
      hint: "A guest's results go with the visit. A name that you take now keeps this one. If you have a name already, "
        + "log in to it (esc, then a in the lobby): the result goes along.",
      fields: [Field(label: "Name")], keys: "↵ take it  esc stay a guest")
  }

  static func join() -> Dialog {
    Dialog(
      .words(after: "/join"), "Go to a room", hint: "The code is for private rooms only",
      fields: [Field(label: "Room"), Field(label: "Code")])
  }

  static func code(of room: String) -> Dialog {
    Dialog(
      .words(after: "/join \(room)"), "\(room) is private", hint: "Its owner knows the code",
      fields: [Field(label: "Code")])
  }

  static func compare() -> Dialog {
    Dialog(
      .words(after: "/compare"), "Compare with", hint: "Who plays the same dailies?", fields: [Field(label: "Player")])
  }

  static func scores(_ filter: GridFilter) -> Dialog {
    Dialog(
      .words(after: "/scores"), "Past scores",
      hint: "Of everybody, of one player or of two side by side; a month is such as 2026-11",
      fields: [
        Field(label: "Player", text: filter.players.first),
        Field(label: "Beside", text: filter.players.dropFirst().first),
        Field(label: "Month", text: filter.time),
      ])
  }

  static func command(_ text: String) -> Dialog {
    Dialog(.command, "Command", hint: "/help tells what there is", fields: [Field(label: "", text: text)])
  }

  static func share(_ text: String) -> Dialog {
    let lines = text.split(separator: "\n").map { $0.filter { !$0.isNewline } }
    var dialog = Dialog(
      .share(text), "Share this result?", hint: "Played elsewhere it counts as claimed: on a board of its own.",
      keys: "↵ share it  esc not now")
    dialog.shown = lines.count > 8 ? lines.prefix(7) + ["…"] : lines
    return dialog
  }

  static func forget(_ name: String) -> Dialog {
    Dialog(
      .forget(name: name), "Forget \(name)?",
      hint:
        "Your name, its password and tokens, your words, results and what you have shared are removed for good. To do it, "
        + "type your name, and your password if you have one.",
      fields: [Field(label: "Name"), Field(label: "Password", isSecret: true)], keys: "↵ remove all of it  esc keep it")
  }

  /// Dark or light, following the terminal's background.
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
    return Dialog(
      .options(preferences), "How it looks", hint: hint, fields: [colours, movement],
      keys: "↑↓ ←→ change  ↵ keep  esc as before")
  }

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

  static func newRoom(games: [About.Game], chosen game: String?) -> Dialog {
    var dialog = Dialog(
      .newRoom, "A new room", hint: newRoomHint,
      fields: ["Room", "Game", "Mode", "Code", "Settings"].map { Field(label: $0) },
      keys: "↑↓ ←→ choose  ↵ open it  esc not now")
    dialog.offer(games, chosen: game)
    return dialog
  }

  private static let newRoomHint = "Every game takes time=60 and seed=7"

  /// - Parameter settings: those of the chosen game; `nil` for a room for talk.
  mutating func offer(settings: [String]?) {
    guard purpose == .newRoom else { return }
    guard let settings else { return hint = "A room for talking has no settings" }
    hint = settings.isEmpty ? Self.newRoomHint : "Settings: \(settings.joined(separator: " ")) · \(Self.newRoomHint)"
  }

  /// Settings in their typed form, from a game's schema: `hard`, `size=5…30`, `set=words|file`.
  static func settings(in schema: JSON) -> [String] {
    (schema["properties"]?.objectValue?.members ?? []).map { name, rule in
      if rule["type"]?.stringValue == "boolean" { return name }
      if let choices = rule["enum"]?.arrayValue {
        return "\(name)=" + choices.map { $0.stringValue ?? $0.text }.joined(separator: "|")
      }
      if let least = rule["minimum"]?.intValue, let most = rule["maximum"]?.intValue {
        return "\(name)=\(least)…\(most)"
      }
      return "\(name)=" + (rule["default"].map { $0.stringValue ?? $0.text } ?? "…")
    }
  }

  /// The games for a new room; called again if they become known after the dialog was opened.
  mutating func offer(_ games: [About.Game], chosen game: String? = nil) {
    guard purpose == .newRoom else { return }
    fields[1].choices = games.map(\.id) + ["talk"]
    fields[1].choice = games.firstIndex { $0.id == game } ?? 0
    for game in games { modes[game.id] = game.modes.filter { $0 != .daily }.map(\.rawValue) }
    fitModes()
  }

  mutating func fitModes() {
    guard purpose == .newRoom else { return }
    let before = fields[2].value
    fields[2].choices = modes[fields[1].value] ?? []
    if fields[2].choices.isEmpty { fields[2].choices = ["talk"] }
    fields[2].choice = fields[2].choices.firstIndex(of: before) ?? 0
  }

  /// Whether no field is filled in.
  var isEmpty: Bool { fields.allSatisfy(\.value.isEmpty) }

  func value(_ index: Int) -> String? {
    guard fields.indices.contains(index) else { return nil }
    let text = fields[index].value
    return text.isEmpty ? nil : text
  }
}
