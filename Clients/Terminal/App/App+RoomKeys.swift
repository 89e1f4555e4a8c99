internal import WireProtocol

/// What keys do in a room: letters are a move while one plays, and talk otherwise.
extension App {
  mutating func pressInRoom(_ key: Key, _ room: inout RoomState) {
    switch key {
    case .escape: return leaveBoard(&room)
    case .tab, .backTab, .control("t"): return room.isTalking.toggle()
    case .control("s"): return ask(.share(room: room.name, text: nil))
    case .control("y"):
      if let share = room.share { copy(share) } else { tell("There is a result to copy when you are done.") }
      return
    case .control("n"): return startRound(room)
    case .function(2): return openShares()
    case .function(3): return look(.stats, game: room.game)
    case .function(4):
      lookingBack.isClaimed = false
      return look(.leaderboard, game: room.game)
    case .function(5): return look(.calendar, game: room.game)
    case .function, .insert, .control("o"), .control("r"), .control("x"): return tellKeyIsFree()
    default: break
    }
    if room.takesMoves, let board = room.board { play(key, on: board, &room) } else { talk(key, &room) }
  }

  private mutating func leaveBoard(_ room: inout RoomState) {
    if room.pointer.cancel() { return }
    if room.isTalking { return room.isTalking = false }
    goBack()
  }

  private mutating func startRound(_ room: RoomState) {
    if room.mode == .daily { return tell("There is a new puzzle every day.") }
    ask(.start(room: room.name))
  }

  private mutating func talk(_ key: Key, _ room: inout RoomState) {
    if key == .enter {
      let line = room.talkLine.text
      guard !line.allSatisfy(\.isWhitespace) else {
        if room.isTalking { room.isTalking = false } else if !room.isPlaying { startNext(room) }
        return
      }
      room.talkLine.remember(line)
      room.talkLine.clear()
      room.doubtfulTalk = nil
      if line.hasPrefix("/") {
        // The command may change this very room.
        rooms[room.name] = room
        run(line)
        room = rooms[room.name] ?? room
        return
      }
      return ask(.say(room: room.name, text: line))
    }
    _ = room.talkLine.press(key)
  }

  /// Enter on a board that is done.
  private mutating func startNext(_ room: RoomState) {
    guard room.game != nil, room.mode != .daily, room.nextAt == nil else { return }
    if room.isOwner { ask(.start(room: room.name)) } else { tell("The room's owner begins the next round.") }
  }

  private mutating func play(_ key: Key, on board: Board, _ room: inout RoomState) {
    let isEmpty = room.draft.isEmpty
    switch key {
    case .up where isEmpty: if room.pointer.move(0, -1, on: board) { return }
    case .down where isEmpty: if room.pointer.move(0, 1, on: board) { return }
    case .left where isEmpty: if room.pointer.move(-1, 0, on: board) { return }
    case .right where isEmpty: if room.pointer.move(1, 0, on: board) { return }
    case .character(" ") where isEmpty:
      if let text = room.pointer.act(on: board) { send(text, from: &room, isPointed: true) }
      return
    case .enter where isEmpty: return enter(on: board, &room)
    case .enter:
      let text = room.draft.text
      room.draft.remember(text)
      room.draft.clear()
      return send(Self.move(text, on: board), from: &room)
    case .character("/") where isEmpty:
      room.isTalking = true
      room.talkLine.set("/")
      return
    default: break
    }
    let before = room.draft.text
    _ = room.draft.press(key)
    if room.draft.text != before { room.complaint = nil }
  }

  /// Enter with nothing typed: ends a selection or begins one; of tiles that are sorted it sends the row as it stands.
  private mutating func enter(on board: Board, _ room: inout RoomState) {
    if board.drag != nil || room.pointer.anchor != nil {
      if let text = room.pointer.act(on: board) { send(text, from: &room, isPointed: true) }
      return
    }
    guard board.swap != nil, let key = board.key, let row = board.openRow else { return }
    send(key.replacing("{letters}", with: board.rows[row].letters), from: &room)
  }

  /// What was typed, as the board's gesture for letters says; anything that is not letters alone goes as it is.
  static func move(_ text: String, on board: Board) -> String {
    let text = text.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    guard let key = board.key, text.allSatisfy(\.isLetter) else { return text }
    return key.replacing("{letters}", with: text)
  }

  /// Sends a move. It waits by itself when the link is down.
  mutating func send(_ text: String, from room: inout RoomState, isPointed: Bool = false) {
    let id = moveNumber()
    if isPointed { room.pointedMoves.insert(id) }
    room.underWay.append((id, text))
    (room.complaint, room.shakenAt, room.doubtfulMove) = (nil, nil, nil)
    ask(.move(room: room.name, text: text, puzzle: room.puzzle, id: id))
  }
}
