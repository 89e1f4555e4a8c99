import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@testable import ParlorBots

@Suite("The report of a chaos room", .waiting)
struct ChaosRoomTests {
  /// A bot that returns with its token after each cut, and repeats unanswered lines.
  private struct Bot {
    let port: UInt16
    let marksMoves: Bool
    var link: SocketClient
    var token = ""
    var moves = 0
    var unanswered: String?
    /// The current puzzle, and the puzzle of its last move.
    var puzzle = 1
    var moved = 1
    var isOver = false

    init(port: UInt16, marksMoves: Bool) throws {
      (self.port, self.marksMoves) = (port, marksMoves)
      link = try SocketClient(port: port)
      link.send(line: #"{"type":"login","bot":true,"id":1}"#)
      link.send(line: #"{"type":"trial","game":"wordle","puzzles":6,"seed":7,"send_boards":false,"id":2}"#)
    }

    mutating func play() throws {
      while !isOver {
        switch link.next() {
        case .line(let line): if line.hasPrefix("{") { receive(try JSON(parsing: line)) }
        case .end: try comeBack()
        case .timeout: throw SocketClient.Failure(description: "nothing came any more")
        }
      }
    }

    private mutating func comeBack() throws {
      link = try SocketClient(port: port)
      link.send(line: #"{"type":"login","token":"\#(token)","bot":true,"id":1}"#)
      if let unanswered { link.send(line: unanswered) } else { move() }
    }

    private mutating func move() {
      moves += 1
      // No two consecutive moves are equal: an equal one is a repetition.
      let word = ["crane", "moist", "bulky", "fudge", "whelp", "vivid", "azure"][moves % 7]
      let mark = marksMoves ? #","move_id":"m\#(moves)""# : ""
      let line = #"{"type":"move","room":"trial","text":"\#(word)","id":\#(moves + 10)\#(mark)}"#
      unanswered = line
      moved = puzzle
      link.send(line: line)
    }

    private mutating func receive(_ message: JSON) {
      let type = message["type"]?.stringValue ?? ""
      if type == "trial" || type == "round" { puzzle = message["n"]?.intValue ?? puzzle }
      if let given = message["token"]?.stringValue { token = given }
      switch type {
      case "trial_report": isOver = true
      case "trial" where message["re"] == 2: move()
      case "moved" where message["over"] == true:
        unanswered = nil
        if puzzle > moved { move() }
      case "moved": move()
      case "error" where message["re"]?.intValue ?? 0 > 10: move()
      case "round": move()
      default: break
      }
    }
  }

  private func card(seed: Int, marksMoves: Bool) throws -> (card: JSON, status: Int32?) {
    let server = try ServerProcess(["--limit", "new_names_per_address=1000"])
    let room = try ChildProcess(
      ServerProcess.path(of: "parlor-bots"),
      ["chaos", "--server", "127.0.0.1:\(server.port)", "--cut-every", "4", "--json", "\(seed)"], environment: [:])
    let reader = LineReader(descriptor: room.output)
    guard case .line(let first) = reader.next(within: Patience.seconds),
      let port = first.split(separator: ",").first?.split(separator: ":").last.flatMap({ UInt16($0) })
    else { throw SocketClient.Failure(description: "the chaos room does not open") }
    var bot = try Bot(port: port, marksMoves: marksMoves)
    try bot.play()
    bot.link.close()
    guard case .line(let line) = reader.next(within: Patience.seconds) else {
      throw SocketClient.Failure(description: "no report card")
    }
    return (try JSON(parsing: line), room.wait())
  }

  @Test("A bot that repeats moves without a move_id is told that it plays them twice", arguments: [1, 2])
  func doubled(_ seed: Int) throws {
    let (card, status) = try card(seed: seed, marksMoves: false)
    #expect(status == 1)
    #expect(card["finished"] == true)
    #expect(try #require(card["links_cut"]?.intValue) > 0, "\(card.text)")
    #expect(try #require(card["moves_doubled"]?.intValue) > 0, "\(card.text)")
    #expect(card["verdict"]?.stringValue?.contains("plays moves twice") == true, "\(card.text)")
  }

  @Test("The same bot with a move_id plays none twice", arguments: [1, 2])
  func marked(_ seed: Int) throws {
    let (card, status) = try card(seed: seed, marksMoves: true)
    #expect(status == 0)
    #expect(card["finished"] == true)
    #expect(card["moves_doubled"] == 0, "\(card.text)")
    #expect(try #require(card["moves_repeated"]?.intValue) > 0, "\(card.text)")
    #expect(card["verdict"] == "the bot stands all of it", "\(card.text)")
  }
}
