internal import CPoll
internal import WireProtocol

/// Runs a program as a bot: server lines on its standard input, its lines on standard output.
struct BotRun {
  struct Options {
    var command: [String] = []
    /// Replace fields of the bot's own `trial`.
    var overrides: JSONObject = [:]
    var turnLimit = 5.0
    /// The number of consecutive refused lines that ends a bot.
    var maxRefusals = 50
    var chaos: UInt64?
    var resources: String?
  }

  private let options: Options
  private let server: LocalServer
  private let bot: BotProcess
  private let document = JSONDocument()
  private var report: TrialReport?
  private var hasTrial = false
  private var hasSpoken = false
  /// Consecutive refused lines, and the last refusal.
  private var refused = 0
  private var refusal = ""
  private var lastLine: [UInt8] = []
  /// Lines since the last move, trial or give-up.
  private var idleLines = 0
  private var lastMove: JSON?
  private var played = PlayedPuzzles()
  private var disturbance: Disturbance?
  private var card = ReportCard(cutsLinks: false)
  private var pieces: [Disturbance.Piece] = []
  private var pieceDue: UInt64 = 0
  private var turnBegan = cpoll_nanoseconds()

  init(_ options: Options) throws {
    self.options = options
    server = try LocalServer(resources: options.resources)
    bot = try BotProcess(options.command)
    disturbance = options.chaos.map { Disturbance(seed: $0) }
  }

  mutating func run() -> RunResult {
    forwardToBot()
    var verdict: Verdict?
    while verdict == nil {
      bot.wait(milliseconds: millisecondsToWait)
      server.beginTurn()
      while verdict == nil, report == nil, let line = bot.takeLine() { verdict = receive(line) }
      if server.millisecondsToDeadline <= 0 {
        server.runDeadlines()
        forwardToBot()
      }
      sendDuePieces()
      verdict = verdict ?? self.verdict
    }
    return finish(verdict ?? .noTrial)
  }

  private var verdict: Verdict? {
    if report != nil, pieces.isEmpty, bot.isInputFlushed { return .finished }
    if bot.isOutputExhausted || server.isClosed { return report == nil ? .noTrial : .finished }
    let seconds = Double(cpoll_nanoseconds() &- turnBegan) / 1e9
    // The bot's turn begins only when it has received everything.
    return pieces.isEmpty && seconds > options.turnLimit ? .hung(seconds: options.turnLimit, hasSpoken: hasSpoken) : nil
  }

  private var millisecondsToWait: Int {
    let passed = Double(cpoll_nanoseconds() &- turnBegan) / 1e9
    var wait = min(Int(max(0, options.turnLimit - passed) * 1000) + 1, max(0, server.millisecondsToDeadline))
    if !pieces.isEmpty {
      let now = cpoll_nanoseconds()
      wait = min(wait, pieceDue > now ? Int((pieceDue &- now) / 1_000_000) + 1 : 0)
    }
    return wait
  }

  private mutating func finish(_ verdict: Verdict) -> RunResult {
    // A bot that got its report, or closed its output, has a moment to end by itself.
    bot.closeInput()
    let isOrderly = verdict == .finished || verdict == .noTrial
    let end = bot.end(within: isOrderly ? 1000 : 0)
    var verdict = verdict
    if verdict == .noTrial, hasTrial || end != .exited(0) { verdict = .died(end, inTrial: hasTrial) }
    card.hasFinished = verdict == .finished
    if let disturbance { card.disturbances = disturbance.counts }
    return RunResult(
      verdict: verdict, report: report, played: played, standardError: Self.text(bot.standardError),
      card: disturbance == nil ? nil : card)
  }

  private mutating func receive(_ line: [UInt8]) -> Verdict? {
    idleLines += 1
    if idleLines > Self.mostIdleLines { return .idle(count: idleLines) }
    // Blank lines are keep-alives.
    if line.allSatisfy({ $0 == UInt8(ascii: "\r") }) { return nil }
    lastLine = line
    hasSpoken = true
    turnBegan = cpoll_nanoseconds()
    let before = refused
    server.receive(applyOverrides(line))
    forwardToBot()
    if refused == before { card.noteAnswer() }
    guard refused >= options.maxRefusals else { return nil }
    return .invalidOutput(count: refused, line: Self.shown(lastLine), why: refusal)
  }

  /// A bot with more lines since its last move does not play: all word lists of all games take a hundred.
  private static let mostIdleLines = 10_000

  /// The line with `overrides` applied if it opens a trial. Records its kind.
  private mutating func applyOverrides(_ line: [UInt8]) -> [UInt8] {
    lastMove = nil
    guard (try? document.parse(line)) != nil, let type = document.root["type"]?.string else { return line }
    if type == "move" { lastMove = (document.root["move"] ?? document.root["text"])?.value }
    guard type == "trial", case .object(var request) = document.root.value else { return line }
    for (key, value) in options.overrides.members {
      if key == "puzzles" { request["all"] = .null }
      if key == "all" { request["puzzles"] = .null }
      request[key] = value
    }
    return Array(JSON.object(request).text.utf8)
  }

  private mutating func forwardToBot() {
    var rest = server.takeOutput()[...]
    var told: [UInt8] = []
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = Array(rest[...end])
      recordAnswer(line)
      rest = rest[(end + 1)...]
      if disturbance == nil { told += line } else { disturb(line) }
    }
    if !told.isEmpty { bot.send(told) }
    sendDuePieces()
  }

  private mutating func recordAnswer(_ line: [UInt8]) {
    guard line.first == UInt8(ascii: "{"), (try? document.parse(line.dropLast())) != nil else {
      // The server answers text with text.
      refused += 1
      refusal = "no JSON"
      return
    }
    let root = document.root
    switch root["type"]?.string {
    case "error":
      refused += 1
      refusal = root["message"]?.string ?? ""
      if let lastMove { played.note(.refused(lastMove, refusal)) }
    case "trial_report" where root["re"] == nil:
      report = try? TrialReport(reading: MessageFields(root))
    case "trial":
      if !hasTrial { idleLines = 0 }
      hasTrial = true
      refused = 0
      begin(root)
    case "round": begin(root)
    case "moved":
      (idleLines, refused) = (0, 0)
      if let turn = root["turn"]?.value.objectValue { played.note(.turn(turn)) }
    case "finished":
      idleLines = 0
      if let outcome = root["outcome"]?.value.objectValue { played.finish(outcome) }
    case "hello": break
    default: refused = 0
    }
  }

  private mutating func begin(_ root: JSONView) {
    let rows = root["board"]?.value["rows"]?.arrayValue ?? []
    played.begin(root["n"]?.int ?? 0, letters: rows.compactMap { $0["letters"]?.stringValue })
  }

  private mutating func disturb(_ line: [UInt8]) {
    guard let (made, done) = disturbance?.pieces(of: line) else { return }
    if pieces.isEmpty { pieceDue = Self.due(made.first) }
    pieces += made
    card.note(done)
  }

  private mutating func sendDuePieces() {
    while let piece = pieces.first, cpoll_nanoseconds() >= pieceDue {
      bot.send(piece.bytes)
      pieces.removeFirst()
      pieceDue = Self.due(pieces.first)
      turnBegan = cpoll_nanoseconds()
    }
  }

  private static func due(_ piece: Disturbance.Piece?) -> UInt64 {
    cpoll_nanoseconds() &+ UInt64(max(0, piece?.milliseconds ?? 0)) &* 1_000_000
  }

  /// A bot's output without characters that affect a terminal.
  static func text(_ bytes: [UInt8]) -> String {
    var text = String(decoding: bytes, as: UTF8.self).unicodeScalars
    text.removeAll { ($0.value < 0x20 && $0 != "\n" && $0 != "\t") || (0x7F...0x9F).contains($0.value) }
    while text.last == "\n" { text.removeLast() }
    return String(text)
  }

  private static func shown(_ line: [UInt8]) -> String {
    let text = Self.text(Array(line.prefix(80)))
    return "\"\(text)\"" + (line.count > 80 ? "…" : "")
  }
}
