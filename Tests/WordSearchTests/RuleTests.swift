import GameKit
import Testing
import WireProtocol

@testable import WordSearch

@Suite("WordSearch's rules")
struct RuleTests {
  @Test(
    "A selection from end to end finds a word, in either direction and in any notation",
    arguments: [
      "0,0 3,0", "3,0 0,0", "A1 D1", "d1 a1", "casa", "CASA", #"{"from":[0,0],"to":[3,0]}"#, #"{"word":"Casa"}"#,
    ])
  func finds(_ line: String) throws {
    var play = try Play()
    let turn =
      line.hasPrefix("{")
      ? try play.game.play(try JSON(parsing: line).decode(WordSearch.Move.self), by: ana, at: .zero)
      : try play.type(line)
    #expect(turn.full["hit"] == true)
    #expect(turn.full["word"] == "casa")
    #expect(turn.full["from"] == [0, 0])
    #expect(turn.full["to"] == [3, 0])
    #expect(turn.open["found"] == 1)
    #expect(!turn.spentTry)
    let board = play.game.board(for: .seat(ana))
    #expect(board.rows[0].tiles == "🟪🟪🟪🟪⬜")
    #expect(board.rows[1].tiles == "⬜⬜⬜⬜⬜")
  }

  @Test(
    "All eight directions are straight",
    arguments: [
      "C3 C1", "C3 E1", "C3 E3", "C3 E5", "C3 C5", "C3 A5", "C3 A3", "C3 A1", "C3 C3",
    ])
  func directions(_ line: String) throws {
    var play = try Play()
    let turn = try play.type(line)
    #expect(turn.full["hit"] == false)
    #expect(turn.spentTry)
    #expect(play.game.board(for: .seat(ana)).rows.allSatisfy { row in row.tiles.allSatisfy { $0 == "⬜" } })
    #expect(play.game.board(for: .seat(ana)).notes.contains("1 miss"))
  }

  @Test(
    "An invalid selection is refused with its own code, and does not count",
    arguments: [
      ("0,0 1,2", "not_straight"), ("A1 B5", "not_straight"), ("0,0 5,0", "out_of_grid"), ("A1 A6", "out_of_grid"),
      ("-1,0 3,0", "out_of_grid"), ("ZZ1 ZZ3", "out_of_grid"), ("0,0 0,9223372036854775807", "out_of_grid"),
      ("-9223372036854775808,0 0,0", "out_of_grid"),
      ("A1 9999999999999999999999", "bad_move"), ("A0 A3", "bad_move"), ("3,3", "bad_move"), ("mi casa", "bad_move"),
      ("la", "not_in_grid"),
      ("help", "not_in_grid"), ("next", "not_in_grid"), ("vivienda", "not_in_grid"), ("la vivienda", "not_in_grid"),
      ("A1 B2 C3", "bad_move"), ("4", "bad_move"), (String(repeating: "a", count: 31), "bad_move"),
    ])
  func refuses(_ line: String, _ code: String) throws {
    var play = try Play(after: ["E3 D3"])
    let before = try JSON(encoding: play.game).text
    #expect(play.refusal(line) == code)
    #expect(try JSON(encoding: play.game).text == before)
  }

  @Test("A word is found once, by the first player", arguments: ["A1 D1", "D1 A1", "casa"])
  func once(_ line: String) throws {
    var play = try Play(after: ["casa"])
    #expect(play.refusal(line) == "already_found")
    #expect(throws: Rejection("already_found", "CASA has been found already")) { try play.type(line, by: ben) }
  }

  @Test(
    "Accents may be omitted, in composed and in decomposed letters",
    arguments: ["corazon", "corazón", "corazo\u{301}n", "CORAZÓN", "Corazon"])
  func accents(_ word: String) throws {
    var play = try Play([Grids.heart])
    #expect(try play.type(word).full["word"] == "corazón")
    #expect(play.game.outcome(for: ana)?.won == true)
  }

  @Test(
    "A word typed without its umlauts or ligatures is recognised",
    arguments: [
      ("straße", "strasse"), ("mädchen", "madchen"), ("mädchen", "maedchen"), ("cœur", "coeur"), ("niño", "nino"),
      ("français", "francais"), ("über", "ueber"), ("avô", "avo"),
    ])
  func spellings(_ word: String, _ typed: String) {
    #expect(!Folding.spellings(of: word).isDisjoint(with: Folding.spellings(of: typed)))
  }

  @Test("A word typed without its accent does not match another word of the grid")
  func exactFirst() throws {
    let cell = Cell(x: 0, y: 0)
    let challenge = WordSearch.Challenge(
      sourceLanguage: "en", targetLanguage: "pt", word: "grandparent", rows: ["avó", "ôva", "xyz"],
      targets: [
        WordSearch.Target(word: "avó", from: cell, to: Cell(x: 2, y: 0)),
        WordSearch.Target(word: "avô", from: Cell(x: 2, y: 1), to: Cell(x: 0, y: 1)),
      ])
    var play = try Play([challenge])
    #expect(try play.type("avô").full["word"] == "avô")
    #expect(try play.type("avo").full["word"] == "avó")
  }

  @Test("The next grid comes automatically, and the match ends with the last one")
  func series() throws {
    var play = try Play(after: ["casa"])
    #expect(play.game.board(for: .seat(ana)).prompt == "Find 2 Spanish words for house")
    let turn = try play.type("hogar")
    #expect(turn.remark == "found hogar at E1 E5: house is casa, hogar")
    #expect(play.game.board(for: .seat(ana)).prompt == "Find the Spanish word for heart")
    #expect(play.game.outcome(for: ana) == nil)
    try play.type("A1 C1")
    try play.type("G7 A1")
    let outcome = try #require(play.game.outcome(for: ana))
    #expect(outcome.won)
    #expect(outcome.fields(informed: false) == ["won": true, "found": 3, "misses": 1, "targets": 3])
    #expect(outcome.score == 300 - 10 - 4)
    #expect(outcome.grid.text(title: "WordSearch", label: "324") == "Parlor WordSearch 324 en→es 2/2 · 0:04\n\n🟩🟩\n⬛🟩")
    #expect(play.refusal("casa") == "game_over")
    #expect(play.game.board(for: .seat(ana)).gestures.isEmpty)
  }

  @Test("On a shared board each player's finds have a colour, and each player a score")
  func together() throws {
    var play = try Play()
    try play.type("A1 A5", by: ben)
    try play.type("casa", by: ana)
    try play.type("hogar", by: ben)
    try play.type("corazon", by: ana)
    #expect(play.game.outcome(for: ana)?.open["found"] == 2)
    #expect(play.game.outcome(for: ben)?.open["found"] == 1)
    #expect(play.game.outcome(for: ben)?.open["misses"] == 1)
    #expect(play.game.outcome(for: ana)?.grid.rows == ["⬛🟦🟪", "🟦"])
  }

  @Test("A single player skips a grid at once; the hidden words are revealed, and the grid does not count as done")
  func skipping() throws {
    var play = try Play(after: ["casa"])
    let turn = try play.type("skip")
    #expect(turn.full["words"] == ["hogar"])
    #expect(turn.open["words"] == nil)
    try play.type("corazon")
    let outcome = try #require(play.game.outcome(for: ana))
    #expect(!outcome.won)
    #expect(outcome.open["skipped"] == 1)
    #expect(outcome.grid.headline == "en→es 1/2 · 0:03")
    #expect(outcome.grid.rows == ["🟩⬜", "🟩"])
  }

  @Test("A shared grid is skipped when all players agree")
  func skippingTogether() throws {
    var play = try Play()
    try play.type("casa", by: ana)
    try play.type("A1 A2", by: ben)
    #expect(try play.type("skip", by: ben).open["wants_to_skip"] == true)
    #expect(try play.type("skip", by: ben).open["wants_to_skip"] == true)
    #expect(try play.type("skip", by: ana).open["skipped"] == true)
    #expect(play.game.board(for: .outsider).prompt == "Find the Spanish word for heart")
  }

  @Test("A wish to skip the next grid hides the finished one")
  func skippingTheNext() throws {
    var play = try Play(after: ["casa"])
    try play.type("A1 A2", by: ben)
    try play.type("hogar")
    #expect(play.game.board(for: .seat(ana)).completed != nil)
    #expect(try play.type("skip").open["wants_to_skip"] == true)
    #expect(play.game.board(for: .seat(ana)).completed == nil)
  }

  @Test("The hidden words of a last grid that is given up are shown to viewers who may know them")
  func skippingTheLast() throws {
    let play = try Play(after: ["casa", "hogar", "skip"])
    #expect(play.game.board(for: .seat(ana)).notes.last == "given up: corazón")
    #expect(play.game.board(for: .outsider).notes.last == "given up")
  }

  @Test("A player who has not moved for two minutes is not asked about skipping")
  func skippingAlone() throws {
    var play = try Play()
    try play.type("A1 A2", by: ben)
    try play.type("casa", by: ana)
    play.seconds = 120
    #expect(try play.type("skip", by: ana).open["wants_to_skip"] == true)
    #expect(try play.type("skip", by: ana).open["skipped"] == true)
  }

  @Test("A watcher sees the letters and the counts, but not where the words are")
  func outsider() throws {
    let play = try Play(after: ["casa"])
    let board = play.game.board(for: .outsider)
    #expect(board.rows.map(\.letters) == Grids.house.rows)
    #expect(board.rows.allSatisfy { row in row.tiles.allSatisfy { $0 == "⬜" } })
    #expect(board.notes == ["house in Spanish", "grid 1/2", "1/2 found"])
  }

  @Test("A damaged puzzle from a stored file is refused or playable")
  func brokenPuzzle() throws {
    let far = Cell(x: 900, y: -3)
    let broken = [
      WordSearch.Challenge(sourceLanguage: "", targetLanguage: "", word: "", rows: [], targets: []),
      WordSearch.Challenge(
        sourceLanguage: "en", targetLanguage: "es", word: "x", rows: ["abc", "d", ""],
        targets: [WordSearch.Target(word: "abc", from: far, to: far)]),
    ]
    for challenges in [[], [broken[0]], [broken[1]], broken] {
      for line in ["0,0 0,0", "A1 C3", "2,2 0,0", "abc", "skip", "abc", "0,1 2,1"] {
        var game = WordSearch(puzzle: WordSearch.Puzzle(challenges: challenges), settings: WordSearch.Settings())
        let before = (game.board(for: .seat(ana)), game.progress(of: ana))
        let turn = try? game.play(WordSearch.parse(line), by: ana, at: .zero)
        for viewer in [Viewer.seat(ana), .informed, .outsider] {
          let board = game.board(for: viewer)
          #expect(board.rows.allSatisfy { $0.letters.count == $0.tiles.count }, "\(line) as \(viewer)")
          #expect(board.rows.map(\.letters) == game.challenge?.rows ?? [], "\(line) as \(viewer)")
        }
        // A refusal changes nothing, and only a player who gives up loses.
        #expect(turn != nil || before == (game.board(for: .seat(ana)), game.progress(of: ana)), "\(line)")
        #expect(game.outcome(for: ana)?.won != false || line == "skip", "\(line)")
      }
    }
  }

  @Test("A typed word that is nowhere in the grid is free; one that is, but is no translation, is a miss")
  func notInGrid() throws {
    var play = try Play()
    for line in ["help", "next", "vivienda", "la vivienda"] { #expect(play.refusal(line) == "not_in_grid") }
    #expect(try play.type("lek").full["hit"] == false)
    #expect(try play.type("kel").full["hit"] == false)
    #expect(try play.type("la casa").full["word"] == "casa")
    let board = play.game.board(for: .seat(ana))
    #expect(board.notes == ["grid 1/2", "1/2 found: casa", "2 misses"])
    #expect(board.prompt == "Find 2 Spanish words for house")
  }

  @Test("A match with the old rules replays by them: every typed word counts")
  func firstRules() throws {
    let stored = try JSON(encoding: WordSearch.Puzzle(challenges: [Grids.house], rules: nil))
    #expect(stored["rules"] == nil)
    var game = WordSearch(puzzle: try stored.decode(WordSearch.Puzzle.self), settings: WordSearch.Settings())
    #expect(try game.play(.word("vivienda"), by: ana, at: .zero).full["hit"] == false)
  }

  @Test("A target that is found in a second position is lit there")
  func secondCopy() throws {
    let challenge = WordSearch.Challenge(
      sourceLanguage: "en", targetLanguage: "es", word: "sun", rows: ["sol", "xxx", "los"],
      targets: [WordSearch.Target(word: "sol", from: Cell(x: 0, y: 0), to: Cell(x: 2, y: 0))])
    var play = try Play([challenge])
    let turn = try play.type("C3 A3")
    #expect(turn.full["from"] == [0, 2] && turn.full["to"] == [2, 2])
    #expect(play.game.board(for: .seat(ana)).rows.map(\.tiles) == ["⬜⬜⬜", "⬜⬜⬜", "🟪🟪🟪"])
  }

  @Test("A finished grid stays visible until the next move, for viewers who may see its words")
  func completed() throws {
    var play = try Play(after: ["casa", "hogar"])
    let completed = try #require(play.game.board(for: .seat(ana)).completed)
    #expect(completed.caption == "house is casa, hogar")
    #expect(completed.rows.map(\.letters) == Grids.house.rows)
    #expect(completed.rows[0].tiles == "🟪🟪🟪🟪🟪")
    #expect(play.game.board(for: .outsider).completed == nil)
    try play.type("A1 B1")
    #expect(play.game.board(for: .seat(ana)).completed == nil)
  }

  @Test("A grid that was given up shows the words that were hidden")
  func skippedGrid() throws {
    let play = try Play(after: ["casa", "skip"])
    let completed = try #require(play.game.board(for: .seat(ana)).completed)
    #expect(completed.rows.map(\.tiles) == ["🟪🟪🟪🟪🟨", "⬜⬜⬜⬜🟨", "⬜⬜⬜⬜🟨", "⬜⬜⬜⬜🟨", "⬜⬜⬜⬜🟨"])
  }

  @Test("Programs get the word, its languages and the remaining count as fields, also as watchers")
  func data() throws {
    var play = try Play(after: ["casa"])
    let fields =
      #"{"word":"house","source_language":"en","target_language":"es","challenge":1,"challenges":2,"targets":2,"left":1}"#
    for viewer in [Viewer.seat(ana), .informed, .outsider] {
      #expect(JSON.object(play.game.board(for: viewer).data).text == fields)
    }
    try play.type("hogar")
    let data = play.game.board(for: .seat(ana)).data
    #expect(data["word"] == "heart" && data["challenge"] == 2 && data["left"] == 1 && data["sense"] == nil)
    try play.type("corazón")
    #expect(play.game.board(for: .seat(ana)).data["left"] == 0)
  }

  @Test("The sense is shown with the word, and a found noun with its article")
  func senses() throws {
    let challenge = WordSearch.Challenge(
      sourceLanguage: "en", targetLanguage: "de", word: "water", sense: "noun", rows: ["wasser", "abcdef"],
      targets: [WordSearch.Target(word: "wasser", written: "das Wasser", from: Cell(x: 0, y: 0), to: Cell(x: 5, y: 0))])
    var play = try Play([challenge])
    let board = play.game.board(for: .seat(ana))
    #expect(board.prompt == "Find the German word for water (noun)" && board.data["sense"] == "noun")
    let turn = try play.type("das Wasser")
    #expect(turn.full["word"] == "wasser" && turn.full["written"] == "das Wasser")
    #expect(turn.remark == "found das Wasser at A1 F1: water is das Wasser")
  }
}
