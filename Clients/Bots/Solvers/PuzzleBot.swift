internal import WireProtocol

struct Attempt: Sendable {
  let move: JSON
  /// What it thinks, for people who watch.
  var note = ""
}

/// Plays a game from what a player sees: boards, answers to its own moves, and the accepted words.
///
/// A bot is asked for its next attempt until the puzzle is over. What the server refuses changes nothing there: the bot
/// is told and tries something else.
protocol PuzzleBot: Sendable {
  mutating func begin(_ board: Board, settings: JSON?)
  /// What to try next; `nil` when it knows nothing to try any more.
  mutating func next() -> Attempt?
  mutating func learn(_ moved: Moved)
  mutating func wasRefused(_ attempt: Attempt)
  /// Whether time leads through the game: without an attempt it waits for what happens next.
  var waits: Bool { get }
}

extension PuzzleBot {
  mutating func wasRefused(_ attempt: Attempt) {}
  var waits: Bool { false }
}

enum PlayedGame: String, CaseIterable {
  case wordle, dailysort, wordsearch, lastword, quiz

  /// Whether it is played against others alone, at one board.
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

  /// A bot with what it has to know before the first puzzle.
  func bot(_ knowledge: Knowledge, wordsFrom server: some PublicWords) async throws -> any PuzzleBot {
    switch self {
    case .wordle: return try await wordle(knowledge, server)
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

  private func wordle(_ knowledge: Knowledge, _ server: some PublicWords) async throws -> WordleBot {
    WordleBot(words: try await server.words(of: "wordle", list: "guesses"), trees: knowledge.trees)
  }
}
