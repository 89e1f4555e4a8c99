/// The methods that are known. Names are case-sensitive; any other is answered 501.
public enum HTTPMethod: String, Sendable, CaseIterable {
  /// Reads.
  case get = "GET"
  /// Reads everything but the body.
  case head = "HEAD"
  /// Adds.
  case post = "POST"
  /// Replaces.
  case put = "PUT"
  /// Changes a part.
  case patch = "PATCH"
  /// Takes away.
  case delete = "DELETE"
  /// Asks which methods there are.
  case options = "OPTIONS"
}

/// The versions that are spoken. Answers always say 1.1, as RFC 9110, section 6.2, wants it.
public enum HTTPVersion: Hashable, Sendable {
  /// HTTP/1.0: the connection ends with the answer unless the client asks otherwise.
  case http10
  /// HTTP/1.1.
  case http11
}

/// A name and a value: of a header line, with the name in lower case, or of a query.
public struct HTTPField: Hashable, Sendable {
  /// The name.
  public let name: String
  /// The value, without white space around it.
  public let value: String

  /// A field.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// The comma-separated members of several values, in lower case. They are tokens: what is not ASCII is none, and
  /// stands as `?`, since to compare texts of many combining marks takes long.
  static func list(_ values: [String]) -> [String] {
    values.flatMap { value in
      Array(value.utf8).split(separator: Byte.comma, omittingEmptySubsequences: false).map { part in
        String(decoding: part.trimmed.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }, as: UTF8.self).lowercased()
      }
    }
  }
}

/// A whole request that keeps every rule.
public struct HTTPRequest: Hashable, Sendable {
  /// What to do.
  public let method: HTTPMethod
  /// With what.
  public let target: HTTPTarget
  /// The version of the request line.
  public let version: HTTPVersion
  /// The host that the request is meant for; `nil` only with HTTP/1.0, which need not say.
  public let host: HTTPHost?
  /// The header lines in their order.
  public let fields: [HTTPField]
  /// The content, taken out of its chunks.
  public internal(set) var body: [UInt8]
  /// Whether the client wants to go on with this connection after the answer.
  public let keepsAlive: Bool

  /// All values of this name, in their order.
  ///
  /// - Parameter name: in lower case.
  public func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  /// The comma-separated members of all values of this name, in lower case.
  ///
  /// - Parameter name: in lower case.
  public func list(of name: String) -> [String] { HTTPField.list(values(of: name)) }
}

/// Why a request is not read: what to answer before the connection is closed.
///
/// What is wrong with a request's bytes makes it unsure where the next one begins, so that none is looked for.
public struct HTTPRefusal: Error, Hashable, Sendable {
  /// The status of the answer.
  public let status: HTTPStatus
  /// One short sentence without a full stop, such as `missing Host`.
  public let reason: String
  /// The method, where it was read before the fault: HEAD wants an answer without a body.
  public internal(set) var method: HTTPMethod?

  init(_ status: HTTPStatus, _ reason: String) {
    self.status = status
    self.reason = reason
  }

  /// Of a request that breaks the grammar.
  static func bad(_ reason: String) -> HTTPRefusal { HTTPRefusal(.badRequest, reason) }
}
