import GameKit
import TestSeed
import Testing
import WireProtocol

@testable import Wordle

@Suite("Playing Wordle")
struct WordleTests {
  private static let misses = ["train", "ponds", "blume", "fjord", "quick", "vexes"]

  @Test(
    "The praise for a win depends on the number of tries",
    arguments: zip(1...6, ["Genius", "Magnificent", "Impressive", "Splendid", "Great", "Phew"]))
  func winWords(tries: Int, word: String) throws {
    let play = try Play("nymph", after: Self.misses.prefix(tries - 1) + ["nymph"])
    let outcome = try #require(play.game.outcome(for: ana))
    #expect(outcome.won)
    #expect(outcome.tries == tries)
    #expect(outcome.score == 7 - tries)
    #expect(outcome.praise == word)
    #expect(outcome.grid.headline == "\(tries)/6")
    #expect(outcome.grid.rows.count == tries)
    #expect(play.game.board(for: .seat(ana)).notes == ["solved \(tries)/6", word])
  }

  @Test("A loss reveals the answer only to viewers who may know it")
  func loss() throws {
    let play = try Play("nymph", after: Self.misses)
    let outcome = try #require(play.game.outcome(for: ana))
    #expect(!outcome.won)
    #expect(outcome.tries == nil)
    #expect(outcome.score == 0)
    #expect(outcome.praise == "The word was NYMPH")
    #expect(outcome.grid.headline == "X/6")
    #expect(outcome.fields(informed: true)["answer"] == "nymph")
    #expect(outcome.fields(informed: false)["answer"] == nil)
    #expect(JSON.object(outcome.fields(informed: false)).text == #"{"won":false}"#)
  }

  @Test("The share text is the usual one, byte for byte")
  func share() throws {
    let play = try Play("nymph", after: ["train", "ponds", "blume", "nymph"])
    let grid = try #require(play.game.outcome(for: ana)).grid
    #expect(
      grid.text(title: "Wordle", label: "324") == """
        Parlor Wordle 324 4/6

        ⬛⬛⬛⬛🟨
        🟨⬛🟨⬛⬛
        ⬛⬛⬛🟨⬛
        🟩🟩🟩🟩🟩
        """)
  }

  @Test("A star marks hard mode, won or lost", arguments: [Wordle.Settings.hard, .ultra])
  func star(settings: Wordle.Settings) throws {
    #expect(try Play("nymph", settings, after: ["nymph"]).game.outcome(for: ana)?.grid.headline == "1/6*")
    var lost = try Play("hatch", settings)
    for word in ["match", "latch", "patch", "catch", "watch", "batch"] { try lost.guess(word) }
    #expect(lost.game.outcome(for: ana)?.grid.headline == "X/6*")
  }

  @Test("There is no outcome before the end, and no guess after it")
  func end() throws {
    for last in ["nymph", "vexes"] {
      var play = try Play("nymph", after: Array(Self.misses.prefix(5)))
      #expect(play.game.outcome(for: ana) == nil)
      #expect(play.refusal(last) == nil)
      #expect(play.game.outcome(for: ana) != nil)
      #expect(throws: Rejection.gameOver) { try play.guess("train") }
    }
  }

  @Test(
    "An invalid word is refused with a sentence for players and spends no try",
    arguments: [
      ("", "not_enough_letters", "Not enough letters"),
      ("cran", "not_enough_letters", "Not enough letters"),
      ("cranes", "too_many_letters", "Too many letters"),
      ("cr4ne", "not_letters", "Only the letters a to z"),
      ("cr ne", "not_letters", "Only the letters a to z"),
      ("crané", "not_letters", "Only the letters a to z"),
      ("🟩🟩🟩🟩🟩", "not_letters", "Only the letters a to z"),
      ("zzzzz", "not_in_word_list", "Not in word list"),
      (String(repeating: "a", count: 16_000), "too_many_letters", "Too many letters"),
    ])
  func refusals(text: String, code: String, message: String) throws {
    let module = GameModule(try Lists.source())
    var match = try module.match(puzzle: ["answer": "nymph"], settings: module.settings(from: [:]))
    _ = try match.play(.text("train"), by: ana, at: .zero)
    let before = match.board(for: .seat(ana))
    #expect(throws: Rejection(code, message)) { try match.play(.text(text), by: ana, at: .zero) }
    #expect(match.board(for: .seat(ana)) == before)
    #expect(try match.play(.text("PONDS"), by: ana, at: .zero).turn.open["tries"] == 2)
  }

  @Test("Case does not matter, and a turn has letters only in its secret part")
  func turn() throws {
    var play = try Play("nymph")
    let turn = try play.game.play(Wordle.parse("TRAIN"), by: ana, at: .zero)
    #expect(JSON.object(turn.secret).text == #"{"guess":"train"}"#)
    #expect(JSON.object(turn.open).text == #"{"tiles":"⬛⬛⬛⬛🟨","tries":1}"#)
    #expect(turn.remark == "not: a i r t   elsewhere: n")
  }

  @Test("An outsider's board shows colours and no letter, from the first guess to the end")
  func outsiders() throws {
    var play = try Play("nymph")
    for word in Self.misses {
      try play.guess(word)
      let board = play.game.board(for: .outsider)
      #expect(board.rows.allSatisfy { $0.letters == "     " })
      #expect(board.keys.isEmpty)
      #expect(board.rows.map(\.tiles) == play.game.board(for: .seat(ana)).rows.map(\.tiles))
      #expect(!"\(board)".uppercased().contains("NYMPH"))
    }
    #expect(play.game.board(for: .informed).rows.map(\.letters) == Self.misses)
  }

  @Test("A board has six rows of five cells, and as many letters as tiles in each")
  func boardShape() throws {
    for count in 0...6 {
      let play = try Play("nymph", after: Array(Self.misses.prefix(count)))
      for viewer in [Viewer.seat(ana), .informed, .outsider] {
        let board = play.game.board(for: viewer)
        #expect(board.rows.count == 6)
        #expect(board.rows.allSatisfy { $0.letters.count == 5 && $0.tiles.unicodeScalars.count == 5 })
        #expect(board.notes.first == (count == 6 ? "X/6" : "\(count + 1)/6"))
        #expect(board.prompt.isEmpty == (count == 6))
        #expect(board.gestures.isEmpty == (count == 6))
      }
    }
  }

  @Test("A key's colour only improves")
  func keyboardImproves() throws {
    let words = try Lists.source().publicLists["guesses"]?.words ?? []
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var play = try Play(words[generator.number(below: words.count)])
      var best: [Character: Int] = [:]
      let order: [Tile] = [.absent, .elsewhere, .right]
      while !play.game.isOver {
        try play.guess(words[generator.number(below: words.count)])
        for keys in play.game.board(for: .seat(ana)).keys {
          let rank = try #require(order.firstIndex(of: keys.tile))
          #expect(keys.letters == String(keys.letters.sorted()))
          for letter in keys.letters {
            #expect(rank >= best[letter] ?? 0, "seed \(seed)")
            best[letter] = rank
          }
        }
        let guessed = Set(play.game.guesses.flatMap { $0.word.text })
        #expect(Set(best.keys) == guessed, "seed \(seed)")
      }
    }
  }

  @Test("A key that was right stays right when the letter is guessed elsewhere")
  func keyboardStays() throws {
    let play = try Play("crane", after: ["slate", "eerie"])
    let keys = play.game.board(for: .seat(ana)).keys
    #expect(keys.first { $0.tile == .right }?.letters == "ae")
    #expect(keys.first { $0.tile == .elsewhere }?.letters == "r")
    #expect(keys.first { $0.tile == .absent }?.letters == "ilst")
  }

  @Test("The solution wins at the first try")
  func solution() throws {
    let puzzle = Wordle.Puzzle(answer: "nymph")
    #expect(Wordle.solution(of: puzzle) == [Wordle.Move(guess: "nymph")])
    #expect(try Play("nymph", after: Wordle.solution(of: puzzle).map(\.guess)).game.isWon)
  }

  @Test("A damaged puzzle cannot be won and does not trap", arguments: ["", "abc", "NYMPH", "日本語"])
  func brokenPuzzle(answer: String) throws {
    var play = try Play(answer)
    for word in Self.misses { try play.guess(word) }
    #expect(play.game.outcome(for: ana)?.won == false)
  }

  @Test("The hand-written JSON equals Codable's, and is parsed")
  func handWriting() throws {
    let move = Wordle.Move(guess: "Crane")
    #expect(try move.json == JSON(encoding: move))
    for move in [move, .giveUp] {
      #expect(try move.json == JSON(encoding: move))
      let document = JSONDocument()
      try document.parse(Array(move.json.text.utf8))
      #expect(try document.root.read(Wordle.Move.self) == move)
    }
    let puzzle = Wordle.Puzzle(answer: "light")
    #expect(try puzzle.json == JSON(encoding: puzzle))
    for settings in [Wordle.Settings(), .init(hard: true), .init(hard: false, ultra: true)] {
      #expect(try settings.json == JSON(encoding: settings))
      #expect(try settings.json.text == JSON(encoding: settings).text)
    }
    let document = JSONDocument()
    try document.parse(Array(#"{"guess":"CRANE","answer":"light"}"#.utf8))
    #expect(Wordle.Move(document.root) == move)
    #expect(Wordle.Puzzle(document.root) == puzzle)
    try document.parse(Array(#"{"guess":7}"#.utf8))
    #expect(Wordle.Move(document.root) == nil)
  }
}
