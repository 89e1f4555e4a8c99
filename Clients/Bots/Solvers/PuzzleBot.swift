internal import ClientKit
internal import WireProtocol

/// What a bot does next.
struct Attempt: Sendable {
  let move: JSON
  /// What it thinks, for people who watch.
  var note = ""
}

/// Plays a game from what a player sees: boards, answers to its own moves, and the accepted words.
///
/// A bot is asked for its next attempt until the board's prompt is empty. What the server refuses changes nothing there:
/// the bot is told and tries something else.
protocol PuzzleBot: Sendable {
  /// Takes a puzzle up, one that has been begun before included.
  mutating func begin(_ board: Board, settings: JSON?)
  /// What to try next; `nil` when it knows nothing to try any more.
  mutating func next() -> Attempt?
  /// Learns what the last attempt brought.
  mutating func learn(_ moved: Moved)
  /// Learns that the last attempt was refused.
  mutating func wasRefused(_ attempt: Attempt)
}

extension PuzzleBot {
  mutating func wasRefused(_ attempt: Attempt) {}
}

/// The games that there are bots for.
enum PlayedGame: String, CaseIterable {
  case wordle, dailysort, wordsearch

  /// A bot with what it has to know before the first puzzle.
  func bot(_ client: Client, _ options: PlayOptions) async throws -> any PuzzleBot {
    switch self {
    case .wordle:
      let words = try await client.acceptedWords(of: "wordle")
      return WordleBot(words: words, tree: options.usesTables ? WordleBot.tree(options.table) : nil)
    case .dailysort:
      let words = try await client.acceptedWords(of: "wordle")
      return DailySortBot(words: words, dictionary: options.usesTables ? Dictionaries(options.dictionary).sources : [])
    case .wordsearch:
      return WordSearchBot(
        lists: try await WordSearchBot.lists(client),
        dictionaries: options.usesTables ? Dictionaries(options.dictionary) : Dictionaries(), gesture: options.gesture)
    }
  }
}
