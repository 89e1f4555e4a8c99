import GameKit
public import Kernel
import ParlorCore
import WireProtocol

/// Vocabulary: languages, their words, cards by schedule, decks.
public struct Vocabulary: Feature {
  public init() {}

  public static var documents: [DocumentForm] { [DocumentForm(NotebookDocument.self)] }

  public func register(in kernel: Kernel) {
    let notebooks = Notebooks()
    kernel.add(notebooks.table)
    notebooks.addHandlers(to: kernel)
    DeckRequests(notebooks).addHandlers(to: kernel)
    kernel.contribute(CardScore.game)
    kernel.provide(notebooks as any WordSource)
    kernel.provide(notebooks as any SoloRoomOpener)
    kernel.react { (login: LoggedIn) in notebooks.tellDue(login.context) }
  }
}

extension Vocabulary: SoloRoomFeature {
  package static var roomNames: [String] { CardTable.Kind.allCases.map(\.rawValue) }

  package static var roomIsMissing: String { "You have no cards there: study what is due, or begin a run of cards" }
}

/// The words of all players, loaded on demand.
struct Notebooks {
  let table = DocumentTable<NotebookDocument>()

  /// The words of a session's player.
  ///
  /// - Throws: if they are not in memory or claimed: the request runs again later.
  func notebook(_ context: SessionContext) throws(WireError) -> Notebook {
    let document = try context.read(context.player.id.number, in: table)
    let notebook = context.part() ?? Notebook(context.limits.collection)
    notebook.document = document
    context.add(notebook)
    return notebook
  }

  /// Tells a returning player how many words are due.
  func tellDue(_ context: SessionContext) {
    context.whenLoaded(NotebookDocument.id(of: context.player)) { context in
      guard let count = (try? notebook(context))?.words.dueCount(on: context.today.number), count > 0 else { return }
      context.publishDue(CardScore.game, count)
      context.send(Due(words: count), after: 0)
    }
  }
}

extension Notebooks: WordSource {
  func holds(_ deck: String) -> Bool { OwnDeck(deck) != nil }

  func words(of deck: String, _ context: SessionContext) throws(WireError) -> OwnWords {
    guard let deck = OwnDeck(deck) else { return OwnWords(language: "", words: []) }
    return try deck.words(of: notebook(context))
  }
}

extension Notebook: SessionPart {
  func end(_ context: PlayerContext) { context.unload(NotebookDocument.id(of: context.player)) }
}

extension Limits {
  /// The limits of a player's vocabulary.
  fileprivate var collection: CollectionLimits {
    var limits = CollectionLimits()
    (limits.words, limits.languages, limits.bytes) = (words, languages, vocabularyBytes)
    return limits
  }
}
