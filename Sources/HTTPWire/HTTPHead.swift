/// What stands before a body: the request line and the header lines, as they are read one by one.
struct HTTPHead: Sendable {
  /// How long a body is, by what the header lines say.
  enum Framing: Hashable, Sendable {
    case length(Int)
    case chunked
  }

  let method: HTTPMethod
  let target: HTTPTarget
  let version: HTTPVersion
  private let targetHost: HTTPHost?
  private(set) var fields: [HTTPField] = []

  /// Reads `GET /scores HTTP/1.1`: exactly two spaces.
  init(requestLine line: ArraySlice<UInt8>) throws(HTTPRefusal) {
    let parts = line.split(separator: Byte.space, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, !parts[1].isEmpty, parts[0].allSatisfy(Byte.isToken) else {
      throw .bad("the request line must be METHOD TARGET HTTP/1.1")
    }
    version = try Self.version(parts[2])
    guard let method = HTTPMethod(rawValue: String(decoding: parts[0], as: UTF8.self)) else {
      throw HTTPRefusal(.notImplemented, "unknown method")
    }
    self.method = method
    do {
      (target, targetHost) = try HTTPTarget.parse(parts[1], method: method)
    } catch {
      throw error.naming(method)
    }
  }

  private static func version(_ bytes: ArraySlice<UInt8>) throws(HTTPRefusal) -> HTTPVersion {
    switch String(decoding: bytes, as: UTF8.self) {
    case "HTTP/1.1": return .http11
    case "HTTP/1.0": return .http10
    default: break
    }
    let first = bytes.startIndex
    guard bytes.count == 8, bytes.starts(with: "HTTP/".utf8), Byte.isDigit(bytes[first + 5]),
      bytes[first + 6] == UInt8(ascii: "."), Byte.isDigit(bytes[first + 7])
    else { throw .bad("the request line must end in HTTP/1.1") }
    throw HTTPRefusal(.versionNotSupported, "only HTTP/1.1 and HTTP/1.0 are spoken here")
  }

  /// Reads `Name: value`. A line that continues the one before it (`obs-fold`) has no name and is refused with it.
  mutating func add(_ line: ArraySlice<UInt8>, limits: HTTPLimits) throws(HTTPRefusal) {
    guard fields.count < limits.fields else { throw HTTPRefusal(.headerFieldsTooLarge, "too many header lines") }
    fields.append(try Self.field(line))
  }

  /// One header line or trailer. White space before the colon would let two readers see two names.
  static func field(_ line: ArraySlice<UInt8>) throws(HTTPRefusal) -> HTTPField {
    guard let colon = line.firstIndex(of: Byte.colon), colon > line.startIndex,
      line[..<colon].allSatisfy(Byte.isToken)
    else { throw .bad("a header line must be Name: value") }
    return HTTPField(
      String(decoding: line[..<colon], as: UTF8.self).lowercased(),
      String(decoding: line[(colon + 1)...].trimmed, as: UTF8.self))
  }

  // MARK: - What the header lines say

  private func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  private func list(_ name: String) -> [String] { HTTPField.list(values(name)) }

  /// The one host that the request is for.
  func host() throws(HTTPRefusal) -> HTTPHost? {
    let given = values("host")
    guard given.count <= 1 else { throw .bad("more than one Host") }
    guard let text = given.first else {
      if version == .http11 { throw .bad("missing Host") }
      return targetHost
    }
    guard let host = HTTPHost(text) else { throw .bad("bad Host") }
    // The target would win; but that two readers may disagree is what such a request is sent for.
    if let targetHost, targetHost != host { throw .bad("the target and Host disagree") }
    return host
  }

  /// RFC 9112, section 6.3, where it leaves a choice the strict one: a request whose length could be read in two ways
  /// is refused.
  func framing(limits: HTTPLimits) throws(HTTPRefusal) -> Framing {
    let lengths = values("content-length")
    let codings = list("transfer-encoding")
    guard !codings.isEmpty else { return .length(try length(lengths, limits)) }
    guard lengths.isEmpty else { throw .bad("both Content-Length and Transfer-Encoding") }
    guard version == .http11 else { throw .bad("Transfer-Encoding in HTTP/1.0") }
    guard codings != ["chunked"] else { return .chunked }
    let known = codings.allSatisfy { $0 == "chunked" || $0.isEmpty }
    if known || codings.dropLast().contains("chunked") { throw .bad("bad Transfer-Encoding") }
    throw HTTPRefusal(.notImplemented, "unknown transfer coding")
  }

  private func length(_ given: [String], _ limits: HTTPLimits) throws(HTTPRefusal) -> Int {
    guard let text = given.first else { return 0 }
    guard given.count == 1, !text.isEmpty, text.utf8.allSatisfy(Byte.isDigit) else {
      throw .bad(given.count == 1 ? "bad Content-Length" : "more than one Content-Length")
    }
    // Digits alone: what does not fit in an integer is too long as well.
    guard let length = Int(text), length <= limits.bodyBytes else {
      throw HTTPRefusal(.contentTooLarge, "the body may have at most \(limits.bodyBytes) bytes")
    }
    return length
  }

  /// Whether the client waits for `100 Continue` before it sends the body.
  func expectsContinue() throws(HTTPRefusal) -> Bool {
    let expectations = list("expect")
    guard !expectations.isEmpty, version == .http11 else { return false }
    guard expectations == ["100-continue"] else { throw HTTPRefusal(.expectationFailed, "unknown expectation") }
    return true
  }

  /// HTTP/1.1 goes on unless told otherwise, HTTP/1.0 the other way round.
  var keepsAlive: Bool {
    let options = list("connection")
    if options.contains("close") { return false }
    return version == .http11 || options.contains("keep-alive")
  }
}

extension HTTPRefusal {
  /// The same of a request with this method.
  func naming(_ method: HTTPMethod) -> HTTPRefusal {
    var copy = self
    copy.method = method
    return copy
  }
}
