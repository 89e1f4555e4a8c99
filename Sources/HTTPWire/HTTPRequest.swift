/// The known methods. Names are case-sensitive; any other gets 501.
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
  /// Deletes.
  case delete = "DELETE"
  /// Asks for the allowed methods.
  case options = "OPTIONS"
}

/// The supported versions. Responses always say 1.1, as RFC 9110, section 6.2, requires.
public enum HTTPVersion: Hashable, Sendable {
  /// HTTP/1.0: the connection closes after the response unless the client asks otherwise.
  case http10
  /// HTTP/1.1.
  case http11
}

/// A name and a value: of a header line (the name in lower case) or of a query.
public struct HTTPField: Hashable, Sendable {
  /// The name.
  public let name: String
  /// The value, without surrounding white space.
  public let value: String

  /// Creates a field.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// The comma-separated members of several values, in lower case. They are tokens: anything outside ASCII becomes `?`,
  /// since comparing texts with many combining marks is slow.
  static func list(_ values: [String]) -> [String] {
    values.flatMap { value in
      Array(value.utf8).split(separator: Byte.comma, omittingEmptySubsequences: false).map { part in
        String(decoding: part.trimmed.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }, as: UTF8.self).lowercased()
      }
    }
  }
}

/// A complete, valid request.
public struct HTTPRequest: Hashable, Sendable {
  /// The method.
  public let method: HTTPMethod
  /// The target.
  public let target: HTTPTarget
  /// The version of the request line.
  public let version: HTTPVersion
  /// The requested host; `nil` only for HTTP/1.0, where it is optional.
  public let host: HTTPHost?
  /// The header lines in order.
  public let fields: [HTTPField]
  /// The content, decoded from its chunks.
  public internal(set) var body: [UInt8]
  /// Whether the client wants to keep the connection open after the response.
  public let keepsAlive: Bool

  /// All values of a field, in order.
  ///
  /// - Parameter name: in lower case.
  public func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  /// The comma-separated members of all values of this name, in lower case.
  ///
  /// - Parameter name: in lower case.
  public func list(of name: String) -> [String] { HTTPField.list(values(of: name)) }
}

/// Why a request is refused: the response before the connection is closed.
///
/// A malformed request leaves it unclear where the next one begins, so none is parsed.
public struct HTTPRefusal: Error, Hashable, Sendable {
  /// The status of the answer.
  public let status: HTTPStatus
  /// One short phrase without a full stop, such as `missing Host`.
  public let reason: String
  /// The method, if it was parsed before the fault: the response to HEAD has no body.
  public internal(set) var method: HTTPMethod?

  init(_ status: HTTPStatus, _ reason: String) {
    self.status = status
    self.reason = reason
  }

  /// A refusal of a malformed request.
  static func bad(_ reason: String) -> HTTPRefusal { HTTPRefusal(.badRequest, reason) }
}
