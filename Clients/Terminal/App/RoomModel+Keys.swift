internal import ClientKit
internal import WireProtocol

/// Keys in a room: letters are a move during play, and talk otherwise.
extension RoomModel: AppScreen {
  mutating func press(_ key: Key, _ shell: inout Shell) {
    if completed != nil, !isTalking {
      let acts = completed?.actions.map(\.move) ?? []
      goOn()
      // What is chosen by a key is for what was seen, and not for what comes next.
      if case .character(let key) = key, draft.isEmpty, let act = acts.first(where: { $0.first == key }) {
        return send(act, &shell, isPointed: true)
      }
      if case .character(let key) = key, draft.isEmpty, board?.keyMoves.contains(String(key)) == true { return }
      // The completed grid was seen. Typed letters are for the next one, also if they were typed before it came.
      if draft.text.isEmpty, [.enter, .escape, .character(" "), .up, .down, .left, .right].contains(key) { return }
    }
    switch key {
    case .escape:
      if pointer.cancel() { return }
      if isTalking { return isTalking = false }
      firstUnread = nil
      if looksOn { shell.ask("leave", ["room": name]) }
      if isSolo { shell.goBack() } else { shell.go(to: .lobby) }
      // Only now: a dialog over the board would hide how it ended.
      if hasResultToKeep, shell.isGuest, !shell.hasAskedForName {
        shell.dialog = .keepResult(shell)
        shell.hasAskedForName = true
      }
      return hasResultToKeep = false
    case .tab, .backTab, .control("t"):
      if isSolo { return shell.tellKeyIsFree() }
      return isTalking.toggle()
    case .left, .right:
      guard talkLine.isEmpty, watched.count > 1 else { break }
      watchedFirst += key == .right ? 1 : watched.count - 1
      return
    case .pageUp: return scrollTalk(by: 5)
    case .pageDown: return scrollTalk(by: -5)
    case .control("s"): return shell.ask("share", ["room": name])
    case .control("y"):
      guard let share else { return shell.tell("There is a result to copy when you are done.") }
      return shell.copy(share)
    case .control("n"):
      if mode == .daily { return shell.tell("There is a new puzzle every day.") }
      if isAuthored { return shell.tell("A puzzle by a player has no other round: esc leads to the lobby.") }
      return shell.ask(asksForRematch ? "rematch" : "start", ["room": name])
    case .function(2): return shell.look("shares")
    case .function(3): return shell.look("stats", game: game)
    case .function(4): return shell.look("leaderboard", game: game)
    case .function(5): return shell.look("calendar", game: game)
    case .function(6): return shell.look("languages")
    case .function(7) where isAnalysed(shell):
      return shell.open(.page("Skill and luck", .request("analysis", .given(["room": name]))))
    case .function(8):
      guard let poll else { return shell.tell("There is no open poll: /poll QUESTION? OPTION | OPTION asks one.") }
      return shell.dialog = .vote(in: name, poll)
    case .option(let number): return vote(for: number, &shell)
    case .function, .insert, .control("o"), .control("r"), .control("x"): return shell.tellKeyIsFree()
    default: break
    }
    if takesMoves, let board { play(key, on: board, &shell) } else { talk(key, &shell) }
  }

  mutating func point(_ mouse: Mouse, _ shell: inout Shell) {
    guard let board, isPlaying else { return }
    guard completed == nil else {
      if mouse.act == .press { goOn() }
      return
    }
    let cell = RoomView(shell: shell, room: self).layout.cell(at: mouse.x, mouse.y)
    guard mouse.act != .press || !isHeldBack(cell, on: board, shell) else { return }
    if let text = pointer.follow(mouse.act, at: cell, on: board) { play(text, on: board, &shell) }
  }

  func hints(_ shell: Shell) -> String { RoomView(shell: shell, room: self).hints() }

  var helpLines: [String] {
    [
      "Type a move and press Enter. Esc goes back to the lobby: the board stays.",
      "Fields: the arrows move a cursor; Space begins and ends a selection. Or press the mouse, drag, release.",
      "Tiles to sort: arrows, Space picks up, arrows, Space drops; Enter sends the row as it stands.",
      "Tab talk and board · PgUp PgDn what was said before · ↑ ↓ what was typed before · ^S share your result · ^Y copy it · ^N next round, or play once more",
      "F2 shared results · F3 statistics · F4 leaderboard · F5 calendar · F6 words · F7 skill and luck · F8 vote in a poll",
      "Whoever owns a room begins its rounds, and may /kick, /mute and /unmute.",
      "/block NAME hears no more of somebody, /unblock NAME again · /report NAME WHY tells those who keep order here",
    ]
  }

  func draw(on frame: inout Frame, _ shell: Shell) { RoomView(shell: shell, room: self).draw(on: &frame) }

  private mutating func talk(_ key: Key, _ shell: inout Shell) {
    if isSolo, !isTalking {
      switch key {
      case .character("/"): isTalking = true
      case .character(let key) where canBegin && key.lowercased() == "n": return startNext(&shell)
      case .character: return shell.tell("Nobody else is here: esc goes back.", for: 3)
      default: break
      }
    } else if isDoneForToday {
      switch key {
      case .character("/"): isTalking = true
      case .character, .enter: return shell.tell("Today's puzzle is done: tab talks, esc leads to the lobby.", for: 3)
      default: break
      }
    }
    guard key == .enter else {
      _ = talkLine.press(key)
      return
    }
    let line = talkLine.text
    guard !line.allSatisfy(\.isWhitespace) else {
      if isTalking {
        isTalking = false
      } else if looksOn {
        shell.ask("join", ["room": name])
      } else if !isPlaying {
        startNext(&shell)
      }
      return
    }
    let command = line.split(separator: " ").first?.lowercased().dropFirst() ?? ""
    if line.hasPrefix("/"), App.commandsWithForms.contains(String(command)) {
      // Neither kept among the lines that come back, since it may hold a password.
      talkLine.clear()
      return shell.open(.command(line))
    }
    if let usage = TextCommand.accountUsage(meantBy: line) {
      talkLine.clear()
      return shell.tell(
        "This may hold a password, so it was not sent. If you meant the command: \(usage); /say TEXT says it.",
        isBad: true)
    }
    talkLine.remember(line)
    talkLine.clear()
    (talkOffset, firstUnread, unread) = (0, nil, 0)
    doubtfulTalk = nil
    guard line.hasPrefix("/") else { return shell.ask("say", ["room": name, "text": line]) }
    // Afterwards typed letters are a move again: a guess must not be sent as talk.
    isTalking = false
    shell.open(.command(line))
  }

  /// A command from here was refused: what was typed comes back into the line, unless a move is to be typed there.
  mutating func takeBack(refused text: String) {
    guard !takesMoves, talkLine.isEmpty else { return }
    talkLine.set(text)
    isTalking = isTalking || isSolo || isDoneForToday
  }

  private func startNext(_ shell: inout Shell) {
    guard canBegin else { return }
    if asksForRematch { return shell.ask("rematch", ["room": name]) }
    if isOwner { shell.ask("start", ["room": name]) } else { shell.tell("The room's owner begins the next round.") }
  }

  private mutating func play(_ key: Key, on board: Board, _ shell: inout Shell) {
    let isEmpty = draft.isEmpty
    let before = draft.text
    // An error must not be shown below another input.
    defer { if draft.text != before { complaint = nil } }
    if isEmpty, isAwaited(key) { return }
    switch key {
    case .up where isEmpty: if pointer.move(0, -1, on: board) { return }
    case .down where isEmpty: if pointer.move(0, 1, on: board) { return }
    case .left where isEmpty: if pointer.move(-1, 0, on: board) { return }
    case .right where isEmpty: if pointer.move(1, 0, on: board) { return }
    case .character(" ") where isEmpty:
      if let enter = board.enter { return send(enter, &shell, isPointed: true) }
      act(on: board, &shell)
      return
    case .character(let key) where isEmpty && board.keyMoves.contains(String(key)):
      return send(String(key), &shell, isPointed: true)
    case .character(let key) where isEmpty && isUnknown(key, on: board): return shell.tellKeyIsFree()
    case .enter where isEmpty: return enter(on: board, &shell)
    case .enter:
      let text = draft.text
      draft.remember(text)
      draft.clear()
      return send(Self.move(text, on: board), &shell)
    case .character("/") where isEmpty || isDraftRefused:
      draft.clear()
      (isTalking, isDraftRefused) = (true, false)
      talkLine.set("/")
      return
    case .character where isDraftRefused: draft.clear()
    default: break
    }
    isDraftRefused = false
    _ = draft.press(key)
  }

  /// Whether a key is one for what comes after the awaited answer, in a room where a key is a move: it must neither be
  /// taken for a card that nobody has seen yet, nor begin a text.
  private func isAwaited(_ key: Key) -> Bool {
    guard isSolo, !underWay.isEmpty else { return false }
    if case .character(let key) = key { return !key.isLetter && key != "/" }
    return key == .enter
  }

  /// Whether a sign neither is one of the keys to choose from nor begins a text.
  private func isUnknown(_ key: Character, on board: Board) -> Bool {
    isSolo && !board.choices.isEmpty && !key.isLetter && !["/", "="].contains(key)
  }

  /// Handles space and Enter at the cursor.
  private mutating func act(on board: Board, _ shell: inout Shell) {
    guard !isHeldBack(pointer.cell, on: board, shell) else { return }
    if let text = pointer.act(on: board) { play(text, on: board, &shell) }
  }

  /// The delay in milliseconds before another card can be played: the hand closes up, so a double click or a held key
  /// would play the card that moves under the cursor.
  private static let cardPause = 400

  /// Whether a card must wait for the answer to the one before.
  private func isHeldBack(_ cell: BoardCell?, on board: Board, _ shell: Shell) -> Bool {
    guard let cell, !board.parts.isEmpty, board.fields.indices.contains(cell.part), board.fields[cell.part].cards != nil
    else { return false }
    return !underWay.isEmpty || cardAt.map { shell.now - $0 < Self.cardPause } ?? false
  }

  /// Plays the move that was pointed at.
  private mutating func play(_ text: String, on board: Board, _ shell: inout Shell) {
    if board.fields.indices.contains(pointer.cell.part), board.fields[pointer.cell.part].cards != nil {
      cardAt = shell.now
    }
    send(text, &shell, isPointed: true)
  }

  /// Enter without input: ends or begins a selection; for tiles to sort, sends the row.
  private mutating func enter(on board: Board, _ shell: inout Shell) {
    if let enter = board.enter { return send(enter, &shell, isPointed: true) }
    if board.drag != nil || pointer.anchor != nil || board.hasPlayableParts { return act(on: board, &shell) }
    guard board.swap != nil, let key = board.key, let row = board.openRow else { return }
    let letters = board.rows[row].letters
    guard isSorted || !underWay.isEmpty || untouchedRow == letters else {
      // An accidental Enter costs no try.
      untouchedRow = letters
      complaint = "Nothing is swapped yet. Enter once more tries the tiles as they stand."
      return
    }
    send(key.replacing("{letters}", with: letters), &shell)
  }

  /// The move for typed letters by the board's gesture; any other input is sent unchanged.
  static func move(_ text: String, on board: Board) -> String {
    let text = text.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    guard let key = board.key, text.allSatisfy(\.isLetter) else { return text }
    return key.replacing("{letters}", with: text)
  }

  /// Sends a move, which waits if the link is down.
  private mutating func send(_ text: String, _ shell: inout Shell, isPointed: Bool = false) {
    let id = shell.nextNumber()
    underWay.append((id, text, isPointed))
    (complaint, shakenAt, doubtfulMove, isDraftRefused) = (nil, nil, nil, false)
    if isSolo, isAway { return held.append((id, text, board?.prompt)) }
    shell.ask("move", ["room": name, "text": text, "puzzle": puzzle], number: id)
  }

  /// Sends what has waited for the room's description, unless it answers something that is not asked any more.
  mutating func sendHeld(_ shell: inout Shell) {
    for (id, text, prompt) in held {
      if prompt == board?.prompt {
        shell.ask("move", ["room": name, "text": text, "puzzle": puzzle], number: id)
      } else {
        underWay.removeAll { $0.id == id }
        complaint = "Something else is asked by now, so nothing was sent."
      }
    }
    held = []
  }

  mutating func take(_ message: Message, to question: Question, _ shell: inout Shell) {
    switch message.type {
    case "moved": underWay.removeAll { $0.id == question.number }
    case "tally":
      underWay.removeAll { $0.id == question.number }
      if let tally = try? message.read(as: VoteCounts.self) { receive(tally, at: shell.now) }
    case "board": if let answer = try? message.read(as: BoardAnswer.self) { take(answer) }
    case "poll":
      guard let poll = try? message.read(as: PollAnswer.self) else { return }
      receive(poll, message.drawn ?? "", isAskedFor: question.type != "vote", at: shell.now)
    case "poll_removed":
      if let removed = try? message.read(as: PollRemoved.self) {
        receive(removed, message.drawn ?? "", at: shell.now)
      }
    case "who": tell(message.drawn ?? "")
    default: break
    }
  }

  private mutating func take(_ answer: BoardAnswer) {
    for other in answer.boards where other.player != viewer { show(other.board, of: other.player) }
    guard let board = answer.board else { return }
    if let player = answer.player, player != viewer, mode != .together { return show(board, of: player) }
    self.board = board
  }

  mutating func take(_ failure: Failure, of question: Question, _ shell: inout Shell) {
    let text = question["text"] ?? ""
    if question.type == "vote" {
      // The poll may have ended by itself, which nobody is told.
      shell.tell(failure.message, isBad: true)
      return shell.ask("poll", ["room": name])
    }
    if question.type == "say" {
      if failure.isOfLink { doubtfulTalk = text }
      if talkLine.isEmpty { talkLine.set(text) }
      return shell.tell("\(failure.message) What you wrote is still in the line.", isBad: true)
    }
    let wasPointed = underWay.contains { $0.id == question.number && $0.isPointed }
    underWay.removeAll { $0.id == question.number }
    (shakenAt, complaint) = (shell.now, failure.message)
    if failure.code == nil, !wasPointed { complaint = "\(failure.message) What you typed is still here." }
    if failure.isOfLink { doubtfulMove = text }
    // A room of the player's own may be gone with the server that had it.
    if isSolo, failure.what == .room { shell.ask("join", ["room": name]) }
    // Later input is not overwritten: arrow up recalls the refused move.
    guard draft.isEmpty, !wasPointed else { return }
    draft.set(text)
    isDraftRefused = failure.code != nil
  }
}
