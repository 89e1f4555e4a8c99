import GameKit
import ParlorCore
import WireProtocol

/// Collects the words of a language that a player met in matches and did not find: replays the latest matches, one per
/// slice, as far as the player may know them.
final class MissedWords {
  private enum Step {
    case beginning
    /// For storage to answer.
    case waiting
    case found(ReplayedMatch)
    case done
    case failed
  }

  private let language: String
  private var step = Step.beginning
  private var matches: [Int64] = []
  private var notes: [Deck.Note] = []
  /// The meanings of words whose games have none: from the language's decks, read on first use.
  private var meanings: [String: WordDeck.Word]?

  /// The most matches that are replayed.
  private static let mostMatches = 100
  /// The cost of a match in a slice's budget.
  private static let cost = 200

  init(of language: String) { self.language = language }

  /// Continues.
  ///
  /// - Returns: the deck, once all matches were replayed; `nil` before.
  /// - Throws: `storage_unavailable`.
  func advance(_ context: PlayerContext, _ budget: inout Int) throws(WireError) -> ReadDeck? {
    switch step {
    case .beginning:
      step = .waiting
      context.askForMatches(limit: Self.mostMatches) { [weak self] latest in
        guard let self else { return }
        guard let latest else { return step = .failed }
        matches = latest.reversed()
        askForNext(context)
      }
    case .waiting: break
    case .found(let match):
      take(match, context)
      askForNext(context)
    case .done:
      var deck = ReadDeck()
      deck.notes = notes
      return deck
    case .failed: throw Parlor.storageUnavailable
    }
    budget -= Self.cost
    return nil
  }

  /// Whether it waits for storage.
  var isWaiting: Bool { if case .waiting = step { true } else { false } }

  private func askForNext(_ context: PlayerContext) {
    guard let match = matches.popLast() else { return step = .done }
    step = .waiting
    context.askForMatch(match) { [weak self] answer in
      guard let self else { return }
      guard let answer else { return step = .failed }
      if let found = answer { step = .found(found) } else { askForNext(context) }
    }
  }

  private func take(_ replayed: ReplayedMatch, _ context: PlayerContext) {
    guard let match = context.end(of: replayed) else { return }
    for missed in match.missed(by: context.player.id) where missed.language == language {
      guard let word = explained(missed.word, context) else { continue }
      notes.append(
        Deck.Note(
          entry: Word.Entry(
            original: word.original, translation: word.translation, part: word.part, example: word.example)))
    }
  }

  private func explained(_ word: WordDeck.Word, _ context: PlayerContext) -> WordDeck.Word? {
    guard word.translation.isEmpty else { return word }
    let known = meanings ?? meanings(of: context.games)
    meanings = known
    return known[word.original]
  }

  private func meanings(of games: [GameModule]) -> [String: WordDeck.Word] {
    let decks = games.flatMap(\.decks).filter { $0.language == language }
    return Dictionary(decks.flatMap { $0.words() }.map { ($0.original, $0) }) { first, _ in first }
  }
}
