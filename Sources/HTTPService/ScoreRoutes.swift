internal import HTTPWire
internal import Kernel
internal import ParlorCore
internal import WireProtocol

/// `/scores` and `/scores/{id}`.
extension HTTPRouter {
  func scores(_ request: HTTPRequest, from address: String, at now: Instant) -> Reply {
    switch request.method {
    case .get, .head:
      switch Self.page(request.target.query) {
      case .success(let page): return ask(page, at: now)
      case .failure(let fault): return Reply(Self.problem(.badRequest, fault.message))
      }
    case .post:
      if let refusal = unauthorized(request, from: address, at: now) { return Reply(refusal) }
      switch draft(request) {
      case .success(let score): return ask(Request.AddScore(score: score, token: Self.token(request)), at: now)
      case .failure(let fault): return Reply(Self.problem(.badRequest, fault.message))
      }
    case .delete:
      if let refusal = unauthorized(request, from: address, at: now) { return Reply(refusal) }
      return ask(Request.ResetScores(token: Self.token(request)), at: now)
    case .put, .patch, .options:
      return Reply(Self.allowing([.get, .head, .post, .delete, .options], for: request))
    }
  }

  func score(_ text: String, _ request: HTTPRequest, from address: String, at now: Instant) -> Reply {
    switch (request.method, Self.id(text)) {
    case (.post, _), (.put, _), (.patch, _), (.options, _):
      return Reply(Self.allowing([.get, .head, .delete, .options], for: request))
    case (.get, .success(let id)), (.head, .success(let id)): return ask(Request.ShowScore(score: id), at: now)
    case (.delete, .success(let id)):
      if let refusal = unauthorized(request, from: address, at: now) { return Reply(refusal) }
      return ask(Request.DeleteScore(score: id, token: Self.token(request)), at: now)
    case (_, .failure(let fault)): return Reply(Self.problem(.badRequest, fault.message))
    }
  }

  private static func token(_ request: HTTPRequest) -> String? { request.values(of: "x-authorization").first }

  private func ask(_ request: some WireRequest, at now: Instant) -> Reply {
    guard let core else { return Reply(Self.ownerUnreachable) }
    guard let answer = core.answer(request, at: now) else { return Reply(Self.problem(.notFound, "not found")) }
    switch answer.result {
    case .success(let message?):
      let said: Any = (message as? any ShownMessage)?.message ?? message
      return Reply(Self.response(to: request, said), after: answer.ticket)
    case .success(.none): return Reply(Self.problem(.notFound, "not found"))
    case .failure(let error): return Reply(Self.problem(error), after: answer.ticket)
    }
  }

  // MARK: - Reading

  /// The empty identifier of `/scores/` is an error, not the whole list: `DELETE /scores/$ID` with an empty variable
  /// must not reset the list.
  private static func id(_ text: String) -> Result<Int, Score.Fault> {
    guard !text.isEmpty else { return .failure(Score.Fault("missing id")) }
    return number(text, "id", Score.ids)
  }

  /// `?limit=20&after=262`.
  private static func page(_ query: [HTTPField]) -> Result<Request.Scores, Score.Fault> {
    var page = Request.Scores()
    do throws(Score.Fault) {
      for field in query {
        switch field.name {
        case "limit": page.limit = try number(field.value, "limit", Request.Scores.limitRange).get()
        case "after": page.after = try number(field.value, "after", Score.ids).get()
        case "player": page.names.append(field.value)
        case "month": page.month = field.value
        default: break
        }
      }
      guard page.names.count <= Request.Scores.mostNames else {
        throw Score.Fault("at most \(Request.Scores.mostNames) players")
      }
      return .success(page)
    } catch {
      return .failure(error)
    }
  }

  /// A decimal number without a sign or leading zeros.
  private static func number(_ text: String, _ name: String, _ range: ClosedRange<Int>) -> Result<Int, Score.Fault> {
    guard let number = Int(text), String(number) == text, range.contains(number) else {
      return .failure(Score.Fault("\(name) must be an integer from \(range.lowerBound) to \(range.upperBound)"))
    }
    return .success(number)
  }

  /// The score in a body. Its `Content-Type` is not checked: `curl -d` sends another one, and the token already
  /// protects from forms of foreign pages.
  private func draft(_ request: HTTPRequest) -> Result<Score, Score.Fault> {
    guard !request.body.isEmpty else { return .failure(Score.Fault("missing body")) }
    do throws(JSONSyntaxError) {
      try document.parse(request.body)
    } catch {
      return .failure(Score.Fault("the body is not JSON: \(error.description)"))
    }
    guard document.root.kind == .object else { return .failure(Score.Fault("the body must be one JSON object")) }
    do throws(Score.Fault) {
      return .success(try Score(reading: document.root))
    } catch {
      return .failure(error)
    }
  }

  // MARK: - Answers

  /// - Parameter message: an answer of `scores`; its layout is the feature's and unknown here.
  private static func response(to request: some WireRequest, _ message: Any) -> HTTPResponse {
    switch message {
    case let answer as ScoresAnswer:
      var fields: [HTTPField] = []
      if let after = answer.next, let page = request as? Request.Scores {
        // RFC 8288: the link to the next page.
        let players = page.names.map { "&player=" + percentEncoded($0) }.joined()
        let month = page.month.map { "&month=" + percentEncoded($0) } ?? ""
        let next = "/scores?limit=\(page.limit)&after=\(after)\(players)\(month)"
        fields.append(HTTPField("Link", "<\(next)>; rel=\"next\""))
      }
      return json(.ok, fields: fields) { $0.scores(answer.scores.map(withoutTiles)) }
    case let answer as ResetScoresAnswer: return json(.ok) { $0.scores(answer.scores) }
    case let answer as AddScoreAnswer:
      let place = HTTPField("Location", "/scores/\(answer.score.score.id)")
      return json(.created, fields: [place]) { answer.score.write(to: &$0) }
    case let answer as ScoreAnswer:
      let score = Score(
        id: answer.score, date: answer.date, word: answer.word ?? "", tries: answer.rows.map(\.letters),
        player: answer.player)
      return json(.ok) { ListedScore(score, isHidden: answer.word == nil).write(to: &$0) }
    case let answer as DeleteScoreAnswer: return json(.ok) { answer.score.write(to: &$0) }
    default: return problem(.notFound, "not found")
    }
  }

  /// Over HTTP only the words are shown.
  private static func withoutTiles(_ score: ListedScore) -> ListedScore {
    ListedScore(score.score, isHidden: score.isHidden)
  }

  /// Percent-encodes a value for a query (RFC 3986, 2.1).
  private static func percentEncoded(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }

  private static func problem(_ error: WireError) -> HTTPResponse {
    let status: HTTPStatus =
      switch ErrorCode(rawValue: error.code) {
      case .notFound: .notFound
      case .exists: .conflict
      case .tooMany: .insufficientStorage
      case .storageUnavailable: .serviceUnavailable
      case .dataDamaged: .internalServerError
      default: .badRequest
      }
    if status == .serviceUnavailable { return storageUnavailable }
    // Adapts sentences of the line protocol to the phrases used here.
    return problem(status, error.message.prefix(1).lowercased() + error.message.dropFirst())
  }
}
