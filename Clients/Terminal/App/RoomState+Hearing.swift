internal import ClientKit
internal import WireProtocol

/// What a room's events change.
extension RoomState {
  mutating func hear(_ event: Event, at now: Int) {
    switch event {
    case .moved(let moved): hear(moved, at: now)
    case .finished(let finished): hear(finished, at: now)
    case .digest(let digest): hear(digest)
    case .round(let round): hear(round, at: now)
    case .roundOver(let over): hear(over, at: now)
    case .said(let said): hear(said)
    case .presence(let presence): hear(presence)
    default: break
    }
  }

  mutating func hear(_ moved: Moved, at now: Int) {
    let before = self.board
    if let board = moved.board {
      self.board = board
      pointer.fit(board, after: before)
    }
    if moved.player == viewer {
      if !underWay.isEmpty {
        underWay.removeFirst()
      } else if let doubtful = doubtfulMove {
        // It was played after all, and is not to be played again.
        if draft.text == doubtful { draft.clear() }
        doubtfulMove = nil
      }
      complaint = nil
      judgedAt = now
      if let board = moved.board, let before { tellMiss(from: before, to: board, at: now) }
      return
    }
    if moved.board != nil {
      // The board that all share has changed: what was wrong before need not be any more.
      (judgedAt, complaint) = (now, nil)
    }
    if let tiles = moved.turn["tiles"]?.stringValue {
      change(moved.player) { $0.rows.append(tiles) }
    } else {
      change(moved.player) { $0.remark = Self.remark(moved.turn) }
    }
  }

  /// A selection that has changed nothing in its field: the notes say so, and the question stays to be read.
  private mutating func tellMiss(from before: Board, to board: Board, at now: Int) {
    guard board.drag != nil, board.rows == before.rows, board.notes != before.notes else { return }
    shakenAt = now
  }

  mutating func hear(_ said: Said) {
    if said.player == viewer, let doubtful = doubtfulTalk, said.text == doubtful {
      // It was said after all, and is not to be said again.
      if talkLine.text == doubtful { talkLine.clear() }
      doubtfulTalk = nil
    }
    tell(said.text ?? "(said something that would help you: finish first)", by: said.player)
  }

  /// A turn of a game that nobody here knows, in words: numbers and flags by their names, strings as they are.
  static func remark(_ turn: JSONObject) -> String {
    turn.compactMap { key, value -> String? in
      let name = key.replacing("_", with: " ")
      if let flag = value.boolValue { return flag ? name : nil }
      if let number = value.intValue { return "\(name) \(number)" }
      return value.stringValue
    }.joined(separator: ", ")
  }

  mutating func hear(_ finished: Finished, at now: Int) {
    let result = Self.result(finished.outcome)
    guard finished.player == viewer || (mode == .together && state == .playing) else {
      change(finished.player) { $0.result = result }
      return
    }
    if finished.player != viewer { change(finished.player) { $0.result = result } }
    (outcome, share) = (finished.outcome, finished.share)
    if let praise = finished.praise { self.praise = praise }
    state = .finished
    underWay = []
    if finished.outcome["won"]?.boolValue == true { wonAt = now }
  }

  /// `solved in 4`.
  static func result(_ outcome: JSONObject) -> String {
    let won = outcome["won"]?.boolValue ?? false
    if let tries = outcome["tries"]?.intValue { return won ? "solved in \(tries)" : "not solved" }
    return won ? "solved" : "not solved"
  }

  mutating func hear(_ event: Round, at now: Int) {
    round = event.number
    board = event.board ?? board
    if event.board != nil { state = .playing }
    endsAt = event.endsInSeconds.map { now + $0 * 1000 }
    nextAt = nil
    (standings, solution, outcome, share, praise, complaint) = ([], nil, nil, nil, nil, nil)
    (shakenAt, judgedAt, wonAt, finishedCount, underWay) = (nil, nil, nil, nil, [])
    for index in others.indices { others[index] = OtherPlayer(name: others[index].name) }
    pointer = BoardPointer()
    pointer.fit(board)
    tell("Round \(event.number) has begun.")
  }

  mutating func hear(_ event: RoundOver, at now: Int) {
    standings = event.standings
    state = event.standings.contains { $0.player == viewer } || state == .playing ? .finished : state
    endsAt = nil
    nextAt = event.nextInSeconds.map { now + $0 * 1000 }
    underWay = []
    solution = event.solution.map { moves in
      moves.map { move in
        move.objectValue.map { $0.map(\.value).map { $0.stringValue ?? $0.text }.joined(separator: " ") } ?? move.text
      }.joined(separator: ", ")
    }
    tell("Round \(event.number) is over." + (solution.map { " The solution: \($0)" } ?? ""))
  }

  mutating func hear(_ event: Presence) {
    switch event.change {
    case .entered:
      if !event.isWatching, !players.contains(event.player) {
        players.append(event.player)
        playerCount += 1
        if event.player != viewer { change(event.player) { $0.isAway = false } }
      }
      if event.player != viewer { tell("\(event.player) \(event.isWatching ? "looks on" : "is here").") }
    case .left:
      if players.contains(event.player) { playerCount = max(0, playerCount - 1) }
      players.removeAll { $0 == event.player }
      others.removeAll { $0.name == event.player && $0.rows.isEmpty && $0.result == nil }
      if event.player != viewer { tell("\(event.player) \(event.reason == "kicked" ? "was sent away" : "has left").") }
    case .away, .back:
      change(event.player) { $0.isAway = event.change == .away }
      tell("\(event.player) \(event.change == .away ? "has lost the connection" : "is back").")
    case .renamed: rename(event.player, to: event.name ?? event.player)
    case .muted:
      let who = event.player == viewer ? "You" : event.player
      tell("\(who) may \(event.isMuted == true ? "not talk for now" : "talk again").")
    case .owner:
      owner = event.player
      tell(event.player == viewer ? "This room is yours now." : "\(event.player) owns this room now.")
    }
  }

  private mutating func rename(_ player: String, to name: String) {
    players = players.map { $0 == player ? name : $0 }
    if owner == player { owner = name }
    if viewer == player { return viewer = name }
    for index in others.indices where others[index].name == player { others[index].name = name }
    tell("\(player) is called \(name) from now on.")
  }

  mutating func hear(_ digest: Digest) {
    playerCount = digest.players
    finishedCount = digest.finished
    for name in digest.recent where name != viewer { change(name) { _ in } }
  }
}
