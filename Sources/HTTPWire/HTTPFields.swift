/// The header lines of a message, read one by one, and what they say about its body.
struct HTTPFields: Sendable {
  /// The length of a body, according to the header lines.
  enum Framing: Hashable, Sendable {
    case length(Int)
    case chunked
  }

  let version: HTTPVersion
  private(set) var lines: [HTTPField] = []
  /// The bytes of the lines so far, endings included.
  private var bytes = 0

  init(version: HTTPVersion) { self.version = version }

  /// Reads available header lines.
  ///
  /// - Returns: whether they are complete: the empty line was read.
  /// - Throws: `overflow` when they exceed `limits`; or the reason why a line is invalid.
  mutating func read(
    from queue: inout ByteQueue, limits: HTTPLimits, overflow: HTTPRefusal
  ) throws(HTTPRefusal) -> Bool {
    while let line = try queue.takeLine(limit: max(0, limits.fieldBytes - bytes), overflow: overflow) {
      guard !line.isEmpty else { return true }
      try add(line, limits: limits)
      bytes += line.count + 2
    }
    return false
  }

  /// Reads `Name: value`. A continuation line (`obs-fold`) has no name and is refused for that.
  private mutating func add(_ line: ArraySlice<UInt8>, limits: HTTPLimits) throws(HTTPRefusal) {
    guard lines.count < limits.fields else { throw HTTPRefusal(.headerFieldsTooLarge, "too many header lines") }
    lines.append(try Self.field(line))
  }

  /// One header line or trailer. White space before the colon is refused: two parsers could read two names.
  static func field(_ line: ArraySlice<UInt8>) throws(HTTPRefusal) -> HTTPField {
    guard let colon = line.firstIndex(of: Byte.colon), colon > line.startIndex,
      line[..<colon].allSatisfy(Byte.isToken)
    else { throw .bad("a header line must be Name: value") }
    return HTTPField(
      String(decoding: line[..<colon], as: UTF8.self).lowercased(),
      String(decoding: line[(colon + 1)...].trimmed, as: UTF8.self))
  }

  func values(_ name: String) -> [String] { lines.filter { $0.name == name }.map(\.value) }

  func list(_ name: String) -> [String] { HTTPField.list(values(name)) }

  /// The framing by RFC 9112, section 6.3; where it leaves a choice, the strict one: ambiguous framing is refused.
  ///
  /// - Returns: `nil` if the header lines do not say.
  func framing(limits: HTTPLimits) throws(HTTPRefusal) -> Framing? {
    let lengths = values("content-length")
    let codings = list("transfer-encoding")
    guard !codings.isEmpty else { return try length(lengths, limits).map(Framing.length) }
    guard lengths.isEmpty else { throw .bad("both Content-Length and Transfer-Encoding") }
    guard version == .http11 else { throw .bad("Transfer-Encoding in HTTP/1.0") }
    guard codings != ["chunked"] else { return .chunked }
    let known = codings.allSatisfy { $0 == "chunked" || $0.isEmpty }
    if known || codings.dropLast().contains("chunked") { throw .bad("bad Transfer-Encoding") }
    throw HTTPRefusal(.notImplemented, "unknown transfer coding")
  }

  private func length(_ given: [String], _ limits: HTTPLimits) throws(HTTPRefusal) -> Int? {
    guard let text = given.first else { return nil }
    guard given.count == 1, !text.isEmpty, text.utf8.allSatisfy(Byte.isDigit) else {
      throw .bad(given.count == 1 ? "bad Content-Length" : "more than one Content-Length")
    }
    // Only digits here: a number that overflows an integer is over the limit too.
    guard let length = Int(text), length <= limits.bodyBytes else {
      throw HTTPRefusal(.contentTooLarge, "the body may have at most \(limits.bodyBytes) bytes")
    }
    return length
  }

  /// HTTP/1.1 keeps the connection open unless told otherwise; HTTP/1.0 closes it unless told otherwise.
  var keepsAlive: Bool {
    let options = list("connection")
    if options.contains("close") { return false }
    return version == .http11 || options.contains("keep-alive")
  }
}
