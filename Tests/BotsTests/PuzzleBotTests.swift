import Testing
import WireProtocol

@testable import ParlorBots

@Suite("Sorting tiles")
struct SortingTests {
  private static let words = ["stale", "least", "slate", "steal", "tales", "crane", "nacre", "mouse", "light"]

  @Test("Every word is found, known words first", arguments: words + ["unwont", "planets"])
  func finds(word: String) throws {
    let knowledge = SpellingKnowledge(accepted: Self.words, common: ["crane"])
    let answer = Array(word.utf8)
    var solver = SortSolver(letters: String(word.reversed()), knowledge)
    var tries: [String] = []
    while tries.last != word, tries.count < 100 {
      let tried = try #require(solver.next())
      tries.append(tried)
      solver.note(tried, tiles: String(zip(tried.utf8, answer).map { $0 == $1 ? "🟩" : "🟨" }))
    }
    #expect(tries.last == word && Set(tries).count == tries.count)
    if Self.words.contains(word) { #expect(tries.count <= 5) }
    if word == "crane" { #expect(tries.count == 1) }
  }

  @Test("Every permutation occurs once, also with repeated letters")
  func permutations() {
    #expect(
      SpellingKnowledge.permutations(Array("aab".utf8)).map { String(decoding: $0, as: UTF8.self) } == [
        "aab", "aba", "baa",
      ])
    #expect(SpellingKnowledge.permutations(Array("abcdefg".utf8)).count == 5040)
  }

  @Test("A board in progress provides its information, and refused tries are not repeated")
  func begun() throws {
    var bot = DailySortBot(words: Self.words, dictionary: [])
    let rows: [Board.Row] = [
      .init(letters: "stale", tiles: "🟨🟨🟨🟨🟩"), .init(letters: "stale", tiles: "⬜⬜⬜⬜⬜"),
    ]
    bot.begin(Board(title: "", rows: rows, data: ["row": "stale"]), settings: nil)
    let next = bot.next()
    let attempt = try #require(next)
    let word = try #require(attempt.move["arrange"]?.stringValue)
    #expect(word.hasSuffix("e") && word != "slate" && word != "stale")
    bot.wasRefused(attempt)
    #expect(bot.next()?.move["arrange"]?.stringValue != word)
  }
}

@Suite("Searching grids")
struct GridSearchTests {
  static let rows = ["gatox", "xñxxo", "xxcxt", "oxxea", "sxxsg"]

  @Test("Words are found in all eight directions, with and without accents")
  func directions() {
    func places(_ word: String, _ rows: [String]) -> [[Int]] {
      GridSearch([word]).finds(in: rows).map { [$0.from.x, $0.from.y, $0.to.x, $0.to.y] }
    }
    let square = ["abc", "def", "ghí"]
    for (word, place) in [
      ("abc", [0, 0, 2, 0]), ("cba", [2, 0, 0, 0]), ("adg", [0, 0, 0, 2]), ("gda", [0, 2, 0, 0]),
      ("aei", [0, 0, 2, 2]),
      ("ïea", [2, 2, 0, 0]), ("gec", [0, 2, 2, 0]), ("ceg", [2, 0, 0, 2]),
    ] {
      #expect(places(word, square) == [place], "\(word)")
    }
    #expect(places("abcd", square).isEmpty && places("", square).isEmpty && places("b", square) == [[1, 0, 1, 0]])
    #expect(places("abc", ["ab", "abc"]) == [[0, 1, 2, 1]])
  }

  @Test("Translations come first, then long words; only then is the grid given up, once")
  func order() {
    var bot = WordSearchBot(lists: ["es": ["gato", "oca", "gatos"]], dictionaries: Dictionaries(), gesture: .word)
    let board = Board(
      title: "", rows: ["gatos", "ocaxx"].map { Board.Row(letters: $0, tiles: "⬜⬜⬜⬜⬜") },
      data: ["word": "goose", "sense": "noun", "target_language": "es"])
    bot.begin(board, settings: nil)
    var words: [String?] = []
    for _ in 0..<4 { words.append(bot.next()?.move["word"]?.stringValue) }
    #expect(words == ["gatos", "gato", "oca", nil])
    #expect(bot.next() == nil)

    bot = WordSearchBot(lists: ["es": ["gato", "oca"]], dictionaries: Dictionaries(["es": ["goose": ["oca"]]]))
    bot.begin(board, settings: nil)
    let move = bot.next()?.move
    #expect(move?["from"]?.arrayValue?.compactMap(\.intValue) == [0, 1])
    #expect(move?["to"]?.arrayValue?.compactMap(\.intValue) == [2, 1])
  }

  @Test("A dictionary's lines are words with their translations")
  func dictionary() {
    let entries = Dictionaries.entries("house: casa, el hogar\nbroken\nman (noun): l'hombre\n")
    #expect(entries == ["house": ["casa", "hogar"], "man": ["hombre"]])
  }
}
