import GameKit
import Testing
import WireProtocol

@testable import DailySort

@Suite("Help in DailySort")
struct HelpTests {
  @Test("The initial row cannot be submitted, and trying that costs nothing")
  func untouched() throws {
    var game = DailySort(
      puzzle: DailySort.Puzzle(word: "tales", scramble: "lates", meaning: .stories), settings: NoSettings())
    let player = PlayerID(1)
    #expect(throws: Rejection.self) { try game.play(.submit, by: player, at: Elapsed(milliseconds: 0)) }
    #expect(game.tried.isEmpty)
    _ = try game.play(.swap(1, 3), by: player, at: Elapsed(milliseconds: 0))
    #expect(try game.play(.submit, by: player, at: Elapsed(milliseconds: 0)).spentTry)
    var old = DailySort(
      puzzle: DailySort.Puzzle(word: "tales", scramble: "lates", meaning: .stories, rules: nil), settings: NoSettings())
    #expect(try old.play(.submit, by: player, at: Elapsed(milliseconds: 0)).spentTry, "stored matches replay")
  }

  @Test("A hint puts the next letter into its place, spends no try, and is part of the result")
  func hints() throws {
    var play = try Play()
    let turn = try play.type("hint")
    #expect(JSON.object(turn.full).text == #"{"row":"tlaes","hints":1}"#)
    #expect(!turn.spentTry && turn.remark == "took a hint: the word begins with T")
    #expect(JSON.object(turn.open).text == #"{"hints":1}"#)
    #expect(play.game.board(for: .seat(ana)).notes == ["try 1", "1 hint: T…"])
    #expect(play.game.board(for: .outsider).notes == ["try 1", "1 hint"])
    #expect(try play.type("hint").secret["row"] == "tales")
    #expect(play.game.outcome(for: ana) == nil)
    try play.type(".")
    let outcome = try #require(play.game.outcome(for: ana))
    #expect(outcome.grid.headline == "· 1 try, 2 hints")
    #expect(outcome.open["hints"] == 2 && outcome.won)
    #expect(outcome.score == 20 - 1 - 6)
  }

  @Test("A hint passes over letters that a try has shown in their places, except in matches of earlier rules")
  func knownLetters() throws {
    // TASEL has T, A and E of TALES in their places.
    var play = try Play(after: ["tasel"])
    #expect(try play.type("hint").remark == "took a hint: the word begins with TAL")
    #expect(play.game.board(for: .seat(ana)).notes == ["try 2", "1 hint: TAL…"])
    #expect(play.refusal("hint") == "no_more_hints")
    var old = DailySort(
      puzzle: DailySort.Puzzle(word: "tales", scramble: "lates", meaning: .stories, rules: 2), settings: NoSettings())
    _ = try old.play(.arrange("tasel"), by: ana, at: .zero)
    #expect(try old.play(.hint, by: ana, at: .zero).remark == "took a hint: the word begins with T")
  }

  @Test("Hints end before the second to last letter is revealed")
  func mostHints() throws {
    var play = try Play(after: ["hint", "hint", "hint", "hint"])
    #expect(play.refusal("hint") == "no_more_hints")
    #expect(play.game.outcome(for: ana) == nil)
  }

  @Test(
    "Giving up ends the match without a win, reveals the word, and is part of the result",
    arguments: ["give up", "GIVEUP"])
  func givingUp(_ line: String) throws {
    var play = try Play(after: ["setal"])
    let turn = try play.type(line)
    #expect(JSON.object(turn.open).text == #"{"gave_up":true}"#)
    #expect(turn.secret["word"] == "tales" && !turn.remark.contains("TALES"), "the result tells the word")
    let outcome = try #require(play.game.outcome(for: ana))
    #expect(!outcome.won && outcome.score == 0 && outcome.praise == "The word was TALES")
    #expect(outcome.grid.headline == "· gave up after 1 try")
    #expect(outcome.secret["definition"] == "Stories told by the fire.")
    #expect(play.game.board(for: .seat(ana)).rows.last?.letters == "tales")
    #expect(play.game.board(for: .outsider).rows.last?.letters == "     ")
    #expect(play.refusal("tales") == "game_over")
  }

  @Test("At a shared board all recently active players have to agree to give up")
  func agreement() throws {
    let ben = PlayerID(2)
    var play = try Play(after: ["setal"])
    let asked = try play.game.play(.giveUp, by: ben, at: Elapsed(milliseconds: 1000))
    #expect(asked.open["wants_to_give_up"] == true && play.game.outcome(for: ana) == nil)
    var later = play
    _ = try play.game.play(.giveUp, by: ana, at: Elapsed(milliseconds: 2000))
    #expect(play.game.outcome(for: ben)?.won == false)
    _ = try later.game.play(.giveUp, by: ben, at: Elapsed(milliseconds: 120_001))
    #expect(later.game.outcome(for: ben)?.won == false)
  }

  @Test("Another word with the same letters is called a word, other arrangements are not")
  func anagrams() throws {
    let puzzle = DailySort.Puzzle(word: "amber", scramble: "rebam", meaning: .stories, anagrams: ["bream"])
    var game = DailySort(puzzle: puzzle, settings: NoSettings())
    let word = try game.play(.arrange("bream"), by: ana, at: .zero)
    #expect(word.remark == "BREAM is a word too, but not the one that is asked for")
    #expect(game.board(for: .seat(ana)).data["anagrams"] == ["bream"])
    #expect(game.board(for: .outsider).data["anagrams"] == nil)
    #expect(try game.play(.arrange("remab"), by: ana, at: .zero).remark == "")
  }

  @Test("Programs get the working row as a field, if they may see letters")
  func data() throws {
    var play = try Play(after: ["setal", "1 2"])
    #expect(JSON.object(play.game.board(for: .seat(ana)).data).text == #"{"tries":1,"hints":0,"row":"estal"}"#)
    #expect(JSON.object(play.game.board(for: .outsider).data).text == #"{"tries":1,"hints":0}"#)
    try play.type("give up")
    #expect(play.game.board(for: .seat(ana)).data["row"] == "tales")
  }
}
