internal import ClientKit
internal import WireProtocol

enum Place: Hashable, Sendable {
  case lobby
  case room(String)
  case shares
  case scores
  case lookingBack
  case languages
  case words
  case cards
  case study
  case decks
  case preview
  case account
  case page
}

struct Preferences: Hashable, Sendable {
  var look = Look.colour
  /// Whether the look was chosen on this machine, and neither the player's theme nor the terminal's ground changes it.
  var isLookFixed = false
  var isAnimated = true
  /// Whether the terminal shows no signs but ASCII's.
  var isASCII = false
  var name: String?
  var token: String?
  /// Whether to stay a guest where a player was kept.
  var isGuest = false

  /// A theme that was chosen on this machine. Who has asked for no colours keeps that.
  mutating func fix(_ theme: Theme) {
    isLookFixed = true
    show(theme)
  }

  /// Without colours the theme is for what is copied alone.
  mutating func show(_ theme: Theme) {
    if look != .signs { look = Look(theme) }
  }
}

struct Help: Hashable, Sendable {
  var topic = 0
  var offset = 0
}

enum Opening: Sendable {
  case look(LookingBack.Kind, player: String? = nil, game: String? = nil)
  /// The leaderboard of results from elsewhere.
  case claims(game: String?)
  case shares(GridFilter = GridFilter())
  case scores(GridFilter = GridFilter())
  case replay(match: String)
  case languages
  /// The words, the cards of a language.
  case words(String)
  case cards(String)
  /// The language that was dealt with last without one.
  case study(String? = nil)
  /// A run of cards.
  case practice(String)
  case decks
  case preview(DeckPreview.Source)
  case account
  case command(String)
}

/// What all screens know and may do: the window, the link, who one is; asking, telling, going elsewhere.
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
  /// What the server's help tells of games and of commands, as far as it has been asked for.
  var rules: [String: [String]] = [:]
  /// What may be set in rooms of a game, by the game's own schema, as it is typed; empty while it is asked for.
  var settings: [String: [String]] = [:]
  /// Seconds since midnight, where one is, when the program began; unknown without a clock.
  var startOfClock: Int?
  /// Whether the terminal has said that its ground is light.
  var hasLightGround = false
  /// In which tiles are copied, and drawn unless the look was chosen otherwise.
  var theme = Theme.dark
  /// By day and game: the hashes that were heard when those days began, now or in an earlier run.
  var commitments: [String: [String: String]] = [:]
  var isLoggedIn = false
  /// Whether a guest was asked for a name that keeps a result: once is enough, whatever the answer was.
  var hasAskedForName = false
  /// Whether it was said that the token has gone over a network in the clear.
  var isWarned = false
  /// Whether it is settled who one is: before that, nobody knows how the player stands.
  var isSettled = false

  var rooms: [String: RoomState] = [:]
  var path: [Place] = [.lobby]
  var dialog: Dialog?
  var help: Help?
  /// A sentence at the bottom, until a key is pressed or its time is over.
  var notice: (text: String, isBad: Bool, until: Int)?
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

  /// The emoji with which results are answered, by the keys from 1 on.
  var reactions: [String] { about?.reactions ?? [] }

  var room: RoomState? {
    if case .room(let name) = place { return rooms[name] }
    return nil
  }

  /// Draws in a theme; the dark one, which is everybody's at first, is light where the terminal is.
  mutating func show(_ theme: Theme) { preferences.show(theme == .dark && hasLightGround ? .light : theme) }

  /// Sends a request of the wire; fields without a value are left out.
  mutating func ask(_ type: String, _ fields: KeyValuePairs<String, (any FieldValue)?> = [:], number: Int = 0) {
    ask(.request(type, .given(fields), number: number))
  }

  mutating func ask(_ question: Question) { effects.append(.ask(question)) }

  /// Asks once for what the server's help tells of a game, or of commands.
  mutating func askHelp(on topic: String) {
    guard rules[topic] == nil, link.isOnline else { return }
    rules[topic] = []
    ask(.request("command", .given(["text": "/help \(topic)"]), number: nextNumber()))
  }

  /// Asks once for what may be set in rooms of a game.
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

  /// For keys that mean nothing where they were pressed.
  mutating func tellKeyIsFree() { tell("That key does nothing here: ? explains those that do.", for: 3) }

  /// Keys that mean the same on every page on which nothing is written.
  mutating func press(onPage key: Key) {
    switch key {
    case .escape, .character("q"), .backspace: goBack()
    case .character("/"): dialog = .command("/")
    default: tellKeyIsFree()
    }
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

  /// Goes back to where a place was last; to it from here where one has not come from there.
  mutating func go(backTo place: Place) {
    guard let index = path.lastIndex(of: place) else { return go(to: place) }
    path.removeSubrange((index + 1)...)
  }

  mutating func forget(room: String) {
    rooms[room] = nil
    path.removeAll { $0 == .room(room) }
  }

  /// - Parameter game: its id; `nil` before the server has told which games there are.
  func title(of game: String?) -> String {
    guard let game else { return "…" }
    if game == KnownNames.cards { return "Cards" }
    return games.first { $0.id == game }?.title ?? game
  }
}
