import GameKit
import Testing
import WaitingTrait
import WireProtocol

@testable import ParlorBots

@Suite("Puzzles of a match", .waiting)
struct PuzzleScoutTests {
  /// A server whose rooms deal the puzzle that their seed leaves by division, and are over at the first move.
  private final class DealingLink: MatchLink {
    private let puzzles: Int
    private var lines: [String] = []
    private var matches = 0
    private var puzzle = 0

    init(puzzles: Int) { self.puzzles = puzzles }

    func send(_ line: [UInt8]) throws(Failure) {
      guard let request = try? JSON(parsing: line), let id = request["id"]?.intValue else {
        throw Failure("no request")
      }
      switch request["type"] {
      case "create":
        puzzle = (request["seed"]?.intValue ?? 0) % puzzles
        matches += 1
        lines.append(#"{"type":"joined","room":"r","re":\#(id)}"#)
      case "history": lines.append(#"{"type":"history","results":[{"match":"m\#(matches)"}],"re":\#(id)}"#)
      case "replay":
        lines += [#"{"type":"replay","count":1,"re":\#(id)}"#, #"{"puzzle_data":\#(puzzle)}"#]
      case "move" where lines.isEmpty: lines.append(#"{"type":"error","re":\#(id)}"#)
      default: lines.append(#"{"type":"done","you":"scout","re":\#(id)}"#)
      }
    }

    func receive() throws(Failure) -> [UInt8] {
      guard !lines.isEmpty else { throw Failure("nothing was asked") }
      return Array(lines.removeFirst().utf8)
    }

    func wait(milliseconds: Int) {}
  }

  private func create(_ seed: Int) -> JSONObject {
    ["type": "create", "game": "wordle", "mode": "practice", "seed": .int(seed)]
  }

  @Test("No puzzle is repeated while there are others, and all come again after that")
  func fewPuzzles() throws {
    var scout = PuzzleScout(try MatchSession(DealingLink(puzzles: 5)))
    var random = SeededGenerator(seed: 3)
    let dealt = try (0..<15).map { _ in
      try scout.seed(of: { Int.random(in: 0..<1_000, using: &random) }, create: create) % 5
    }
    #expect(Set(dealt[..<5]).count == 5, "\(dealt)")
    #expect(Set(dealt[6..<11]).count == 5, "\(dealt)")
  }

  @Test("A server deals 250 different puzzles of 2,309 where seeds alone repeat some")
  func server() throws {
    let server = try LocalMatchServer(resources: nil, seed: 3)
    let player = try MatchSession(server.open())
    var scout = PuzzleScout(try MatchSession(server.open()))
    var random = SeededGenerator(seed: 3)
    var answers: [JSON?] = []
    var last: String?
    for _ in 0..<250 {
      let seed = try scout.seed(of: { Int(truncatingIfNeeded: random.next() >> 11) }, create: create)
      let room = try player.expect(create(seed))["room"] ?? ""
      _ = try player.ask(["type": "move", "room": room, "text": "give up"])
      _ = try player.ask(["type": "leave", "room": room])
      let replay = try #require(try player.replay(after: last))
      last = replay.match
      answers.append(try JSON(parsing: replay.lines[0])["puzzle_data"])
    }
    #expect(!answers.contains(nil) && Set(answers.map { $0?.text }).count == 250)
  }
}
