import GameKit
import WireProtocol

/// `/help`: teaches by example, first what to do here, then everything else.
struct TextHelp: Drawable {
  let games: [GameInfo]
  /// The room that the session is in.
  let room: String?
  /// The game that is asked about, or played in that room.
  let game: GameInfo?
  /// A command that is asked about.
  let topic: String?

  func write(to json: inout JSONWriter, answering re: RequestID?) { Drawing.write(drawn(), to: &json) }

  func drawn() -> String {
    if let topic, let entry = Self.entry(named: topic) {
      return "\(entry.textForm ?? entry.kind.rawValue)\n  \(entry.summary)"
    }
    var lines: [String] = []
    if let game {
      lines += ["\(game.title): \(game.summary)"] + game.rules.map { "  " + $0 } + [""]
    }
    if room == nil {
      lines.append("Today's puzzles:")
      lines += games.map { Self.line($0.id, $0.summary) }
      lines.append("")
    }
    let slash = room == nil ? "Commands (the slash may be left out until you are in a room):" : "Commands:"
    lines.append(slash)
    lines += Self.examples.map(Self.line)
    return lines.joined(separator: "\n")
  }

  private static func line(_ typed: String, _ meaning: String) -> String {
    "  " + typed + String(repeating: " ", count: max(2, 38 - TextWidth.columns(typed))) + meaning
  }

  private static func entry(named topic: String) -> RequestGuide.Entry? {
    let name = topic.hasPrefix("/") ? String(topic.dropFirst()) : topic
    return RequestGuide.entries.first { entry in
      entry.kind.rawValue == name || entry.textForm?.hasPrefix("/" + name) == true
    }
  }

  private static let examples: [(String, String)] = [
    ("/join wordle", "today's Wordle; /join wordle hard for hard mode"),
    ("/practice wordle", "play alone, as often as you like; /start for the next"),
    ("/create lunch wordle race code=tacos", "a private room; others type /join lunch tacos"),
    ("/start", "begin the next round in your room"),
    ("/watch lunch tacos", "look on without playing"),
    ("/say hola", "talk to the room"),
    ("/board", "see the board again"),
    ("/who", "who is here; /rooms lists the rooms"),
    ("/share, /join shares", "post your last result; follow what others post, and /shares looks back"),
    ("/reveal 88, /react 88 🎉", "the letters of share 88 once you have finished it; cheer"),
    ("/stats, /history, /compare ben", "look back; /leaderboard day, week or all; /calendar"),
    ("/theme light", "tiles in other colours: dark, light, contrast"),
    ("/scores, /score 262", "the list of scores; /help add-score says how to add one"),
    ("/name ana", "claim a name and get a token; /login ana TOKEN comes back"),
    ("/kick ben, /mute ben, /unmute ben", "keep order in your room"),
    ("/leave", "leave the room; /quit ends the session"),
    ("/help wordle", "the rules of a game; /help create explains a command"),
  ]
}
