internal import WireProtocol

/// Boxes above the rest: what is asked for, and help.
extension App {
  func draw(_ dialog: Dialog, on frame: inout Frame) {
    let hints = TextWidth.wrapped(dialog.hint, to: min(width, 60) - 6)
    let inside = drawBox(
      dialog.title, width: min(width, 60), height: min(height, dialog.fields.count + hints.count + 4), on: &frame)
    let labels = dialog.fields.map { TextWidth.of($0.label) }.max() ?? 0
    for (index, field) in dialog.fields.enumerated() {
      let y = inside.y + index
      let isChosen = index == dialog.chosen
      frame.put(field.label, inside.x, y, isChosen ? look.heading : .plain)
      let x = inside.x + labels + (labels > 0 ? 2 : 0)
      if field.choices.isEmpty {
        var before = field.line.before
        while TextWidth.of(before) > inside.right - x - 2, !before.isEmpty { before.removeFirst() }
        frame.put(before + field.line.after, x, y, .bold, limit: inside.right)
        if isChosen { frame.cursor = .init(x: min(x + TextWidth.of(before), inside.right - 1), y: y) }
      } else {
        frame.put("‹ \(field.value) ›", x, y, isChosen ? look.chosen : .plain, limit: inside.right)
      }
    }
    if dialog.fields.isEmpty { frame.cursor = nil }
    for (line, hint) in hints.enumerated() {
      frame.put(hint, inside.x, inside.y + dialog.fields.count + line, look.faint, limit: inside.right)
    }
    frame.put("↵ go  esc not now", inside.x, inside.bottom - 1, look.faint, limit: inside.right)
  }

  func drawHelp(on frame: inout Frame) {
    let text = Self.help(for: place, room)
    let width = min(self.width, 76)
    let lines = text.flatMap { $0.isEmpty ? [""] : TextWidth.wrapped($0, to: width - 4) }
    let height = min(self.height, lines.count + 3)
    let inside = drawBox("Help", width: width, height: height, on: &frame)
    let room = max(1, inside.height - 1)
    let first = min(helpOffset, max(0, lines.count - room))
    for (line, text) in lines.dropFirst(first).prefix(room).enumerated() {
      frame.put(text, inside.x, inside.y + line, limit: inside.right)
    }
    let more = lines.count > room ? "↑↓ more · " : ""
    frame.put("\(more)any other key closes this", inside.x, inside.bottom - 1, look.faint, limit: inside.right)
    frame.cursor = nil
  }

  private static func help(for place: Place, _ room: RoomState?) -> [String] {
    let here: [String] =
      switch place {
      case .lobby:
        [
          "↑ ↓ choose · Enter or 1-9 play · p practise the chosen game · w look on",
          "n new room · g go to a room by name · x leave the chosen room",
          "s shared results · t statistics · l leaderboard · h history · c compare",
          "u your name: your results are kept under it · r try again now · q quit",
        ]
      case .room:
        [
          "Type a move and press Enter. Esc goes back to the lobby: the board stays.",
          "Fields: the arrows move a cursor; Space begins and ends a selection. Or press the mouse, drag, release.",
          "Tiles to sort: arrows, Space picks up, arrows, Space drops; Enter sends the row as it stands.",
          "Tab talk and board · ↑ ↓ what was typed before · ^S share your result · ^Y copy it · ^N next round",
          "F2 shared results · F3 statistics · F4 leaderboard",
        ]
      case .shares:
        [
          "The arrows move over the cells. Space shows the letter there, r the row, a all of it: of puzzles that you have finished.",
          "1-6 answer with \(SharesState.emoji.joined(separator: " ")) · s share your last result · d take yours back",
          "y copy · o older ones · a pasted result of several lines is shared as one",
        ]
      case .lookingBack:
        [
          "t statistics · l leaderboard · h history · c compare with somebody",
          "← → the next game · p day, week, all time · b bots · o older matches",
        ]
      }
    let rules = room?.board.map { board -> [String] in
      let ways = board.gestures.map { "\($0.act.rawValue): \($0.text)" }.joined(separator: " · ")
      return ways.isEmpty ? [] : ["", "What is sent here by \(ways)"]
    }
    return here + (rules ?? []) + [
      "", "Commands begin with /: /join ROOM [CODE] · /watch ROOM · /create ROOM GAME MODE [code=… time=… hard]",
      "/practice GAME · /start · /leave · /say · /who · /kick, /mute PLAYER · /stats, /history, /compare PLAYER",
      "/leaderboard · /share · /shares · /name NAME · /quit",
      "", "^C leaves · ^Z suspends · ^L draws anew · ^R connects at once · F1 help also while you type",
    ]
  }
}
