package import GameKit
package import WireProtocol

/// `/help`: teaches by example; first what to do here, then everything else. Its lines fit 80 columns, and the lobby's
/// help a window of 24 rows.
package struct TextHelp: Drawable {
  /// The subject of the help.
  package enum Subject {
    /// A command, by its row in the table of requests.
    case command(RequestRow)
    /// A game by its name.
    case game(GameInfo)
    /// A topic other than a command.
    case topic(HelpTopic)
    /// The moderators' commands.
    case staff([RequestRow])
    /// Every command.
    case commands
    /// The lobby.
    case lobby([GameInfo])
    /// A room and its game.
    case room(GameInfo?)
  }

  let subject: Subject

  package init(subject: Subject) { self.subject = subject }

  package func write(to json: inout JSONWriter, answering re: RequestID?) {
    if case .command(let row) = subject { return HelpAnswer([row]).write(to: &json, answering: re) }
    guard case .game(let game) = subject else { return HelpAnswer([]).write(to: &json, answering: re) }
    HelpAnswer(game).write(to: &json, answering: re)
  }

  package func drawn() -> String {
    switch subject {
    case .command(let row):
      let form = Drawing.wrapped(row.textForm ?? row.type, indent: "    ")
      return (form + Drawing.wrapped(row.summary, first: "  ", indent: "  ")).joined(separator: "\n")
    case .game(let game):
      return (Self.rules(of: game) + ["", Self.waysToStart(to: game)]).joined(separator: "\n")
    case .staff(let rows):
      let lines = rows.flatMap { row in
        Drawing.wrapped(row.textForm ?? row.type, indent: "    ")
          + Drawing.wrapped(row.summary, first: "    ", indent: "    ")
      }
      return (["Keeping order:"] + lines + ["What lasts, lasts for \(Term.forms), which is usual."])
        .joined(separator: "\n")
    case .topic(let topic): return topic.lines.joined(separator: "\n")
    case .commands: return (["Commands:"] + Self.commands).joined(separator: "\n")
    case .lobby(let games):
      let width = games.map { TextWidth.of($0.id) }.max() ?? 0
      let list = games.map { Self.line($0.id, $0.summary, width: width + 2) }
      let title = "Commands (the slash may be left out until you are in a room):"
      return (["Type the name of a game to play:"] + list + [title] + Self.commands + [Self.more])
        .joined(separator: "\n")
    case .room(let game):
      let rules = game.map(Self.rules) ?? []
      let against = game?.seats == nil ? [] : Self.competitive
      let commands = (game == nil ? [] : Self.playing) + against + Self.inRooms
      return (rules + ["Commands (/help commands lists all of them):"] + commands + [Self.more])
        .joined(separator: "\n")
    }
  }

  /// The welcome sentence.
  package static func welcome(_ games: [GameInfo]) -> String {
    let daily = games.filter { $0.modes.contains(.daily) }.prefix(5).map(\.id)
    guard let last = daily.last else { return "Welcome to Parlor! Type help and press return." }
    let names = daily.count > 1 ? daily.dropLast().joined(separator: ", ") + " or " + last : last
    return "Welcome to Parlor! Type \(names) for today's puzzle, or help."
  }

  private static func rules(of game: GameInfo) -> [String] {
    ["\(game.title): \(game.summary)"] + (game.rules + game.typing).map { "  " + $0 }
  }

  /// How to begin: `/join wordle plays today's, /practice wordle as often as you like`.
  package static func waysToStart(to game: GameInfo) -> String {
    var ways: [String] = []
    if game.modes.contains(.daily) { ways.append("/join \(game.id) plays today's") }
    if game.modes.contains(.practice) { ways.append("/practice \(game.id) as often as you like") }
    if ways.isEmpty { ways.append("/create lunch \(game.id) \(game.modes.first?.rawValue ?? "") opens a room for it") }
    return ways.joined(separator: ", ")
  }

  private static func line(_ typed: String, _ meaning: String, width: Int = 38) -> String {
    "  " + typed + String(repeating: " ", count: max(2, width - TextWidth.of(typed))) + meaning
  }

  private static let commands = examples.map { line($0, $1) }

  /// Further topics.
  private static let more =
    "/help " + HelpTopic.allCases.map(\.rawValue).joined(separator: ", ")

  /// Commands of a player in a room with a game.
  private static let playing = [
    line("/board, /board ben", "see the board again; another player's"),
    line("/start", "begin the next round"),
    line("/share, /shares", "post your last result; see the others'"),
    line("/stats, /history, /leaderboard", "look back; the best"),
  ]

  /// The same for a game that is played against others.
  private static let competitive = [
    line("/resign, /draw", "give up; offer a draw, or take one"),
    line("/ratings, /results", "the best at it; this round as a table"),
  ]

  private static let inRooms = [
    line("/say hola", "talk to the room"),
    line("/who, /rooms", "who is here; which rooms there are"),
    line("/name ana", "claim a name: then results count"),
    line("/leave, /quit", "leave the room; end the session"),
  ]

  private static let examples: [(String, String)] = [
    ("/join wordle", "today's Wordle; or /join wordle hard"),
    ("/practice wordle", "play alone; /start for the next"),
    ("/create lunch wordle race code=tacos", "a room; others /join lunch tacos"),
    ("/start, /resign, /draw, /arenas", "begin; give up; offer a draw; arenas"),
    ("/seek lastword, /challenge ben quiz", "find an opponent; /accept, /rematch"),
    ("/watch lunch tacos, /board ben", "look on without playing; see a board"),
    ("/say hola, /who, /rooms, /seeks", "talk; who is here; who looks for whom"),
    ("/share, /shares, /join shares", "post your last result; look; follow"),
    ("/reveal 88, /react 88 🎉", "letters of a share you know; cheer"),
    ("/stats, /compare ben, /analysis", "look back; how well the last one went"),
    ("/leaderboard week, /ratings, /goal", "the best; at matches; a goal a day"),
    ("/make wordle brisk, /puzzle CODE", "a puzzle for others; play another's"),
    ("/add casa = house, /study, /import", "words of your own: /help cards"),
    ("/theme light, /scores, /words wordle", "other colours; scores; known words"),
    ("/name ana, /login ana TOKEN", "claim a name; come back to it"),
    ("/kick ben, /mute ben, /lock", "keep order in your room"),
    ("/block ben, /report ben insults", "hear no more of one; tell the staff"),
    ("/leave, /quit", "leave the room; end the session"),
    ("/help wordle, /help create", "the rules of a game; one command"),
  ]
}

extension HelpAnswer {
  /// A game's rules, without what is typed.
  package init(_ game: GameInfo) { self.init(commands: [], rules: game.rules) }
}

extension RequestTable {
  /// The row of a text command, with or without its slash, or of a request by its type. A command's name takes
  /// precedence over an equal type.
  package static func row(forTopic topic: String) -> RequestRow? {
    let word = (topic.hasPrefix("/") ? String(topic.dropFirst()) : topic).lowercased()
    return textForm(named: word)?.row ?? row(of: word)
  }
}
