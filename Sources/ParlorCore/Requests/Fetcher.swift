import GameKit
import Kernel
import WireProtocol

/// Fetches what handlers need: documents, boards of the day, answers of storage and of games, and checked passwords.
/// What several requests need is loaded once.
final class Fetcher: CorePart {
  private let passwords: PasswordService
  /// What was fetched for the running handler.
  var fetched = Fetched()
  /// The requests that wait for documents.
  private var loading: [DocumentID: [(Bool) -> Void]] = [:]
  /// The requests that wait for boards of the day.
  var loadingBoards: [DayBoardsLack: [(Bool) -> Void]] = [:]
  /// The number of documents that have been loaded.
  private(set) var loads = 0
  /// Players who were deleted while documents are being loaded.
  private var forgottenMeanwhile: [Int64] = []
  /// The number of unloadable documents after the last unloading.
  private var documentsLeft = 0
  private var kernel: Kernel { hub.kernel }

  init(_ all: Directories, _ passwords: PasswordService) {
    self.passwords = passwords
    super.init(all)
  }

  /// Longer than anybody waits for others' passwords, in milliseconds: waiting sessions are not read.
  static let longestWait = 3_600_000

  // MARK: - What handlers ask for

  /// The answer of storage to a query about the session's player.
  ///
  /// - Throws: if it has not arrived yet: the handler runs again once it has.
  func fetch<Query: StoredQuery>(_ query: Query, for player: Player) throws(WireError) -> Query.Answer {
    if let known = fetched.answer(to: query, of: player) { return known }
    throw kernel.lack(.answer(query), "What is stored")
  }

  /// Checks or creates a password, which takes tens of milliseconds.
  ///
  /// - Throws: if that is not done yet: the handler runs again once it is.
  func fetch(_ question: PasswordQuestion) throws(WireError) -> CheckedPassword {
    if let known = fetched.answer(to: question) { return known }
    throw kernel.lack(.answer(question), "The password")
  }

  /// Runs a handler with what was fetched for it.
  func run(with fetched: Fetched, _ body: () -> Void) -> Kernel.Run {
    let outer = self.fetched
    self.fetched = fetched
    defer { self.fetched = outer }
    return kernel.run(for: hub, body)
  }

  // MARK: - Fetching

  /// Fetches what a handler needs.
  ///
  /// - Parameters:
  ///   - before: what was fetched for the request before.
  ///   - completion: called with that and the newly fetched.
  func fetch(
    _ need: Kernel.Need, after before: Fetched, for session: Session,
    _ completion: @escaping (Result<Fetched, WireError>) -> Void
  ) {
    func finish(_ isLoaded: Bool) {
      completion(isLoaded ? .success(before) : .failure(Parlor.storageUnavailable))
    }
    switch need {
    case .document(let document): load(document, from: session.address, finish)
    case .answer(let lack as DayBoardsLack): load(lack, from: session.address, finish)
    case .answer(let lack as GameAnswerLack): answer(lack) { completion($0.map { before }) }
    case .answer(let question as any StoredQuery):
      var fetched = before
      fetched.ask(about: session.player)
      hub.journal.ask(question, from: session.address, at: hub.now) { [fetched] answer in
        var fetched = fetched
        guard let answer else { return completion(.failure(Parlor.storageUnavailable)) }
        fetched.add(answer, to: question)
        completion(.success(fetched))
      }
    case .answer(let question as PasswordQuestion):
      passwords.answer(question, for: session) { answer in
        completion(
          answer.map { answer in
            var fetched = before
            fetched.add(answer, to: question)
            return fetched
          })
      }
    case .answer: finish(false)
    }
  }

  // MARK: - Documents

  /// Loads a document once for all requests that wait for it.
  ///
  /// A document that is not in memory has no pending facts, so the stored lines are complete. A claimed document is
  /// awaited.
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

  /// Ends a claim: the waiting requests continue.
  func release(_ document: DocumentID) {
    kernel.release(document)
    goOn(with: document, isLoaded: true)
  }

  /// A player is deleted: documents that are being loaded may still name the player.
  func forget(_ player: PlayerID) {
    if !loading.isEmpty { forgottenMeanwhile.append(player.number) }
  }

  // MARK: - Unloading

  /// The number of further documents after which those not read since the last time are unloaded.
  private static let documentsPerRound = 256

  func unloadSome() {
    let count = kernel.unloadableCount
    documentsLeft = min(documentsLeft, count)
    guard count >= documentsLeft + Self.documentsPerRound else { return }
    kernel.unload(keepingRecent: true) { hub.journal.pending($0) == 0 }
    documentsLeft = kernel.unloadableCount
  }

  /// Unloads every stored document.
  func unloadAll() { kernel.unload(keepingRecent: false) { hub.journal.pending($0) == 0 } }

  /// Reports a document that has lost lines.
  func quarantine(_ document: DocumentID) {
    var fields: JSONObject = ["name": .string(kernel.name(of: document))]
    if document.key != 0 { fields["key"] = .int(Int(document.key)) }
    hub.quarantine(.document, fields, why: "lines of it cannot be read: it is not changed any more")
  }
}
