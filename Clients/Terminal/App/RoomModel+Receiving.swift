internal import ClientKit
internal import WireProtocol

extension RoomModel {
  /// - Parameter text: the event in the server's words.
  mutating func receive(_ event: Event, _ text: String? = nil, at now: Int) {
    let lines = (text ?? "").split(separator: "\n").map(String.init)
    let sentence = lines.first
    switch event {
    case .moved(let moved): receive(moved, sentence, at: now)
    case .finished(let finished): receive(finished, at: now)
    case .digest(let digest): receive(digest)
    case .round(let round): receive(round, at: now)
    case .roundOver(let over):
      receive(over, at: now)
      standingLines = isAlone ? [] : Array(lines.dropFirst().prefix(standings.count))
    case .said(let said): receive(said, hiding: lines.dropFirst().last, at: now)
    case .hiddenTalk(let talk):
      tell("Said of this puzzle meanwhile:", at: now)
      for line in talk.lines { tell(line.text, by: line.player, at: now, seq: line.seq) }
    case .presence(let presence): receive(presence)
    case .paused(let paused): receive(paused, at: now)
    case .stopped:
      (nextAt, pausedAt) = (nil, nil)
    case .changed(let changed):
      if let left = changed.endsInSeconds { endsAt = (pausedAt ?? now) + left * 1000 }
    default: break
    }
    if let sentence, isTold(event) { tell(sentence, at: now) }
    if case .roundOver = event, !isAlone, let solution { tell("The solution: \(solution)", at: now) }
  }

  /// A puzzle by a player: before its board, and at the end with how others did.
  mutating func receive(_ made: PuzzleAnswer, _ text: String) {
    (isAuthored, clue) = (true, made.puzzle.clue)
    for line in text.split(separator: "\n") { tell(String(line)) }
  }

  /// Who wants to play once more, and the key for those whose wish is missing.
  mutating func receive(_ rematch: RematchAnswer, _ text: String) {
    tell(text + (rematch.missing.contains(viewer) ? ": ^N agrees" : ""))
    isRematchWanted = true
  }

  /// Whether the room tells of an event by its sentence; boards, results and talk are shown otherwise.
  private func isTold(_ event: Event) -> Bool {
    switch event {
    case .roundOver: !isAlone
    case .round, .paused, .stopped, .changed, .locked: true
    case .presence(let presence):
      presence.player != viewer || presence.change != .entered && presence.change != .left
    default: false
    }
  }

  mutating func receive(_ moved: Moved, _ sentence: String?, at now: Int) {
    guard moved.player == viewer || mode == .together else {
      if let board = moved.board { show(board, of: moved.player) }
      if moved.board?.isGrid ?? true { change(moved.player) { $0.take(moved) } }
      return
    }
    let before = self.board
    if let board = moved.board {
      (self.board, boardAt, tally) = (board, now, nil)
      completed = board.completed.map {
        var completed = Board(title: board.title, rows: $0.rows, prompt: $0.caption, isGrid: board.isGrid)
        completed.actions = $0.actions
        return completed
      }
      pointer.fit(board, after: before)
    }
    light(moved, sentence, after: before)
    if let board = moved.board { (isSorted, untouchedRow) = (board.rows.count == before?.rows.count, nil) }
    if moved.player == viewer {
      if !underWay.isEmpty {
        underWay.removeFirst()
      } else if let doubtful = doubtfulMove {
        // The move was played after all, and must not be repeated.
        if draft.text == doubtful { draft.clear() }
        doubtfulMove = nil
      }
      complaint = nil
      judgedAt = now
      if let board = moved.board, let before { tellMiss(from: before, to: board, at: now) }
      return
    }
    if moved.board != nil {
      // The shared board has changed, so an earlier error may not apply any more.
      (judgedAt, complaint) = (now, nil)
    }
    guard let remark = moved.remark else { return }
    guard moved.player.isEmpty else { return change(moved.player) { $0.remark = remark } }
    // Without a mover, the event was caused by time: what players have done before it is over.
    for index in others.indices { others[index].remark = "" }
    tell(remark, at: now)
  }

  /// Highlights the cells that a move has changed, until the next one, and reports it.
  private mutating func light(_ moved: Moved, _ sentence: String?, after before: Board?) {
    guard moved.board != nil || moved.player == viewer else { return }
    (lit, news) = ([], nil)
    if let remark = moved.remark, mode == .together, moved.board == before {
      // A wish that the others must agree to.
      return news = "\(moved.player) \(remark)"
    }
    if let before { lightParts(after: before) }
    if showsTable { return news = completed == nil ? (isSolo ? moved.remark : sentence) : nil }
    // The last word may have brought the next grid.
    guard let before, before.isGrid, let rows = shown?.rows, rows.map(\.letters) == before.rows.map(\.letters) else {
      return
    }
    for (y, (old, new)) in zip(before.rows, rows).enumerated() {
      for (x, (old, new)) in zip(old.tiles, new.tiles).enumerated() where old != new {
        lit.insert(BoardCell(x: x, y: y))
      }
    }
    if !lit.isEmpty, let remark = moved.remark { news = moved.player == viewer ? remark : "\(moved.player) \(remark)" }
  }

  /// Highlights changed cells of grids, if the grids are the same.
  private mutating func lightParts(after before: Board) {
    guard let now = board, !now.parts.isEmpty else { return }
    for (part, (old, new)) in zip(before.fields, now.fields).enumerated() where old.title == new.title {
      guard let old = old.grid?.rows, let new = new.grid?.rows, old.count == new.count else { continue }
      for (y, (old, new)) in zip(old, new).enumerated() {
        for (x, (old, new)) in zip(old.tiles, new.tiles).enumerated() where old != new {
          lit.insert(BoardCell(x: x, y: y, part: part))
        }
      }
    }
  }

  /// Reports a selection without effect by the notes, so that the prompt stays visible.
  private mutating func tellMiss(from before: Board, to board: Board, at now: Int) {
    guard board.drag != nil, board.rows == before.rows, board.notes != before.notes else { return }
    shakenAt = now
  }

  /// - Parameter hiding: from whom the line is hidden, in words.
  mutating func receive(_ said: Said, hiding: String?, at now: Int) {
    guard !said.isBlocked else { return }
    if said.player == viewer, let doubtful = doubtfulTalk, said.text == doubtful {
      if talkLine.text == doubtful { talkLine.clear() }
      doubtfulTalk = nil
    }
    tell(
      said.text ?? "(said something that you can read when you have finished)", by: said.player, at: now,
      seq: said.place.seq)
    if let hiding, said.hiddenCount > 0 { tell(hiding, at: now) }
  }

  /// Removes talk that moderators have withdrawn.
  mutating func receive(_ unsaid: Unsaid, _ text: String?) {
    for (index, line) in talk.enumerated() where line.player == unsaid.player {
      if unsaid.line == nil || unsaid.line == line.seq { talk[index].text = "(taken back)" }
    }
    if let text { tell(text) }
  }

  mutating func receive(_ finished: Finished, at now: Int) {
    let result = ShellFormat.result(finished.outcome)
    // A shared board is over for all, unless they play against each other.
    let isForAll = mode == .together && state == .playing && finished.outcome["result"] == nil
    guard finished.player == viewer || isForAll else {
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

  mutating func receive(_ event: Round, at now: Int) {
    // The new round replaces the standings; talk is kept.
    for line in standingLines.prefix(5) { tell(line, at: now) }
    round = event.number
    if !isOthersBoard { (board, boardAt) = (event.board ?? board, now) }
    if event.board != nil, state != .watching { state = .playing }
    endsAt = event.endsInSeconds.map { now + $0 * 1000 }
    (nextAt, pausedAt, isRematchWanted) = (nil, nil, false)
    (standings, standingLines, solution, outcome, share, praise, complaint) = ([], [], nil, nil, nil, nil, nil)
    (shakenAt, judgedAt, wonAt, finishedCount, underWay) = (nil, nil, nil, nil, [])
    (lit, news, stats, completed, tally) = ([], nil, nil, nil, nil)
    for index in others.indices {
      others[index] = OtherPlayer(name: others[index].name)
      if isOthersBoard { others[index].board = event.board }
    }
    pointer = BoardPointer()
    pointer.fit(board)
  }

  mutating func receive(_ event: RoundOver, at now: Int) {
    // Who plays alone has neither won against anybody nor a next round.
    standings = isAlone ? [] : event.standings
    state = event.standings.contains { $0.player == viewer } || state == .playing ? .finished : state
    (endsAt, pausedAt) = (nil, nil)
    nextAt = event.nextInSeconds.map { now + $0 * 1000 }
    underWay = []
    solution = event.solution.map { $0.map(ShellFormat.move).joined(separator: ", ") }
  }

  /// The winners of the round; only players who have solved it.
  var winner: String? {
    let best = standings.filter { $0.place == 1 && $0.outcome?["won"]?.boolValue == true }.map(\.player)
    return best.isEmpty ? nil : best.joined(separator: " and ")
  }

  mutating func receive(_ event: Presence) {
    switch event.change {
    case .entered:
      if !event.isWatching, !players.contains(event.player) {
        players.append(event.player)
        playerCount += 1
        if event.player != viewer { change(event.player) { $0.isAway = false } }
      }
    case .left:
      if players.contains(event.player), !isAway(event.player) { playerCount = max(0, playerCount - 1) }
      players.removeAll { $0 == event.player }
      others.removeAll { $0.name == event.player && $0.rows.isEmpty && $0.result == nil }
    case .back where !players.contains(event.player):
      // Players who were away were not listed in the room's description.
      players.append(event.player)
      playerCount += 1
      change(event.player) { $0.isAway = false }
    case .away, .back:
      if players.contains(event.player), isAway(event.player) != (event.change == .away) {
        playerCount = max(0, playerCount + (event.change == .away ? -1 : 1))
      }
      change(event.player) { $0.isAway = event.change == .away }
    case .renamed: rename(event.player, to: event.name ?? event.player)
    case .owner: owner = event.player
    case .muted, .unkicked: break
    }
  }

  private func isAway(_ player: String) -> Bool { others.contains { $0.name == player && $0.isAway } }

  private mutating func rename(_ player: String, to name: String) {
    players = players.map { $0 == player ? name : $0 }
    if owner == player { owner = name }
    if viewer == player { return viewer = name }
    for index in others.indices where others[index].name == player { others[index].name = name }
  }

  mutating func receive(_ event: Paused, at now: Int) {
    endsAt = event.endsInSeconds.map { now + $0 * 1000 }
    nextAt = event.nextInSeconds.map { now + $0 * 1000 }
    pausedAt = event.isPaused ? now : nil
  }

  mutating func receive(_ digest: Digest) {
    playerCount = digest.playerCount
    finishedCount = digest.finished
    for name in digest.recent where name != viewer { change(name) { _ in } }
    guard let board = digest.board else { return }
    if isOthersBoard, let player = digest.recent.last { return show(board, of: player) }
    self.board = board
  }
}
