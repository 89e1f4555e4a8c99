internal import WireProtocol

extension App {
  /// - Returns: whether the box stays open.
  mutating func press(_ key: Key, in dialog: inout Dialog) -> Bool {
    switch key {
    case .escape:
      if case .options(let before) = dialog.purpose { shell.preferences = before }
      return false
    case .enter:
      if dialog.goToEmptyField() { return true }
      (submitted, isSubmittedRefused) = (nil, false)
      submit(dialog)
      // What the client does itself is not refused.
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

  /// A box for a new room says what its game lets one set.
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
      // The settings are the server's to understand, as are the words of /create.
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

  /// Opens a box: with what was filled in before, if that was refused.
  mutating func show(_ new: Dialog) {
    // While an answer is waited for, what was asked is nobody's to see: a line may hold a password.
    shell.dialog = submitted.flatMap { isSubmittedRefused && $0.box.purpose == new.purpose ? $0.box : nil } ?? new
    if isSubmittedRefused { submitted = nil }
  }

  /// The server has refused what a box has asked: it opens again, so that a letter can be changed.
  mutating func bringBack(refused question: Question) {
    guard let submitted, submitted.question == question else { return }
    isSubmittedRefused = true
    guard isSubmittedWaitedFor else { return }
    // A box for the next of its kind gives way as long as nothing stands in it.
    guard shell.dialog.map({ $0.purpose == submitted.box.purpose && $0.isEmpty }) ?? true else { return }
    (shell.dialog, self.submitted) = (submitted.box, nil)
  }
}

extension Dialog {
  /// Whether a question is what the box has asked, so that the server's refusal opens it again.
  fileprivate func mayBeRefused(_ question: Question) -> Bool {
    switch purpose {
    case .learning, .account, .forget: true
    default: ["", "command", "create"].contains(question.type)
    }
  }
}
