internal import ClientKit
internal import WireProtocol

/// The whole program except I/O: the shell and the screens, of which one is shown.
///
/// `update` handles an event and returns effects. It reads no clock and uses no terminal: the caller sets
/// ``Shell/now``, executes the effects and draws ``frame()``.
@dynamicMemberLookup
struct App: Sendable {
  var shell: Shell
  var lobby = Lobby()
  var page = Page()
  /// A submitted dialog and its request, until the answer arrives: it opens again after a refusal.
  var submitted: (box: Dialog, question: Question)?
  /// Whether the answer was a refusal.
  var isSubmittedRefused = false
  /// Whether no key was pressed since: a dialog that opens by itself would take keys meant for something else.
  var isSubmittedWaitedFor = false
  /// What was announced last to a room, which is why it is closed if it is closed right after.
  var lastWords: (room: String, text: String)?
  /// The login to send, if it is still pending.
  var introduction: Question?
  /// What a key has asked for that leads from a screen into a room.
  var opening: (question: Question, place: Place)?
  /// Keys that were typed for a screen that is not there yet.
  private var typedAhead: [Key] = []
  private static let mostTypedAhead = 64

  init(server: String, preferences: Preferences = Preferences()) {
    shell = Shell(server: server, preferences: preferences)
  }

  subscript<Value>(dynamicMember path: WritableKeyPath<Shell, Value>) -> Value {
    get { shell[keyPath: path] }
    set { shell[keyPath: path] = newValue }
  }

  subscript<Value>(dynamicMember path: KeyPath<Shell, Value>) -> Value { shell[keyPath: path] }

  mutating func update(_ event: AppEvent) -> [Effect] {
    let before = shell.place
    switch event {
    case .input(let input): take(input)
    case .resized(let width, let height): (shell.width, shell.height) = (max(width, 1), max(height, 1))
    case .heard(let event, let text): receive(event, text)
    case .answered(let question, .success(let answer)):
      if submitted?.question == question { submitted = nil }
      if opening?.question == question { opening = nil }
      take(answer, to: question)
    case .answered(let question, .failure(let failure)):
      if opening?.question == question { (opening, typedAhead) = (nil, []) }
      take(failure, of: question)
    case .tick: if let notice = shell.notice, notice.until <= shell.now { shell.notice = nil }
    case .resumed: shell.effects.append(.redraw)
    }
    carryOutOpenings()
    while !awaitsScreen, !typedAhead.isEmpty {
      press(typedAhead.removeFirst())
      carryOutOpenings()
    }
    fitForm()
    if shell.place == .lobby, before != .lobby { lobby.askGoal(&shell) }
    refreshLists(before)
    // Words that were studied meanwhile are not due any more.
    if shell.place == .page, before != .page { page.refresh(&shell) }
    shell.link.note(event, sending: shell.effects, at: shell.now)
    defer { shell.effects = [] }
    return shell.effects
  }

  /// Lists that change by themselves are asked for when they are opened, and then now and then.
  private mutating func refreshLists(_ before: Place) {
    let isOpened = shell.place == .lobby && before != .lobby
    guard isOpened || listsDueAt.map({ $0 <= shell.now }) ?? false else { return }
    lobby.refresh(&shell, asksRooms: shell.place == .lobby)
    if shell.place == .page { page.refresh(&shell) }
  }

  /// When a list that changes by itself is requested next.
  private var listsDueAt: Int? {
    shell.place == .lobby || shell.place == .page && page.isRefreshed ? lobby.dueAt(shell) : nil
  }

  /// When the screen next changes by itself, in milliseconds from now; `nil`: never.
  var nextChange: Int? {
    if isAnimating { return 33 }
    let now = shell.now
    let silentAt = shell.link.silentAt.flatMap { $0 > now ? $0 : nil }
    var moments = [shell.notice?.until, listsDueAt, silentAt].compactMap { $0 }.map { $0 - now }
    if shell.place == .page, page.isReplayShown, let next = page.replay?.nextAt(now) { moments.append(next - now) }
    let countdowns = [
      shell.room?.endsAt, shell.room?.nextAt, shell.room?.nextTick(at: now),
      shell.link.retryAt, shell.place == .lobby ? shell.nextDayAt : nil,
    ]
    // At the next whole second of a countdown.
    moments += countdowns.compactMap { $0 }.filter { $0 > now }.map { ($0 - now - 1) % 1000 + 1 }
    return moments.map { max($0, 1) }.min()
  }

  /// The screen of a place; `nil` for a room that the player is not in.
  subscript(place: Place) -> (any AppScreen)? {
    get {
      switch place {
      case .lobby: lobby
      case .room(let name): shell.rooms[name]
      case .page: page
      }
    }
    set {
      switch newValue {
      case let changed as Lobby: lobby = changed
      case let changed as RoomModel: if shell.rooms[changed.name] != nil { shell.rooms[changed.name] = changed }
      case let changed as Page: page = changed
      default: break
      }
    }
  }

  /// Changes a screen, by default the visible one.
  mutating func with(_ place: Place? = nil, _ body: (inout any AppScreen, inout Shell) -> Void) {
    guard var screen = self[place ?? shell.place] else { return }
    body(&screen, &shell)
    self[place ?? shell.place] = screen
  }

  mutating func carryOutOpenings() {
    while !shell.openings.isEmpty {
      switch shell.openings.removeFirst() {
      case .page(let title, let question): page.open(title, question, &shell)
      case .command(let line): run(line)
      }
    }
  }

  private mutating func take(_ input: Input) {
    isSubmittedWaitedFor = false
    switch input {
    case .key(let key): if !typeAhead(key) { press(key) }
    case .paste(let text): paste(text)
    case .ground(let colour):
      shell.hasLightGround = colour.luminance > 0.4
      if !shell.preferences.isLookFixed { shell.show(shell.theme) }
    case .mouse(let mouse):
      if mouse.act == .wheelUp || mouse.act == .wheelDown { return turnWheel(mouse) }
      if mouse.act == .press, let key = frame().key(at: mouse.x, mouse.y) { return press(key) }
      if shell.dialog == nil, shell.help == nil { with { $0.point(mouse, &$1) } }
    }
  }

  /// Whether the screen that the last key leads to is not there yet.
  private var awaitsScreen: Bool {
    guard shell.link.isOnline, shell.dialog == nil, shell.help == nil else { return false }
    return opening?.place == shell.place || shell.place == .page && page.isAwaited
  }

  /// Keeps a key for the screen that is awaited; Esc waits no longer.
  ///
  /// - Returns: whether it is kept.
  private mutating func typeAhead(_ key: Key) -> Bool {
    guard awaitsScreen else { return false }
    switch key {
    case .control, .escape, .function:
      (opening, typedAhead) = (nil, [])
      return false
    default:
      if typedAhead.count < Self.mostTypedAhead { typedAhead.append(key) }
      return true
    }
  }

  private mutating func turnWheel(_ mouse: Mouse) {
    let isUp = mouse.act == .wheelUp
    if let room = shell.room, shell.dialog == nil, shell.help == nil,
      RoomView(shell: shell, room: room).layout.side.contains(mouse.x, mouse.y)
    {
      return press(isUp ? .pageUp : .pageDown)
    }
    press(isUp ? .up : .down)
  }

  private mutating func press(_ key: Key) {
    switch key {
    case .control("c"): return shell.effects.append(.quit)
    case .control("z"): return shell.effects.append(.suspend)
    case .control("l"): return shell.effects.append(.redraw)
    case .control("g"): return followNotice()
    case .control("r"):
      guard shell.link.isOnline else { return shell.effects.append(.retry) }
      // The notice of an automatic reconnection is kept.
      if shell.notice == nil { shell.tell("The connection is there.", for: 3) }
      return
    case .enter where shell.link.phase == .takenOver: return shell.effects.append(.retry)
    case .alt(let character):
      // There are no Alt keys here: it was Esc and a key, joined by a slow link.
      press(.escape)
      return press(character == "\r" ? .enter : .character(character))
    default: break
    }
    if let help = shell.help { return press(key, in: help) }
    shell.notice = nil
    if var open = shell.dialog {
      shell.dialog = nil
      if press(key, in: &open) { shell.dialog = open }
      noteOpening()
    } else if key == .function(1) || key == .character("?") && isHelpKeyFree {
      shell.help = Help()
      shell.askHelp(on: HelpView.commands)
    } else {
      with { $0.press(key, &$1) }
      if let new = shell.dialog { show(new) }
      noteOpening()
    }
  }

  /// Notes what a key has just asked for, if that may lead into a room.
  private mutating func noteOpening() {
    if case .ask(let question)? = shell.effects.last, question.opensRoom { opening = (question, shell.place) }
  }

  private mutating func press(_ key: Key, in help: Help) {
    let view = HelpView(shell: shell, help: help, screen: self[shell.place])
    let step = [Key.up: -1, .down: 1, .pageUp: -5, .pageDown: 5, .character(" "): 5][key]
    let turn = [Key.left: -1, .backTab: -1, .right: 1, .tab: 1][key]
    if let turn {
      shell.help = Help(topic: (help.topic + turn + view.topics.count) % view.topics.count)
    } else {
      shell.help = step.map { Help(topic: help.topic, offset: max(0, min(help.offset + $0, view.lastOffset))) }
    }
  }

  private var isHelpKeyFree: Bool {
    if shell.place == .page, page.isSearched { return page.line.isEmpty }
    guard let room = shell.room else { return true }
    // Refused input is still there, and is replaced by whatever is typed next.
    return room.takesMoves ? room.draft.isEmpty || room.complaint != nil : room.talkLine.isEmpty
  }

  private mutating func paste(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }.filter { !$0.isEmpty }
    // Rows of tiles are a game's result, which the server evaluates.
    if lines.count > 1, lines.contains(where: Self.isGrid), shell.dialog == nil {
      if shell.place == .page, page.type == "shares" { return shell.ask("share", ["text": text]) }
      return shell.dialog = .share(text)
    }
    let line = lines.joined(separator: " ")
    if var open = shell.dialog, open.fields.indices.contains(open.chosen), open.fields[open.chosen].choices.isEmpty {
      open.fields[open.chosen].line.insert(line)
      return shell.dialog = open
    }
    if shell.place == .page, page.isSearched { return page.paste(line, &shell) }
    guard case .room(let name) = shell.place, var room = shell.rooms[name] else {
      return shell.tell("That is no result of a game. In a room it would go into the line that you write.")
    }
    if room.takesMoves { room.draft.insert(line) } else { room.talkLine.insert(line) }
    shell.rooms[name] = room
  }

  static func isGrid(_ line: Substring) -> Bool {
    let tiles = line.filter { !$0.isWhitespace }
    return !tiles.isEmpty && tiles.allSatisfy { TextWidth.of($0) == 2 }
  }
}
