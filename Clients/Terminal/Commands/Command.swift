internal import WireProtocol

/// A line that begins with a slash, understood. The names are those that the server knows for plain text.
enum Command: Sendable {
  case ask(Question)
  case look(LookingBack.Kind, player: String?, game: String?)
  case shares
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
    if let command = readWithWord(name, rest, String(text), room) { return command }
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
    case "shares": return .shares
    case "stats": return .look(.stats, player: first, game: nil)
    case "history": return .look(.history, player: first, game: nil)
    case "leaderboard": return .look(.leaderboard, player: nil, game: words.first { games.contains($0) })
    case "share": return .ask(.share(room: first.flatMap { games.contains($0) ? $0 : nil }, text: nil))
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

  private static func readWithWord(_ name: String, _ words: [String], _ text: String, _ room: String?) -> Command? {
    let second = words.count > 1 ? words[1] : nil
    if name == "leave" || name == "who" {
      guard let room = words.first ?? room else { return .wrong("Say which room: /\(name) lunch") }
      return .ask(name == "leave" ? .leave(room: room) : .who(room: room))
    }
    let examples = [
      "join": "lunch", "watch": "lunch", "compare": "ben", "login": "ana", "name": "ana", "say": "hello",
      "kick": "ben", "mute": "ben", "unmute": "ben", "reveal": "88", "react": "88 🎉", "unshare": "88",
    ]
    guard let example = examples[name] else { return nil }
    guard let first = words.first else { return .wrong("Something is missing: /\(name) \(example)") }
    switch name {
    case "join": return .ask(.join(room: first, code: second, settings: nil))
    case "watch": return .ask(.watch(room: first, code: second))
    case "compare": return .look(.compare, player: first, game: nil)
    case "login", "name": return .ask(.login(name: first, token: second))
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

extension App {
  /// Carries a line with a slash out.
  mutating func run(_ line: String) {
    guard line.hasPrefix("/") else { return tell("Commands begin with a slash, such as /rooms.") }
    var current: String?
    if case .room(let name) = place { current = name }
    switch Command.read(line, in: current, games: hello?.games.map(\.id) ?? []) {
    case .ask(.rooms): go(to: .lobby)
    case .ask(let question): ask(question)
    case .look(let kind, let player, let game): look(kind, player: player, game: game)
    case .shares: openShares()
    case .help: isHelpShown = true
    case .quit: effects.append(.quit)
    case .wrong(let why): tell(why, isBad: true)
    }
  }
}
