internal import WireProtocol

extension App {
  /// - Returns: whether the dialog stays open.
  mutating func press(_ key: Key, in dialog: inout Dialog) -> Bool {
    switch key {
    case .escape:
      if case .options(let before) = dialog.purpose { shell.preferences = before }
      return false
    case .enter:
      if dialog.goToEmptyField() { return true }
      (submitted, isSubmittedRefused) = (nil, false)
      submit(dialog)
      // Actions of the client itself are never refused.
      if case .ask(let question)? = shell.effects.last, dialog.mayBeRefused(question) {
        submitted = (dialog, question)
      }
      isSubmittedWaitedFor = true
      return false
    default:
      dialog.press(key)
      preview(dialog)
      return true
    }
  }

  /// Shows the settings of the chosen game in the dialog for a new room.
  mutating func offerSettings() {
    guard let dialog = shell.dialog, dialog.purpose == .newRoom, let game = dialog.value(1) else { return }
    guard shell.games.contains(where: { $0.id == game }) else { return shell.dialog?.offer(settings: nil) ?? () }
    shell.askSettings(of: game)
    shell.dialog?.offer(settings: shell.settings[game] ?? [])
  }

  private mutating func preview(_ dialog: Dialog) {
    guard case .options = dialog.purpose else { return }
    let theme = dialog.value(0).flatMap(Theme.init(rawValue:))
    if let theme { shell.preferences.show(theme) } else { shell.show(.dark) }
    shell.preferences.isAnimated = dialog.value(1) == "on"
  }

  private mutating func submit(_ dialog: Dialog) {
    let first = dialog.value(0)
    switch dialog.purpose {
    case .words(let command):
      let words = dialog.fields.indices.compactMap(dialog.value)
      if !words.isEmpty || command == "/scores" { run(([command] + words).joined(separator: " ")) }
    case .command: if let first { run(first) }
    case .share(let text): shell.ask("share", ["text": text])
    case .learning(let box): submit(dialog, for: box)
    case .account(let box): submit(dialog, for: box)
    case .forget(let name):
      if first?.lowercased() == name.lowercased() {
        ask(.delete(name: name, password: dialog.value(1)))
      } else {
        shell.tell("Nothing was removed: that is not your name.", isBad: true)
      }
    case .options:
      preview(dialog)
      let theme = first.flatMap(Theme.init(rawValue:))
      if theme != (shell.preferences.isLookFixed ? shell.theme : nil) { choose(theme) }
    case .newRoom:
      // The server parses the settings, as for /create.
      let game = dialog.value(1).flatMap { $0 == "talk" ? nil : $0 }
      let mode = game == nil ? nil : dialog.value(2)
      let words = [first, game, mode, dialog.value(3).map { "code=\($0)" }, dialog.value(4)]
      guard first == nil else {
        return shell.ask(.command("/create " + words.compactMap { $0 }.joined(separator: " "), room: nil))
      }
      if dialog.value(4) == nil { return shell.ask("create", ["game": game, "mode": mode, "code": dialog.value(3)]) }
      shell.tell("A room with settings needs a name.", isBad: true)
      shell.dialog = dialog
    }
  }

  /// Opens a dialog, with its earlier input if that was refused.
  mutating func show(_ new: Dialog) {
    // While an answer is pending, the sent input is not shown: a line may contain a password.
    shell.dialog = submitted.flatMap { isSubmittedRefused && $0.box.purpose == new.purpose ? $0.box : nil } ?? new
    if isSubmittedRefused { submitted = nil }
  }

  /// The server has refused a dialog's request: opens the dialog again for a correction.
  mutating func bringBack(refused question: Question) {
    guard let submitted, submitted.question == question else { return }
    isSubmittedRefused = true
    guard isSubmittedWaitedFor else { return }
    // An empty dialog of the same kind is replaced.
    guard shell.dialog.map({ $0.purpose == submitted.box.purpose && $0.isEmpty }) ?? true else { return }
    (shell.dialog, self.submitted) = (submitted.box, nil)
  }
}

extension Dialog {
  /// Whether a request is the dialog's, so that a refusal opens it again.
  fileprivate func mayBeRefused(_ question: Question) -> Bool {
    switch purpose {
    case .learning, .account, .forget: true
    default: ["", "command", "create"].contains(question.type)
    }
  }
}
