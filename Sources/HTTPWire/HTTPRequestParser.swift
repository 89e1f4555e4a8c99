/// Parses requests from a connection's bytes, however they are split: a pure value.
///
/// `append` received bytes, then call `next` until it returns `.needsMore`. Pipelined requests come out one by one.
/// After a refusal nothing more is read: the response is sent and the connection closed.
public struct HTTPRequestParser: Sendable {
  /// A result of `next`.
  public enum Step: Hashable, Sendable {
    /// No complete request yet.
    case needsMore
    /// The client waits for `100 Continue` before it sends the body; reported once per request.
    case expectsContinue
    /// A complete request.
    case request(HTTPRequest)
    /// Not a valid request; nothing more is read.
    case refused(HTTPRefusal)
  }

  private enum State: Sendable {
    /// Before a request line; one empty line is allowed here (RFC 9112, section 2.2).
    case start(hasSkipped: Bool)
    case fields(HTTPHead)
    case fixed(HTTPRequest, length: Int)
    case chunked(HTTPRequest, ChunkedBody)
    case over(HTTPRefusal)
  }

  private let limits: HTTPLimits
  private var queue = ByteQueue()
  private var state = State.start(hasSkipped: false)
  private var mustSendContinue = false
  /// The method of the current request.
  private var method: HTTPMethod?

  /// A parser for a new connection.
  public init(limits: HTTPLimits = HTTPLimits()) { self.limits = limits }

  /// Whether a request has begun and is incomplete: the condition of the time limit for slow clients.
  public var isInside: Bool {
    switch state {
    case .start: queue.count > 0
    case .fields, .fixed, .chunked: true
    case .over: false
    }
  }

  /// The number of bytes that belong to no parsed request yet.
  public var waitingBytes: Int { queue.count }

  /// Takes the bytes that belong to no request, for a connection that changes to another protocol.
  public mutating func takeUnread() -> [UInt8] { Array(queue.take(upTo: queue.count)) }

  /// Adds received bytes. After a refusal they are discarded.
  public mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if case .over = state { return }
    queue.append(bytes)
  }

  /// Parses the bytes received so far.
  public mutating func next() -> Step {
    do throws(HTTPRefusal) {
      while true {
        if let step = try advance() { return step }
      }
    } catch {
      let refusal = method.map(error.naming) ?? error
      state = .over(refusal)
      queue = ByteQueue()
      return .refused(refusal)
    }
  }

  /// One step; `nil` if another one follows.
  private mutating func advance() throws(HTTPRefusal) -> Step? {
    switch state {
    case .start(let hasSkipped): return try readRequestLine(hasSkipped)
    case .fields(var head):
      let overflow = HTTPRefusal(.headerFieldsTooLarge, "the header lines are too long")
      guard try head.fields.read(from: &queue, limits: limits, overflow: overflow) else {
        state = .fields(head)
        return .needsMore
      }
      try finish(head)
      return nil
    case .fixed(var request, let length):
      guard queue.count >= length else { return awaitBody() }
      request.body = Array(queue.take(upTo: length))
      return deliver(request)
    case .chunked(var request, var body):
      // Releases the stored state, so that bytes are appended to the body in place.
      state = .start(hasSkipped: false)
      let isWhole = try body.read(from: &queue, limits: limits)
      guard isWhole else {
        state = .chunked(request, body)
        return awaitBody()
      }
      request.body = body.bytes
      return deliver(request)
    case .over(let refusal): return .refused(refusal)
    }
  }

  private mutating func readRequestLine(_ hasSkipped: Bool) throws(HTTPRefusal) -> Step? {
    let overflow = HTTPRefusal(.uriTooLong, "the request line is too long")
    guard let line = try queue.takeLine(limit: limits.requestLineBytes, overflow: overflow) else {
      return .needsMore
    }
    if line.isEmpty && !hasSkipped {
      state = .start(hasSkipped: true)
    } else {
      let head = try HTTPHead(requestLine: line)
      method = head.method
      state = .fields(head)
    }
    return nil
  }

  /// Handles the end of the header lines.
  private mutating func finish(_ head: HTTPHead) throws(HTTPRefusal) {
    let request = HTTPRequest(
      method: head.method, target: head.target, version: head.fields.version, host: try head.host(),
      fields: head.fields.lines, body: [], keepsAlive: head.fields.keepsAlive)
    let framing = try head.fields.framing(limits: limits) ?? .length(0)
    mustSendContinue = try head.expectsContinue()
    switch framing {
    case .length(let length): state = .fixed(request, length: length)
    case .chunked: state = .chunked(request, ChunkedBody())
    }
  }

  /// The body is incomplete. A client that has begun to send it gets no `100 Continue`.
  private mutating func awaitBody() -> Step {
    guard mustSendContinue else { return .needsMore }
    mustSendContinue = false
    return queue.count == 0 ? .expectsContinue : .needsMore
  }

  private mutating func deliver(_ request: HTTPRequest) -> Step {
    state = .start(hasSkipped: false)
    mustSendContinue = false
    method = nil
    queue.shrink()
    return .request(request)
  }
}

/// Limits of a request. Every part has one, so that a request costs bounded memory.
public struct HTTPLimits: Hashable, Sendable {
  /// The longest request line in bytes, without its ending; a longer one gets 414.
  public var requestLineBytes = 4_096
  /// All header lines together in bytes, endings included; more get 431. Trailers may have an eighth of it.
  public var fieldBytes = 8_192
  /// The most header lines; more get 431.
  public var fields = 64
  /// The longest body in bytes, whatever its framing; a longer one gets 413.
  public var bodyBytes = 16_384
  /// All chunk extensions of a request together in bytes; more get 400.
  public var extensionBytes = 256

  /// The defaults, which suit small JSON documents.
  public init() {}

  /// Trailers are read and discarded.
  var trailerBytes: Int { fieldBytes / 8 }
}
