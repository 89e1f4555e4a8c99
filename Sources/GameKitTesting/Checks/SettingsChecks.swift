import GameKit
import WireProtocol

/// Settings are stored with each match: what is lost on the way changes the rules of a match that is taken up again.
struct SettingsChecks<S: PuzzleSource> {
  let diary: Diary

  func check(_ settings: [S.G.Settings]) {
    checkSchema()
    var generator = SeededGenerator(seed: 1)
    for settings in settings {
      checkRoundTrip(settings)
      guard let text = Subject<S>.text(settings) else { continue }
      for variant in Mangling.values(like: text, most: 80, using: &generator) {
        diary.doing("read the settings \(variant.prefix(300))")
        guard let other = try? JSON(parsing: variant).decode(S.G.Settings.self), (try? other.validate()) != nil else {
          continue
        }
        checkRoundTrip(other)
      }
    }
  }

  private func checkRoundTrip(_ settings: S.G.Settings) {
    guard let text = Subject<S>.text(settings) else {
      return diary.found(.settingsLost, "settings cannot be written as JSON: \(settings)")
    }
    if (try? JSON(parsing: text).decode(S.G.Settings.self)) != settings {
      diary.found(.settingsLost, "the settings \(settings) read back from \(text) as others")
    }
  }

  /// Every setting that the schema names is written down.
  private func checkSchema() {
    let names = S.G.info.settingsSchema["properties"]?.objectValue?.members.map(\.key) ?? []
    let written = (try? JSON(writing: S.G.Settings()))?.objectValue
    for name in names where written?[name] == nil {
      diary.found(.settingsLost, "the setting \"\(name)\" of the schema is not written with the settings")
    }
  }
}
