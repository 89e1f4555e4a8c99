import GameKit
import ServerHarness
import TestSeed
import Testing
import WaitingTrait
import WireProtocol

@testable import ParlorBots

@Suite("Bots without knowledge of the game", .waiting)
struct AnyGameTests {
  private func bot(_ arguments: [String], at server: ServerProcess) throws -> ChildProcess {
    try ChildProcess(
      ServerProcess.path(of: "TableGamesBots"), arguments + ["--port", "\(server.port)"], environment: [:])
  }

  private func summary(of bot: ChildProcess) throws -> JSON {
    let said = LineReader(descriptor: bot.output).rest(within: Patience.seconds).lines
    #expect(bot.wait() == 0, "\(said)")
    return try JSON(parsing: said.last ?? "")
  }

  @Test(
    "A searching bot and a random bot play a match to its end",
    arguments: ["connectfour", "battleship", "highcard", "tictactoe"])
  func matches(_ game: String) throws {
    let server = try ServerProcess(program: "OddGamesServer")
    let settings = game == "battleship" ? ["--settings", "size=4"] : []
    let bots = try ["search", "random"].map { method in
      try bot(["play", game, "--room", "hall", "--by", method, "--iterations", "20", "--json"] + settings, at: server)
    }
    let results = try bots.map(summary)
    #expect(results.map { $0["played"] } == [1, 1])
    #expect(results.compactMap { $0["solved"]?.intValue }.reduce(0, +) <= 1)
  }

  @Test("A puzzle that lists its moves is played at random to its end; one that does not is refused with a sentence")
  func puzzles() throws {
    let server = try ServerProcess(program: "OddGamesServer")
    let result = try summary(of: bot(["play", "sticks", "--practice", "3", "--json"], at: server))
    #expect(result["solved"] == 3)
    let refused = try bot(["play", "wordle", "--by", "random"], at: server)
    let errors = LineReader(descriptor: refused.errors)
    #expect(refused.wait() == 69)
    #expect(errors.rest(within: Patience.seconds).lines.joined().contains("lists no moves"))
    let unknown = try bot(["play", "chess"], at: server)
    let said = LineReader(descriptor: unknown.errors)
    #expect(unknown.wait() == 69)
    #expect(said.rest(within: Patience.seconds).lines.joined().contains("the server has no game chess"))
  }

  @Test("Every game of the catalogue has an opponent: a bot finds moves on its board, or has its own method")
  func opponents() throws {
    let games = try BotGames(adding: { _ in [] }, resources: nil)
    #expect(games.ids == ["wordle", "dailysort", "wordsearch", "lastword", "quiz", "absurdle", "quordle", "octordle"])
    // At a table anybody may invite a bot without knowledge of the game.
    #expect(games.playable == ["lastword", "quiz"])
    for id in games.ids where !games.playable.contains(id) {
      #expect(games[id]?.info.seats == nil && PlayedGame(rawValue: id) != nil, "\(id) has no opponent")
    }
  }

  @Test("A person at nc invites a house bot, which plays to the end")
  func invited() throws {
    let server = try ServerProcess(
      ["--house-bots", "deepblue", "--http-token", "open-sesame-open"], program: "OddGamesServer")
    let house = try bot(
      ["house", "--name", "deepblue", "--token", "open-sesame-open", "--iterations", "20"], at: server)
    defer { house.send(15) }
    let told = LineReader(descriptor: house.output)
    while case .line(let line) = told.next(within: Patience.seconds), !line.contains("can be invited to") {}
    let person = try SocketClient.greeted(port: server.port)
    for line in ["/name ana", "/create corner connectfour", "/invite bot"] { person.send(line: line) }
    _ = try person.line { $0.contains("deepblue, a bot of the house, is on its way") }
    _ = try person.line { $0.contains("deepblue (bot) is here") }
    // Full columns and moves out of turn are refused without effect: columns are tried until the match is over.
    var column = 0
    while true {
      let line = try person.line { line in
        ["Your turn", "no room", "Parlor Connect Four"].contains { line.contains($0) }
      }
      if line.contains("Parlor Connect Four") { break }
      column = column % 7 + 1
      person.send(line: "\(column)")
    }
    _ = try person.line { $0.contains("Round 1 is over") }
  }
}
