internal import HTTPWire
internal import Kernel
internal import ParlorCore
internal import WireProtocol

/// Routes a request to its answer, and checks who may ask.
final class HTTPRouter {
  /// An answer, and the commit that must be durable before it is sent.
  struct Reply {
    let response: HTTPResponse
    let ticket: CommitTicket

    init(_ response: HTTPResponse, after ticket: CommitTicket = 0) {
      self.response = response
      self.ticket = ticket
    }
  }

  /// `nil` if another node owns the core.
  var core: Parlor?
  let configuration: HTTPServiceConfiguration
  let document = JSONDocument()
  let surroundings: HTTPSurroundings
  private var pictures = PictureCache()
  private var compressed = CompressedPages()
  /// The number of answers by status.
  private(set) var answers: [Int: Int] = [:]
  private var tokenGuard: OperatorTokenGuard

  init(core: Parlor?, configuration: HTTPServiceConfiguration, surroundings: HTTPSurroundings) {
    self.core = core
    tokenGuard = configuration.tokenGuard
    self.configuration = configuration
    self.surroundings = surroundings
  }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - address: the client's address.
  ///   - isLoopback: whether a program of this machine asks over the loopback, not through a balancer.
  ///   - isRelayed: whether another node relays it, which has done the checks of its client.
  func answer(
    _ request: HTTPRequest, from address: String, at now: Instant, isLoopback: Bool = false, isRelayed: Bool = false
  ) -> Reply {
    if !isRelayed, let refusal = rejection(request) { return Reply(refusal) }
    if request.target.isServer { return Reply(Self.allowing(HTTPMethod.allCases, for: request)) }
    let path = request.target.path
    switch path.first {
    case "scores" where path.count == 1: return scores(request, from: address, at: now)
    case "scores" where path.count == 2: return score(path[1], request, from: address, at: now)
    case "arena" where path.count == 2: return arena(path[1], request, at: now)
    case "line" where path.count == 1: return readOnly(request) { line(request) }
    case "s": return readOnly(request) { SharePage.gone }
    case "metrics" where path.count == 1:
      return readOnly(request) { metrics(request, from: address, at: now, isLoopback: isLoopback) }
    case "health" where path.count == 1, "ready" where path.count == 1: return readOnly(request) { health() }
    default:
      guard let page = configuration.pages.page(at: path, root: SharePage.root(of: request)) else {
        return Reply(Self.problem(.notFound, "not found"))
      }
      return readOnly(request) { WebPages.answer(page, to: request, &compressed) }
    }
  }

  /// The asynchronous query that a request needs: of the node that owns the core, or of storage for a shared result by
  /// its address. `nil` if ``answer(_:at:isLoopback:isRelayed:)`` has the answer.
  func asyncQuery(_ request: HTTPRequest, isRelayed: Bool = false) -> ((@escaping (HTTPResponse) -> Void) -> Void)? {
    guard isRelayed || rejection(request) == nil else { return nil }
    let path = request.target.path
    guard let core else { return Self.needsCore(path) ? { [self] answer in relayToOwner(request, answer) } : nil }
    guard path.count == 2, path[0] == "s", [.get, .head].contains(request.method) else { return nil }
    let isPicture = path[1].hasSuffix(".png")
    let link = String(isPicture ? path[1].dropLast(4) : path[1][...])
    return { [self] answer in
      core.sharedResult(at: link) { [self] found in
        switch found {
        case .found(let result, _) where isPicture:
          answer(SharePage.answer(picture: pictures.picture(of: GridPicture.rows(of: result.text))))
        case .found(let result, let isPlayedHere):
          let root = SharePage.root(of: request)
          answer(SharePage.answer(result, isPlayedHere: isPlayedHere, link: link, root: root))
        case .gone: answer(isPicture ? Self.problem(.notFound, "not found") : SharePage.gone)
        case .unavailable: answer(Self.storageUnavailable)
        }
      }
    }
  }

  private static func needsCore(_ path: [String]) -> Bool {
    path.first == "scores" && path.count <= 2 || ["arena", "s"].contains(path.first) && path.count == 2
  }

  private func relayToOwner(_ request: HTTPRequest, _ answer: @escaping (HTTPResponse) -> Void) {
    guard let relay = surroundings.relay else { return answer(Self.ownerUnreachable) }
    relay(request.relayed) { bytes in
      answer(bytes.flatMap(HTTPResponse.init(relayed:)) ?? Self.ownerUnreachable)
    }
  }

  /// Serialises an answer and counts it.
  func bytes(of response: HTTPResponse, for recipient: HTTPResponse.Recipient, at now: Instant) -> [UInt8] {
    answers[response.status.rawValue, default: 0] += 1
    var bytes: [UInt8] = []
    bytes.reserveCapacity(response.body.count + 256)
    response.write(to: &bytes, for: recipient, date: HTTPDate.text(secondsSince1970: now.milliseconds / 1000))
    return bytes
  }

  // MARK: - Access

  /// Refuses requests that a foreign web page may have caused a browser to send.
  private func rejection(_ request: HTTPRequest) -> HTTPResponse? {
    // Only a balancer's health check in HTTP/1.0 needs no host.
    guard request.host.map({ configuration.hosts.permit($0) }) ?? Self.isHealthCheck(request.target.path) else {
      return Self.problem(.misdirectedRequest, "this server does not serve this Host")
    }
    guard request.values(of: "origin").allSatisfy({ configuration.hosts.permit(origin: $0, to: request.host) }) else {
      return Self.problem(.forbidden, "pages of this Origin may not send requests here")
    }
    return nil
  }

  private static func isHealthCheck(_ path: [String]) -> Bool { path == ["health"] || path == ["ready"] }

  /// Refuses requests without the token.
  func unauthorized(_ request: HTTPRequest, from address: String, at now: Instant) -> HTTPResponse? {
    let shown = request.values(of: "x-authorization")
    let reason = shown.isEmpty ? "missing X-Authorization" : "wrong token in X-Authorization"
    let refusal = Self.problem(
      .unauthorized, reason, fields: [HTTPField("WWW-Authenticate", "X-Authorization realm=\"parlor\"")])
    return refuse(shown, from: address, at: now, with: refusal)
  }

  /// Refuses a request without the right token. Wrong ones are counted by address; beyond the limit, tokens are not
  /// checked.
  func refuse(
    _ shown: [String], from address: String, at now: Instant, with refusal: HTTPResponse
  ) -> HTTPResponse? {
    guard !shown.isEmpty else { return refusal }
    let verdict = tokenGuard.check(from: address, at: now) {
      shown.count == 1 && configuration.token?.matches(shown[0]) == true
    }
    switch verdict {
    case .right: return nil
    case .wrong(let entry):
      if let entry { surroundings.log(entry) }
      return refusal
    case .tooMany(let wait):
      return Self.problem(
        .tooManyRequests, "too many wrong tokens", fields: [HTTPField("Retry-After", String((wait + 999) / 1000))])
    }
  }

  // MARK: - Read-only pages

  /// Answers GET and HEAD, and other methods with 405.
  private func readOnly(_ request: HTTPRequest, _ body: () -> HTTPResponse) -> Reply {
    guard request.method == .get || request.method == .head else {
      return Reply(Self.allowing([.get, .head, .options], for: request))
    }
    return Reply(body())
  }

  /// The health check of load balancers: whether changes can be stored; for a node of a cluster, its own state.
  private func health() -> HTTPResponse {
    let cluster = surroundings.figures().cluster
    let works = cluster.map { $0.trouble == nil } ?? core?.situation.storageWorks ?? false
    // On 404 HAProxy keeps a server's connections and sends it no new ones (`http-check disable-on-404`).
    let status: HTTPStatus = works ? .ok : cluster?.keepsConnections == true ? .notFound : .serviceUnavailable
    return Self.json(status) { json in
      json.beginObject()
      json.field("status", works ? "ok" : "storage_unavailable")
      if let trouble = cluster?.trouble {
        json.field("reason", trouble.reason)
        json.field("why", trouble.why)
      }
      json.endObject()
    }
  }

  /// The protocol's lines for web pages: the accepting answer turns the connection into a WebSocket.
  private func line(_ request: HTTPRequest) -> HTTPResponse {
    switch WebSocketHandshake.read(request) {
    case .accepted(let accept) where request.method == .get:
      HTTPResponse(.switchingProtocols, fields: WebSocketHandshake.fields(accept: accept))
    case .accepted, .upgradeRequired:
      Self.problem(.upgradeRequired, "this path is for WebSocket, version 13", fields: WebSocketHandshake.required)
    case .broken(let reason): Self.problem(.badRequest, reason)
    }
  }

  // MARK: - Answers

  /// A JSON body with a newline at its end, for people at a terminal.
  static func json(
    _ status: HTTPStatus, fields: [HTTPField] = [], _ body: (inout JSONWriter) -> Void
  ) -> HTTPResponse {
    var json = JSONWriter()
    body(&json)
    json.newline()
    return HTTPResponse(status, type: "application/json", body: json.bytes, fields: uncachedFields + fields)
  }

  /// Fields of an answer that must not be cached, and whose type must not be guessed.
  static let uncachedFields = [
    HTTPField("Cache-Control", "no-store"), HTTPField("X-Content-Type-Options", "nosniff"),
  ]

  /// `{"error":"missing id"}`.
  static func problem(_ status: HTTPStatus, _ reason: String, fields: [HTTPField] = []) -> HTTPResponse {
    json(status, fields: fields) { json in
      json.beginObject()
      json.field("error", reason.showable)
      json.endObject()
    }
  }

  /// The answer at the limit of connections.
  static let full = problem(
    .serviceUnavailable, "too many connections", fields: [HTTPField("Retry-After", "1")])

  /// The answer when another node owns the core and does not answer.
  static let ownerUnreachable = problem(
    .serviceUnavailable,
    "the node that owns this data is unreachable; a requested change may or may not have been made",
    fields: [HTTPField("Retry-After", "1")])

  /// The answer to changes while nothing can be stored.
  static let storageUnavailable = problem(
    .serviceUnavailable, "the server cannot store this at the moment; nothing has changed",
    fields: [HTTPField("Retry-After", "1")])

  /// The allowed methods of a path: the answer to OPTIONS, and to methods that are not allowed.
  static func allowing(_ methods: [HTTPMethod], for request: HTTPRequest) -> HTTPResponse {
    let allow = HTTPField("Allow", methods.map(\.rawValue).joined(separator: ", "))
    if request.method == .options { return HTTPResponse(.noContent, fields: [allow]) }
    return problem(.methodNotAllowed, "\(request.method.rawValue) is not allowed on this path", fields: [allow])
  }
}
