import ScreenHarness
import TestSeed
import Testing

struct Window: Sendable, CustomTestStringConvertible {
  let columns: Int
  let rows: Int
  let look: PlayerAtTerminal.Look

  static let sizes = [(40, 15), (80, 24), (200, 50)]

  /// The windows for a game: every size in every look for long runs and recordings. Otherwise every size in one look,
  /// so that three games with consecutive numbers cover all combinations.
  static func all(of game: Int) -> [Window] {
    let looks = PlayerAtTerminal.Look.allCases
    return sizes.enumerated().flatMap { index, size in
      let chosen = TestLength.isLong || ScreenAlbum.isRecording ? looks : [looks[(index + game) % looks.count]]
      return chosen.map { Window(columns: size.0, rows: size.1, look: $0) }
    }
  }

  var name: String { "\(columns)x\(rows)-\(look.rawValue)" }
  var testDescription: String { name }

  var isWide: Bool { columns >= 70 }
}

/// The screens of a game that are compared.
enum Moment: String {
  case lobby, refused, playing, won, shares, statistics

  /// The plain look keeps all of them, the other looks only those that differ from it. Pages that know no game are kept
  /// once.
  func isKept(in look: PlayerAtTerminal.Look, of game: String) -> Bool {
    switch self {
    case .playing: true
    case .shares: game == "wordle"
    case .lobby, .won: look != .contrast
    case .refused: look == .plain
    case .statistics: look == .plain && game == "wordle"
    }
  }

  /// Whether each cell's style is compared as well, because colours carry information.
  func hasStyles(in look: PlayerAtTerminal.Look) -> Bool { self == .playing && look != .plain }
}

/// The screens of one game in one window, in a file.
struct GameScreens {
  private let album: ScreenAlbum
  private let game: String
  private let window: Window

  init(_ game: String, _ window: Window) throws {
    (self.game, self.window) = (game, window)
    album = try ScreenAlbum("\(game)-\(window.name)", in: Tables.screens, withStyles: false)
  }

  func expect(_ moment: Moment, at player: PlayerAtTerminal) throws {
    guard moment.isKept(in: window.look, of: game) else { return }
    try album.expect(moment.rawValue, at: player.terminal, withStyles: moment.hasStyles(in: window.look))
  }

  func close() throws { try album.close() }
}
