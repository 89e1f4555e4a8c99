internal import ClientKit
internal import WireProtocol

/// Finds translations in grids: first those of a dictionary, then other words of the language, the longest first.
///
/// Without a dictionary it knows the words of the language (`words`), and finds all of them in the grid; long words
/// rarely occur by chance.
struct WordSearchBot: PuzzleBot {
  enum Gesture: String, CaseIterable {
    case drag
    case word
  }

  private let searches: [String: GridSearch]
  private let dictionaries: Dictionaries
  private let gesture: Gesture
  /// The grid and its question: both change with each challenge.
  private var rows: [String] = []
  private var data: JSONObject = [:]
  private var left: [GridSearch.Find] = []
  /// The number of finds that are translations by the dictionary.
  private var sure = 0
  private var hasSkipped = false

  init(lists: [String: [String]], dictionaries: Dictionaries, gesture: Gesture = .drag) {
    searches = lists.mapValues { GridSearch($0) }
    self.dictionaries = dictionaries
    self.gesture = gesture
  }

  static func lists(_ server: some PublicWordLists) async throws(RequestError) -> [String: [String]] {
    var lists: [String: [String]] = [:]
    for code in languages {
      do {
        lists[code] = try await server.words(of: "wordsearch", list: code)
      } catch {
        // Not every server has every language.
        guard error.code != nil else { throw error }
      }
    }
    return lists
  }

  private static let languages = ["es", "fr", "de", "it", "pt"]

  mutating func begin(_ board: Board, settings: JSON?) {
    rows = []
    observe(at: board)
  }

  mutating func next() -> Attempt? {
    guard !left.isEmpty else {
      // Nothing is left to try: skips to the next grid, if the others agree.
      if hasSkipped { return nil }
      hasSkipped = true
      return Attempt(move: ["skip": true], note: "knows nothing more")
    }
    let find = left.removeFirst()
    let note = sure > 0 ? find.word : "\(find.word)?"
    sure = max(0, sure - 1)
    if gesture == .word { return Attempt(move: ["word": .string(find.word)], note: note) }
    let cells: JSON = [
      "from": [.int(find.from.x), .int(find.from.y)], "to": [.int(find.to.x), .int(find.to.y)],
    ]
    return Attempt(move: cells, note: note)
  }

  mutating func learn(_ moved: Moved) {
    if let board = moved.board { observe(at: board) }
  }

  private mutating func observe(at board: Board) {
    let rows = board.rows.map(\.letters)
    let isSame = ["word", "challenge"].allSatisfy { board.data[$0] == data[$0] }
    guard rows != self.rows || !isSame else { return }
    (self.rows, data) = (rows, board.data)
    hasSkipped = false
    let language = data["target_language"]?.stringValue ?? ""
    let translations = data["word"]?.stringValue.flatMap { dictionaries.translations[language]?[$0] } ?? []
    let known = GridSearch(translations).finds(in: rows)
    let others = searches[language]?.finds(in: rows) ?? []
    sure = known.count
    left = known + Self.ordered(others.filter { !known.contains($0) }, in: rows)
  }

  /// The likeliest first: longer words occur more rarely by chance, and a word inside another one at the same position
  /// is hardly meant.
  private static func ordered(_ finds: [GridSearch.Find], in rows: [String]) -> [GridSearch.Find] {
    finds.filter { $0.word.count >= 3 }.sorted {
      ($1.word.count, $0.word, $0.from.y, $0.from.x) < ($0.word.count, $1.word, $1.from.y, $1.from.x)
    }
  }
}
