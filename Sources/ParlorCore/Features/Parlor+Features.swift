import GameKit
public import Kernel
package import WireProtocol

/// The caller of a feature: a player, or an HTTP reader, who may know no puzzle.
struct SessionCaller: Caller {
  let parlor: Parlor
  /// `nil` for an HTTP reader.
  let session: Session?
  var re: RequestID?

  var name: String { session?.player.name ?? "http" }

  /// The context for handlers that serve sessions.
  var context: SessionContext? { session.map { SessionContext(parlor: parlor, session: $0, re: re) } }

  func mayKnowDailies(ofDay number: Int) -> Bool {
    let (day, hub) = (Day(number: number), parlor.hub)
    guard day >= hub.openSince else { return true }
    guard let session else { return false }
    return hub.puzzles.dailyGames.allSatisfy { hub.mayKnow(session.player, .day(game: $0.info.id, day)) }
  }
}

extension Hub: KernelHost {
  package var activity: Int { journal.activity &+ effects.list.count &+ effects.log.count }

  package func append(_ line: DocumentLine) -> CommitTicket {
    journal.append(line)
    return journal.ticket
  }
}

extension Parlor {
  /// Why a server with these features does not start, as a sentence; `nil` if it does.
  public static func fault(of features: [any Feature]) -> String? {
    let kernel = Kernel(features)
    if let fault = kernel.registrationFaults.first { return fault }
    if let row = CoreParts.rows.first(where: kernel.handles) {
      return "the request \"\(row.type)\" has two handlers"
    }
    let recorded: [RecordedGame] = kernel.contributions()
    if let game = recorded.first(where: { KnownNames.reason(againstGame: $0.id) == nil }) {
      return "results are recorded as \"\(game.id)\", which can be a game's id: use a command's name"
    }
    var names: [UInt8: String] = [:]
    for form in documents() + features.flatMap({ type(of: $0).documents }) {
      if let other = names.updateValue(form.name, forKey: form.number) {
        return "\"\(other)\" and \"\(form.name)\" are both documents of kind \(form.number)"
      }
    }
    return nil
  }

  /// Executes a feature's request.
  func answerByFeature(_ call: RequestCall, _ context: SessionContext) throws(WireError) -> Answer? {
    let caller = SessionCaller(parlor: self, session: context.session, re: context.re)
    guard call.row.takesOperatorToken, (call.request as? any OperatorTokenRequest)?.token != nil else {
      return kernel.answer(call, for: caller, hub)
    }
    var answer: Answer?
    _ = try parts.passwords.checkOperatorToken(from: context.session) {
      answer = kernel.answer(call, for: caller, hub)
      guard case .failure(let error) = answer?.result else { return true }
      return error.code != ErrorCode.badToken.rawValue
    }
    return answer
  }

  /// Executes a feature's request without a session, for a caller who may know no puzzle.
  ///
  /// - Returns: the result, and the commit that must be durable before it is sent; `nil` if no feature has the request.
  package func answer(_ request: some WireRequest, at now: Instant) -> Answer? {
    advance(to: now)
    let call = request.call
    let unavailable = Answer(result: .failure(Self.storageUnavailable), ticket: 0)
    var answer: Answer? = unavailable
    if !call.row.needs.contains(.storage) || !hub.isStalled {
      let run = kernel.run(for: hub) {
        answer = kernel.answer(call, for: SessionCaller(parlor: self, session: nil), hub)
      }
      if case .lacks(let need) = run {
        // The next attempt finds it in memory.
        if case .document(let document) = need { parts.fetcher.load(document, from: nil) { _ in } }
        answer = unavailable
      }
    }
    guard let answer else { return nil }
    if case .failure(let error) = answer.result { hub.figures.count(error) }
    return Answer(result: answer.result, ticket: hub.journal.pending(answer.ticket))
  }
}
