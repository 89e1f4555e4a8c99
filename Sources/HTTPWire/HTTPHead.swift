/// The request line and the header lines of a request, read one by one.
struct HTTPHead: Sendable {
  let method: HTTPMethod
  let target: HTTPTarget
  private let targetHost: HTTPHost?
  var fields: HTTPFields

  /// Parses `GET /scores HTTP/1.1`: exactly two spaces.
  init(requestLine line: ArraySlice<UInt8>) throws(HTTPRefusal) {
    let parts = line.split(separator: Byte.space, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, !parts[1].isEmpty, parts[0].allSatisfy(Byte.isToken) else {
      throw .bad("the request line must be METHOD TARGET HTTP/1.1")
    }
    fields = HTTPFields(version: try Self.version(parts[2]))
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
    throw HTTPRefusal(.versionNotSupported, "only HTTP/1.1 and HTTP/1.0 are supported")
  }

  // MARK: - Header lines

  /// The host that the request is for.
  func host() throws(HTTPRefusal) -> HTTPHost? {
    let given = fields.values("host")
    guard given.count <= 1 else { throw .bad("more than one Host") }
    guard let text = given.first else {
      if fields.version == .http11 { throw .bad("missing Host") }
      return targetHost
    }
    guard let host = HTTPHost(text) else { throw .bad("bad Host") }
    // The target takes precedence, but such a request is sent to exploit parsers that disagree.
    if let targetHost, targetHost != host { throw .bad("the target and Host disagree") }
    return host
  }

  /// Whether the client waits for `100 Continue` before it sends the body.
  func expectsContinue() throws(HTTPRefusal) -> Bool {
    let expectations = fields.list("expect")
    guard !expectations.isEmpty, fields.version == .http11 else { return false }
    guard expectations == ["100-continue"] else { throw HTTPRefusal(.expectationFailed, "unknown expectation") }
    return true
  }
}

extension HTTPRefusal {
  /// The same refusal for a request with this method.
  func naming(_ method: HTTPMethod) -> HTTPRefusal {
    var copy = self
    copy.method = method
    return copy
  }
}
