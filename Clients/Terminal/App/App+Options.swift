internal import WireProtocol

/// How it looks: the theme, which is kept with the player, and movement, which is not.
extension App {
  /// A theme has come from the server: kept with the player, or just chosen.
  mutating func take(_ theme: Theme, isAnswer question: Question) {
    self.theme = theme
    if case .theme(_?) = question { return tell(Self.sentence(theme, preferences.look)) }
    if !preferences.isLookFixed { show(theme) }
  }

  /// Without colours the theme is for what is copied alone.
  private mutating func show(_ theme: Theme) {
    if preferences.look != .signs { preferences.look = Look(theme) }
  }

  mutating func choose(_ theme: Theme) {
    self.theme = theme
    show(theme)
    ask(.theme(theme))
  }

  private static func sentence(_ theme: Theme, _ look: Look) -> String {
    look == .signs
      ? "The theme is \(theme.rawValue): for what you copy, since colours are off."
      : "The theme is \(theme.rawValue). It is kept with your name."
  }

  mutating func openOptions() { dialog = .options(theme, preferences) }

  /// Shows at once what is being chosen.
  mutating func preview(_ dialog: Dialog) {
    guard case .options = dialog.purpose else { return }
    if let theme = dialog.value(0).flatMap(Theme.init(rawValue:)) { show(theme) }
    preferences.isAnimated = dialog.value(1) == "on"
  }

  /// As it was before the options were opened.
  mutating func undo(_ dialog: Dialog) {
    if case .options(let before) = dialog.purpose {
      (preferences.look, preferences.isAnimated) = (before.look, before.isAnimated)
    }
  }
}

extension Theme {
  /// A share text in its tiles; the wire's are the dark ones.
  func drawn(_ text: String) -> String {
    let (headline, grid) = text.firstIndex(of: "\n").map { (String(text[..<$0]), String(text[$0...])) } ?? (text, "")
    let drawn =
      switch self {
      case .dark: grid
      case .light: grid.replacing("⬜", with: "🔲").replacing("⬛", with: "⬜")
      case .contrast: grid.replacing("🟩", with: "🟧").replacing("🟨", with: "🟦")
      }
    return headline + drawn
  }
}
