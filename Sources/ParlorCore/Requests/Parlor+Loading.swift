import Kernel
import WireProtocol

/// Documents that requests need and that are not in memory.
extension Parlor {
  /// Loads a document, and goes on with a session; lines of the session that come meanwhile wait, those of others do
  /// not.
  func load(
    _ document: DocumentID, for session: Session, re: RequestID?, then goOn: @escaping (Session) -> Void
  ) {
    session.openQueries += 1
    hub.effects.pause(session.id, milliseconds: Self.longestWait)
    load(document, from: session.address) { [unowned self, id = session.id, format = session.format] isLoaded in
      guard let session = sessions[id] else { return }
      session.openQueries -= 1
      hub.effects.resume(session.id)
      session.answering(in: format) {
        guard isLoaded else {
          return hub.send(ErrorMessage(Self.storageUnavailable), to: session, answering: re, after: 0)
        }
        goOn(session)
      }
      finishClosing(session)
    }
  }

  /// Loads a document once for all requests that wait for it.
  ///
  /// A document that is not in memory has no facts on their way to the disk, so what is stored of it is all. A claimed
  /// document is awaited.
  func load(_ document: DocumentID, from address: String?, _ completion: @escaping (Bool) -> Void) {
    if kernel.isReady(document) { return completion(true) }
    loading[document, default: []].append(completion)
    guard loading[document]?.count == 1, !kernel.isClaimed(document) else { return }
    hub.journal.askAtOnce(.document(document), from: address) { [unowned self] answer in
      guard case .document(let state, let isDamaged) = answer else { return goOn(with: document, isLoaded: false) }
      unloadSome()
      kernel.load(document, state, isDamaged: isDamaged)
      if isDamaged { quarantine(document) }
      goOn(with: document, isLoaded: true)
    }
  }

  private func goOn(with document: DocumentID, isLoaded: Bool) {
    for completion in loading.removeValue(forKey: document) ?? [] { completion(isLoaded) }
  }

  /// Ends a claim: the requests that wait for the document go on.
  func release(_ document: DocumentID) {
    kernel.release(document)
    goOn(with: document, isLoaded: true)
  }

  /// So many documents may be loaded until those go that nobody has read since the last time.
  private static let loadsPerRound = 256

  private func unloadSome() {
    loads += 1
    guard loads % Self.loadsPerRound == 0 else { return }
    kernel.unload(keepingRecent: true) { hub.journal.pending($0) == 0 }
  }

  /// Takes every document out of memory that is stored as it is.
  package func unloadDocuments() { kernel.unload(keepingRecent: false) { hub.journal.pending($0) == 0 } }

  /// Names a document of which something is lost.
  func quarantine(_ document: DocumentID) {
    var fields: JSONObject = ["name": .string(kernel.name(of: document))]
    if document.key != 0 { fields["key"] = .int(Int(document.key)) }
    hub.quarantine(.document, fields, why: "lines of it cannot be read: it is not changed any more")
  }
}
