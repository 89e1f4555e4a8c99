import ServerHarness
import Testing
import WireProtocol

struct WholeGame: CustomTestStringConvertible, Sendable {
  let id: String
  let title: String
  let moves: [String]
  let ending: String
  var program = "parlor-server"

  var testDescription: String { id }

  /// The words of the days are those of ``Tables``, as in PROTOCOL.md's transcripts.
  static let wordle = WholeGame(
    id: "wordle", title: "Wordle 324", moves: ["crane", "moist", "bulky", "bully"], ending: "Splendid! Solved in 4")
  static let dailySort = WholeGame(
    id: "dailysort", title: "DailySort 324", moves: ["susscec", "sussecc", "success"], ending: "Solved in 3")
  static let wordSearch = WholeGame(
    id: "wordsearch", title: "WordSearch 324",
    moves: [
      "abuelo", "setenta", "nieve", "nevar", "delicioso", "rico", "sabroso", "armario", "ropero", "guardarropa",
    ], ending: "Solved")
  static let pairs = WholeGame(
    id: "pairs", title: "Pairs 324", moves: ["a1 b1", "a1 c2", "b1 d2", "c1 a3", "d1 b3", "a2 d3", "b2 c3"],
    ending: "Like two peas! Solved in 1", program: "OddGamesServer")
  static let sticks = WholeGame(
    id: "sticks", title: "Sticks 324", moves: ["3", "1", "2", "3", "1"], ending: "Solved", program: "OddGamesServer")

  static let all = [wordle, dailySort, wordSearch, pairs, sticks]

  func server(_ more: [String] = []) throws -> ServerProcess { try Tables.server(more, program: program) }

  /// - Returns: the player's name, and the turns as everybody was told.
  func rehearse(port: UInt16, seenBy witness: Witness) throws -> (player: String, turns: [JSON]) {
    let client = try SocketClient(port: port)
    let name = try JSON(parsing: try client.greeting())["you"]?.stringValue ?? ""
    _ = try client.ask(#"{"type":"join","room":"\#(id)"}"#)
    for move in moves {
      client.send(line: #"{"type":"move","room":"\#(id)","text":"\#(move)"}"#)
      _ = try client.line { $0.contains(#""type":"moved""#) }
    }
    let finished = try witness.waitForFinish()
    try #require(finished.player == name)
    return (name, try witness.turns(of: name))
  }
}
