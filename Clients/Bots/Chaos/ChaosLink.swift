internal import CPoll
internal import WireProtocol

final class ChaosLink {
  enum Cut: Int, CaseIterable {
    case both
    /// The bot's side, before the server's next line; for the server the bot is still connected.
    case botOnly
    /// With the bot's next line, which is lost.
    case beforeRequest
    /// With the bot's next line, which the server still receives.
    case afterRequest
  }

  struct Move {
    let content: String
    let moveID: String?
    let request: String?
    var isForwarded = true
  }

  private(set) var bot: Int32
  private(set) var server: Int32
  private var fromBot: [UInt8] = []
  private var fromServer: [UInt8] = []
  private var toServer: [UInt8] = []
  private var toBot: [Disturbance.Piece] = []
  private var due: UInt64 = 0
  /// The lines until the link is cut; `nil` before there is anything to lose.
  var linesLeft: Int?
  var plannedCut: Cut?
  var lingersUntil: UInt64?
  /// Whether the bot has logged in or started anything.
  var isIdentified = false
  var openMoves: [Move] = []

  init(bot: Int32, server: Int32) {
    self.bot = bot
    self.server = server
    _ = cpoll_set_nonblocking(server)
  }

  deinit {
    cutBot()
    closeServer()
  }

  var isGone: Bool { bot < 0 && server < 0 }

  var interests: [(descriptor: Int32, what: UInt8)] {
    var found: [(Int32, UInt8)] = []
    if bot >= 0 { found.append((bot, 1)) }
    if server >= 0 { found.append((server, toServer.isEmpty ? 1 : 3)) }
    return found
  }

  var nextDue: UInt64? { bot >= 0 && !toBot.isEmpty ? due : lingersUntil }

  var isDelivered: Bool { toBot.isEmpty }

  func cutBot() {
    if bot >= 0 { cpoll_close(bot) }
    bot = -1
    toBot = []
  }

  func closeServer() {
    if server >= 0 { cpoll_close(server) }
    server = -1
  }

  func readBot() -> [[UInt8]]? { Self.lines(bot, &fromBot) }

  func readServer() -> [[UInt8]]? { Self.lines(server, &fromServer) }

  func forward(_ line: [UInt8]) {
    guard server >= 0 else { return }
    toServer += line
    flushServer()
  }

  func flushServer() {
    while server >= 0, !toServer.isEmpty {
      let count = cpoll_send(server, toServer, toServer.count)
      guard count > 0 else { return }
      toServer.removeFirst(count)
    }
  }

  func deliver(_ pieces: [Disturbance.Piece]) {
    guard bot >= 0 else { return }
    if toBot.isEmpty { due = Self.dueTime(after: pieces.first) }
    toBot += pieces
  }

  func sendDuePieces() {
    while bot >= 0, let piece = toBot.first, cpoll_nanoseconds() >= due {
      let count = cpoll_send(bot, piece.bytes, piece.bytes.count)
      guard count >= 0 else {
        // The bot does not read: retried shortly.
        due = Self.dueTime(after: Disturbance.Piece(milliseconds: 5, bytes: []))
        return
      }
      if count < piece.bytes.count {
        toBot[0].bytes.removeFirst(count)
        continue
      }
      toBot.removeFirst()
      due = Self.dueTime(after: toBot.first)
    }
  }

  private static func dueTime(after piece: Disturbance.Piece?) -> UInt64 {
    cpoll_nanoseconds() &+ UInt64(max(0, piece?.milliseconds ?? 0)) &* 1_000_000
  }

  private static func lines(_ descriptor: Int32, _ partial: inout [UInt8]) -> [[UInt8]]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = cpoll_receive(descriptor, &buffer, buffer.count)
    // A call that would block (a negative number) is no error; any other error ends the stream.
    if count == 0 || (count < 0 && count != wouldBlock) { return nil }
    partial += buffer[..<max(0, count)]
    var lines: [[UInt8]] = []
    while let end = partial.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(Array(partial[...end]))
      partial.removeFirst(end + 1)
    }
    return lines
  }
}

#if canImport(Darwin)
  private let wouldBlock = -35
#else
  private let wouldBlock = -11
#endif
