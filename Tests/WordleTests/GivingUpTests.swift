import GameKit
import Testing
import WireProtocol

@testable import Wordle

@Suite("Giving up")
struct GivingUpTests {
  private static let ben = PlayerID(2)

  private func giveUp(_ play: inout Play, by player: PlayerID = ana, at seconds: Int64 = 1) throws -> Turn {
    try play.game.play(try Wordle.parse("Give up"), by: player, at: Elapsed(milliseconds: seconds * 1000))
  }

  @Test(
    "Giving up is a loss that reveals the word and is shared as X/6", arguments: [[], ["crane"], ["crane", "nouns"]])
  func loss(_ guesses: [String]) throws {
    var play = try Play("nymph", .hard, after: guesses)
    let turn = try giveUp(&play)
    #expect(JSON.object(turn.open).text == #"{"gave_up":true}"# && turn.secret.members.isEmpty && !turn.spentTry)
    let outcome = try #require(play.game.outcome(for: ana))
    #expect(!outcome.won && outcome.tries == nil && outcome.score == 0)
    #expect(outcome.praise == "The word was NYMPH" && outcome.secret["answer"] == "nymph")
    #expect(outcome.grid.headline == "X/6*" && outcome.grid.rows.count == guesses.count)
    #expect(play.game.board(for: .outsider).notes == ["X/6, gave up", "hard mode"])
    #expect(throws: Rejection.gameOver) { try play.guess("nymph") }
  }

  @Test("Giving up reveals nothing of the word to outsiders")
  func secret() throws {
    var (one, other) = (try Play("nymph", after: ["crane"]), try Play("dizzy", after: ["slate"]))
    let (first, second) = (try giveUp(&one), try giveUp(&other))
    #expect(first.open == second.open && first.openRemark == second.openRemark)
    #expect(one.game.board(for: .outsider).notes == other.game.board(for: .outsider).notes)
  }

  @Test("On a shared board all recently active players have to agree")
  func agreement() throws {
    var play = try Play("nymph", after: ["crane"])
    let asked = try giveUp(&play, by: Self.ben)
    #expect(asked.open["wants_to_give_up"] == true && play.game.outcome(for: ana) == nil)
    var later = play
    _ = try giveUp(&play, at: 2)
    #expect(play.game.outcome(for: Self.ben)?.won == false)
    _ = try giveUp(&later, by: Self.ben, at: 121)
    #expect(later.game.outcome(for: ana)?.won == false)
  }

  @Test("Giving up needs no guess from the list, and giveup as one word is a guess")
  func admitted() throws {
    let source = try WordleSource(GuessLists(answers: Lists.bytes("answers.txt"), guesses: Lists.bytes("guesses.txt")))
    try source.admit(.giveUp, to: Wordle.Puzzle(answer: "nymph"))
    #expect(try Wordle.parse("giveup") == Wordle.Move(guess: "giveup"))
  }
}
