import GameKit
package import WireProtocol

extension PastResult {
  /// `Wordle 324 4/6`: the first line of the share text, without the server's name.
  fileprivate var headline: String {
    let line = share.split(separator: "\n").first.map(String.init) ?? ""
    return line.hasPrefix("Parlor ") ? String(line.dropFirst(7)) : line
  }

  /// The grid of the share text.
  package var rows: [String] {
    share.split(separator: "\n", omittingEmptySubsequences: true).dropFirst().map(String.init)
  }

  /// The texts that the viewer may know: first the puzzle's word or words.
  private var texts: [String] {
    outcome.members.compactMap { _, value in
      value.stringValue
        ?? value.arrayValue.flatMap { words in
          let texts = words.compactMap(\.stringValue)
          return texts.isEmpty || texts.count < words.count ? nil : texts.joined(separator: " ")
        }
    }
  }

  /// The longest word in a block.
  private static let mostOfWord = 24

  /// Other text that the viewer may know, for games that show more than a word, such as a definition or many words.
  fileprivate var note: String? {
    let texts = texts
    return texts.count > 1 || texts.contains { $0.count > Self.mostOfWord } ? Drawing.sentences(texts) : nil
  }

  /// The result as a block: its title, word and grid.
  fileprivate var block: [String] {
    let isLong = texts.first.map { $0.count > Self.mostOfWord && $0.contains(" ") } ?? true
    let word = isLong ? [] : texts.prefix(1).map { String($0.prefix(Self.mostOfWord)) }
    let note = (["match \(match)"] + word + (isUnranked ? ["unranked"] : [])).joined(separator: " · ")
    return [day, headline, note] + rows
  }
}

extension HistoryAnswer: LinkedText {
  package func page() -> DrawnPage {
    var page = DrawnPage(results.isEmpty ? "\(player) has finished nothing yet" : "")
    let (lines, regions) = SideBySide.arranged(results.map(\.block))
    page.add(lines, zip(regions, results).map { ($0, $1.links(of: player)) })
    let notes = results.compactMap(\.note)
    for note in notes.isEmpty ? [] : [""] + notes { page.add(note) }
    if let next { page.offer(.further("older", Request.History(player: player, after: next))) }
    page.offerLookingBack(on: player, at: nil, besides: "history")
    return page
  }
}

extension PastResult {
  /// Other viewers get links to a replay, and none to share.
  fileprivate func links(of player: String) -> [DrawnPage.Link] {
    let replay = DrawnPage.Link("replay", Request.Replay(match: match))
    return [
      texts.isEmpty ? replay.only(for: player) : replay,
      .init("share", Request.Share(match: match), key: "^S").only(for: player), .init("copy", copies: share, key: "y"),
    ]
  }
}

extension AccountAnswer: LinkedText {
  package func page() -> DrawnPage {
    var page = KnownNames.isGuest(you) ? guestPage : namedPage
    page.offer(.refresh(Request.ShowAccount(), key: ""))
    return page
  }

  private var guestPage: DrawnPage {
    var page = DrawnPage("You are the guest \(you)\n")
    let none = Password("")
    page.add(
      "Register: a name with a password, which brings you back from anywhere", "/register NAME PASSWORD",
      .init("register", Request.Register(name: "", password: none, wantsToken: true), asks: ["name", "password"]))
    page.add(
      "Log in with a password", "/login NAME PASSWORD",
      .init("log in", Request.Login(name: "", password: none, wantsToken: true), asks: ["name", "password"]))
    page.add("Come back with a token", "/login TOKEN", .init("come back", Request.Login(token: ""), asks: ["token"]))
    page.add(
      "Take a name without a password: a token alone brings you back, on this device", "/name NAME",
      .init("take a name", Request.Login(name: ""), asks: ["name"]))
    page.add("Whom you do not hear", "/blocked", .init("blocked", Request.Block()))
    return page
  }

  private var namedPage: DrawnPage {
    var page = DrawnPage("You are \(you)\(hasPassword ? "" : ", without a password: only a token brings you back")\n")
    let secret = hasPassword ? Password("") : nil
    let also = hasPassword ? ["password"] : []
    let change = Request.PasswordChange(old: secret, new: Password(""), wantsToken: true)
    page.add(
      hasPassword ? "Change the password" : "Set a password, which brings you back from anywhere",
      hasPassword ? "/password OLD NEW" : "/password NEW",
      .init("password", change, asks: (hasPassword ? ["old"] : []) + ["new"]))
    page.add(
      "Take another name: all that is yours goes with you", "/rename NAME",
      .init("rename", Request.Rename(name: you, password: secret), asks: ["name"] + also))
    page.add("What happened of late", "/timeline", .init("timeline", Request.Timeline()))
    page.add("Whom you do not hear", "/blocked", .init("blocked", Request.Block()))
    let leaving =
      hasPassword ? "Log out" : "Log out: without a password only your token brings you back, if you have kept it"
    page.add(leaving, "/logout", .init("log out", Request.Logout(), asks: []))
    page.add(
      "Delete the account for good: name, words, results and what you have shared", "/forget-me NAME",
      .init("delete", Request.ForgetMe(name: "", password: secret), asks: ["name"] + also))
    return page
  }
}

extension DrawnPage {
  /// Appends an entry, with its command for those who type.
  fileprivate mutating func add(_ line: String, _ command: String, _ link: Link) {
    add(line, typed: "\(line): \(command)", [link])
  }
}

extension RenameAnswer: Drawable {
  package func drawn() -> String { "You are \(you) now." }
}

extension ForgetMeAnswer: Drawable {
  package func drawn() -> String { "You are forgotten. You are \(you) now." }
}

extension RegisterAnswer: LinkedText {
  package func page() -> DrawnPage {
    let advice = """
       From anywhere, /login \(you) PASSWORD brings you back.
      Next, your first language and its first word: /add-language Spanish
      and then /add casa = house. Or type the name of a game.
      """
    return DrawnPage("You are \(you).", typed: advice)
  }
}

extension PasswordAnswer: LinkedText {
  package func page() -> DrawnPage {
    DrawnPage(
      "Your password is set. Older tokens are no longer valid.", typed: " /login \(you) PASSWORD brings you back.")
  }
}

extension Due: LinkedText {
  package func page() -> DrawnPage {
    DrawnPage("\(Drawing.count(words, "word is", "words are")) due today", typed: ": /study")
  }
}

extension LogoutAnswer: Drawable {
  package func drawn() -> String { "You are logged out. You are \(you) now." }
}

/// A replay as drawn: its moves and, if they were played on grids, the grids.
package struct ShownReplay: Drawable {
  var message: ReplayAnswer
  /// The grids, by the number of moves after which they looked so.
  var fields: [Int: Board]

  package init(message: ReplayAnswer, fields: [Int: Board]) {
    self.message = message
    self.fields = fields
  }

  package func write(to json: inout JSONWriter, answering re: RequestID?) { message.write(to: &json, answering: re) }

  package func drawn() -> String { message.drawn(fields) }
}

extension ReplayAnswer {
  fileprivate func drawn(_ fields: [Int: Board]) -> String {
    let moves = lines.filter { $0["type"]?.stringValue == "replay_move" }
    let players = Set(moves.compactMap { $0["player"]?.stringValue })
    let outcomes = lines.filter { $0["type"]?.stringValue == "replay_outcome" }
    func field(after count: Int) -> [String] { fields[count].map(Drawing.lines(of:)) ?? [] }
    let played = moves.enumerated().flatMap { index, line in
      [move(line, namesPlayer: players.count > 1)] + field(after: index + 1)
    }
    return ([headline(moves.count)] + (moves.isEmpty ? field(after: 0) : []) + played + outcomes.map(outcome))
      .joined(separator: "\n")
  }

  /// `Match 12 · wordle · daily of 2026-11-20 · 4 moves`.
  private func headline(_ moves: Int) -> String {
    let header = lines.first
    let mode = header?["mode"]?.stringValue ?? ""
    let day = header?["day"]?.stringValue.map { " of \($0)" } ?? ""
    return "Match \(match) · \(header?["game"]?.stringValue ?? "") · \(mode)\(day) · "
      + Drawing.count(moves, "move", "moves")
  }

  /// `  2   0:41  ben  crane`.
  private func move(_ line: JSON, namesPlayer: Bool) -> String {
    let elapsed = Elapsed(milliseconds: Int64(line["elapsed_ms"]?.intValue ?? 0))
    let player = namesPlayer ? [line["player"]?.stringValue ?? ""] : []
    let parts = ["\(line["n"]?.intValue ?? 0)", elapsed.clockText] + player + [line["text"]?.stringValue ?? ""]
    return "  " + parts.joined(separator: "  ")
  }

  private func outcome(_ line: JSON) -> String {
    let elapsed = Elapsed(milliseconds: Int64(line["elapsed_ms"]?.intValue ?? 0))
    let result = Drawing.outcome(line.objectValue ?? [:])
    return "\(line["player"]?.stringValue ?? "somebody") \(result), \(elapsed.clockText)"
  }
}

/// The puzzles of a past day as drawn: by their solutions.
package struct ShownOpened: Drawable {
  var message: OpenedAnswer
  /// Winning moves by game.
  var solutions: [String: [JSON]]

  package init(message: OpenedAnswer, solutions: [String: [JSON]]) {
    self.message = message
    self.solutions = solutions
  }

  package func write(to json: inout JSONWriter, answering re: RequestID?) { message.write(to: &json, answering: re) }

  package func drawn() -> String {
    let games = message.puzzles.members.map { game, _ in
      "\(game): " + (solutions[game] ?? []).map(Drawing.move).joined(separator: ", ")
    }
    return (["The puzzles of \(message.day):"] + games).joined(separator: "\n")
  }
}
