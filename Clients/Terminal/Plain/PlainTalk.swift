internal import ClientKit
internal import WireProtocol

/// The client as a conversation: lines in, sentences out, not one escape sequence.
///
/// It keeps its knowledge in the same ``App`` as the screen, and tells what changes.
struct PlainTalk: Sendable {
  private(set) var app: App
  private var lines: [String] = []
  private var toldLink: LinkStatus?

  init(_ app: App) {
    self.app = app
    self.app.preferences.isAnimated = false
  }

  static let welcome = [
    "Type a game to play today's puzzle, /rooms for rooms, /help for help, /quit to leave."
  ]

  mutating func setClock(to milliseconds: Int) { app.now = milliseconds }

  /// What has happened: what is to be told, and done.
  mutating func update(_ event: AppEvent) -> (lines: [String], effects: [Effect]) {
    lines = []
    let before = app
    var effects = app.update(event)
    switch event {
    case .heard(let event): tell(event, before)
    case .answered(let question, .success(let answer)): tell(answer, to: question, before)
    case .answered(let question, .failure(let failure)): tell(failure, of: question)
    default: break
    }
    tellLink()
    // The lobby asks by itself what nobody has asked for here.
    effects.removeAll { effect in
      switch effect {
      case .ask(.rooms), .ask(.theme(nil)): true
      default: false
      }
    }
    return (lines, effects)
  }

  /// A link that is lost is told once, not at each attempt.
  private mutating func tellLink() {
    if case .ended(let why) = app.link, toldLink != app.link { lines.append(why) }
    let isLost = !app.link.isOnline && app.link != .connecting
    if isLost, toldLink?.isOnline ?? true, let sentence = app.link.sentence(now: app.now) { lines.append(sentence) }
    if app.link.isOnline, let toldLink, !toldLink.isOnline, toldLink != .connecting {
      lines.append("The connection is back.")
    }
    if app.link != .connecting { toldLink = app.link }
  }

  /// A line that was typed.
  mutating func take(_ line: String) -> (lines: [String], effects: [Effect]) {
    lines = []
    app.effects = []
    let line = line.trimmed
    if !line.isEmpty { read(line) }
    defer { app.effects = [] }
    return (lines, app.effects)
  }

  private mutating func read(_ line: String) {
    var current: String?
    if case .room(let name) = app.place { current = name }
    let games = app.about?.games.map(\.id) ?? []
    guard line.hasPrefix("/") || current == nil else {
      guard let current, var room = app.rooms[current] else { return }
      if room.isPlaying, let board = room.board {
        app.send(App.move(line, on: board), from: &room)
        app.rooms[current] = room
      } else {
        app.ask(.say(room: current, text: line))
      }
      return
    }
    if games.contains(line.lowercased()) { return app.ask(.join(room: line.lowercased(), code: nil, settings: nil)) }
    switch Command.read(line, in: current, games: games) {
    case .ask(let question): app.ask(question)
    case .look(.calendar, let player, let game):
      app.ask(.calendar(player: player, game: game ?? app.room?.game ?? games.first, month: nil))
    case .calendar(let month, let player, let game):
      app.ask(.calendar(player: player, game: game ?? app.room?.game ?? games.first, month: month?.text))
    case .look(.stats, let player, let game): app.ask(.stats(player: player, game: game ?? app.room?.game))
    case .look(.leaderboard, _, let game):
      app.ask(.leaderboard(game: game ?? app.room?.game ?? games.first, period: "week", bots: false))
    case .leaderboard(let game, let period, let bots, let isClaimed):
      app.ask(
        .leaderboard(
          game: isClaimed ? game ?? "wordle" : game ?? app.room?.game ?? games.first,
          period: period?.rawValue ?? "week", bots: bots, isClaimed: isClaimed))
    case .look(.history, let player, _): app.ask(.history(player: player ?? app.name, game: nil, before: nil))
    case .look(.compare, let player, let game):
      app.ask(.compare(with: player ?? "", game: game ?? app.room?.game ?? games.first))
    case .shares(let filter):
      app.shares.filter = filter
      app.ask(.shares(before: nil, of: filter))
    case .lookUp(let lookup):
      app.page = Page(lookup: lookup)
      app.ask(.lookUp(lookup))
    case .theme(let theme): app.ask(.theme(theme))
    case .forgetMe(let name):
      if let name, name.lowercased() == app.name.lowercased() {
        app.ask(.forgetMe)
      } else {
        lines.append(
          "Your name, its token, your results and what you have shared would be removed for good. "
            + "To do it, type /forget-me and your name.")
      }
    case .ping: app.ask(.ping(at: app.now))
    case .help: lines += Self.help
    case .quit: app.effects.append(.quit)
    case .wrong(let why): lines.append(why)
    }
  }

  private static let help = [
    "A game's name plays today's puzzle. In a room a line is your move, or talk where there is nothing to play.",
    "/rooms, /join ROOM [CODE], /watch ROOM, /practice GAME, /create ROOM GAME MODE, /start, /leave",
    "/say TEXT, /board, /who, /kick PLAYER, /mute PLAYER, /unmute PLAYER, /name NAME, /forget-me, /quit",
    "/stats, /calendar [MONTH], /leaderboard [claimed], /history, /replay MATCH, /compare PLAYER",
    "/share, /shares, /reveal N, /react N EMOJI, /unshare N, /theme, /opened DAY, /words GAME, /scores, /limits",
  ]

  // MARK: - What is told

  private mutating func tell(_ event: Event, _ before: App) {
    switch event {
    case .link(.online(let hello)) where before.hello == nil:
      lines.append("You are at \(app.server), \(hello.day).")
    case .moved(let moved):
      guard moved.player != app.rooms[moved.place.room]?.viewer else {
        if let board = moved.board { lines += PlainWords.board(board, onlyLast: !board.isGrid) }
        return
      }
      let turn = moved.turn["tiles"]?.stringValue.map(PlainWords.tiles) ?? RoomState.remark(moved.turn)
      lines.append("\(moved.player): \(turn)")
      if let board = moved.board { lines += PlainWords.board(board, onlyLast: !board.isGrid) }
    case .finished(let finished):
      let who = finished.player == app.rooms[finished.place.room]?.viewer ? "You" : finished.player
      lines.append("\(who): \(App.sentence(finished.outcome))" + (finished.praise.map { ". \($0)" } ?? ""))
      if who == "You" { lines += finished.share.split(separator: "\n").map(String.init) }
    case .round(let round):
      lines.append("Round \(round.number) has begun." + (round.endsInSeconds.map { " It lasts \($0) s." } ?? ""))
      if let board = round.board { lines += PlainWords.board(board) }
    case .roundOver(let over):
      lines.append("Round \(over.number) is over.")
      lines += over.standings.map { standing in
        let outcome = standing.outcome.map(RoomState.result) ?? "not done"
        return "\(standing.place). \(standing.player): \(outcome)"
      }
      if let solution = app.rooms[over.place.room]?.solution { lines.append("The solution: \(solution)") }
    case .said(let said): lines.append("\(said.player): \(said.text ?? "(hidden until you have finished)")")
    case .presence(let presence) where presence.player != app.name:
      if let last = app.rooms[presence.place.room]?.talk.last { lines.append(last.text) }
    case .newDay, .shutOut, .loginLost: if let notice = app.notice { lines.append(notice.text) }
    case .other(let message) where message.type == "shared":
      if let item = SharedItem(message.json) { lines += PlainWords.shared(item) }
    default: break
    }
  }

  private mutating func tell(_ answer: Answer, to question: Question, _ before: App) {
    switch (question, answer) {
    case (_, .about(let about)) where before.about == nil:
      lines += about.games.map { "\($0.id): \($0.summary)" } + Self.welcome
    case (_, .joined(let joined)):
      if case .followShares = question { return }
      let others = joined.playerCount - (joined.players.contains(joined.viewer) ? 1 : 0)
      lines.append("You are in \(joined.room), \(others == 0 ? "alone" : "with \(others) more").")
      if let board = joined.board { lines += PlainWords.board(board) }
      if let outcome = joined.outcome { lines.append(App.sentence(outcome)) }
      if joined.state == .waiting { lines.append("/start begins.") }
    case (_, .rooms(let rooms)):
      lines += rooms.map { room in
        "\(room.room): \(room.game ?? "talk")\(room.mode.map { " \($0.rawValue)" } ?? ""), \(room.players) here"
          + (room.yours.map { ", you: \(PlainWords.standing($0))" } ?? "")
      }
    case (_, .board(let answer)): lines += PlainWords.board(answer.board)
    case (_, .who):
      if case .room(let name) = app.place, let last = app.rooms[name]?.talk.last { lines.append(last.text) }
    case (_, .stats(let stats)): lines += PlainWords.stats(stats)
    case (_, .leaderboard(let board)): lines += PlainWords.leaderboard(board)
    case (_, .calendar(let calendar)): lines += PlainWords.calendar(calendar, today: app.hello?.day ?? "")
    case (.theme(nil), .theme(let theme)): lines.append("The theme is \(theme.rawValue).")
    case (.lookUp, .object): lines += app.page.lines ?? []
    case (.history, .history(let history)):
      lines += history.results.isEmpty ? ["Nothing has been finished yet."] : history.results.map(PlainWords.result)
    case (_, .compare(let compared)):
      lines.append(
        "\(compared.players.0) \(compared.wins.0), \(compared.players.1) \(compared.wins.1), of \(compared.played).")
    case (.reveal, .object(let json)):
      for row in json["rows"]?.arrayValue ?? [] { lines.append(row["letters"]?.stringValue ?? "") }
    case (.shares, .object):
      lines += app.shares.items.isEmpty ? ["Nothing has been shared yet."] : app.shares.items.flatMap(PlainWords.shared)
    case (.leave(let room), _): lines.append("You have left \(room).")
    case (.login, _), (.comeBack, .login), (.share, _), (.shareMatch, _), (.theme, _), (.forgetMe, _), (.ping, _):
      if let notice = app.notice { lines.append(notice.text) }
    default: break
    }
  }

  private mutating func tell(_ failure: Failure, of question: Question) {
    switch question {
    case .history(nil, nil, nil), .about, .keepCommitments, .theme(nil): break
    case .login(let name, _): lines.append(App.sentence(failure, login: name))
    case .comeBack(let name, _, _): lines.append(App.sentence(failure, login: name ?? ""))
    case .move(_, let text, _, _) where failure.code == nil: lines.append("\(failure.message) Not sent: \(text)")
    default: lines.append(failure.message)
    }
  }
}

extension String {
  /// Without white space at both ends.
  var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
