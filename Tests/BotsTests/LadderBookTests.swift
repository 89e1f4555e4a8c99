import ParlorCore
import Testing
import WireProtocol

@testable import ParlorBots

@Suite("Ratings and standings of a ladder")
struct LadderBookTests {
  private func game(
    _ first: String, _ second: String, _ number: Int = 1, winner: Side? = nil, faults: [Side] = [], play: String? = nil
  ) -> LadderGame {
    var game = LadderGame(
      pair: LadderPair(first, second), number: number, seed: number, opener: number % 2 == 1 ? .first : .second,
      winner: winner, play: play)
    for side in faults { game.faults[side] = LadderGame.Fault(word: "died", text: "it exited with status 3") }
    return game
  }

  private func book(_ games: [LadderGame]) -> LadderBook {
    var book = LadderBook(game: "connectfour", settings: [:])
    for game in games { book.add(game) }
    return book
  }

  /// By the formulas of Glickman's "Example of the Glicko-2 system" in another program, without the growth of step 6; a
  /// game at one board has half the weight.
  @Test("Ratings follow Glicko-2, and uncertainty does not grow between games")
  func ratings() {
    let book = book([
      game("a", "b", winner: .first), game("b", "c"), game("a", "c", winner: .first),
      game("a", "b", 2, winner: .second),
    ])
    let expected = ["a": (1548.079, 269.954), "b": (1534.144, 271.612), "c": (1416.094, 287.39)]
    for (name, (value, deviation)) in expected {
      let rating = book.standing(of: name).rating
      #expect(abs(rating.value - value) < 0.01 && abs(rating.deviation - deviation) < 0.01, "\(name): \(rating)")
    }
    var settled = book
    let before = settled.standing(of: "c").rating
    for number in 3...12 { settled.add(game("a", "b", number)) }
    #expect(settled.standing(of: "c").rating == before)
  }

  @Test("A puzzle that each played for itself has twice the weight of a game at one board")
  func puzzles() {
    var game = game("a", "b", winner: .first)
    game.opener = nil
    let rating = book([game]).standing(of: "a").rating
    #expect(abs(rating.value - 1662.212) < 0.01 && abs(rating.deviation - 290.231) < 0.01)
  }

  @Test("A game of the same two with the same moves is counted but not rated, unless it was lost by a fault")
  func repeats() {
    let first = [game("a", "b", 1, winner: .first, play: "x"), game("a", "b", 2, winner: .first, play: "x")]
    let once = book(first)
    // With the other side moving first, the same moves are another game.
    #expect(once.repeated == 0)
    let twice = book(first + [game("a", "b", 3, winner: .first, play: "x"), game("a", "c", 1, play: "x")])
    #expect(twice.repeated == 1 && twice.standing(of: "b").games == 3 && twice.standing(of: "b").lost == 3)
    #expect(twice.standing(of: "b").rating == once.standing(of: "b").rating)
    #expect(twice.standing(of: "a").rating != once.standing(of: "a").rating)
    let faulty = [1, 3, 5].map { game("a", "b", $0, winner: .first, faults: [.second], play: "x") }
    #expect(book(faulty).repeated == 0 && book(faulty).standing(of: "b").rating.value < 1320)
  }

  @Test("If both fail at a puzzle both have lost, and neither gains")
  func withoutPlay() {
    let book = book([game("a", "b", faults: [.first, .second])])
    #expect(book.standing(of: "a").lost == 1 && book.standing(of: "b").lost == 1)
    #expect(book.standing(of: "a").rating == .initial && book.standing(of: "a").faults == ["died": 1])
    #expect(book.record(of: LadderPair("a", "b")).withoutPlay == 1)
  }

  @Test("A resumed meeting continues: sides alternate, and each deal is played with both sides first")
  func meetings() throws {
    let pair = LadderPair("b", "a")
    let all = book([]).meeting(of: pair, games: 4, seed: 1, isTable: true)
    #expect(all.pair.names == ["a", "b"])
    #expect(all.games.map(\.opener) == [.first, .second, .first, .second])
    #expect(all.games[0].seed == all.games[1].seed && all.games[2].seed == all.games[3].seed)
    #expect(all.games[1].seed != all.games[2].seed && all.games.allSatisfy { $0.seed >= 0 && $0.seed < 1 << 53 })
    #expect(all.games.map(\.replay) == ["a+b+0001", "a+b+0002", "a+b+0003", "a+b+0004"])
    let rest = book([game("a", "b")]).meeting(of: pair, games: 4, seed: 1, isTable: true)
    #expect(rest.games.map(\.replay) == ["a+b+0002", "a+b+0003", "a+b+0004"] && rest.games.map(\.number) == [1, 2, 3])
    #expect(rest.games.map(\.seed) == Array(all.games.map(\.seed)[1...]) && rest.games[0].opener == .second)
    let puzzles = book([]).meeting(of: pair, games: 4, seed: 1, isTable: false)
    #expect(Set(puzzles.games.map(\.seed)).count == 4)
    #expect(
      book([]).meeting(of: LadderPair("a", "c"), games: 4, seed: 1, isTable: true).games[0].seed != all.games[0].seed)
  }

  @Test("A game is the same after it was written and read, and other lines are refused")
  func stored() throws {
    var full = game("a@1", "b@2", 7, winner: .second, faults: [.first], play: "00ff")
    full.replays = ["a@1+b@2+0007.jsonl"]
    for game in [full, game("a", "b"), game("a", "b", faults: [.first, .second])] {
      let text = JSON.object(game.json).text
      #expect(LadderGame(reading: try JSON(parsing: text)) == game, "\(text)")
    }
    for line in [
      "{}", "7", #"{"first":"b","second":"a","n":1,"seed":1,"winner":null}"#,
      #"{"first":"a","second":"b","n":1,"seed":1}"#, #"{"first":"a","second":"b","n":1,"seed":1,"winner":"c"}"#,
      #"{"first":"a/b","second":"b","n":1,"seed":1,"winner":null}"#,
      #"{"first":"a","second":"b","n":1,"seed":1,"winner":null,"fault_first":7}"#,
    ] {
      #expect(LadderGame(reading: try JSON(parsing: line)) == nil, "\(line)")
    }
  }

  // MARK: - The table

  @Test("The table has ranks, ratings, counts and faults; retired entries are marked, new ones are last")
  func table() {
    let book = book([
      game("a@1", "b@22", winner: .first, play: "x"), game("a@1", "b@22", 3, winner: .first, play: "x"),
      game("b@22", "c", winner: .first, faults: [.second]),
    ])
    let table = LadderTable(book, names: ["a@1", "c", "new"], withoutStart: ["new": "cannot start ./new: not found"])
    #expect(
      table.text == """
        connectfour, 4 entries, 3 games
                         rating  games  won  drawn  lost  faults
          1  a@1     1596 ± 316      2    2      0     0       0
          2  b@22 *  1500 ± 291      3    1      0     2       0
          3  c       1381 ± 314      1    0      0     1       1
          4  new     1500 ± 350      0    0      0     0       0
        new does not play: cannot start ./new: not found
        c lost by its own fault: died 1; the last: it exited with status 3
        1 game repeats an earlier one of the same two, move by move, and is not rated.
        * does not play any more
        """)
    #expect(!LadderTable(book, names: nil).text.contains("*"))
  }

  @Test("The same for programs")
  func json() {
    let book = book([game("a", "b", winner: .first, faults: [.second])])
    let json = JSON.object(LadderTable(book, names: ["a", "b", "c"]).json)
    let entries = json["entries"]?.arrayValue ?? []
    #expect(json["games"] == 1 && json["game"] == "connectfour" && entries.map { $0["name"] } == ["a", "b", "c"])
    #expect(entries[0]["rating"] == 1596.1 && entries[0]["deviation"] == .double(316) && entries[0]["rank"] == 1)
    #expect(entries[1]["faults"] == ["died": 1] && entries[1]["last_fault"] == "it exited with status 3")
    #expect(entries[2]["games"] == 0 && entries[2]["plays"] == true)
    #expect(
      json["pairs"] == [
        ["first": "a", "second": "b", "games": 1, "won": 1, "drawn": 0, "lost": 0, "not_played": 0]
      ])
  }
}
