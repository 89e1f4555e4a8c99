import GameKit
import GameProcess
import Testing
import WaitingTrait
import WireProtocol

@Suite("A game in Python", .waiting, .enabled(if: Programs.python))
struct HangmanTests {
  @Test("A whole match is played through a GameModule")
  func playsToTheEnd() throws {
    let log = Lines()
    let program = try GameProgram(ProgramCommand(Programs.hangman), limits: .patient, log: log.log)
    let module = program.module()
    #expect(module.info.title == "Hangman")
    let settings = try module.settings(from: [:])
    #expect(settings == ["tries": 7])
    var match = try module.match(seed: 1, settings: settings)
    let player = PlayerID(7)
    let word = try #require(match.puzzle()["puzzle"]?["word"]?.stringValue)
    let letter = String(word.prefix(1))
    let places = word.indices.filter { word[$0] == word.first }.map { word.distance(from: word.startIndex, to: $0) }
    let played = try match.play(.text(letter.uppercased()), by: player, at: .zero)
    #expect(played.move == ["guess": .string(letter)])
    #expect(played.turn.open == ["places": .array(places.map(JSON.int))])
    #expect(match.board(for: .seat(player)).rows.first?.letters.hasPrefix(letter.uppercased()) == true)
    #expect(match.board(for: .outsider).rows.first?.letters == "      ")
    #expect(match.progress(of: player) == places.count)
    #expect(throws: Rejection("guessed_already", "That was guessed already")) {
      try match.play(.text(letter), by: player, at: .zero)
    }
    _ = try match.play(.text(word), by: player, at: Elapsed(milliseconds: 5))
    let outcome = try #require(match.outcome(for: player))
    #expect(outcome.won)
    #expect(outcome.score == 8)
    #expect(outcome.secret == ["word": .string(word)])
    #expect(outcome.grid.rows == ["🟩🟩🟩🟩🟩🟩"])
    #expect(log.all == [])
  }
}
