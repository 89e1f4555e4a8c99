import GameKit
import Kernel
import Vocabulary
import WireProtocol

/// Finds the words of a language that a player met in matches and did not find: the latest matches are played again,
/// one a slice, as far as the player may know them.
final class MissedWords {
  private enum Step {
    case beginning
    /// For storage to answer.
    case waiting
    case found(ReplayedMatch)
    case done
    case failed
  }

  private let hub: Hub
  private let language: String
  private var step = Step.beginning
  private var matches: [Int64] = []
  private var notes: [Deck.Note] = []
  /// What words mean whose games do not say: from the decks of their language, made once it is needed.
  private var meanings: [String: WordDeck.Word]?

  /// Matches that are looked at, the latest ones.
  private static let mostMatches = 100
  /// What a match costs of a slice's budget.
  private static let cost = 200

  init(of language: String, _ hub: Hub) {
    self.language = language
    self.hub = hub
  }

  /// Goes on.
  ///
  /// - Returns: the deck, once all matches have been looked at; `nil` before that.
  /// - Throws: `storage_unavailable`.
  func advance(for player: Player, _ budget: inout Int) throws(WireError) -> ReadDeck? {
    switch step {
    case .beginning:
      step = .waiting
      hub.ask(HistoryQuery(player: player.id, limit: Self.mostMatches), from: player.address) { [weak self] page in
        guard let self else { return }
        guard let page else { return step = .failed }
        matches = page.rows.map(\.match).reversed()
        askForNext(player)
      }
    case .waiting: break
    case .found(let match):
      take(match, for: player)
      askForNext(player)
    case .done:
      var deck = ReadDeck()
      deck.notes = notes
      return deck
    case .failed: throw Parlor.storageUnavailable
    }
    budget -= Self.cost
    return nil
  }

  /// Whether nothing can be done before storage has answered.
  var isWaiting: Bool { if case .waiting = step { true } else { false } }

  private func askForNext(_ player: Player) {
    guard let match = matches.popLast() else { return step = .done }
    step = .waiting
    hub.ask(MatchQuery(match: match, replayer: hub.replayer), from: player.address) { [weak self] answer in
      guard let self else { return }
      guard let found = answer else { return step = .failed }
      if let found { step = .found(found) } else { askForNext(player) }
    }
  }

  private func take(_ replayed: ReplayedMatch, for player: Player) {
    let history = replayed.history
    hub.spend(on: replayed)
    guard hub.mayKnow(player, history.match, hasFinished: history.results.contains { $0.player == player.id }),
      let match = try? hub.end(of: replayed)
    else { return }
    for missed in match.missed(by: player.id) where missed.language == language {
      guard let word = explained(missed.word) else { continue }
      notes.append(
        Deck.Note(
          entry: Word.Entry(
            original: word.original, translation: word.translation, part: word.part, example: word.example)))
    }
  }

  private func explained(_ word: WordDeck.Word) -> WordDeck.Word? {
    guard word.translation.isEmpty else { return word }
    let known = meanings ?? meaningsOfDecks
    meanings = known
    return known[word.original]
  }

  private var meaningsOfDecks: [String: WordDeck.Word] {
    let decks = hub.configuration.games.flatMap(\.decks).filter { $0.language == language }
    return Dictionary(decks.flatMap { $0.words() }.map { ($0.original, $0) }) { first, _ in first }
  }
}
