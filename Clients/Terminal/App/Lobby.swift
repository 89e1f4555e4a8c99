internal import ClientKit
internal import WireProtocol

struct Lobby: Sendable {
  private(set) var list: [RoomSummary] = []
  /// Whether the list is this player's: dailies show the player's state.
  private(set) var isKnown = false
  /// The player's goal of the day, in the server's words.
  private(set) var goal: (text: String, isReached: Bool)?
  var cursor = ListCursor()
  private var nextAskAt = 0
  private static let interval = 10_000

  mutating func refresh(_ shell: inout Shell, asksRooms: Bool = true) {
    guard shell.link.isOnline else { return nextAskAt = 0 }
    nextAskAt = shell.now + Self.interval
    guard asksRooms else { return }
    shell.ask("seeks")
    shell.ask("rooms")
  }

  /// Refreshes soon, after the present changes.
  mutating func refreshSoon(_ shell: Shell) { nextAskAt = min(nextAskAt, shell.now + 500) }

  /// When the list is requested next; never without a link.
  func dueAt(_ shell: Shell) -> Int? {
    shell.link.isOnline && shell.isSettled ? nextAskAt : nil
  }

  mutating func forget() {
    for index in list.indices { list[index].yours = nil }
    (isKnown, goal) = (false, nil)
  }

  /// Players with a name have a goal.
  func askGoal(_ shell: inout Shell) {
    if shell.link.isOnline, shell.isSettled, !shell.isGuest { shell.ask("goal") }
  }

  /// The goal was asked for, or reached.
  mutating func receive(_ message: Message, _ text: String, isAnswer: Bool = false, _ shell: inout Shell) {
    guard let answer = try? message.read(as: GoalAnswer.self) else { return }
    goal = (text, answer.isReached)
    if !isAnswer { shell.tell(text, for: 15) }
  }

  /// The rooms by name: first the games' own, then the player's, then the others.
  func entries(_ shell: Shell) -> [String] {
    let games = shell.games.map(\.id)
    let own = shell.rooms.keys.filter { !games.contains($0) }.sorted()
    return games + own + list.map(\.room).filter { !games.contains($0) && !own.contains($0) }
  }

  func chosenGame(_ shell: Shell) -> String? {
    shell.place == .lobby && shell.games.indices.contains(cursor.chosen) ? shell.games[cursor.chosen].id : nil
  }

  private func entry(_ shell: Shell) -> String? {
    let entries = entries(shell)
    return entries.indices.contains(cursor.chosen) ? entries[cursor.chosen] : nil
  }

  func dailyState(of game: String, _ shell: Shell) -> String {
    let modes = shell.games.first { $0.id == game }?.modes ?? []
    if !modes.contains(.daily) { return modes.map(\.rawValue).joined(separator: ", ") }
    if let room = shell.rooms[game], room.mode == .daily {
      if let outcome = room.outcome { return ShellFormat.result(outcome) }
      if room.state == .playing, let board = room.board { return "playing " + (board.notes.first ?? "") }
    }
    guard isKnown else { return "…" }
    guard let yours = list.first(where: { $0.room == game })?.yours else { return "not played yet" }
    return yours.outcome.map(ShellFormat.result) ?? "playing " + (yours.notes.first ?? "")
  }

  func isDone(_ game: String, _ shell: Shell) -> Bool {
    shell.rooms[game]?.outcome != nil || list.first { $0.room == game }?.yours?.outcome != nil
  }
}

extension Lobby: AppScreen {
  func hints(_ shell: Shell) -> String { listing(shell).hints }

  private func view(_ shell: Shell) -> ListingView {
    ListingView(shell: shell, listing: listing(shell), cursor: cursor)
  }

  func draw(on frame: inout Frame, _ shell: Shell) { view(shell).draw(on: &frame) }

  mutating func point(_ mouse: Mouse, _ shell: inout Shell) {
    let view = view(shell)
    guard mouse.act == .press, let index = view.entry(at: mouse) else { return }
    let isChosen = index == cursor.chosen
    cursor.choose(index, of: view.count)
    if isChosen { press(.enter, &shell) }
  }

  mutating func press(_ key: Key, _ shell: inout Shell) {
    let view = view(shell)
    cursor.choose(cursor.chosen, of: view.count)
    let letters: [Key: Key] = [.character("k"): .up, .character("j"): .down]
    if !cursor.go(letters[key] ?? key, of: view.count, room: view.room) { act(key, &shell) }
  }

  /// Handles keys other than those of the cursor.
  private mutating func act(_ key: Key, _ shell: inout Shell) {
    let entries = entries(shell)
    switch key {
    case .enter, .character(" "), .right: open(entry(shell), &shell)
    case .character(let digit) where digit.wholeNumberValue.map { 1...9 ~= $0 } ?? false:
      let index = (digit.wholeNumberValue ?? 1) - 1
      guard shell.games.indices.contains(index) else { return }
      cursor.choose(index, of: entries.count)
      open(entries[index], &shell)
    case .character("p"): practise(&shell)
    case .character("w"):
      guard let room = entry(shell) else { return shell.tell("Choose a room first.") }
      shell.ask("join", ["room": room, "watching": true])
    case .character("n"): shell.dialog = .newRoom(chosenGame(shell), shell)
    case .character("g"): shell.dialog = .join()
    case .character("x"):
      guard let room = entry(shell), chosenGame(shell) == nil, shell.rooms[room] != nil else {
        return shell.tell("x leaves a room that you are in: choose one marked ● first.")
      }
      shell.ask("leave", ["room": room])
    case .character("f"): shell.look("seeks")
    case .character("s"): shell.look("shares")
    case .character("e"): shell.look("scores")
    case .character("v"): shell.look("languages")
    case .character("a"): shell.look("account")
    case .character("o"): shell.dialog = .options(shell.theme, shell.preferences)
    case .character("u"): if shell.isGuest { shell.dialog = .name("Your name", shell) } else { shell.look("account") }
    case .character("r"): if shell.link.isOnline { refresh(&shell) } else { shell.effects.append(.retry) }
    case .character("q"): shell.effects.append(.quit)
    case .escape: shell.tell("This is the lobby: q leaves.", for: 3)
    default: if !shell.lookBack(key, game: chosenGame(shell)) { shell.press(onPage: key) }
    }
  }

  mutating func take(_ message: Message, to question: Question, _ shell: inout Shell) {
    if message.type == "goal" {
      return receive(message, message.drawn ?? "", isAnswer: question.type == "goal", &shell)
    }
    guard let answer = try? message.read(as: RoomsAnswer.self) else { return }
    list = answer.rooms.filter { $0.room != KnownNames.channel }
    isKnown = shell.isSettled
    cursor.choose(cursor.chosen, of: entries(shell).count)
  }

  mutating func take(_ failure: Failure, of question: Question, _ shell: inout Shell) {}

  private mutating func open(_ room: String?, _ shell: inout Shell) {
    guard let room else { return }
    if shell.rooms[room].map({ !$0.looksOn }) == true { return shell.go(to: .room(room)) }
    if shell.games.first(where: { $0.id == room })?.modes.contains(.daily) == false {
      return shell.dialog = .newRoom(room, shell)
    }
    shell.ask("join", ["room": room])
  }

  /// Opens a practice board: the existing one, if there is one.
  private mutating func practise(_ shell: inout Shell) {
    guard let game = chosenGame(shell) else { return shell.tell("Choose a game first.") }
    let own = shell.rooms.values.first {
      $0.game == game && $0.mode == .practice && $0.isOwner && !$0.isOfPastDay
    }
    guard let own else { return shell.ask("create", ["game": game, "mode": "practice"]) }
    shell.go(to: .room(own.name))
    if own.state != .playing { shell.ask("start", ["room": own.name]) }
  }
}
