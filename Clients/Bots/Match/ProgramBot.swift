internal import CPoll
internal import WireProtocol

/// A program as a bot in a match, on its standard input and output. It gets the lines of a server that has seated it:
/// the greeting, `joined`, and the room's events. A program that opens a trial instead, as with `parlor-bots run`, gets
/// the match's puzzles as those of a trial.
final class ProgramBot: MatchBot {
  private let command: [String]
  private let session: MatchSession
  private let limits: Referee.Options
  private let document = JSONDocument()
  /// `nil` before its first game, and after a fault.
  private var process: BotProcess?
  /// The program's unanswered request.
  private var asked: Asked?
  private var room = ""
  private var start: MatchStart?
  /// The trial that the program may open; `nil` in games against others.
  private let trial: PlayedAsTrial?
  /// The messages of this game before the program's first action.
  private var sentBeforeAction: [JSON] = []
  private var hasActed = false
  /// Whether the running program has completed a game.
  private var hasPlayed = false
  /// Whether the running program has written a line, and whether any instance of it has.
  private var hasSpoken = false
  private var hasEverSpoken = false
  /// The time that the last choice has waited for the program's first line, in nanoseconds.
  private var startTime: UInt64 = 0

  /// A request that plays, and its `id`.
  private struct Asked {
    let id: JSON?
  }

  init(_ command: [String], at session: MatchSession, _ options: Referee.Options, trial: PlayedAsTrial?) {
    self.command = command
    self.session = session
    self.trial = trial
    limits = options
  }

  /// The trial, if the program has opened it.
  private var openTrial: PlayedAsTrial? { trial.flatMap { $0.isOpen ? $0 : nil } }

  // MARK: - Games

  func begin(_ game: MatchStart) throws {
    start = game
    asked = nil
    hasActed = false
    sentBeforeAction = []
    room = game.joined["room"]?.stringValue ?? ""
    if process == nil { try launch() }
    sendRestartable(openTrial?.begin(game) ?? game.joined)
  }

  private func launch() throws(Failure) {
    process = try BotProcess(command)
    (hasPlayed, hasSpoken) = (false, false)
    trial?.close()
    for line in session.greeting { send(line) }
  }

  /// Restarts a program that has ended between two games, and repeats its messages.
  private func relaunch() throws {
    guard let start else { return }
    stop(within: 1000)
    let events = sentBeforeAction.dropFirst()
    try launch()
    sentBeforeAction = []
    sendRestartable(start.joined)
    for event in events { sendRestartable(event) }
  }

  func finish(_ result: SideResult) {
    trial?.finish(result)
    hasPlayed = true
    if let asked { send(answer(Self.error("not_here", "This game cannot be given up"), to: asked.id)) }
    if result.fault != nil { stop(within: 0) }
  }

  func end() {
    if let report = openTrial?.report(of: session.name) { send(report) }
    stop(within: 1000)
  }

  @discardableResult
  private func stop(within milliseconds: Int) -> BotProcess.End? {
    guard let process else { return nil }
    self.process = nil
    process.closeInput()
    return process.end(within: milliseconds)
  }

  // MARK: - Choice

  var startSeconds: Double { Double(startTime) / 1e9 }

  func choose(before deadline: UInt64) throws -> MatchChoice {
    startTime = 0
    guard let process else { return .giveUp }
    var deadline = deadline
    var (lines, refused) = (0, 0)
    var heardAt = cpoll_nanoseconds()
    while true {
      let now = cpoll_nanoseconds()
      guard now < deadline || !hasSpoken else { return .fault(.slow(seconds: limits.gameLimit)) }
      guard let line = process.takeLine() else {
        if process.isOutputExhausted {
          guard hasPlayed, !hasActed else { return .fault(try died(process)) }
          try relaunch()
          return try choose(before: deadline)
        }
        let silence = heardAt &+ UInt64((hasSpoken ? limits.turnLimit : limits.startLimit) * 1e9)
        let limit = hasSpoken ? min(deadline, silence) : silence
        guard now < limit else {
          return .fault(hasSpoken ? .hung(seconds: limits.turnLimit) : .silent(seconds: limits.startLimit))
        }
        if limits.isStopped() { throw MatchStopped() }
        process.wait(milliseconds: min(Int(clamping: (limit - now) / 1_000_000) + 1, Self.longestWait))
        continue
      }
      if !hasSpoken {
        startTime = now &- heardAt
        deadline &+= startTime
        (hasSpoken, hasEverSpoken) = (true, true)
      }
      heardAt = now
      lines += 1
      if lines > Self.mostIdleLines { return .fault(.idle(count: lines)) }
      // Blank lines are keep-alives.
      if line.allSatisfy({ $0 == UInt8(ascii: "\r") }) { continue }
      hasActed = true
      if let choice = try handle(line) {
        guard case .refusal(let what, let why) = choice else { return choice.choice }
        refused += 1
        if refused >= limits.maxRefusals { return .fault(.refused(count: refused, what: what, why: why)) }
      }
    }
  }

  /// In milliseconds: after it a request to stop is seen.
  private static let longestWait = 100

  /// The most lines without a move: all word lists of all games take a hundred.
  private static let mostIdleLines = 10_000

  private enum Reading {
    case choice(MatchChoice)
    case refusal(what: String, why: String)

    var choice: MatchChoice {
      switch self {
      case .choice(let choice): choice
      case .refusal: .giveUp
      }
    }
  }

  /// Answers a line, or returns its choice; `nil` if the line needs nothing further.
  private func handle(_ line: [UInt8]) throws -> Reading? {
    guard (try? document.parse(line)) != nil, case .object(var request) = document.root.value,
      let type = request["type"]?.stringValue
    else {
      return refuse(nil, String(decoding: line.prefix(80), as: UTF8.self), "bad_json", "no request in JSON")
    }
    let id = request["id"]
    request["id"] = nil
    switch type {
    case "trial":
      guard let trial, let start else { return refuse(id, type, "not_here", "This game is not played in trials") }
      send(answer(trial.opening(start, request), to: id))
      return nil
    case "move", "resign", "draw":
      if let wrong = openTrial?.refusal(of: request) { return refuse(id, type, "other_puzzle", wrong) }
      request["puzzle"] = nil
      asked = Asked(id: id)
      return .choice(.request(request))
    case "give_up" where openTrial != nil:
      if let wrong = openTrial?.refusal(of: request) { return refuse(id, type, "other_puzzle", wrong) }
      asked = Asked(id: id)
      return .choice(.giveUp)
    case "login":
      // It is logged in already.
      send(answer(["type": "login", "you": .string(session.name)], to: id))
      return nil
    case let type where Self.harmlessRequests.contains(type):
      if type == "board" || type == "who" { request["room"] = .string(room) }
      send(answer(try session.ask(request), to: id))
      return nil
    case "bye":
      process?.closeInput()
      return .choice(.fault(.died(.exited(0), said: "it said bye")))
    default:
      return refuse(id, type, "not_here", "In a match there is no \(type)")
    }
  }

  /// Other requests that a program may send: none that affects its seat or the opponent's.
  private static let harmlessRequests: Set<String> = [
    "about", "board", "help", "limits", "ping", "schema", "who", "words",
  ]

  private func refuse(_ id: JSON?, _ what: String, _ code: String, _ why: String) -> Reading {
    send(answer(Self.error(code, why), to: id))
    return .refusal(what: what, why: why)
  }

  private static func error(_ code: String, _ message: String) -> JSON {
    ["type": "error", "code": .string(code), "message": .string(message)]
  }

  /// - Throws: if the program does not exist: then there is no match.
  private func died(_ process: BotProcess) throws(CommandFailure) -> MatchFault {
    let end = stop(within: 1000) ?? .exited(0)
    let last = process.standardError.split(separator: UInt8(ascii: "\n")).last ?? []
    let said = BotRun.text(Array(last.suffix(200)))
    // The shell's exit status for a command that it cannot find or execute.
    if !hasEverSpoken, end == .exited(127) || end == .exited(126) {
      throw CommandFailure(command: command, said: said)
    }
    return .died(end, said: said)
  }

  // MARK: - Receiving

  func receive(_ message: JSON, isOver: Bool) {
    guard let asked else { return }
    self.asked = nil
    send(answer(openTrial?.moved(message, isOver: isOver) ?? message, to: asked.id))
  }

  func receive(refusal: JSON) {
    send(answer(refusal, to: asked?.id))
    asked = nil
  }

  func receive(_ event: JSON) {
    guard let trial = openTrial else { return sendRestartable(event) }
    // In a trial, events other than answers are not sent, except when the puzzle was given up.
    guard event["type"] == "finished", event["player"] == .string(session.name) else { return }
    send(answer(trial.finished(event), to: asked?.id))
    asked = nil
  }

  private func answer(_ message: JSON, to id: JSON?) -> JSON {
    guard case .object(var object) = message else { return message }
    object["re"] = id
    return .object(object)
  }

  /// Sends a message that a restarted program must get as well.
  private func sendRestartable(_ message: JSON) {
    if !hasActed { sentBeforeAction.append(message) }
    send(message)
  }

  private func send(_ message: JSON) { send(Array(message.text.utf8)) }

  private func send(_ line: [UInt8]) { process?.send(line + [UInt8(ascii: "\n")]) }
}
