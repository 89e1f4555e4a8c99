internal import ClientKit
internal import WireProtocol

/// The games of the day and the rooms, and which of them is chosen.
struct Lobby: Sendable {
  /// All rooms that the server lists, the games' own among them.
  private(set) var list: [RoomSummary] = []
  /// Whether the list is the player's: what it tells of a daily is how the player stands.
  private(set) var isKnown = false
  private(set) var chosen = 0
  /// When it is asked for next, in milliseconds.
  private var nextAskAt = 0
  private static let interval = 10_000

  mutating func refresh(_ shell: inout Shell) {
    guard shell.link.isOnline else { return nextAskAt = 0 }
    nextAskAt = shell.now + Self.interval
    shell.ask("rooms")
  }

  /// Asks again before the usual time, once what is happening has come to rest.
  mutating func refreshSoon(_ shell: Shell) { nextAskAt = min(nextAskAt, shell.now + 500) }

  /// When the list is asked for next; never while there is no link.
  func dueAt(_ shell: Shell) -> Int? { shell.link.isOnline && shell.isSettled ? nextAskAt : nil }

  func isDue(_ shell: Shell) -> Bool { dueAt(shell).map { $0 <= shell.now } ?? false }

  /// Nothing is known any more: it is another day, or somebody else.
  mutating func forget() {
    for index in list.indices { list[index].yours = nil }
    isKnown = false
  }

  // MARK: - What there is

  /// The games, then the other rooms: those that one is in first.
  func entries(_ shell: Shell) -> [LobbyEntry] {
    let games = shell.games.map(\.id)
    let own = shell.rooms.keys.filter { !games.contains($0) }.sorted()
    let others = list.map(\.room).filter { !games.contains($0) && !own.contains($0) }
    return games.map { .game($0) } + (own + others).map { .room($0) }
  }

  /// The game that is chosen, while the lobby is seen.
  func chosenGame(_ shell: Shell) -> String? {
    if shell.place == .lobby, case .game(let game)? = entry(shell) { game } else { nil }
  }

  private func entry(_ shell: Shell) -> LobbyEntry? {
    let entries = entries(shell)
    return entries.indices.contains(chosen) ? entries[chosen] : nil
  }

  /// How somebody stands with a game's daily, in a few words.
  func dailyState(of game: String, _ shell: Shell) -> String {
    let modes = shell.games.first { $0.id == game }?.modes ?? []
    if !modes.contains(.daily) { return modes.map(\.rawValue).joined(separator: ", ") }
    if let room = shell.rooms[game], room.mode == .daily {
      if let outcome = room.outcome { return Told.result(outcome) }
      if room.state == .playing, let board = room.board { return "playing " + (board.notes.first ?? "") }
    }
    guard isKnown else { return "…" }
    guard let yours = list.first(where: { $0.room == game })?.yours else { return "not played yet" }
    return yours.outcome.map(Told.result) ?? "playing " + (yours.notes.first ?? "")
  }

  /// Whether a game's daily is done.
  func isDone(_ game: String, _ shell: Shell) -> Bool {
    shell.rooms[game]?.outcome != nil || list.first { $0.room == game }?.yours?.outcome != nil
  }
}

/// A line of the lobby that can be chosen.
enum LobbyEntry: Hashable, Sendable {
  case game(String)
  case room(String)

  /// Every game has a room of its own name.
  var room: String {
    switch self {
    case .game(let name), .room(let name): name
    }
  }
}

extension Lobby: Screen {
  mutating func press(_ key: Key, _ shell: inout Shell) {
    let entries = entries(shell)
    let last = max(0, entries.count - 1)
    switch key {
    case .up, .character("k"): chosen = max(0, chosen - 1)
    case .down, .character("j"): chosen = min(last, chosen + 1)
    case .home: chosen = 0
    case .end: chosen = last
    case .enter, .character(" "), .right: open(entry(shell), &shell)
    case .character(let digit) where digit.wholeNumberValue.map { 1...9 ~= $0 } ?? false:
      let index = (digit.wholeNumberValue ?? 1) - 1
      guard entries.indices.contains(index), case .game = entries[index] else { return }
      chosen = index
      open(entries[index], &shell)
    case .character("p"): practise(&shell)
    case .character("w"):
      guard let entry = entry(shell) else { return shell.tell("Choose a room first.") }
      shell.ask("watch", ["room": entry.room])
    case .character("n"): shell.dialog = .newRoom(games: shell.games, chosen: entry(shell))
    case .character("g"): shell.dialog = .join()
    case .character("x"):
      guard case .room(let room)? = entry(shell), shell.rooms[room] != nil else {
        return shell.tell("x leaves a room that you are in: choose one marked ● first.")
      }
      shell.ask("leave", ["room": room])
    case .character("s"): shell.open(.shares())
    case .character("e"): shell.open(.scores())
    case .character("t"): shell.open(.look(.stats))
    case .character("l"): shell.open(.look(.leaderboard))
    case .character("h"): shell.open(.look(.history))
    case .character("m"): shell.open(.look(.calendar))
    case .character("c"): shell.dialog = .compare()
    case .character("o"): shell.dialog = .options(shell.theme, shell.preferences)
    case .character("u"): shell.dialog = .name()
    case .character("r"): if shell.link.isOnline { refresh(&shell) } else { shell.effects.append(.retry) }
    case .character("/"): shell.dialog = .command("/")
    case .character("q"): shell.effects.append(.quit)
    case .escape: shell.tell("This is the lobby: q leaves.", for: 3)
    default: shell.tellKeyIsFree()
    }
  }

  mutating func point(_ mouse: Mouse, _ shell: inout Shell) {
    guard mouse.act == .press, let index = LobbyView(shell: shell, lobby: self).entry(at: mouse) else { return }
    // The second click opens.
    if chosen == index { press(.enter, &shell) } else { chosen = index }
  }

  mutating func take(_ message: Message, to question: Question, _ shell: inout Shell) {
    guard let answer = try? message.read(as: RoomsAnswer.self) else { return }
    list = answer.rooms.filter { $0.room != SharesState.room }
    isKnown = shell.isSettled
    chosen = min(chosen, max(0, entries(shell).count - 1))
  }

  mutating func take(_ failure: Failure, of question: Question, _ shell: inout Shell) {}

  func draw(on frame: inout Frame, _ shell: Shell) { LobbyView(shell: shell, lobby: self).draw(on: &frame) }

  private mutating func open(_ entry: LobbyEntry?, _ shell: inout Shell) {
    guard let entry else { return }
    if shell.rooms[entry.room] != nil { return shell.go(to: .room(entry.room)) }
    if case .game(let id) = entry, shell.games.first(where: { $0.id == id })?.modes.contains(.daily) == false {
      return shell.dialog = .newRoom(games: shell.games, chosen: entry)
    }
    shell.ask("join", ["room": entry.room])
  }

  /// A board for oneself: the one that is there already, if there is one.
  private mutating func practise(_ shell: inout Shell) {
    guard case .game(let game)? = entry(shell) else { return shell.tell("Choose a game first.") }
    guard
      let own = shell.rooms.values.first(where: {
        $0.game == game && $0.mode == .practice && $0.isOwner && !$0.isOfPastDay
      })
    else {
      return shell.ask("create", ["game": game, "mode": "practice"])
    }
    shell.go(to: .room(own.name))
    if own.state != .playing { shell.ask("start", ["room": own.name]) }
  }
}
