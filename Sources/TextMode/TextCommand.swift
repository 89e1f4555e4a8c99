import GameKit
package import WireProtocol

/// A command as a person types it: `/join lunch tacos`. The slash may be left out before a room is joined.
package struct TextCommand {
  /// The word after the slash.
  package let name: String
  /// What follows, as typed.
  package let rest: String
  /// What follows, split at white space.
  package let words: [String]

  /// Reads a command without its slash; `nil` for an empty one.
  package init?(_ line: some StringProtocol) {
    // Scalars, since to find characters takes several times as long.
    let parts = String(line).unicodeScalars.split(maxSplits: 1, whereSeparator: \.isWhiteSpace)
    guard let first = parts.first else { return nil }
    // No name is longer than a player's, and to fold a long word takes long.
    name = String(first).utf8.count <= KnownNames.mostBytes ? String(first).lowercased() : String(first.prefix(64))
    rest = parts.count > 1 ? String(parts[1].drop(while: \.isWhiteSpace)) : ""
    words = rest.unicodeScalars.split(whereSeparator: \.isWhiteSpace).map(String.init)
  }

  /// Whether the word could be the name of a command: all are of ASCII. What is not is compared with none of them, since
  /// to compare letters with accents takes long.
  package var couldBeKnown: Bool { Self.couldBeName(name) }

  package static func couldBeName(_ word: String) -> Bool {
    word.utf8.count <= 32 && word.utf8.allSatisfy { $0 < 0x80 }
  }

  /// The commands that are known, the most used first, as the table of requests has them.
  package static let names = RequestGuide.entries.flatMap(\.commands).reduce(into: [String]()) { names, name in
    if !names.contains(name) { names.append(name) }
  }

  /// The commands after which a text follows, as long as talk may be.
  package static let holdingText: Set<String> = ["say", "share"]

  /// The request that a command stands for; `nil` when there is no command of this name.
  package func request() throws(WireError) -> Request? {
    switch name {
    case "join", "play": return .join(try entry())
    case "watch": return .watch(try entry())
    case "say": return .say(room: nil, text: rest)
    case "rooms": return .rooms
    case "who": return .who(room: words.first)
    case "board": return .board(room: nil, player: words.first)
    case "create": return .create(try creation())
    case "practice": return .create(try practice())
    case "start", "next": return .start(room: nil)
    case "leave": return .leave(room: words.first)
    case "login": return .login(try login())
    case "name": return .login(Request.Login(name: try only("/name NAME")))
    case "kick": return .kick(room: nil, player: try first("/kick PLAYER"))
    case "mute": return .mute(room: nil, player: try first("/mute PLAYER"), muted: true)
    case "unmute": return .mute(room: nil, player: try first("/unmute PLAYER"), muted: false)
    case "about": return .about
    case "limits": return .limits
    case "words": return .words(try wordList())
    case "rename": return .rename(name: try only("/rename NAME"))
    case "stats": return .stats(player: words.dropFirst().first, game: words.first)
    case "history":
      return .history(Request.History(player: words.dropFirst().first, game: words.first, limit: 10))
    case "compare":
      let other = try first("/compare PLAYER [GAME]")
      return .compare(Request.Compare(with: other, game: words.dropFirst().first, limit: 5))
    case "leaderboard": return .leaderboard(try leaderboard())
    case "replay": return .replay(match: try first("/replay MATCH, as /history tells it"))
    case "opened": return .opened(day: try first("/opened DAY, for example /opened 2026-11-19"))
    case "scores": return .scores(try scores())
    case "score": return .score(id: try number(try first("/score ID, for example /score 262")))
    case "add-score": return .addScore(try score(), token: token)
    case "delete-score":
      return .deleteScore(id: try number(try first("/delete-score ID token=TOKEN")), token: token)
    case "reset-scores": return .resetScores(token: token)
    case "forget-me": return .forgetMe
    case "trials": return .trials(Request.Trials(player: words.first))
    case "trial-report":
      let name = try first("/trial-report NAME [PLAYER], as /trials lists them")
      return .trialReport(name: name, player: words.count > 1 ? words[1] : nil)
    case "ping": return .ping
    case "share": return .share(share())
    case "unshare": return .unshare(share: try shareNumber("/unshare SHARE"))
    case "react": return .react(share: try shareNumber("/react SHARE [EMOJI]"), emoji: try reaction())
    case "shares": return .shares(try shares())
    case "reveal": return .reveal(share: try shareNumber("/reveal SHARE [ROW]"), row: try row())
    case "theme": return .theme(try theme())
    case "calendar": return .calendar(try calendar())
    case "quit", "exit", "bye": return .bye
    default: return nil
    }
  }

  /// The only word: a name with a space in it is two.
  private func only(_ usage: String) throws(WireError) -> String {
    let word = try first(usage)
    guard words.count == 1 else {
      throw WireError(.badField, "A name is one word, such as \(words.joined(separator: "-").prefix(32))")
    }
    return word
  }

  /// `ana`, `ana p1_…`, the token alone, which says whose it is, or nothing: a guest gets a token.
  private func login() throws(WireError) -> Request.Login {
    guard let word = words.first else { return Request.Login() }
    if words.count == 1, word.hasPrefix("p1_") { return Request.Login(token: word) }
    guard words.count <= 2 else { throw WireError(.badField, "Type it like this: /login ana, or /login ana TOKEN") }
    return Request.Login(name: word, token: words.dropFirst().first)
  }

  func first(_ usage: String) throws(WireError) -> String {
    guard let word = words.first else { throw WireError(.badField, "Type it like this: \(usage)") }
    return word
  }

  /// `lunch tacos`, `wordle hard`: a word after the room is taken as its code, and as a setting where the room
  /// has no code.
  private func entry() throws(WireError) -> Request.Join {
    let room = try first("/\(name) ROOM [CODE], for example /\(name) wordle")
    let options = Options(words.dropFirst())
    return Request.Join(room: room, code: options.code ?? options.flags.first, settings: options.settings)
  }

  /// `/scores`, `/scores ana ben 2022-03`, `/scores 262`.
  private func scores() throws(WireError) -> Request.Scores {
    var request = Request.Scores(limit: 20)
    for word in words {
      if word.first?.isNumber != true {
        request.names.append(word)
      } else if word.contains("-") {
        request.month = word
      } else {
        request.before = try number(word)
      }
    }
    guard request.names.count <= Request.Scores.maximumNames else {
      throw WireError(.badField, "Type it like this: /scores, /scores ana, /scores ana ben 2022-03")
    }
    return request
  }

  /// `/words wordle`, `/words wordle list=guesses crane`: the word behind which the page begins stands last.
  private func wordList() throws(WireError) -> Request.Words {
    let game = try first("/words GAME [WORD], for example /words wordle crane")
    let after = words.dropFirst().last { !$0.contains("=") }
    return Request.Words(game: game, list: option("list") ?? Request.Words.usualList, after: after, limit: 200)
  }

  private func number(_ word: String) throws(WireError) -> Int {
    guard let number = Int(word), Score.ids.contains(number) else {
      throw WireError(.badField, "A score is named by a number, as /scores lists them")
    }
    return number
  }

  /// `token=h1_5e7a`, wherever it stands.
  private var token: String? { option("token") }

  private func option(_ name: String) -> String? {
    words.last { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
  }

  private func score() throws(WireError) -> Score {
    let words = words.filter { !$0.hasPrefix("token=") && !$0.hasPrefix("player=") }
    guard words.count >= 4 else {
      throw WireError(
        .badField,
        "Type it like this: /add-score ID DATE WORD TRY… [player=NAME] token=TOKEN, for example "
          + "/add-score 265 2022-03-11 watch stair watch token=h1_5e7a")
    }
    return Score(
      id: try number(words[0]), date: words[1], word: words[2], tries: Array(words.dropFirst(3)),
      player: option("player"))
  }

  private func leaderboard() throws(WireError) -> Request.Leaderboard {
    var request = Request.Leaderboard()
    for word in words {
      if let period = Request.Leaderboard.Period(rawValue: word.lowercased()) {
        request.period = period
        if period == .month { request.claimed = true }
      } else if word.lowercased() == "bots" {
        request.bots = true
      } else if word.lowercased() == "claimed" {
        request.claimed = true
      } else if let mode = ModeKind(rawValue: word.lowercased()) {
        request.mode = mode
      } else {
        request.game = word
      }
    }
    return request
  }

  private func creation() throws(WireError) -> Request.Create {
    let room = try first("/create lunch wordle race code=tacos; see /help create")
    var create = Request.Create(room: room)
    var options: [String] = []
    for word in words.dropFirst() {
      if word.lowercased() == "named" {
        create.isNamedOnly = true
      } else if create.mode == nil, let mode = ModeKind(rawValue: word.lowercased()) {
        create.mode = mode
      } else if create.game == nil, options.isEmpty, !word.contains("=") {
        create.game = word
      } else {
        options.append(word)
      }
    }
    try Options(options).apply(to: &create)
    return create
  }

  private func practice() throws(WireError) -> Request.Create {
    var create = Request.Create(game: try first("/practice GAME, for example /practice wordle"), mode: .practice)
    try Options(words.dropFirst()).apply(to: &create)
    return create
  }
}

/// `code=tacos time=120 hard size=10`: what follows names in a command.
private struct Options {
  var code: String?
  var seconds: String?
  var seed: String?
  var day: String?
  var flags: [String] = []
  var settings: JSONObject?

  init(_ words: some Sequence<String>) {
    var fields: JSONObject = [:]
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else {
        flags.append(word)
        fields[word] = true
        continue
      }
      switch parts[0] {
      case "code": code = parts[1]
      case "time": seconds = parts[1]
      case "seed": seed = parts[1]
      case "day", "puzzle": day = parts[1]
      default: fields[parts[0]] = Self.value(parts[1])
      }
    }
    if !fields.isEmpty { settings = fields }
  }

  func apply(to create: inout Request.Create) throws(WireError) {
    create.code = code
    create.day = day
    create.settings = settings
    create.seed = try seed.map { text throws(WireError) in try Self.number(text, "seed", 0...Int.max) }
    create.roundSeconds = try seconds.map { text throws(WireError) in try Self.number(text, "time", 10...86_400) }
  }

  private static func number(_ text: String, _ what: String, _ range: ClosedRange<Int>) throws(WireError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw WireError(.badField, "\(what)= takes a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private static func value(_ text: String) -> JSON {
    switch text {
    case "true", "yes", "on": true
    case "false", "no", "off": false
    default: Int(text).map(JSON.int) ?? .string(text)
    }
  }
}
