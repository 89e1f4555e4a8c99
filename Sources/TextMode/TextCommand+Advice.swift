import GameKit
package import WireProtocol

/// Suggestions for mistyped lines.
extension TextCommand {
  /// The command whose name is the whole line, without the slash.
  package static func named(_ line: String) -> String? {
    guard line.utf8.count <= longestName, couldBeName(line) else { return nil }
    let word = line.lowercased()
    return names.contains(word) || asksForHelp(word) ? word : meanings[word]
  }

  /// The command with arguments that was typed without a slash: `join lunch tacos`.
  package static func withoutSlash(by line: String) -> String? {
    // A command with a password is not repeated.
    guard line.utf8.count <= 64, let command = TextCommand(line), command.couldBeKnown, !command.takesPassword,
      (1...3).contains(command.words.count),
      takingWords.contains(command.name)
    else { return nil }
    return "\(command.name) \(command.rest)"
  }

  /// Commands that need arguments and do not begin a sentence.
  private static let takingWords: Set = [
    "join", "create", "practice", "name", "rename", "reveal", "react", "unshare", "kick", "mute", "unmute",
    "compare", "replay", "help", "theme", "stats", "history",
  ]

  /// The longest name or alias of a command in bytes.
  package static let longestName = 16

  private static func asksForHelp(_ word: String) -> Bool {
    (try? TextCommand(word)?.call())?.request is Request.Help
  }

  /// Words that other systems use for a command with another name here.
  package static let meanings = [
    "again": "start", "begin": "start", "go": "start", "new": "practice", "ready": "start", "restart": "start",
    "commands": "help", "h": "help", "info": "help", "instructions": "help", "man": "help", "menu": "help",
    "games": "rooms", "list": "rooms", "ls": "rooms", "players": "who", "users": "who",
    "whoami": "who", "iam": "name", "nick": "name", "signup": "register", "sign-up": "register", "passwd": "password",
    "user": "name",
    "chat": "say", "me": "say", "msg": "say", "talk": "say", "tell": "say", "highscores": "leaderboard",
    "rank": "leaderboard", "ranking": "leaderboard", "scoreboard": "leaderboard", "top": "leaderboard",
    "disconnect": "quit", "signout": "logout", "logoff": "logout", "q": "quit", "back": "leave", "lobby": "leave",
    "part": "leave",
    "observe": "watch", "spectate": "watch", "delete-me": "forget-me", "delete-account": "forget-me",
    "unregister": "forget-me", "forget": "forget-me", "ban": "kick",
    "silence": "mute", "feed": "shares", "results": "shares", "grid": "board", "show": "board",
    "reconnect": "login", "resume": "login", "signin": "login", "room": "create",
    "colors": "theme", "colours": "theme", "month": "calendar", "versus": "compare", "vs": "compare",
  ]

  /// Console commands to use in place of commands that concern the player who types them.
  package static let staffWords = [
    "export": "export-player", "kick": "disconnect", "mute": "silence", "rename": "rename-player",
    "timeline": "player-timeline", "unmute": "unsilence", "who": "online",
  ]

  /// A suggestion for an unknown command.
  package static func advice(on command: TextCommand) -> String? {
    if ["guess", "move", "try", "answer"].contains(command.name) {
      return "type your move by itself\(command.words.isEmpty ? "" : ": \(command.rest.prefix(32))")"
    }
    return meanings[command.name].map { "did you mean /\($0)?" }
  }

  /// A refusal with advice for the person who typed the command.
  package static func advising(_ error: WireError, on request: any WireRequest) -> WireError {
    var error = error
    switch error.code {
    case Rejection.badSettings("").code where (request as? Request.Create)?.room != nil:
      error.message += "; a mode is race, together or practice, and a code is code=WORD"
    case ErrorCode.notFound.rawValue where error.what == .game && (request as? Request.Create)?.room != nil:
      error.message += "; type it like this: /create lunch wordle race"
    case ErrorCode.notFound.rawValue where error.what == .player && request is Request.Calendar:
      error.message += "; a month is written like 2026-11"
    case ErrorCode.notNamed.rawValue where error == .nameNeeded:
      error.message = "You have no name yet: /name NAME claims one"
    default: break
    }
    return error
  }
}

extension WireError {
  /// A guest needs a name for this; ``TextCommand/advised(_:on:)`` adds what to type.
  package static let nameNeeded = WireError(.notNamed, "You have no name yet: claim one first")
}
