import GameKit
import TestSeed
import Testing
import WireProtocol

@testable import LastWord

@Suite("Last Word")
struct LastWordTests {
  private let ana = PlayerID(1)
  private let ben = PlayerID(2)
  private let cleo = PlayerID(3)
  private let words = ["crane", "slate", "brine", "fjord"]

  private func game(_ players: PlayerID..., seconds: Int = 180) throws -> LastWord {
    var settings = LastWord.Settings()
    settings.seconds = seconds
    var game = LastWord(puzzle: LastWord.Puzzle(words: words), settings: settings)
    _ = try game.handle(.begin(players), at: .zero)
    return game
  }

  @discardableResult
  private func guess(_ word: String, _ player: PlayerID, at seconds: Int, in game: inout LastWord) throws -> Turn {
    try game.play(LastWord.Move(guess: word), by: player, at: Elapsed(milliseconds: Int64(seconds) * 1000))
  }

  private func left(_ player: PlayerID, in game: LastWord) -> Int64? { game.timeIsUp(for: player)?.milliseconds }

  @Test(
    "A word takes 30 s at the first try and 4 s less with each further one",
    arguments: [(1, 30_000), (2, 26_000), (3, 22_000), (4, 18_000), (5, 14_000), (6, 10_000)])
  func price(tries: Int, taken: Int64) throws {
    var game = try game(ana, ben)
    for _ in 1..<tries { try guess("fjord", ana, at: 1, in: &game) }
    let turn = try guess("crane", ana, at: 2, in: &game)
    #expect(turn.open["took_ms"]?.intValue == Int(taken))
    #expect(left(ana, in: game) == 180_000 && left(ben, in: game) == 180_000 - taken)
  }

  @Test("The time that a word takes is divided among the remaining players")
  func sharedOut() throws {
    var game = try game(ana, ben, cleo)
    try guess("crane", ana, at: 1, in: &game)
    #expect([ben, cleo].map { left($0, in: game) } == [165_000, 165_000])
    _ = try game.handle(.resign(ben), at: Elapsed(milliseconds: 2000))
    try guess("slate", ana, at: 3, in: &game)
    #expect(left(cleo, in: game) == 135_000)
  }

  @Test("A missed word costs 15 s, is revealed to the player only, and the next word comes")
  func missed() throws {
    var game = try game(ana, ben)
    for _ in 1..<6 { try guess("fjord", ana, at: 1, in: &game) }
    let turn = try guess("fjord", ana, at: 1, in: &game)
    #expect(turn.hands == [Turn.Hand(for: [ana], ["guess": "fjord", "answer": "crane"])])
    #expect(turn.open["answer"] == nil && turn.open["lost_ms"] == 15_000)
    #expect(left(ana, in: game) == 165_000)
    #expect(game.board(for: .seat(ana)).prompt == "Guess word 2")
    #expect(game.board(for: .seat(ben)).prompt == "Guess word 1")
  }

  @Test("Programs get the number of guesses, used and allowed, and the place of a player who is out")
  func counted() throws {
    var game = try game(ana, ben, cleo)
    try guess("fjord", ana, at: 1, in: &game)
    #expect(game.board(for: .seat(ana)).data["tries"] == 1 && game.board(for: .seat(ana)).data["tries_left"] == 5)
    try guess("crane", ana, at: 2, in: &game)
    #expect(game.board(for: .seat(ana)).data["tries"] == 0 && game.board(for: .seat(ana)).data["place"] == nil)
    _ = try game.handle(.resign(ben), at: Elapsed(milliseconds: 3000))
    let board = game.board(for: .seat(ben))
    #expect(board.data["place"] == 3 && board.data["tries_left"] == 0 && board.notes.first == "place 3 of 3")
  }

  @Test("Of many players the eight with most time are shown, and the viewer")
  func behind() throws {
    let players = (1...12).map { PlayerID($0) }
    var game = LastWord(puzzle: LastWord.Puzzle(words: words), settings: LastWord.Settings())
    _ = try game.handle(.begin(players), at: .zero)
    for _ in 1...6 { try guess("quick", players[0], at: 1, in: &game) }
    let shown = game.board(for: .seat(players[0])).seats.map(\.number)
    #expect(shown.count == 9 && shown.last == 1)
    #expect(game.board(for: .seat(players[1])).seats.count == 8)
  }

  @Test("A player whose time is up is out, and the last one left has won")
  func lastOneIn() throws {
    var game = try game(ana, ben, cleo)
    try guess("crane", ben, at: 10, in: &game)
    #expect(game.deadline == Elapsed(milliseconds: 165_000))
    let turn = try game.handle(.time, at: Elapsed(milliseconds: 165_000))
    #expect(turn.open["out"] == 2)
    #expect([ana, ben, cleo].map { game.outcome(for: $0)?.open["place"]?.intValue } == [2, 1, 2])
    #expect([ana, ben, cleo].map { game.outcome(for: $0)?.verdict } == [.lost, .won, .lost])
    #expect(game.outcome(for: ben)?.praise.hasPrefix("You won. The word was ") == true)
    #expect(game.outcome(for: ben)?.grid.headline.hasPrefix("1st of 3 · ") == true)
    #expect(game.outcome(for: ana)?.grid.headline.hasPrefix("2nd of 3 · ") == true)
    #expect(game.deadline == nil && game.isOver)
    #expect(throws: Rejection.gameOver) { try guess("slate", ben, at: 170, in: &game) }
  }

  @Test("A word can take the last of a player's time")
  func knockedOut() throws {
    var game = try game(ana, ben, seconds: 30)
    try guess("crane", ana, at: 5, in: &game)
    #expect(game.outcome(for: ben)?.open["place"] == 2 && game.outcome(for: ana)?.won == true)
  }

  @Test("Players who drop out together are ranked by the words they found")
  func together() throws {
    var game = try game(ana, ben)
    _ = try game.handle(.time, at: Elapsed(milliseconds: 180_000))
    #expect([ana, ben].map { game.outcome(for: $0)?.open["place"]?.intValue } == [1, 1])
    #expect([ana, ben].map { game.outcome(for: $0)?.verdict } == [.drawn, .drawn])
  }

  @Test("Players do not see each other's guesses, and watchers see no letters")
  func letters() throws {
    var game = try game(ana, ben)
    let turn = try guess("crane", ben, at: 1, in: &game)
    #expect(turn.secret == [:] && turn.open["guess"] == nil)
    try guess("fjord", ana, at: 2, in: &game)
    for viewer in [Viewer.outsider, .informed, .seat(ben)] {
      #expect(!game.board(for: viewer).rows.contains { $0.letters.contains("f") })
    }
    #expect(game.board(for: .seat(ana)).rows[0].letters == "fjord")
  }

  @Test(
    "An invalid word is refused at no cost",
    arguments: [("cran", "not_enough_letters"), ("cranes", "too_many_letters"), ("cr4ne", "not_letters")])
  func refused(word: String, code: String) throws {
    var game = try game(ana, ben)
    #expect { try guess(word, ana, at: 1, in: &game) } throws: { ($0 as? Rejection)?.code == code }
    #expect(game.board(for: .seat(ana)).notes.first == "1/6")
  }

  @Test("In random play times only decrease, places are assigned once from the last up, and the match ends")
  func anyMatch() throws {
    var lots = SeededGenerator(seed: TestSeed.make())
    for _ in 0..<TestLength.count(short: 50, long: 1000) {
      let players = (1...Int64(2 + lots.number(below: 30))).map { PlayerID($0) }
      var game = LastWord(puzzle: LastWord.Puzzle(words: words), settings: LastWord.Settings())
      _ = try game.handle(.begin(players), at: .zero)
      var now: Int64 = 0
      var times = players.map { left($0, in: game) ?? 0 }
      for _ in 0..<10_000 where !game.isOver {
        now += Int64(lots.number(below: 4000))
        if let due = game.deadline, due.milliseconds <= now {
          now = due.milliseconds
          _ = try game.handle(.time, at: due)
        } else {
          let player = lots.pick(players)
          _ = try? game.play(LastWord.Move(guess: lots.pick(words)), by: player, at: Elapsed(milliseconds: now))
        }
        let after = zip(players, times).map { left($0, in: game) ?? $1 }
        #expect(zip(times, after).allSatisfy { $0 >= $1 })
        times = after
      }
      #expect(game.isOver)
      let places = players.compactMap { game.outcome(for: $0)?.open["place"]?.intValue }.sorted()
      #expect(places.count == players.count && places.first == 1)
      #expect(places.enumerated().allSatisfy { $1 <= $0 + 1 })
    }
  }
}

@Suite("Last Word for bots")
struct LastWordCandidatesTests {
  private let all = ["brine", "crane", "crate", "drape", "fjord", "grape", "trace", "wharf"]
  private let ana = PlayerID(1)

  private func source(answers: [String]) throws -> LastWordSource {
    func bytes(_ words: [String]) -> [UInt8] { Array(words.joined(separator: "\n").utf8) }
    return try LastWordSource(GuessLists(answers: bytes(answers), guesses: bytes(all)))
  }

  private func moves(_ guesses: [String], of word: String, answers: [String], seed: UInt64) throws -> [String] {
    var game = LastWord(puzzle: LastWord.Puzzle(words: [word, "fjord"]), settings: LastWord.Settings())
    _ = try game.handle(.begin([ana, PlayerID(2)]), at: .zero)
    for guess in guesses { _ = try game.play(LastWord.Move(guess: guess), by: ana, at: .zero) }
    var generator = SeededGenerator(seed: seed)
    return try source(answers: answers)
      .candidateMoves(
        on: game.board(for: .seat(ana)), settings: LastWord.Settings(), limit: 20, using: &generator
      ).map(\.guess).sorted()
  }

  @Test("On an open board the candidates are all allowed guesses, whatever the answers are")
  func open() throws {
    let seed = TestSeed.make()
    for answers in [["crane"], ["fjord", "wharf"]] {
      #expect(try moves([], of: "crane", answers: answers, seed: seed) == all)
    }
  }

  @Test("After guesses the candidates are all words consistent with the colours, also with repeated letters")
  func afterGuesses() throws {
    let seed = TestSeed.make()
    #expect(try moves(["brine"], of: "crate", answers: ["crate"], seed: seed) == ["crate", "drape", "grape", "trace"])
    #expect(try moves(["brine", "drape"], of: "crate", answers: ["crate"], seed: seed) == ["crate", "trace"])
    // The next word begins with all of them.
    #expect(try moves(["crane"], of: "crane", answers: ["crane"], seed: seed) == all)
  }

  @Test("Two words with the same colours give the same candidates")
  func twoWorlds() throws {
    let seed = TestSeed.make()
    let one = try moves(["brine"], of: "drape", answers: ["drape"], seed: seed)
    #expect(try one == moves(["brine"], of: "grape", answers: ["grape"], seed: seed) && !one.isEmpty)
  }
}
