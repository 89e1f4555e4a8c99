internal import WireProtocol

/// What the keys and commands do, where one is.
struct HelpView: ShellView {
  let shell: Shell
  let offset: Int

  func draw(on frame: inout Frame) {
    let text = Self.help(for: shell.place, shell.room)
    let width = min(shell.width, 76)
    let lines = text.flatMap { Self.flowed($0, to: width - 4) }
    let height = min(shell.height, lines.count + 3)
    let inside = drawBox("Help", width: width, height: height, on: &frame)
    let room = max(1, inside.height - 1)
    let first = min(offset, max(0, lines.count - room))
    for (line, text) in lines.dropFirst(first).prefix(room).enumerated() {
      frame.put(text, inside.x, inside.y + line, limit: inside.right)
    }
    let more = lines.count > room ? "↑↓ more · " : ""
    frame.put("\(more)any other key closes this", inside.x, inside.bottom - 1, look.faint, limit: inside.right)
    frame.cursor = nil
  }

  /// A line of several entries, broken between them where there is a place.
  private static func flowed(_ text: String, to width: Int) -> [String] {
    var lines = [""]
    for entry in text.replacing(" · ", with: "\n").split(separator: "\n").map(String.init) {
      let joined = lines[lines.count - 1].isEmpty ? entry : lines[lines.count - 1] + " · " + entry
      if TextWidth.of(joined) <= width {
        lines[lines.count - 1] = joined
      } else {
        lines += TextWidth.wrapped(entry, to: width)
      }
    }
    return lines.count > 1 && lines[0].isEmpty ? Array(lines.dropFirst()) : lines
  }

  private static func help(for place: Place, _ room: RoomState?) -> [String] {
    let rules = room?.board.map { board -> [String] in
      let ways = board.gestures.map { "\($0.act.rawValue): \($0.text)" }.joined(separator: " · ")
      return ways.isEmpty ? [] : ["", "What is sent here by \(ways)"]
    }
    return keys(in: place) + (rules ?? []) + [""] + commands
      + ["", "^C leaves · ^Z suspends · ^L draws anew · ^R connects at once · F1 help also while you type"]
  }

  private static func keys(in place: Place) -> [String] {
    switch place {
    case .lobby:
      [
        "↑ ↓ choose · Enter or 1-9 play · p practise the chosen game · w look on",
        "n new room · g go to a room by name · x leave the chosen room",
        "s shared results · t statistics · m calendar · l leaderboard · h history · c compare",
        "u your name: your results are kept under it · o theme and movement · r try again now · q quit",
        "A result from elsewhere that you paste is read, shared and marked as claimed.",
      ]
    case .room:
      [
        "Type a move and press Enter. Esc goes back to the lobby: the board stays.",
        "Fields: the arrows move a cursor; Space begins and ends a selection. Or press the mouse, drag, release.",
        "Tiles to sort: arrows, Space picks up, arrows, Space drops; Enter sends the row as it stands.",
        "Tab talk and board · ↑ ↓ what was typed before · ^S share your result · ^Y copy it · ^N next round",
        "F2 shared results · F3 statistics · F4 leaderboard · F5 calendar",
        "Whoever owns a room begins its rounds, and may /kick, /mute and /unmute.",
      ]
    case .shares:
      [
        "The arrows move over the cells. Space shows the letter there, r the row, a all of it: of puzzles that you have finished.",
        "1-6 answer with \(SharesState.emoji.joined(separator: " ")), once more takes it back · s share your last result · d take yours back",
        "f all, yours, or a game's · l leaderboard, of claims where one is chosen · y copy · o older ones",
        "A result that is pasted is shared: yours from here, or one from elsewhere, which is marked as claimed.",
      ]
    case .lookingBack:
      [
        "t statistics · m calendar · l leaderboard · h history · c compare with somebody · ← → the next game",
        "Leaderboard: p day, week, month, all time · b bots · e results from elsewhere, which were claimed",
        "History: ↑ ↓ choose · Enter the match move by move · ^S share it · y copy it · o older ones",
        "Calendar: arrows month by month · PgUp PgDn year by year · Home this month · Tab the next game",
      ]
    case .page: ["↑ ↓ PgUp PgDn Home End scroll · o more · Esc back"]
    }
  }

  private static let commands = [
    "Commands begin with a slash; the server knows more of them: /help lists them.",
    "/join ROOM [CODE] · /watch ROOM · /practice GAME [hard size=10] · /create ROOM GAME MODE [code=… time=…]",
    "/start · /leave · /who · /kick PLAYER · /mute PLAYER · /name NAME · /login NAME TOKEN · /forget-me",
    "/stats [PLAYER] · /history · /compare PLAYER · /calendar [MONTH] · /leaderboard [day] [claimed] [GAME]",
    "/share [MATCH] · /shares [GAME] [PLAYER] [DAY] · /replay MATCH · /words GAME [WORD] · /scores · /limits",
    "/opened DAY tells that day's puzzles, and whether they are those that were committed to · /theme · /quit",
  ]
}
