internal import WireProtocol

/// Boxes: what their keys do, and what is asked when one is sent off.
extension App {
  /// - Returns: whether the box stays open.
  mutating func press(_ key: Key, in dialog: inout Dialog) -> Bool {
    switch key {
    case .escape:
      // As it was before the options were opened.
      if case .options(let before) = dialog.purpose {
        (shell.preferences.look, shell.preferences.isAnimated) = (before.look, before.isAnimated)
      }
      return false
    case .enter:
      (submitted, isSubmittedWaitedFor) = (dialog, true)
      submit(dialog)
      return false
    default:
      dialog.press(key)
      preview(dialog)
      return true
    }
  }

  /// Shows at once what is being chosen.
  private mutating func preview(_ dialog: Dialog) {
    guard case .options = dialog.purpose else { return }
    let theme = dialog.value(0).flatMap(Theme.init(rawValue:))
    if let theme { shell.preferences.show(theme) } else { shell.show(.dark) }
    shell.preferences.isAnimated = dialog.value(1) == "on"
  }

  private mutating func submit(_ dialog: Dialog) {
    let first = dialog.value(0)
    switch dialog.purpose {
    case .name: if let first { shell.ask(.login(name: first, token: nil)) }
    case .join: if let first { shell.ask("join", ["room": first, "code": dialog.value(1)]) }
    case .code(let room): shell.ask("join", ["room": room, "code": first])
    case .compare: if let first { shell.open(.look(.compare, player: first)) }
    case .scores:
      shell.open(.scores(ScoresFilter(players: [first, dialog.value(1)].compactMap { $0 }, month: dialog.value(2))))
    case .command: if let first { shell.open(.command(first)) }
    case .share(let text): shell.ask("share", ["text": text])
    case .forget(let name):
      if first?.lowercased() == name.lowercased() {
        shell.ask(.forgetMe)
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
      if first == nil, dialog.value(4) != nil {
        shell.tell("A room with settings needs a name.", isBad: true)
        shell.dialog = dialog
      } else if first == nil {
        shell.ask("create", ["game": game, "mode": mode, "code": dialog.value(3)])
      } else {
        shell.ask(.command("/create " + words.compactMap { $0 }.joined(separator: " "), room: nil))
      }
    }
  }

  /// Opens a box: with what was filled in before, if that was refused.
  mutating func show(_ new: Dialog) {
    shell.dialog = submitted.flatMap { $0.purpose == new.purpose ? $0 : nil } ?? new
    submitted = nil
  }

  /// The server has refused what a box has asked: it opens again, so that a letter can be changed.
  mutating func bringBack(refused question: Question) {
    guard let box = submitted, isSubmittedWaitedFor, shell.dialog == nil, box.asked(question) else { return }
    (shell.dialog, submitted) = (box, nil)
  }
}

extension Dialog {
  /// Whether a question is what the box has asked.
  fileprivate func asked(_ question: Question) -> Bool {
    switch (purpose, question.type) {
    case (.name, _): if case .login = question { true } else { false }
    case (.join, "join"), (.code, "join"), (.newRoom, "create"), (.newRoom, "command"), (.command, _): true
    default: false
    }
  }
}
