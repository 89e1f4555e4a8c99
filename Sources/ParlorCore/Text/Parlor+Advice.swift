import GameKit
import WireProtocol

/// What somebody at a terminal is told beyond a refusal: what to type instead.
extension Parlor {
  /// Plays what was typed, and helps whoever meant something else by it.
  func playTyped(_ line: String, in room: Room, from session: Session) {
    if asks(whether: line, isMoveIn: room, session) { return }
    handle(.move(Request.Move(content: .text(line))), from: session, re: nil) { error in
      self.advised(error, on: line, in: room, session)
    }
  }

  /// `leave` and `start` are words as good as any. Where one would count as a move it is asked about first, and played
  /// when it is typed once more.
  private func asks(whether line: String, isMoveIn room: Room, _ session: Session) -> Bool {
    let doubted = session.doubted
    session.doubted = nil
    guard line.utf8.count <= TextCommand.longestName else { return false }
    let word = line.lowercased()
    guard TextCommand.names.contains(word), doubted != word, isMove(line, in: room, session) else { return false }
    session.doubted = word
    hub.send(Sentence("If you meant the command: /\(word). If it is your move, type it once more."), to: session)
    return true
  }

  /// Whether a line would be taken as a move now.
  private func isMove(_ line: String, in room: Room, _ session: Session) -> Bool {
    guard room.mode?.isPlaying == true, let seat = room.seats[session.player.id], !seat.isDone else { return false }
    var match = seat.played.match
    return (try? match.play(.text(line), by: session.player.id, at: seat.played.elapsed(at: hub.now))) != nil
  }

  /// What to type instead of a command that there is not.
  func hint(for command: TextCommand, in room: Room?, _ session: Session) -> String {
    let help = (room?.plan.game == nil ? "" : "moves have no slash, and ") + "/help lists the commands"
    guard command.couldBeKnown else { return help }
    if let advice = TextCommand.advice(on: command) { return advice }
    if let room = rooms[PlayerName.fold(command.name)], room.plan.isPermanent {
      return "did you mean /join \(room.name)?"
    }
    if let room, isMove(command.name, in: room, session) { return "type it without the slash: \(command.name)" }
    if let near = Spelling.nearest(to: command.name, among: TextCommand.names) { return "did you mean /\(near)?" }
    return help
  }

  private func advised(_ error: WireError, on line: String, in room: Room, _ session: Session) -> WireError {
    var error = error
    switch error.code {
    case ErrorCode.watching.rawValue:
      error.message = "You are only watching \(room.name): /join \(room.name) to play, /say TEXT to talk"
    case ErrorCode.notPlaying.rawValue where room.plan.mode != .daily:
      error.message = whenNothingIsPlayed(room, session)
    case Rejection.gameOver.code: error.message = whenOver(room, session)
    default:
      if let command = TextCommand.named(line) {
        error.message += " (if you meant the command: /\(command))"
      } else if let command = TextCommand.meant(by: line) {
        error.message += " (if you meant the command: /\(command))"
      } else if Self.isTalk(line) {
        error.message += " (to talk: /say \(line.prefix(32))\(line.count > 32 ? "…" : ""))"
      }
    }
    return error
  }

  private func whenNothingIsPlayed(_ room: Room, _ session: Session) -> String {
    if room.mode?.deadline != nil { return "The round is over: the next one begins by itself; /say TEXT to talk" }
    return "No round is under way: \(nextStep(in: room, session)); /say TEXT to talk"
  }

  private func whenOver(_ room: Room, _ session: Session) -> String {
    let talk = room.plan.mode == .practice ? "" : "; /say TEXT to talk"
    if room.playsTheDay {
      let game = room.plan.game?.info
      let more = game?.modes.contains(.practice) == true ? ", /practice \(room.name) to play another" : ""
      return "You have finished this \(game?.puzzleNoun ?? "puzzle"): /share to post it\(more)\(talk)"
    }
    if room.mode?.isPlaying == true { return "You are done: wait for the others\(talk)" }
    if room.mode?.deadline != nil { return "The round is over: the next one begins by itself\(talk)" }
    return "The round is over: \(nextStep(in: room, session))\(talk)"
  }

  private func nextStep(in room: Room, _ session: Session) -> String {
    guard let owner = room.owner, owner !== session.player else { return "/start begins one" }
    return "wait for \(owner.name) to type /start"
  }

  /// Several words without a digit: cells and places have digits, and a word that is guessed stands alone.
  private static func isTalk(_ line: String) -> Bool {
    line.unicodeScalars.contains(where: \.isWhiteSpace)
      && !line.unicodeScalars.contains { $0.properties.numericType != nil }
  }
}

extension TextCommand {
  /// The command that a line would be with a slash before it, if it is nothing but that.
  static func named(_ line: String) -> String? {
    guard line.utf8.count <= longestName, couldBeName(line) else { return nil }
    let word = line.lowercased()
    return names.contains(word) || further.contains(word) ? word : meanings[word]
  }

  /// The command with its words that somebody has typed without a slash: `join lunch tacos`.
  static func meant(by line: String) -> String? {
    guard line.utf8.count <= 64, let command = TextCommand(line), command.couldBeKnown,
      (1...3).contains(command.words.count),
      takingWords.contains(command.name)
    else { return nil }
    return "\(command.name) \(command.rest)"
  }

  /// Commands that make no sense without the words after them, and do not begin a sentence either.
  private static let takingWords: Set = [
    "join", "create", "practice", "login", "name", "rename", "reveal", "react", "unshare", "kick", "mute", "unmute",
    "compare", "replay", "help", "theme", "stats", "history",
  ]

  /// No name of a command, and no word that stands for one, has more bytes.
  static let longestName = 16

  /// Other names of commands.
  private static let further: Set = ["?", "bye", "exit", "next", "play", "rules"]

  /// Words that other places have for what is here under another name.
  static let meanings = [
    "again": "start", "begin": "start", "go": "start", "new": "practice", "ready": "start", "restart": "start",
    "commands": "help", "h": "help", "info": "help", "instructions": "help", "man": "help", "menu": "help",
    "games": "rooms", "list": "rooms", "ls": "rooms", "players": "who", "users": "who",
    "whoami": "who", "iam": "name", "nick": "name", "register": "name", "signup": "name", "user": "name",
    "chat": "say", "me": "say", "msg": "say", "talk": "say", "tell": "say", "highscores": "leaderboard",
    "rank": "leaderboard", "ranking": "leaderboard", "scoreboard": "leaderboard", "top": "leaderboard",
    "disconnect": "quit", "logout": "quit", "q": "quit", "back": "leave", "lobby": "leave", "part": "leave",
    "observe": "watch", "spectate": "watch", "delete-me": "forget-me", "forget": "forget-me", "ban": "kick",
    "silence": "mute", "feed": "shares", "results": "shares", "grid": "board", "show": "board",
    "reconnect": "login", "resume": "login", "signin": "login", "invite": "create", "room": "create",
    "colors": "theme", "colours": "theme", "month": "calendar", "versus": "compare", "vs": "compare",
  ]

  /// What to type instead of a command that there is not.
  static func advice(on command: TextCommand) -> String? {
    if ["guess", "move", "try", "answer"].contains(command.name) {
      return "type your move by itself\(command.words.isEmpty ? "" : ": \(command.rest.prefix(32))")"
    }
    return meanings[command.name].map { "did you mean /\($0)?" }
  }

  /// A refusal as whoever typed the command needs it.
  static func advised(_ error: WireError, on request: Request) -> WireError {
    var error = error
    switch (request, error.code) {
    case (.create(let create), Rejection.badSettings("").code) where create.room != nil:
      error.message += "; a mode is race, together or practice, and a code is code=WORD"
    case (.create(let create), ErrorCode.noSuchGame.rawValue) where create.room != nil:
      error.message += "; type it like this: /create lunch wordle race"
    case (.calendar, ErrorCode.noSuchPlayer.rawValue): error.message += "; a month is written like 2026-11"
    case (.rename, ErrorCode.notNamed.rawValue): error.message = "You have no name yet: /name NAME claims one"
    default: break
    }
    return error
  }
}
