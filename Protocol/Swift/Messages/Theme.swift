/// The colours in which a reader wants tiles drawn. JSON always carries the dark ones; only what is drawn for a person
/// differs.
public enum Theme: String, CaseIterable, Sendable {
  /// `⬛` for what is not in the puzzle: the tiles as they stand on the wire.
  case dark
  /// `⬜` for what is not in the puzzle.
  case light
  /// `🟧` and `🟦` for right and elsewhere, for eyes that do not tell green from yellow.
  case contrast
}

/// The answer to `theme`.
public struct ThemeAnswer: ServerMessage {
  public static let type: StaticString = "theme"
  /// The theme from now on.
  public var theme: Theme

  /// An answer with the session's theme.
  public init(theme: Theme) { self.theme = theme }

  public func writeFields(to json: inout JSONWriter) { json.field("theme", theme.rawValue) }
}
