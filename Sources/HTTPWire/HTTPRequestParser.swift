/// Takes requests out of a connection's bytes, however they are cut into pieces: a pure value.
///
/// `append` what has come, then call `next` until it answers `.needsMore`. Requests that follow each other without
/// waiting (pipelining) come out one by one. After a refusal nothing more is read: the answer is sent and the
/// connection closed.
public struct HTTPRequestParser: Sendable {
  /// What `next` has found.
  public enum Step: Hashable, Sendable {
    /// No whole request yet.
    case needsMore
    /// The client waits for `100 Continue` before it sends the body; told once a request.
    case expectsContinue
    /// A request.
    case request(HTTPRequest)
    /// No request, now and for ever.
    case refused(HTTPRefusal)
  }

  private enum Place: Sendable {
    /// Before a request line; one empty line may stand there (RFC 9112, section 2.2).
    case start(hasSkipped: Bool)
    case fields(HTTPHead)
    case fixed(HTTPRequest, length: Int)
    case chunked(HTTPRequest, ChunkedBody)
    case over(HTTPRefusal)
  }

  private let limits: HTTPLimits
  private var queue = ByteQueue()
  private var place = Place.start(hasSkipped: false)
  private var owesContinue = false
  /// The method of the request that is being read.
  private var method: HTTPMethod?

  /// A parser for a new connection.
  public init(limits: HTTPLimits = HTTPLimits()) { self.limits = limits }

  /// Whether a request has begun and is not whole: what a time limit for slow clients looks at.
  public var isInside: Bool {
    switch place {
    case .start: queue.count > 0
    case .fields, .fixed, .chunked: true
    case .over: false
    }
  }

  /// How many bytes have come that no request has taken yet.
  public var waitingBytes: Int { queue.count }

  /// Takes what has come and belongs to no request, for a connection that goes on in another protocol.
  public mutating func takeUnread() -> [UInt8] { Array(queue.take(upTo: queue.count)) }

  /// Bytes have come. After a refusal they are thrown away.
  public mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if case .over = place { return }
    queue.append(bytes)
  }

  /// What the bytes so far amount to.
  public mutating func next() -> Step {
    do throws(HTTPRefusal) {
      while true {
        if let step = try advance() { return step }
      }
    } catch {
      let refusal = method.map(error.naming) ?? error
      place = .over(refusal)
      queue = ByteQueue()
      return .refused(refusal)
    }
  }

  /// One step; `nil` when there is another to take.
  private mutating func advance() throws(HTTPRefusal) -> Step? {
    switch place {
    case .start(let hasSkipped): return try readRequestLine(hasSkipped)
    case .fields(var head):
      let overflow = HTTPRefusal(.headerFieldsTooLarge, "the header lines are too long")
      guard try head.fields.read(from: &queue, limits: limits, overflow: overflow) else {
        place = .fields(head)
        return .needsMore
      }
      try finish(head)
      return nil
    case .fixed(var request, let length):
      guard queue.count >= length else { return wait() }
      request.body = Array(queue.take(upTo: length))
      return deliver(request)
    case .chunked(var request, var body):
      // Let go of here, so that what is added to the body is added in place.
      place = .start(hasSkipped: false)
      let isWhole = try body.read(from: &queue, limits: limits)
      guard isWhole else {
        place = .chunked(request, body)
        return wait()
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
      place = .start(hasSkipped: true)
    } else {
      let head = try HTTPHead(requestLine: line)
      method = head.method
      place = .fields(head)
    }
    return nil
  }

  /// The header lines are all there.
  private mutating func finish(_ head: HTTPHead) throws(HTTPRefusal) {
    let request = HTTPRequest(
      method: head.method, target: head.target, version: head.fields.version, host: try head.host(),
      fields: head.fields.lines, body: [], keepsAlive: head.fields.keepsAlive)
    let framing = try head.fields.framing(limits: limits) ?? .length(0)
    owesContinue = try head.expectsContinue()
    switch framing {
    case .length(let length): place = .fixed(request, length: length)
    case .chunked: place = .chunked(request, ChunkedBody())
    }
  }

  /// The body is not whole. A client that has begun to send it needs no leave to do so.
  private mutating func wait() -> Step {
    guard owesContinue else { return .needsMore }
    owesContinue = false
    return queue.count == 0 ? .expectsContinue : .needsMore
  }

  private mutating func deliver(_ request: HTTPRequest) -> Step {
    place = .start(hasSkipped: false)
    owesContinue = false
    method = nil
    queue.shrink()
    return .request(request)
  }
}
