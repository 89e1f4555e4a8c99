internal import WireProtocol

/// Keys, the mouse and pastes: where they go.
extension App {
  mutating func take(_ input: Input) {
    submitted?.isWaitedFor = false
    switch input {
    case .key(let key): press(key)
    case .paste(let text): paste(text)
    case .mouse(let mouse): point(mouse)
    }
  }

  private mutating func press(_ key: Key) {
    switch key {
    case .control("c"): return effects.append(.quit)
    case .control("z"): return effects.append(.suspend)
    case .control("l"): return effects.append(.redraw)
    case .control("r"): return connectAtOnce()
    case .alt(let character):
      // Nothing here has Alt: it was Esc and a key that a slow link has brought together.
      press(.escape)
      return press(character == "\r" ? .enter : .character(character))
    default: break
    }
    if isHelpShown {
      switch key {
      case .up, .character("k"): helpOffset = max(0, helpOffset - 1)
      case .down, .character("j"), .character(" "), .pageDown: helpOffset += key == .down ? 1 : 5
      default: (isHelpShown, helpOffset) = (false, 0)
      }
      return
    }
    notice = nil
    if var open = dialog {
      dialog = nil
      if press(key, in: &open) { dialog = open }
      return
    }
    if key == .function(1) || key == .character("?") && isHelpKeyFree { return isHelpShown = true }
    switch place {
    case .lobby: pressInLobby(key)
    case .room(let name):
      guard var room = rooms[name] else { return goBack() }
      rooms[name] = nil
      pressInRoom(key, &room)
      rooms[name] = room
    case .shares: pressInShares(key)
    case .lookingBack: pressLookingBack(key)
    case .page: pressOnPage(key)
    }
  }

  /// A link that has come back by itself meanwhile has said so: that sentence stays.
  private mutating func connectAtOnce() {
    guard link.isOnline else { return effects.append(.retry) }
    if notice == nil { tell("The connection is there.", for: 3) }
  }

  /// Whether a question mark is no part of a text that is being written.
  private var isHelpKeyFree: Bool {
    guard let room else { return true }
    return room.takesMoves ? room.draft.isEmpty : room.talkLine.isEmpty
  }

  private mutating func paste(_ text: String) {
    if PastedResult.isOne(text), dialog == nil {
      if place == .shares { return ask(.share(room: nil, text: text)) }
      return dialog = .share(text)
    }
    let line = text.split(separator: "\n", omittingEmptySubsequences: true).joined(separator: " ")
    if var open = dialog, open.fields.indices.contains(open.chosen), open.fields[open.chosen].choices.isEmpty {
      open.fields[open.chosen].line.insert(line)
      return dialog = open
    }
    guard case .room(let name) = place, var room = rooms[name] else {
      return tell("That is no result of a game. In a room it would go into the line that you write.")
    }
    if room.takesMoves { room.draft.insert(line) } else { room.talkLine.insert(line) }
    rooms[name] = room
  }

  private mutating func point(_ mouse: Mouse) {
    if mouse.act == .wheelUp || mouse.act == .wheelDown { return press(mouse.act == .wheelUp ? .up : .down) }
    guard dialog == nil, !isHelpShown else { return }
    switch place {
    case .lobby:
      guard mouse.act == .press, let index = lobbyEntry(at: mouse) else { return }
      // The second click opens.
      if lobby.chosen == index { pressInLobby(.enter) } else { lobby.chosen = index }
    case .room(let name):
      guard var room = rooms[name], let board = room.board, room.isPlaying else { return }
      let text = room.pointer.follow(mouse.act, at: boardCell(at: mouse), on: board)
      if let text { send(text, from: &room, isPointed: true) }
      rooms[name] = room
    case .shares:
      guard mouse.act == .press, let (index, cell) = sharedCell(at: mouse) else { return }
      (shares.chosen, shares.cell) = (index, cell)
      pressInShares(.enter)
    case .lookingBack, .page: break
    }
  }
}
