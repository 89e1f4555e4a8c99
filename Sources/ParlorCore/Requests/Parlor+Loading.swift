import Kernel
import WireProtocol

/// What requests need and is not in memory.
extension Parlor {
  /// Fetches what a handler lacks, and goes on with its session; lines of the session that come meanwhile wait, those
  /// of others do not.
  ///
  /// - Parameters:
  ///   - fetched: what was fetched for the request before.
  ///   - outlives: whether the request is carried out even if the session has gone by then.
  func fetch(
    _ need: Kernel.Need, after fetched: Fetched, for session: Session, re: RequestID?, outlives: Bool,
    then goOn: @escaping (Session, Fetched) -> Void
  ) {
    session.openQueries += 1
    hub.effects.pause(session.id, milliseconds: Self.longestWait)
    fetch(need, after: fetched, for: session) {
      [unowned self, id = session.id, format = session.format, kept = outlives ? session : nil] fetched in
      guard let session = sessions[id] else {
        guard let kept, players.withID(kept.player.id) === kept.player else { return }
        if case .success(let fetched) = fetched { goOn(kept, fetched) }
        return
      }
      session.openQueries -= 1
      hub.effects.resume(session.id)
      hub.puzzles.asker = session.address
      defer { hub.puzzles.asker = nil }
      session.answering(in: format) {
        switch fetched {
        case .success(let fetched): goOn(session, fetched)
        case .failure(let error): hub.send(ErrorMessage(error), to: session, answering: re, after: 0)
        }
      }
      finishClosing(session)
    }
  }

  private func fetch(
    _ need: Kernel.Need, after before: Fetched, for session: Session,
    _ completion: @escaping (Result<Fetched, WireError>) -> Void
  ) {
    switch need {
    case .document(let document):
      load(document, from: session.address) { completion($0 ? .success(before) : .failure(Self.storageUnavailable)) }
    case .answer(let lack as DayBoardsLack):
      load(lack, from: session.address) { completion($0 ? .success(before) : .failure(Self.storageUnavailable)) }
    case .answer(let question as any StoredQuery):
      var fetched = before
      fetched.ask(about: session.player)
      hub.journal.ask(question, from: session.address, at: hub.now) { [fetched] answer in
        var fetched = fetched
        guard let answer else { return completion(.failure(Self.storageUnavailable)) }
        fetched.add(answer, to: question)
        completion(.success(fetched))
      }
    case .answer(let question as PasswordQuestion):
      answer(question, for: session) { answer in
        completion(
          answer.map { answer in
            var fetched = before
            fetched.add(answer, to: question)
            return fetched
          })
      }
    case .answer(let lack as GameAnswerLack): answer(lack) { completion($0.map { before }) }
    case .answer: completion(.failure(Self.storageUnavailable))
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
    hub.journal.askAtOnce(DocumentQuery(document), from: address) { [unowned self] answer in
      guard let stored = answer as? StoredDocument else { return goOn(with: document, isLoaded: false) }
      unloadSome()
      loads += 1
      kernel.load(document, stored.state, isDamaged: stored.isDamaged)
      // It was read before they were deleted.
      for player in forgottenMeanwhile { kernel.forget(player) }
      if stored.isDamaged { quarantine(document) }
      goOn(with: document, isLoaded: true)
    }
  }

  private func goOn(with document: DocumentID, isLoaded: Bool) {
    let completions = loading.removeValue(forKey: document) ?? []
    if loading.isEmpty { forgottenMeanwhile = [] }
    for completion in completions { completion(isLoaded) }
  }

  /// Ends a claim: the requests that wait for the document go on.
  func release(_ document: DocumentID) {
    kernel.release(document)
    goOn(with: document, isLoaded: true)
  }

  /// So many more documents may be in memory until those go that nobody has read since the last time.
  private static let documentsPerRound = 256

  func unloadSome() {
    let count = kernel.unloadableCount
    documentsLeft = min(documentsLeft, count)
    guard count >= documentsLeft + Self.documentsPerRound else { return }
    kernel.unload(keepingRecent: true) { hub.journal.pending($0) == 0 }
    documentsLeft = kernel.unloadableCount
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
