internal import ClientKit
internal import WireProtocol

enum Place: Hashable, Sendable {
  case lobby
  case room(String)
  case page
}

extension Theme {
  /// A text of the server with the tiles of the dark theme, which this program draws in its own colours: the reverse of
  /// ``shown(_:)``.
  func plain(_ text: String) -> String {
    let tiles: [Character: Character] =
      switch self {
      case .dark: [:]
      case .light: ["⬜": "⬛", "🔲": "⬜"]
      case .contrast: ["🟧": "🟩", "🟦": "🟨"]
      }
    return tiles.isEmpty ? text : String(text.map { tiles[$0] ?? $0 })
  }
}

struct Preferences: Hashable, Sendable {
  var look = Look.colour
  /// Whether the look was chosen on this machine, so that neither the player's theme nor the terminal's background
  /// changes it.
  var isLookFixed = false
  var isAnimated = true
  /// Whether the terminal is limited to ASCII.
  var isASCII = false
  var name: String?
  var token: String?
  /// Whether to stay a guest despite a saved player.
  var isGuest = false

  /// Fixes the theme chosen on this machine. The option for no colours takes precedence.
  mutating func fix(_ theme: Theme) {
    isLookFixed = true
    show(theme)
  }

  /// Without colours the theme applies only to copied text.
  mutating func show(_ theme: Theme) {
    if look != .signs { look = Look(theme) }
  }
}

struct Help: Hashable, Sendable {
  var topic = 0
  var offset = 0
}

enum Opening: Sendable {
  /// A page of text that a request is answered with.
  case page(String, Question)
  case command(String)
}

extension Opening {
  static func replay(match: String) -> Opening {
    .page("Match \(match)", .request("replay", .given(["match": match])))
  }

  static func arena(_ code: Int?) -> Opening {
    .page("Arena", .request("arena", .given(["code": code, "limit": 100])))
  }
}

/// The state and actions shared by all screens: window, link, player; requests, notices, navigation.
struct Shell: Sendable {
  var preferences: Preferences
  let server: String
  var width = 80
  var height = 24
  var now = 0

  var link = LinkStatus()
  var name = ""
  var hello: Hello?
  var about: About?
  /// When the next day begins, in milliseconds of ``now``.
  var nextDayAt: Int?
  /// The server's help for games and commands, as far as requested.
  var rules: [String: [String]] = [:]
  /// The settings of games' rooms in typed form, from the games' schemas; empty while requested.
  var settings: [String: [String]] = [:]
  /// The local time at the program's start, in seconds since midnight; `nil` if unknown.
  var startOfClock: Int?
  /// Whether the terminal has reported a light background.
  var hasLightGround = false
  /// The theme of copied tiles, and of drawn ones unless the look was chosen.
  var theme = Theme.dark
  /// The hashes received when the days began, by day and game, including earlier runs.
  var commitments: [String: [String: String]] = [:]
  var isLoggedIn = false
  /// Whether a guest was asked for a name that keeps a result: only once.
  var hasAskedForName = false
  /// Whether the warning was shown that the token was sent without TLS.
  var isWarned = false
  /// Whether the player is identified: before that, the player's state is unknown.
  var isSettled = false

  var rooms: [String: RoomModel] = [:]
  /// Rooms that were joined again for their new puzzle, without being gone to.
  var renewed: Set<String> = []
  var path: [Place] = [.lobby]
  var dialog: Dialog?
  var help: Help?
  /// A notice at the bottom, until a key is pressed or its time is over.
  var notice: (text: String, isBad: Bool, until: Int)?
  /// Who has asked last to play with the player, and waits for an answer.
  var suitor: (player: String, text: String)?
  /// Who looks for an opponent, and who is here; `nil` until it is known.
  var seeks: SeeksAnswer?
  /// The arena of which was told last, and the room of the player's last game in it.
  var arena: (code: Int, room: String?)?
  var linesAtExit: [String] = []
  var effects: [Effect] = []
  var openings: [Opening] = []
  private(set) var lastNumber = 0

  init(server: String, preferences: Preferences) {
    (self.server, self.preferences) = (server, preferences)
  }

  var place: Place { path.last ?? .lobby }

  var look: Look { preferences.look }

  var isGuest: Bool { name.isEmpty || KnownNames.isGuest(name) }

  var games: [About.Game] { about?.games ?? [] }
  var recordedGames: [About.RecordedGame] { about?.recordedGames ?? [] }

  var room: RoomModel? {
    if case .room(let name) = place { return rooms[name] }
    return nil
  }

  /// Applies a theme; the dark one, the default, becomes light on a light terminal.
  mutating func show(_ theme: Theme) { preferences.show(theme == .dark && hasLightGround ? .light : theme) }

  /// Sends a request of the wire; fields without a value are omitted.
  mutating func ask(_ type: String, _ fields: KeyValuePairs<String, (any FieldValue)?> = [:], number: Int = 0) {
    ask(.request(type, .given(fields), number: number))
  }

  mutating func ask(_ question: Question) { effects.append(.ask(question)) }

  /// Requests the server's help on a game or on commands, once.
  mutating func askHelp(on topic: String) {
    guard rules[topic] == nil, link.isOnline else { return }
    rules[topic] = []
    ask(.request("command", .given(["text": "/help \(topic)"]), number: nextNumber()))
  }

  /// Requests the settings of a game's rooms, once.
  mutating func askSettings(of game: String) {
    guard settings[game] == nil, link.isOnline else { return }
    settings[game] = []
    ask("schema", ["of": "settings", "game": game])
  }

  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  mutating func tell(_ text: String, isBad: Bool = false, for seconds: Int = 6) {
    notice = (text, isBad, now + seconds * 1000)
  }

  /// For keys without a meaning in their place.
  mutating func tellKeyIsFree() { tell("That key does nothing here: ? explains those that do.", for: 3) }

  /// Keys with the same meaning on every page without an input line.
  mutating func press(onPage key: Key) {
    switch key {
    case .escape, .character("q"), .backspace: goBack()
    case .character("/"): dialog = .command("/")
    default: tellKeyIsFree()
    }
  }

  mutating func accept(_ player: String) {
    suitor = nil
    ask("accept", ["player": player])
  }

  mutating func copy(_ text: String) {
    let text = theme.shown(text)
    effects.append(.copy(text))
    if linesAtExit.last != text { linesAtExit.append(text) }
    tell("Copied. It is printed when you leave, too.")
  }

  mutating func open(_ opening: Opening) { openings.append(opening) }

  mutating func go(to place: Place) {
    if place == .lobby { path = [.lobby] } else if self.place != place { path.append(place) }
    if path.count > 16 { path.remove(at: 1) }
    if case .room(let name) = place { rooms[name]?.see() }
    dialog = nil
  }

  mutating func goBack() {
    if path.count > 1 { path.removeLast() }
  }

  /// Goes back to an earlier place; or forward to it, if it is not in the path.
  mutating func go(backTo place: Place) {
    guard let index = path.lastIndex(of: place) else { return go(to: place) }
    path.removeSubrange((index + 1)...)
  }

  mutating func forget(room: String) {
    rooms[room] = nil
    path.removeAll { $0 == .room(room) }
  }

  /// Whether results with this game's id have neither moves nor a measured time.
  func isRecorded(_ game: String?) -> Bool { recordedGames.contains { $0.id == game } }

  /// - Parameter game: its id; `nil` before the server has listed the games.
  func title(of game: String?) -> String {
    guard let game else { return "…" }
    return games.first { $0.id == game }?.title ?? recordedGames.first { $0.id == game }?.title ?? game
  }
}
