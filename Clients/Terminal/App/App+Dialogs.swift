internal import WireProtocol

extension App {
  /// - Returns: whether the dialog stays open.
  mutating func press(_ key: Key, in dialog: inout Dialog) -> Bool {
    switch key {
    case .escape:
      if case .options(let before) = dialog.kind { shell.preferences = before }
      return false
    case .enter:
      if dialog.goToEmptyField() { return true }
      (submitted, isSubmittedRefused) = (nil, false)
      dialog.submit(dialog, &self)
      if case .ask(let question)? = shell.effects.last { submitted = (dialog, question) }
      isSubmittedWaitedFor = true
      return false
    default:
      dialog.press(key)
      preview(dialog)
      return true
    }
  }

  /// Fits the open form to the game that is chosen there.
  mutating func fitForm() {
    guard var form = shell.dialog else { return }
    form.fit(shell)
    if let game = form.gameWithSettings { shell.askSettings(of: game) }
    shell.dialog = form
  }

  mutating func preview(_ dialog: Dialog) {
    guard case .options = dialog.kind else { return }
    let theme = dialog.value(0).flatMap(Theme.init(rawValue:))
    if let theme { shell.preferences.show(theme) } else { shell.show(.dark) }
    shell.preferences.isAnimated = dialog.value(1) == "on"
  }

  /// Opens a dialog, with its earlier input if that was refused.
  mutating func show(_ new: Dialog) {
    // While an answer is pending, the sent input is not shown: a line may contain a password.
    shell.dialog = submitted.flatMap { isSubmittedRefused && $0.box.title == new.title ? $0.box : nil } ?? new
    if isSubmittedRefused { submitted = nil }
  }

  /// The server has refused a dialog's request: opens the dialog again for a correction.
  mutating func bringBack(refused question: Question) {
    guard let submitted, submitted.question == question else { return }
    isSubmittedRefused = true
    guard isSubmittedWaitedFor else { return }
    // An empty dialog of the same kind is replaced.
    guard shell.dialog.map({ $0.title == submitted.box.title && $0.isEmpty }) ?? true else { return }
    (shell.dialog, self.submitted) = (submitted.box, nil)
  }
}
