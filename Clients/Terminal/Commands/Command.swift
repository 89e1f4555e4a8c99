internal import WireProtocol

/// A line that begins with a slash, understood. The names are those that the server knows for plain text.
enum Command: Sendable {
  case ask(Question)
  case look(LookingBack.Kind, player: String?, game: String?)
  case calendar(Month?, player: String?, game: String?)
  /// `game`: of results from elsewhere where `isClaimed`.
  case leaderboard(game: String?, Request.Leaderboard.Period?, bots: Bool, isClaimed: Bool)
  case shares(SharesFilter)
  case lookUp(Lookup)
  case theme(Theme?)
  /// For good; the name says that it is meant.
  case forgetMe(name: String?)
  case ping
  case help
  case quit
  case wrong(String)

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - room: the room that is seen.
  ///   - games: the ids that there are.
  static func read(_ line: String, in room: String?, games: [String]) -> Command {
    let line = line.drop(while: { $0 == "/" })
    let words = line.split(separator: " ").map(String.init)
    guard let name = words.first?.lowercased() else { return .help }
    let rest = Array(words.dropFirst())
    let text = line.drop(while: { $0 != " " }).drop(while: { $0 == " " })
    if let command = readSimple(name, rest, games: games) { return command }
    if let command = readWithWord(name, rest, String(text), room, games: games) { return command }
    if let command = readLookup(name, rest) { return command }
    guard let room else { return .wrong("There is no command /\(name) here: /help tells what there is.") }
    switch name {
    case "start", "next": return .ask(.start(room: room))
    case "board": return .ask(.board(room: room))
    default: return .wrong("There is no command /\(name): /help tells what there is.")
    }
  }

  private static func readSimple(_ name: String, _ words: [String], games: [String]) -> Command? {
    let first = words.first
    switch name {
    case "help": return .help
    case "quit", "exit", "bye": return .quit
    case "rooms": return .ask(.rooms)
    case "stats":
      return .look(.stats, player: words.first { !games.contains($0) }, game: words.first { games.contains($0) })
    case "history": return .look(.history, player: first, game: nil)
    case "shares", "leaderboard", "calendar", "share": return readChannel(name, words, games: games)
    case "theme": return readTheme(first)
    case "ping": return .ping
    case "forget-me": return .forgetMe(name: first)
    case "practice", "practise":
      guard let first else { return .wrong("Say which game: /practice wordle") }
      var new = NewRoom(game: first, mode: .practice)
      new.take(Array(words.dropFirst()))
      return .ask(.create(new))
    case "create":
      guard let first else { return .wrong("Say which room: /create lunch wordle race") }
      var new = NewRoom(room: first)
      var rest = Array(words.dropFirst())
      if let game = rest.first, games.contains(game) {
        new.game = game
        rest.removeFirst()
        if let mode = rest.first.flatMap(ModeKind.init(rawValue:)) {
          new.mode = mode
          rest.removeFirst()
        }
      }
      new.take(rest)
      return .ask(.create(new))
    default: return nil
    }
  }

  private static func readWithWord(
    _ name: String, _ words: [String], _ text: String, _ room: String?, games: [String]
  ) -> Command? {
    let second = words.count > 1 ? words[1] : nil
    if name == "leave" || name == "who" {
      guard let room = words.first ?? room else { return .wrong("Say which room: /\(name) lunch") }
      return .ask(name == "leave" ? .leave(room: room) : .who(room: room))
    }
    let examples = [
      "join": "lunch", "watch": "lunch", "compare": "ben", "login": "ana", "name": "ana", "rename": "ana",
      "say": "hello",
      "kick": "ben", "mute": "ben", "unmute": "ben", "reveal": "88", "react": "88 🎉", "unshare": "88",
    ]
    guard let example = examples[name] else { return nil }
    guard let first = words.first else { return .wrong("Something is missing: /\(name) \(example)") }
    switch name {
    case "join":
      // As at a terminal: `/join lunch tacos` has a code, `/join wordle hard` a setting.
      guard games.contains(first), words.count > 1 else { return .ask(.join(room: first, code: second, settings: nil)) }
      var new = NewRoom()
      new.take(Array(words.dropFirst()))
      return .ask(.join(room: first, code: new.code, settings: new.settings))
    case "watch": return .ask(.watch(room: first, code: second))
    case "compare": return .look(.compare, player: first, game: nil)
    case "login", "name", "rename": return .ask(.login(name: first, token: second))
    default: break
    }
    if let number = Int(first) {
      switch name {
      case "reveal": return .ask(.reveal(number))
      case "react": return .ask(.react(number, emoji: second))
      case "unshare": return .ask(.unshare(number))
      default: break
      }
    }
    guard let room, !["reveal", "react", "unshare"].contains(name) else {
      return .wrong(room == nil ? "You are in no room." : "Something is missing: /\(name) \(example)")
    }
    switch name {
    case "say": return .ask(.say(room: room, text: text))
    case "kick": return .ask(.kick(room: room, player: first))
    default: return .ask(.mute(room: room, player: first, isMuted: name == "mute"))
    }
  }
}
