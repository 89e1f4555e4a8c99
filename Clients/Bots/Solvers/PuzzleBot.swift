internal import WireProtocol

struct Attempt: Sendable {
  let move: JSON
  /// A remark about its reasoning, for people who watch.
  var note = ""
}

/// Plays a game from a player's information: boards, answers to its moves, and the accepted words.
///
/// A bot is asked for its next attempt until the puzzle is over. A refused attempt changes nothing: the bot is told and
/// tries another one.
protocol PuzzleBot: Sendable {
  mutating func begin(_ board: Board, settings: JSON?)
  /// The next attempt; `nil` if it has none left.
  mutating func next() -> Attempt?
  mutating func learn(_ moved: Moved)
  mutating func wasRefused(_ attempt: Attempt)
  /// Whether the game advances by time: without an attempt the bot waits for the next event.
  var isTimed: Bool { get }
}

extension PuzzleBot {
  mutating func wasRefused(_ attempt: Attempt) {}
  var isTimed: Bool { false }
}

enum PlayedGame: String, CaseIterable {
  case wordle, dailysort, wordsearch, lastword, quiz, absurdle, quordle, octordle

  /// Whether it can only be played against others, at one board.
  var isAgainstOthers: Bool { self == .lastword || self == .quiz }

  static func take(from arguments: inout ArraySlice<String>) throws(UsageError) -> PlayedGame? {
    guard let first = arguments.first, !first.hasPrefix("-") else { return nil }
    guard let game = PlayedGame(rawValue: first) else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(message: "there is no bot for \"\(first)\": there are bots for \(names)")
    }
    arguments = arguments.dropFirst()
    return game
  }

  /// A bot with the knowledge that it needs before the first puzzle.
  func bot(_ knowledge: BotKnowledge, wordsFrom server: some PublicWordLists) async throws -> any PuzzleBot {
    switch self {
    case .wordle, .absurdle: return try await wordle(knowledge, server)
    case .quordle, .octordle: return WordsBot(words: try await server.words(of: rawValue, list: "guesses"))
    case .lastword: return LastWordBot(try await wordle(knowledge, server))
    case .quiz: return QuizBot(dictionaries: knowledge.dictionaries)
    case .dailysort:
      let words = try await server.words(of: "wordle", list: "guesses")
      return DailySortBot(words: words, dictionary: knowledge.dictionaries.sources)
    case .wordsearch:
      return WordSearchBot(
        lists: try await WordSearchBot.lists(server), dictionaries: knowledge.dictionaries, gesture: knowledge.gesture)
    }
  }

  private func wordle(_ knowledge: BotKnowledge, _ server: some PublicWordLists) async throws -> WordleBot {
    WordleBot(
      words: try await server.words(of: self == .absurdle ? rawValue : "wordle", list: "guesses"),
      trees: knowledge.trees)
  }
}
