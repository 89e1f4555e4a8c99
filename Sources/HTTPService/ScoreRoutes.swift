internal import HTTPWire
internal import ParlorCore
internal import WireProtocol

/// `/scores` and `/scores/{id}`.
extension HTTPRouter {
  func scores(_ request: HTTPRequest, at now: Instant) -> Reply {
    switch request.method {
    case .get, .head:
      switch Self.page(request.target.query) {
      case .success(let page): return perform(.list(page), .ok, at: now)
      case .failure(let fault): return Reply(Self.problem(.badRequest, fault.message))
      }
    case .post:
      if let refusal = unauthorized(request) { return Reply(refusal) }
      switch draft(request) {
      case .success(let score): return perform(.add(score), .created, at: now)
      case .failure(let fault): return Reply(Self.problem(.badRequest, fault.message))
      }
    case .delete:
      if let refusal = unauthorized(request) { return Reply(refusal) }
      return perform(.reset, .ok, at: now)
    case .put, .patch, .options:
      return Reply(Self.allowing([.get, .head, .post, .delete, .options], for: request))
    }
  }

  func score(_ text: String, _ request: HTTPRequest, at now: Instant) -> Reply {
    let act: ScoreAct
    switch (request.method, Self.id(text)) {
    case (.post, _), (.put, _), (.patch, _), (.options, _):
      return Reply(Self.allowing([.get, .head, .delete, .options], for: request))
    case (.get, .success(let id)), (.head, .success(let id)): act = .get(id)
    case (.delete, .success(let id)):
      if let refusal = unauthorized(request) { return Reply(refusal) }
      act = .delete(id)
    case (_, .failure(let fault)): return Reply(Self.problem(.badRequest, fault.message))
    }
    return perform(act, .ok, at: now)
  }

  private func perform(_ act: ScoreAct, _ status: HTTPStatus, at now: Instant) -> Reply {
    guard let core else { return Reply(Self.nobodyDecides) }
    let (result, ticket) = core.perform(act, at: now)
    switch result {
    case .success(let outcome): return Reply(Self.response(status, act, outcome), after: ticket)
    case .failure(let error): return Reply(Self.problem(error), after: ticket)
    }
  }

  // MARK: - Reading

  /// The empty identifier of `/scores/` is a mistake, and not the whole list: `DELETE /scores/$ID` with an empty
  /// variable must not reset it.
  private static func id(_ text: String) -> Result<Int, Score.Fault> {
    guard !text.isEmpty else { return .failure(Score.Fault("missing id")) }
    return number(text, "id", Score.ids)
  }

  /// `?limit=20&before=262`.
  private static func page(_ query: [HTTPField]) -> Result<Request.Scores, Score.Fault> {
    var page = Request.Scores()
    do throws(Score.Fault) {
      for field in query {
        switch field.name {
        case "limit": page.limit = try number(field.value, "limit", 1...Request.Scores.maximumPage).get()
        case "before": page.before = try number(field.value, "before", Score.ids).get()
        case "player": page.names.append(field.value)
        case "month": page.month = field.value
        default: break
        }
      }
      guard page.names.count <= Request.Scores.maximumNames else {
        throw Score.Fault("at most \(Request.Scores.maximumNames) players")
      }
      return .success(page)
    } catch {
      return .failure(error)
    }
  }

  /// Digits as a program writes them: no sign, no zeros before.
  private static func number(_ text: String, _ name: String, _ range: ClosedRange<Int>) -> Result<Int, Score.Fault> {
    guard let number = Int(text), String(number) == text, range.contains(number) else {
      return .failure(Score.Fault("\(name) must be an integer from \(range.lowerBound) to \(range.upperBound)"))
    }
    return .success(number)
  }

  /// The score in a body. Its `Content-Type` is not asked for: `curl -d` says something else, and what protects from
  /// forms of foreign pages is the token.
  private func draft(_ request: HTTPRequest) -> Result<Score, Score.Fault> {
    guard !request.body.isEmpty else { return .failure(Score.Fault("missing body")) }
    do throws(JSONSyntaxError) {
      try document.parse(request.body)
    } catch {
      return .failure(Score.Fault("the body is not JSON: \(error.description)"))
    }
    guard document.root.kind == .object else { return .failure(Score.Fault("the body must be one JSON object")) }
    do throws(Score.Fault) {
      return .success(try Score(reading: document.root).checked())
    } catch {
      return .failure(error)
    }
  }

  // MARK: - Answers

  private static func response(_ status: HTTPStatus, _ act: ScoreAct, _ outcome: ScoreOutcome) -> HTTPResponse {
    switch outcome {
    case .page(let scores, let more):
      var fields: [HTTPField] = []
      if more, let last = scores.last, case .list(let page) = act {
        // RFC 8288: where the list goes on.
        let players = page.names.map { "&player=" + percentEncoded($0) }.joined()
        let month = page.month.map { "&month=" + percentEncoded($0) } ?? ""
        let next = "/scores?limit=\(page.limit)&before=\(last.score.id)\(players)\(month)"
        fields.append(HTTPField("Link", "<\(next)>; rel=\"next\""))
      }
      return json(status, fields: fields) { $0.scores(scores) }
    case .score(let score):
      let fields = status == .created ? [HTTPField("Location", "/scores/\(score.score.id)")] : []
      return json(status, fields: fields) { score.write(to: &$0) }
    }
  }

  /// A value for a query, with what has a meaning there as `%20` (RFC 3986, 2.1).
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
      case .noSuchScore: .notFound
      case .scoreExists: .conflict
      case .tooManyScores: .insufficientStorage
      case .storageUnavailable: .serviceUnavailable
      default: .badRequest
      }
    if status == .serviceUnavailable { return storageUnavailable }
    // Sentences of the line become phrases like the others here.
    return problem(status, error.message.prefix(1).lowercased() + error.message.dropFirst())
  }
}
