internal import WireProtocol

struct RoomView: ShellView {
  let shell: Shell
  let room: RoomModel

  func draw(on frame: inout Frame) {
    let layout = self.layout
    drawHeader(heading(), on: &frame, right: countdown())
    if let board = room.shown, layout.board != nil || layout.parts != nil {
      let isAnimated = shell.preferences.isAnimated
      if let parts = layout.parts {
        PartsView(room: room, board: board, layout: parts, look: look, isAnimated: isAnimated, now: now)
          .draw(on: &frame)
      } else if let place = layout.board {
        BoardView(room: room, board: board, layout: place, look: look, isAnimated: isAnimated, now: now)
          .draw(on: &frame)
      }
      drawNotes(board, layout, on: &frame)
      if !board.choices.isEmpty {
        drawChoices(board.choices, layout.keyboard, on: &frame)
      } else if layout.side.height < 8, layout.keyboard.height > 0, let stats = shownStats {
        // Letters are not needed any more, and there is no room beside them.
        drawShort(stats, layout.keyboard, on: &frame)
      } else if layout.keyboard.height > 0 {
        drawKeyboard(board, layout.keyboard, on: &frame)
      }
    }
    let watched = room.watched.compactMap { other in
      other.board.map {
        BoardsView.Entry(player: other.name, state: other.result ?? (other.isAway ? "away" : ""), board: $0.picture)
      }
    }
    BoardsView(shell: shell, entries: watched).draw(in: layout.watched, on: &frame)
    drawSide(layout, on: &frame)
    drawInput(layout, on: &frame)
    drawFooter(hints(), lines: hintLines, on: &frame)
  }

  /// In a narrow window, if it is high, all keys are shown.
  var hintLines: Int { width < 60 && height >= 20 ? min(3, Self.flowed(hints(), to: width - 2).count) : 1 }

  private func heading() -> String {
    let title = room.board?.title ?? (room.game == nil ? room.name : title(of: room.game))
    if room.mode == .daily {
      // In a narrow window the time to the next puzzle suffices.
      return width < 60 && room.state == .finished ? title : "\(title) · \(room.looksOn ? "watching" : "today")"
    }
    if room.game == nil { return "\(title) · talk" }
    if room.isAuthored { return title }
    if room.isSolo { return "\(title) · \(room.name)" }
    return "\(title) · \(room.mode?.rawValue ?? "") · \(room.name)" + (room.looksOn ? " · watching" : "")
  }

  private func countdown() -> String? {
    if let pausedAt = room.pausedAt {
      return room.endsAt.map { "paused, \(ShellFormat.clock($0 - pausedAt)) left" } ?? "paused"
    }
    if let end = room.endsAt { return "\(ShellFormat.clock(end - now)) left" }
    if let next = room.nextAt { return "next round in \(ShellFormat.clock(next - now))" }
    if room.mode == .daily, room.state == .finished, let nextDayAt = shell.nextDayAt {
      return "\(width >= 60 ? "next puzzle in" : "next in") \(ShellFormat.clock(nextDayAt - now))"
    }
    return width >= 60 ? nil : name
  }

  func hints() -> String {
    if room.isTalking { return "↵ say  / command  tab board  esc back" }
    if let completed = room.completed {
      let acts = completed.actions.map { "\($0.move.prefix(1)) \($0.text)" }
      return (["↵ goes on"] + acts + (acts.isEmpty ? ["type your next move"] : []) + ["? help"]).joined(separator: "  ")
    }
    guard room.isPlaying, let board = room.board else {
      let next = nextKey()
      let share = room.share == nil ? "" : "^S share  ^Y copy  "
      let talk = room.watched.isEmpty || width >= 70 ? "" : "tab talk  "
      let others = talk + (room.watched.count > 1 ? "←→ next board  " : "")
      let skill = room.isAnalysed(shell) ? "F7 skill and luck  " : ""
      let vote = room.poll == nil ? "" : "F8 vote  "
      return "\(next)  \(vote)\(others)\(share)\(skill)F2 shares  F3 statistics  F1 help"
    }
    var parts: [String] = []
    if room.pointer.anchor != nil {
      parts = ["arrows move", board.parts.isEmpty && board.drag == nil ? "space drop" : "space end", "esc cancel"]
    } else {
      if board.hasPlayableParts { parts.append("arrows+space play") }
      if board.parts.isEmpty, board.drag != nil { parts.append("arrows+space select") }
      if board.swap != nil { parts.append("arrows+space swap") }
      parts += actionHints(board) + (room.isSolo ? ["esc back"] : ["esc lobby", "tab talk", "↵ send"])
      if room.poll != nil { parts.append("F8 vote") }
    }
    // Once a move is begun, `?` is typed into it.
    return parts.joined(separator: "  ") + (room.draft.isEmpty ? "  ? help" : "  F1 help")
  }

  /// What the board's actions and its Enter do, such as `space show it`.
  private func actionHints(_ board: Board) -> [String] {
    let named = board.actions.map { ($0.move, $0.text) } + board.choices.map { ($0.move, $0.text) }
    let enter = named.first { $0.0 == board.enter }.map { ["space \($0.1)"] } ?? []
    return enter + board.actions.filter { $0.move != board.enter }.map { "\($0.move) \($0.text)" }
  }

  /// The hints for Enter and for leaving, when nothing is played.
  private func nextKey() -> String {
    if room.looksOn { return "↵ play  esc leave" }
    if room.isDoneForToday { return "esc lobby  tab talk" }
    if room.isAuthored { return "esc lobby" }
    let begin = !room.canBegin ? "↵ say" : room.asksForRematch ? "↵ once more" : room.isOwner ? "↵ start" : "↵ say"
    return begin + (room.isSolo ? "  esc back" : "  esc lobby")
  }

  private func drawNotes(_ board: Board, _ layout: RoomLayout, on frame: inout Frame) {
    func centre(_ text: String, _ area: Area, _ style: TextStyle) {
      guard area.height > 0 else { return }
      let text = TextWidth.clipped(text, to: area.width - 2)
      frame.put(text, area.x + max(1, (area.width - TextWidth.of(text)) / 2), area.y, style)
    }
    var lines = RoomLayout.noteLines(of: room, width: layout.notes.width, at: now)
    if lines.count > layout.notes.height, layout.notes.height > 0 {
      // Lines that do not fit are joined on the last one and visibly cut.
      lines = lines.prefix(layout.notes.height - 1) + [lines.dropFirst(layout.notes.height - 1).joined(separator: " ")]
    }
    for (index, text) in lines.prefix(layout.notes.height).enumerated() {
      centre(text, Area(x: layout.notes.x, y: layout.notes.y + index, width: layout.notes.width, height: 1), look.faint)
    }
    let isShaking = shell.preferences.isAnimated && room.shakenAt.map { now - $0 < BoardView.shaking } ?? false
    let shake = isShaking && board.openRow == nil ? (now / 80 % 2 == 0 ? 1 : -1) : 0
    let (text, style, isWhole) = prompt(of: board, width: layout.prompt.width)
    let width = max(8, layout.prompt.width - 2)
    // Text that must be complete also uses the lines above.
    let texts = isWhole || layout.prompt.height > 1 ? TextWidth.wrapped(text, to: width).suffix(3) : [text]
    for (index, text) in texts.reversed().enumerated() {
      var place = layout.prompt
      (place.x, place.y, place.height) = (place.x + shake, place.bottom - 1 - index, 1)
      if index > 0 { frame.fill(place) }
      centre(text, place, style)
    }
  }

  private func prompt(of board: Board, width: Int) -> (text: String, style: TextStyle, isWhole: Bool) {
    if let complaint = room.complaint { return (complaint, look.bad, true) }
    if room.completed != nil { return (board.prompt, look.heading, true) }
    if let outcome = room.outcome, room.state == .finished {
      return (ending(outcome, board), outcome["won"]?.boolValue == true ? look.good : look.bad, false)
    }
    if let solution = room.solution { return ("The solution: \(solution)", look.heading, true) }
    if room.state == .watching, board.choices.isEmpty { return ("You are watching: Enter plays", look.heading, false) }
    if let news = room.news, room.isPlaying, !room.showsTable {
      if room.lit.isEmpty { return (news, look.good, true) }
      // If there is no room for both, the prompt takes precedence.
      if TextWidth.of(news + board.prompt) + 7 <= width { return ("✓ \(news) · \(board.prompt)", look.good, false) }
    }
    let isHeldUp = !room.underWay.isEmpty && !link.isOnline
    return isHeldUp ? ("Your move waits for the connection", look.bad, false) : (board.prompt, look.heading, false)
  }

  /// `Splendid! Solved in 4`, `The word was CRANE`; on return, the result and what the board does not show.
  private func ending(_ outcome: JSONObject, _ board: Board) -> String {
    let text = ShellFormat.result(outcome)
    let result = text.prefix(1).uppercased() + text.dropFirst()
    guard let praise = room.praise else {
      let told = (board.notes + board.rows.map(\.letters)).map { $0.lowercased() }
      let untold = ShellFormat.texts(outcome).filter { text in !told.contains { $0.contains(text.lowercased()) } }
      return ([result] + untold).joined(separator: " · ")
    }
    return outcome["won"]?.boolValue == true ? "\(praise)! \(result)" : praise
  }

  /// Answers, each with its key.
  private func drawChoices(_ choices: [Board.Choice], _ area: Area, on frame: inout Frame) {
    let texts = RoomLayout.lines(of: choices, width: area.width)
    let width = texts.joined().map(TextWidth.of).max() ?? 0
    let x = area.x + max(1, (area.width - width) / 2)
    var y = area.y
    for (lines, choice) in zip(texts, choices) {
      for text in lines where y < area.bottom {
        if room.isPlaying, choice.move.count == 1, let key = choice.move.first {
          frame.link(Area(x: x, y: y, width: width, height: 1), to: .character(key))
        }
        frame.put(text, x, y, choice.move.isEmpty ? look.faint : look.heading)
        y += 1
      }
    }
  }

  private func drawKeyboard(_ board: Board, _ area: Area, on frame: inout Frame) {
    var rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"].map(Array.init)
    let known = board.keys.flatMap { group in group.letters.map { ($0, group.tile.rawValue) } }
    let tiles = Dictionary(known, uniquingKeysWith: { first, _ in first })
    if known.contains(where: { letter, _ in !rows.contains { $0.contains(letter) } }) {
      let letters = known.map(\.0).sorted()
      let third = (letters.count + 2) / 3
      rows = (0..<3).map { Array(letters.dropFirst($0 * third).prefix(third)) }
    }
    let width = look.isPlainColour ? (area.width >= 42 ? 3 : 2) : 3
    let gap = area.width >= 42 && look.isPlainColour ? 1 : 0
    for (line, letters) in rows.enumerated().prefix(area.height) {
      let total = letters.count * (width + gap) - gap
      var x = area.x + max(0, (area.width - total) / 2)
      for letter in letters {
        let tile = tiles[letter] ?? Tile.open.rawValue
        let style = look.key(tile)
        let place = Area(x: x, y: area.y + line, width: width, height: 1)
        if room.isPlaying { frame.link(place, to: .character(letter)) }
        let shown = look == .signs && tile != Tile.right.rawValue ? String(letter) : letter.uppercased()
        frame.put(width == 3 ? look.cell(tile, shown) : "\(shown) ", x, area.y + line, style)
        x += width + gap
      }
    }
  }

  private func drawInput(_ layout: RoomLayout, on frame: inout Frame) {
    let isMove = room.takesMoves
    let line = isMove ? room.draft : room.talkLine
    var area = layout.input
    // The input line of talk is below the talk.
    if !isMove, !layout.isSideOnly, layout.side.width < width, layout.side.height > 0 {
      area = Area(x: layout.side.x + 1, y: layout.side.bottom - 1, width: layout.side.width - 1, height: 1)
    }
    guard area.height > 0 else { return }
    let isTalk = room.isTalking || room.game == nil || !room.isPlaying && !room.isDoneForToday
    let sign = isMove ? "› " : isTalk ? "say › " : ""
    var x = area.x + 1
    if isMove, !line.isEmpty || layout.notes.height > 0 || room.notes.isEmpty {
      x = area.x + max(1, (area.width - 2 - TextWidth.of(line.text)) / 2)
    }
    x = frame.put(sign, x, area.y, look.heading, limit: area.right)
    if isMove != room.isPlaying { frame.link(layout.isSideOnly ? layout.input : layout.prompt, to: .tab) }
    if isMove, line.isEmpty, layout.notes.height == 0 {
      // Notes without a line of their own are shown in the empty input line.
      let notes = room.notes.joined(separator: " · ")
      frame.put(TextWidth.clipped(notes, to: area.right - x - 3), x + 2, area.y, look.faint)
    }
    let cursor = drawLine(line, x, area.y, area.right, on: &frame)
    if shell.dialog == nil, shell.help == nil { frame.cursor = cursor }
  }
}
