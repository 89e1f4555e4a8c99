/// A server's response, as a client reads it.
public struct HTTPAnswer: Hashable, Sendable {
  /// The status code, 200 to 599.
  public let status: Int
  /// The body.
  public internal(set) var body: [UInt8]
  /// Whether the connection can be reused.
  public let keepsAlive: Bool
  /// The header lines in order.
  public let fields: [HTTPField]
}

/// Parses responses from the bytes of a client's connection, however they are split: a pure value.
///
/// `append` received bytes, then call `next` until it returns `.needsMore`. A response that ends with the connection is
/// refused, since a truncated one cannot be told from a complete one. After a refusal nothing more is read.
public struct HTTPAnswerParser: Sendable {
  /// A result of `next`.
  public enum Step: Hashable, Sendable {
    /// Nothing complete.
    case needsMore
    /// A complete response.
    case answer(HTTPAnswer)
    /// Not a valid response; nothing more is read. The reason is a phrase without a full stop.
    case refused(String)
  }

  private enum State: Sendable {
    case start
    case fields(status: Int, HTTPFields)
    case fixed(HTTPAnswer, left: Int)
    case chunked(HTTPAnswer, ChunkedBody)
    case over(String)
  }

  private let limits: HTTPLimits
  private var queue = ByteQueue()
  private var state = State.start

  /// A parser for a new connection.
  public init(limits: HTTPLimits = HTTPLimits()) {
    self.limits = limits
  }

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
      state = .over(error.reason)
      queue = ByteQueue()
      return .refused(error.reason)
    }
  }

  /// One step; `nil` if another one follows.
  private mutating func advance() throws(HTTPRefusal) -> Step? {
    switch state {
    case .start:
      let overflow = HTTPRefusal.bad("the status line is too long")
      guard let line = try queue.takeLine(limit: limits.requestLineBytes, overflow: overflow) else {
        return .needsMore
      }
      state = .fields(status: try Self.status(line), HTTPFields(version: .http11))
      return nil
    case .fields(let status, var fields):
      if try fields.read(from: &queue, limits: limits, overflow: .bad("the header lines are too long")) {
        return try finish(status, fields)
      }
      state = .fields(status: status, fields)
      return .needsMore
    case .fixed(var answer, let left): return readFixed(&answer, left)
    case .chunked(var answer, var body):
      // Releases the stored state, so that bytes are appended to the body in place.
      state = .start
      return try readChunks(&answer, &body)
    case .over(let reason): return .refused(reason)
    }
  }

  /// Reads `HTTP/1.1 200 OK`; the reason phrase may be missing.
  private static func status(_ line: ArraySlice<UInt8>) throws(HTTPRefusal) -> Int {
    guard line.starts(with: "HTTP/1.1 ".utf8) else { throw .bad("this is not an HTTP/1.1 response") }
    let rest = line.dropFirst(9)
    let digits = rest.prefix(3)
    guard digits.count == 3, digits.allSatisfy(Byte.isDigit), rest.count == 3 || rest.dropFirst(3).first == Byte.space
    else { throw .bad("the status line must be HTTP/1.1 CODE WORDS") }
    let status = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    guard (100...599).contains(status), status != 101 else { throw .bad("invalid status \(status)") }
    return status
  }

  /// Handles the end of the header lines.
  private mutating func finish(_ status: Int, _ fields: HTTPFields) throws(HTTPRefusal) -> Step? {
    guard status >= 200 else {
      // Interim responses such as 100 Continue precede the response.
      state = .start
      return nil
    }
    let answer = HTTPAnswer(status: status, body: [], keepsAlive: fields.keepsAlive, fields: fields.lines)
    let hasBody = status != 204 && status != 304
    guard let framing = hasBody ? try fields.framing(limits: limits) : .length(0) else {
      throw .bad("the response states no length")
    }
    switch framing {
    case .length(let length): state = .fixed(answer, left: length)
    case .chunked: state = .chunked(answer, ChunkedBody())
    }
    return nil
  }

  private mutating func readFixed(_ answer: inout HTTPAnswer, _ left: Int) -> Step? {
    guard queue.count >= left else { return .needsMore }
    answer.body = Array(queue.take(upTo: left))
    return deliver(answer)
  }

  private mutating func readChunks(_ answer: inout HTTPAnswer, _ body: inout ChunkedBody) throws(HTTPRefusal) -> Step? {
    guard try body.read(from: &queue, limits: limits) else {
      state = .chunked(answer, body)
      return .needsMore
    }
    answer.body = body.bytes
    return deliver(answer)
  }

  private mutating func deliver(_ answer: HTTPAnswer) -> Step {
    state = .start
    queue.shrink()
    return .answer(answer)
  }
}
