internal import WireProtocol

struct HelpView: ShellView {
  let shell: Shell
  let help: Help

  /// The rules of the game, the keys of the screen, and the commands.
  var topics: [(title: String, lines: [String])] {
    let rules = shell.room?.game.flatMap { shell.rules[$0] } ?? []
    let commands = shell.rules[Self.commands] ?? ["The server tells them: /help"]
    return (rules.isEmpty ? [] : [("Rules", rules)]) + [("Keys", keys), ("Commands", commands)]
  }

  private var textWidth: Int { min(width, 76) - 4 }

  private var lines: [String] { topics[help.topic % topics.count].lines.flatMap { Self.flowed($0, to: textWidth) } }

  private var room: Int { max(1, min(height, lines.count + 5) - 5) }

  var lastOffset: Int { max(0, lines.count - room) }

  func draw(on frame: inout Frame) {
    let inside = drawBox("Help", width: textWidth + 4, height: room + 5, on: &frame)
    var x = inside.x
    for (index, topic) in topics.enumerated() {
      let style = index == help.topic % topics.count ? look.chosen : .plain
      x = frame.put(" \(topic.title) ", x, inside.y, style, limit: inside.right) + 1
    }
    for (line, text) in lines.dropFirst(min(help.offset, lastOffset)).prefix(room).enumerated() {
      drawTiles(text, inside.x, inside.y + 2 + line, inside.right, on: &frame)
    }
    let more = lastOffset > 0 ? "↑↓ more · " : ""
    let keys = "tab topics · \(more)"
    let whole = "\(keys)any other key closes this"
    let hint = TextWidth.of(whole) < inside.width ? whole : "\(keys)esc closes"
    frame.put(TextWidth.clipped(hint, to: inside.width), inside.x, inside.bottom - 1, look.faint)
    frame.cursor = nil
  }

  /// Wraps a line of several entries between entries.
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

  private var keys: [String] {
    keysOfPlace
      + ["", "^C leaves · ^Z suspends · ^L draws anew · ^R connects at once · F1 help also while you type"]
  }

  private var keysOfPlace: [String] {
    switch shell.place {
    case .lobby:
      [
        "↑ ↓ choose · Enter or 1-9 play · p practise the chosen game · w look on",
        "n new room · g go to a room by name · x leave the chosen room",
        "v words of your own, to learn · s shared results · e past scores · t statistics · m calendar, and past days to play · l leaderboard · h history · c compare",
        "a account: register, log in, password · u your name: your results are kept under it · o theme and movement · r try again now · q quit",
        "A result from elsewhere that you paste is read, shared and marked as claimed.",
      ]
    case .room:
      [
        "Type a move and press Enter. Esc goes back to the lobby: the board stays.",
        "Fields: the arrows move a cursor; Space begins and ends a selection. Or press the mouse, drag, release.",
        "Tiles to sort: arrows, Space picks up, arrows, Space drops; Enter sends the row as it stands.",
        "Tab talk and board · PgUp PgDn what was said before · ↑ ↓ what was typed before · ^S share your result · ^Y copy it · ^N next round",
        "F2 shared results · F3 statistics · F4 leaderboard · F5 calendar · F6 words",
        "Whoever owns a room begins its rounds, and may /kick, /mute and /unmute.",
        "/block NAME hears no more of somebody, /unblock NAME again · /report NAME WHY tells those who keep order here",
      ]
    case .shares:
      [
        "The arrows move over the cells. Space shows the letter there, r the row, a all of it: of puzzles that you have finished.",
        "1-\(shell.reactions.count) answer with \(shell.reactions.joined(separator: " ")), once more takes it back · s share your last result · d take yours back",
        "f all, yours, or a game's · l leaderboard, of claims where one is chosen · y copy · o older ones",
        "A result that is pasted is shared: yours from here, or one from elsewhere, which is marked as claimed.",
      ]
    case .scores:
      [
        "The arrows move over the cells. Space shows the letter there, r the row, a all of it.",
        "f a player's scores, two players' side by side, a month's · o older ones",
      ]
    case .lookingBack:
      [
        "t statistics · m calendar · l leaderboard · h history · c compare with somebody · ← → the next game",
        "Leaderboard: p day, week, month, all time · b bots · e results from elsewhere, which were claimed",
        "History: ↑ ↓ choose · Enter the match move by move · ^S share it · y copy it · o older ones",
        "Calendar: the arrows choose a day · Enter plays its puzzle, of a day that is over for practice · PgUp PgDn month by month · Home today · Tab the next game",
      ]
    case .languages:
      [
        "↑ ↓ choose · Enter or w its words · s study what is due · p practise, twenty cards at random · c cards, section by section",
        "a begin a language · e its name, how much you want to remember, new words a day · d delete it · r ask again",
        "o decks to begin with · i bring in a file (CSV, TSV, Anki's text) · x write the words to a file",
        "t statistics and m calendar of your practice",
        "Words come back on the day on which you would be about to forget them, by FSRS-6.",
      ]
    case .words:
      [
        "Type to search: both sides, whatever case and accents. Esc shows all again, and goes back.",
        "Enter or ^E edit · ^N or Insert a new word · ^T mark it to be repeated, or unmark · ^D or Delete delete · ^Y copy",
        "^S study · Tab cards · * is a marked word; at the right stands when it is due",
      ]
    case .cards:
      [
        "1 all words · 2 twenty at random · 3 all that are marked · 4 twenty of those · ← → the next section",
        "Space or Enter turn a card, and back · m mark · e edit a turned one · g deal anew · i show the other side first",
        "s study · w the list of words",
      ]
    case .study:
      [
        "Tab changes how: look at the other side, type it, or choose it from four.",
        "Looking: Space shows the other side · 1 again, not known · 2 hard · 3 or Space good · 4 easy; beside each stands when the word comes back",
        "Typing: Enter answers. A slip or a missing accent counts as hard. One of several meanings is enough.",
        "u takes the last rating back, and its card comes again · m mark · e edit the word that is shown · w words · c cards",
        "Practice (p): each card comes once, and the result can be shared. What is left waits for you; N drops it for a new run.",
      ]
    case .decks: ["↑ ↓ choose · Enter what would come of adding it · i a file of your own"]
    case .preview:
      ["Enter adds what is new · ↑ ↓ scroll · Esc adds nothing", "Words that you have already are never added twice."]
    case .account:
      [
        "↑ ↓ choose, Enter, or the letter before each line",
        "What you type as a password is not shown. This machine keeps a token, never the password.",
      ]
    case .page: ["↑ ↓ PgUp PgDn Home End scroll · o more · Esc back"]
    }
  }

  static let commands = "commands"
}
