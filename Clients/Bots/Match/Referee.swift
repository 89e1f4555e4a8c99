internal import CPoll
internal import GameKit
internal import WireProtocol

/// Plays the games of a match one after the other, and asks one bot for one move at a time: so results depend only on
/// the moves, not on the scheduling of two programs.
struct Referee {
  struct Options {
    var game = ""
    var settings = JSONObject()
    var games = 100
    var seed = 1
    /// Seconds that a program may be silent after its start; not counted for other limits.
    var startLimit = 30.0
    /// Seconds that a bot may take for an answer.
    var turnLimit = 5.0
    /// Seconds for all moves of one side in a game.
    var gameLimit = 60.0
    /// The number of consecutive refused actions that loses a game.
    var maxRefusals = 5
    /// The folder for replays.
    var replays: String?
    /// Whether to stop in the middle of a game.
    var isStopped: @Sendable () -> Bool = { false }
  }

  /// What to play in one game.
  struct Game {
    /// From 1.
    let number: Int
    let seed: Int
    /// The side that moves first at one board.
    let opener: Side
    /// The file name of its replay, without the letter of a side and `.jsonl`.
    let replay: String
  }

  private let options: Options
  private let server: any MatchServer
  private let sessions: [MatchSession]
  private let bots: [any MatchBot]
  /// Whether both sit at one board.
  private let isTable: Bool
  private var scout: PuzzleScout?

  /// - Parameters:
  ///   - isTable: see ``isTable(_:at:)``.
  ///   - bots: by side, made for the sessions of that side.
  ///   - scout: finds seeds of puzzles that were not dealt; `nil` if each seed is a distinct deal.
  init(
    _ options: Options, isTable: Bool, at server: any MatchServer, _ sessions: [MatchSession], _ bots: [any MatchBot],
    scout: PuzzleScout?
  ) {
    self.scout = scout
    self.options = options
    self.isTable = isTable
    self.server = server
    self.sessions = sessions
    self.bots = bots
  }

  /// Whether two play a game at one board, instead of each at their own.
  ///
  /// - Throws: if the server does not have the game, or two cannot play it.
  static func isTable(_ game: String, at session: MatchSession) throws(Failure) -> Bool {
    let games = try session.expect(["type": "about"])["games"]?.arrayValue ?? []
    guard let about = games.first(where: { $0["id"] == .string(game) }) else {
      let known = games.compactMap { $0["id"]?.stringValue }.joined(separator: ", ")
      throw Failure("the server has no game \(game): it has \(known)")
    }
    guard let seats = about["seats"]?.arrayValue?.compactMap(\.intValue) else {
      if about["modes"]?.arrayValue?.contains("practice") == true { return false }
      throw Failure("\(game) is neither practised alone nor played against others")
    }
    guard let least = seats.first, let most = seats.last, (least...max(least, most)).contains(2) else {
      throw Failure("\(game) is no game for two")
    }
    return true
  }

  /// - Parameter told: called with each game as it ends.
  mutating func run(_ told: (MatchGame) -> Void = { _ in }) throws -> [MatchGame] {
    var seeds = SeededGenerator(seed: UInt64(bitPattern: Int64(options.seed)))
    var games: [MatchGame] = []
    var seed = 0
    for number in 1...max(1, options.games) {
      // At one board, each second game repeats the first with sides exchanged.
      if !isTable || number % 2 == 1 {
        func next() -> Int { Int(truncatingIfNeeded: seeds.next() >> 11) }
        var scout = scout
        seed = try scout?.seed(of: next) { create(.practice, $0) } ?? next()
        self.scout = scout
      }
      let digits = String(number)
      let game = try play(
        Game(
          number: number, seed: seed, opener: number % 2 == 1 ? .first : .second,
          replay: String(repeating: "0", count: max(0, 4 - digits.count)) + digits))
      told(game)
      games.append(game)
    }
    for bot in bots { bot.end() }
    return games
  }

  // MARK: - Games

  func play(_ game: Game) throws -> MatchGame { try isTable ? playTable(game) : playPuzzle(game) }

  /// Plays the same puzzle for both, each at its own board, one after the other: nobody waits for the other's thinking.
  private func playPuzzle(_ plan: Game) throws -> MatchGame {
    let (number, seed) = (plan.number, plan.seed)
    var game = MatchGame(number: number, seed: seed, opener: nil)
    var plays: [String] = []
    for side in Side.allCases {
      let joined = try session(side).expect(create(.practice, seed))
      var table = RefereeTable([side], room: joined["room"]?.stringValue ?? "")
      try begin(side, number, joined, &table)
      try play(&table)
      game[side] = table.result(of: side)
      try keepReplay(of: side, "\(plan.replay)-\(side.letter)", in: &game, &plays)
      try leave(side, table)
    }
    if plays.count == 2 { game.play = plays.joined(separator: "\n") }
    return game
  }

  /// Plays both at one board.
  private func playTable(_ plan: Game) throws -> MatchGame {
    let (number, seed, opener) = (plan.number, plan.seed, plan.opener)
    var game = MatchGame(number: number, seed: seed, opener: opener)
    let created = try session(opener).expect(create(.together, seed))
    let room = created["room"]?.stringValue ?? ""
    var table = RefereeTable([opener, opener.other], room: room)
    let joined = try session(opener.other).expect(["type": "join", "room": .string(room)])
    try begin(opener, number, created, &table)
    try begin(opener.other, number, joined, &table)
    if joined["state"] != "playing" {
      let round = try session(opener).expect(["type": "start", "room": .string(room)])
      table.note(round, for: opener)
      bot(opener).receive(Self.asEvent(round))
    }
    try play(&table)
    for side in Side.allCases { game[side] = table.result(of: side) }
    var plays: [String] = []
    try keepReplay(of: opener, plan.replay, in: &game, &plays)
    game.play = plays.first
    for side in Side.allCases { try leave(side, table) }
    return game
  }

  /// Creates a room for the games and leaves it: so a server that refuses these settings does so before the first game.
  ///
  /// - Throws: the server's refusal.
  static func check(_ options: Options, isTable: Bool, at session: MatchSession) throws(Failure) {
    let room = try session.expect(create(options, isTable ? .together : .practice, options.seed))["room"]
    _ = try session.ask(["type": "leave", "room": room ?? ""])
  }

  private func create(_ mode: ModeKind, _ seed: Int) -> JSONObject { Self.create(options, mode, seed) }

  private static func create(_ options: Options, _ mode: ModeKind, _ seed: Int) -> JSONObject {
    var request: JSONObject = [
      "type": "create", "game": .string(options.game), "mode": .string(mode.rawValue), "seed": .int(seed),
    ]
    if !options.settings.isEmpty { request["settings"] = .object(options.settings) }
    return request
  }

  private func begin(_ side: Side, _ number: Int, _ joined: JSON, _ table: inout RefereeTable) throws {
    table.names[side] = joined["you"]?.stringValue
    table.note(joined, for: side)
    try bot(side).begin(MatchStart(number: number, joined: Self.asEvent(joined)))
  }

  /// An answer to the referee, as an event for its bot.
  private static func asEvent(_ answer: JSON) -> JSON {
    guard case .object(var told) = answer else { return answer }
    told["re"] = nil
    return .object(told)
  }

  private func leave(_ side: Side, _ table: RefereeTable) throws {
    _ = try session(side).ask(["type": "leave", "room": .string(table.room)])
    _ = try session(side).takeEvents()
    bot(side).finish(table.result(of: side))
  }

  // MARK: - Moves

  private func play(_ table: inout RefereeTable) throws {
    try deliverEvents(&table)
    while true {
      try waitForTime(&table)
      guard let side = table.next else { return }
      if options.isStopped() { throw MatchStopped() }
      if let fault = try move(side, &table) {
        table.faults[side] = fault
        try forfeit(side, &table)
        return
      }
      try deliverEvents(&table, but: side)
    }
  }

  /// Waits until somebody can move again, or the game is over.
  private func waitForTime(_ table: inout RefereeTable) throws {
    for _ in 0..<Self.mostWaits where table.mustWait {
      if options.isStopped() { throw MatchStopped() }
      server.wait()
      try deliverEvents(&table)
    }
    if table.mustWait { throw Failure("nobody can move, and nothing happens in the game") }
  }

  private static let mostWaits = 20_000

  /// One move of a side, after any number of refusals.
  private func move(_ side: Side, _ table: inout RefereeTable) throws -> MatchFault? {
    var refused = 0
    while true {
      let began = cpoll_nanoseconds()
      let left = options.gameLimit - table.seconds[side, default: 0]
      let choice = try bot(side).choose(before: began &+ UInt64(max(0, left) * 1e9))
      table.seconds[side, default: 0] += Double(cpoll_nanoseconds() &- began) / 1e9 - bot(side).startSeconds
      switch choice {
      case .fault(let fault): return fault
      case .giveUp:
        try forfeit(side, &table)
        return nil
      case .request(var request):
        request["room"] = .string(table.room)
        let answer = try session(side).ask(request)
        guard answer["type"] == "error" else {
          server.moveWasPlayed()
          try receive(answer, side, &table)
          return table.seconds[side, default: 0] > options.gameLimit ? .slow(seconds: options.gameLimit) : nil
        }
        bot(side).receive(refusal: answer)
        // The game may have ended by time.
        try deliverEvents(&table)
        if table.results[side] != nil || table.isOver { return nil }
        refused += 1
        if refused >= options.maxRefusals { return Self.refusal(request, answer, count: refused) }
      }
    }
  }

  private func receive(_ answer: JSON, _ side: Side, _ table: inout RefereeTable) throws {
    table.note(answer, for: side)
    let events = try session(side).takeEvents()
    for event in events { table.note(event, for: side) }
    bot(side).receive(answer, isOver: table.results[side] != nil)
    for event in events { bot(side).receive(event) }
  }

  /// Passes events on to all sides but one that already has them.
  private func deliverEvents(_ table: inout RefereeTable, but told: Side? = nil) throws {
    for side in table.seats where side != told {
      for event in try session(side).takeEvents() {
        table.note(event, for: side)
        bot(side).receive(event)
      }
    }
  }

  /// Ends the game for a side by giving up, so that it can be replayed to its end.
  private func forfeit(_ side: Side, _ table: inout RefereeTable) throws {
    let request: JSONObject =
      isTable ? ["type": "resign"] : ["type": "move", "text": "give up"]
    for _ in 0..<Self.mostBoards where table.results[side] == nil && !table.isOver {
      var request = request
      request["room"] = .string(table.room)
      let answer = try session(side).ask(request)
      if answer["type"] == "error" { break }
      try deliverEvents(&table)
    }
    // In this game nobody can give up.
    guard table.results[side] == nil else { return }
    if isTable { table.results[side] = ["won": false, "result": "lost"] }
    table.isOver = true
  }

  /// The most boards of a puzzle, which are given up one by one.
  static let mostBoards = 100

  private static func refusal(_ request: JSONObject, _ answer: JSON, count: Int) -> MatchFault {
    let what = request["move"] ?? request["text"] ?? request["type"] ?? .null
    let text = what.stringValue ?? what.text
    return .refused(
      count: count, what: String(text.prefix(80)), why: answer["message"]?.stringValue ?? "no reason given")
  }

  // MARK: - Replays

  /// Saves the replay of the game that a side has just finished, and reads both sides' points from it.
  private func keepReplay(
    of side: Side, _ file: String, in game: inout MatchGame, _ plays: inout [String]
  ) throws {
    guard let lines = try session(side).takeReplay() else { return }
    let messages = lines.compactMap { try? JSON(parsing: $0) }
    for line in messages where line["type"] == "replay_outcome" {
      for side in Side.allCases where line["player"] == .string(session(side).name) {
        game[side].points = line["points"]?.intValue
      }
    }
    let dealt = messages.first?["puzzle_data"]?.text ?? ""
    // The first event has the players' numbers, which differ between equal games of other sessions.
    let moves = messages.compactMap { $0["move"] }.filter { $0["$"] != "begin" }
    plays.append(([dealt] + moves.map(\.text)).joined(separator: " "))
    guard let folder = options.replays else { return }
    let name = file + ".jsonl"
    try Files.write(lines.flatMap { $0 + [UInt8(ascii: "\n")] }, to: "\(folder)/\(name)")
    game.replays.append(name)
  }

  private func session(_ side: Side) -> MatchSession { sessions[side.rawValue] }

  private func bot(_ side: Side) -> any MatchBot { bots[side.rawValue] }
}
