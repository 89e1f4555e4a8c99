import GameKit
import Kernel
import TextMode
import Vocabulary
import WireProtocol

/// Players' words, which are loaded when they are needed.
extension Parlor {
  /// A player's words.
  ///
  /// - Throws: where they are not in memory, or something works on them: the request runs again later.
  func notebook(of player: Player) throws(WireError) -> Notebook {
    let document = try kernel.read(player.id.number, in: notebooks)
    let notebook = player.notebook ?? Notebook(hub.limits.collection)
    notebook.document = document
    player.notebook = notebook
    return notebook
  }

  /// Sends a player who has come back how many words are due.
  func tellDue(to session: Session) {
    let player = session.player
    guard !player.isGuest else { return }
    load(Self.words(of: player), from: session.address) { [unowned self, id = session.id] isLoaded in
      guard isLoaded, let session = sessions[id], session.player === player, session.closing == nil,
        let count = (try? notebook(of: player))?.words.dueCount(on: hub.today.number), count > 0
      else { return }
      hub.send(Due(words: count), to: session, after: 0)
    }
  }

  /// Lets go of a player's words.
  func closeNotebook(of player: Player) {
    player.notebook = nil
    kernel.unload(Self.words(of: player)) { hub.journal.pending($0) == 0 }
  }

  /// The document of a player's words.
  static func words(of player: Player) -> DocumentID {
    DocumentID(kind: NotebookDocument.number, key: player.id.number)
  }
}

extension Limits {
  /// How much a player may keep.
  var collection: CollectionLimits {
    var limits = CollectionLimits()
    (limits.words, limits.languages, limits.bytes) = (words, languages, vocabularyBytes)
    return limits
  }
}
