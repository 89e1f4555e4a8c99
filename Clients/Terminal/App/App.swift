internal import ClientKit
internal import WireProtocol

/// What there is to look at.
enum Place: Hashable, Sendable {
  case lobby
  case room(String)
  case shares
  case lookingBack
  case page
}

/// How the client wants to be.
struct Preferences: Sendable {
  var look = Look.colour
  /// Whether the look was asked for on the command line, and the player's theme does not change it.
  var isLookFixed = false
  var isAnimated = true
  /// The name that was asked for on the command line.
  var name: String?
  var token: String?
  /// Whether to stay a guest where a player was kept.
  var isGuest = false

  /// A theme that was asked for on the command line. Who has asked for no colours keeps that.
  mutating func fix(_ theme: Theme) {
    isLookFixed = true
    if look != .signs { look = Look(theme) }
  }
}

/// The whole program but for its edges: what it knows, what it shows, and how both change.
///
/// `update` takes what has happened and returns what is to be done about it. It reads no clock and touches no terminal:
/// the edge sets ``now``, carries the effects out and draws ``frame()``.
struct App: Sendable {
  var preferences: Preferences
  let server: String
  var width = 80
  var height = 24
  /// Milliseconds since the program began.
  var now = 0

  var link = LinkStatus.connecting
  var name = ""
  var hello: Hello?
  /// What the server has told about itself since it greeted first.
  var about: About?
  /// When the next day begins, in milliseconds of ``now``.
  var nextDayAt: Int?
  var rooms: [String: RoomState] = [:]
  /// Where one is; the last is seen.
  var path: [Place] = [.lobby]
  var lobby = Lobby()
  var shares = SharesState()
  var lookingBack = LookingBack()
  var page = Page()
  /// In which tiles are copied, and drawn unless the look was chosen otherwise.
  var theme = Theme.dark
  /// By day and game: the hashes that were heard when those days began, now or in an earlier run.
  var commitments: [String: [String: String]] = [:]
  var dialog: Dialog?
  /// A box that was sent off: what was filled in stands there again when the server refuses it.
  var submitted: Submitted?
  var isHelpShown = false
  var helpOffset = 0
  /// A sentence at the bottom, until a key is pressed or its time is over.
  var notice: (text: String, isBad: Bool, until: Int)?
  /// What is printed when the program ends.
  var keepsakes: [String] = []
  var effects: [Effect] = []
  private var nextMove = 1
  var isLoggedIn = false
  /// Whether it is settled who one is: before that, nobody knows how the player stands.
  var isSettled = false
  /// How to say who one is, when that is still to be said.
  var introduction: Question?

  init(server: String, preferences: Preferences = Preferences()) {
    self.server = server
    self.preferences = preferences
  }

  var place: Place { path.last ?? .lobby }

  /// The room that is seen, if one is.
  var room: RoomState? {
    if case .room(let name) = place { return rooms[name] }
    return nil
  }

  mutating func update(_ event: AppEvent) -> [Effect] {
    switch event {
    case .input(let input): take(input)
    case .resized(let width, let height): (self.width, self.height) = (max(width, 1), max(height, 1))
    case .heard(let event): hear(event)
    case .answered(let question, .success(let answer)): take(answer, to: question)
    case .answered(let question, .failure(let failure)): take(failure, of: question)
    case .tick: tick()
    case .resumed: effects.append(.redraw)
    }
    defer { effects = [] }
    return effects
  }

  private mutating func tick() {
    if let notice, notice.until <= now { self.notice = nil }
    if place == .lobby, link.isOnline, now - lobby.askedAt > 10_000 { refreshLobby() }
  }

  /// When the screen changes by itself next, in milliseconds from now; `nil` when it does not.
  var nextChange: Int? {
    if isAnimating { return 33 }
    var moments: [Int] = []
    if let notice { moments.append(notice.until - now) }
    if place == .lobby { moments.append(lobby.askedAt + 10_001 - now) }
    let deadlines = [room?.endsAt, room?.nextAt, link.retryAt, place == .lobby ? nextDayAt : nil].compactMap { $0 }
    // To the next whole second of a countdown.
    moments += deadlines.filter { $0 > now }.map { ($0 - now) % 1000 + 1 }
    return moments.map { max($0, 1) }.min()
  }

  // MARK: - For all parts

  mutating func ask(_ question: Question) { effects.append(.ask(question)) }

  mutating func tell(_ text: String, isBad: Bool = false, for seconds: Int = 6) {
    notice = (text, isBad, now + seconds * 1000)
  }

  mutating func go(to place: Place) {
    if place == .lobby { path = [.lobby] } else if self.place != place { path.append(place) }
    if path.count > 16 { path.remove(at: 1) }
    if case .room(let name) = place { rooms[name]?.unread = 0 }
    dialog = nil
  }

  mutating func goBack() {
    if path.count > 1 { path.removeLast() }
    while case .room(let name)? = path.last, rooms[name] == nil { path.removeLast() }
    if path.isEmpty { path = [.lobby] }
    if place == .lobby { refreshLobby() }
  }

  mutating func moveNumber() -> Int {
    defer { nextMove += 1 }
    return nextMove
  }

  mutating func copy(_ text: String) {
    let text = theme.drawn(text)
    effects.append(.copy(text))
    if keepsakes.last != text { keepsakes.append(text) }
    tell("Copied. It is printed when you leave, too.")
  }

  /// For keys that mean nothing where they were pressed.
  mutating func tellKeyIsFree() { tell("That key does nothing here: ? explains those that do.", for: 3) }

  /// - Parameter game: its id; `nil` before the server has told which games there are.
  func title(of game: String?) -> String {
    guard let game else { return "…" }
    return about?.games.first { $0.id == game }?.title ?? game
  }
}
