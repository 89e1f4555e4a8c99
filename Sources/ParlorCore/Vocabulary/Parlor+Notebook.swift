import GameKit
import TextMode
import Vocabulary
import WireProtocol

/// Getting a player's words from storage, and letting them go: twenty thousand words of every player would be too many.
extension Parlor {
  /// Answers a request about a player's words, as soon as they are here; requests are answered in their order.
  func answer(
    from session: Session, re: RequestID?, _ body: @escaping (Notebook, Player) throws(WireError) -> any Drawable
  ) {
    whenReady(from: session, re: re) { [hub] session, notebook in hub.answer(session, re, notebook, body) }
  }

  /// Does something with a player's words, as soon as they are here and nothing that was asked before is under way.
  func whenReady(from session: Session, re: RequestID?, _ body: @escaping (Session, Notebook) -> Void) {
    let player = session.player
    switch player.notebook {
    case .ready(let notebook): body(session, notebook)
    case .loading(let waiting):
      player.notebook = .loading(waiting + [later(session, re, body)])
    case .busy(let notebook, let waiting):
      player.notebook = .busy(notebook, waiting + [later(session, re, body)])
    case nil:
      player.notebook = .loading([later(session, re, body)])
      let query = Query.vocabulary(player: player.id, hub.limits.collection)
      hub.ask(query, from: session.address) { [unowned self] answer in
        guard case .loading(let waiting) = player.notebook else { return }
        if case .vocabulary(let words) = answer {
          goThrough(waiting, with: Notebook(words: words), of: player)
        } else {
          player.notebook = nil
          for answer in waiting { answer(nil) }
        }
        if player.session == nil { closeNotebook(of: player) }
      }
    }
  }

  /// Does what has waited for the words, up to something that takes several turns: the rest waits for that.
  func goThrough(_ waiting: [(Notebook?) -> Void], with notebook: Notebook, of player: Player) {
    player.notebook = .ready(notebook)
    var rest = waiting[...]
    while let next = rest.popFirst() {
      next(notebook)
      guard case .busy(let notebook, let since) = player.notebook else { continue }
      player.notebook = .busy(notebook, rest + since)
      return
    }
  }

  /// What is done for a request once the words are here.
  private func later(
    _ session: Session, _ re: RequestID?, _ body: @escaping (Session, Notebook) -> Void
  ) -> (Notebook?) -> Void {
    session.openQueries += 1
    return { [unowned self, id = session.id, format = session.format, player = session.player] notebook in
      guard let session = sessions[id] else { return }
      session.openQueries -= 1
      session.answering(in: format) {
        // Whoever has become somebody else meanwhile gets nothing of these words.
        if let notebook, session.player === player {
          body(session, notebook)
        } else {
          hub.send(ErrorMessage(Self.storageUnavailable), to: session, answering: re, after: 0)
        }
      }
      finishClosing(session)
    }
  }

  /// Tells whoever has come back how many words are due. Storage counts them: they are not loaded for it.
  func tellDue(to session: Session) {
    let player = session.player
    guard !player.isGuest else { return }
    hub.ask(.due(player: player.id, day: hub.today.number), from: session.address) {
      [unowned self, id = session.id] answer in
      guard case .due(let count) = answer, count > 0, let session = sessions[id], session.player === player,
        session.closing == nil
      else { return }
      hub.send(Due(words: count), to: session, after: 0)
    }
  }

  /// Lets go of a player's words, unless they are still on their way. Those with a change that is not durable yet are
  /// kept, since storage might give them without it.
  func closeNotebook(of player: Player) {
    guard case .ready(let notebook) = player.notebook, hub.journal.pending(notebook.ticket) == 0 else { return }
    player.notebook = nil
  }
}

extension Hub {
  fileprivate func answer(
    _ session: Session, _ re: RequestID?, _ notebook: Notebook,
    _ body: (Notebook, Player) throws(WireError) -> any Drawable
  ) {
    do throws(WireError) {
      send(try body(notebook, session.player), to: session, answering: re, after: journal.pending(notebook.ticket))
    } catch {
      send(ErrorMessage(error), to: session, answering: re, after: journal.pending(notebook.ticket))
    }
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
