/// The target of a request: a decoded path and query. No part of it can leave a folder or end a line.
public struct HTTPTarget: Hashable, Sendable {
  /// The segments of the path: `["scores", "262"]`; one empty segment for `/`. Never `.` or `..`, and no segment holds
  /// a slash, a backslash or a control character, encoded or not.
  public let path: [String]
  /// The query's fields in order; one without `=` has an empty value.
  public let query: [HTTPField]
  /// Whether it is the whole server (`OPTIONS *`); the path is then empty.
  public let isServer: Bool

  init(path: [String], query: [HTTPField] = [], isServer: Bool = false) {
    self.path = path
    self.query = query
    self.isServer = isServer
  }

  /// Parses the origin form (`/scores?limit=5`) and the absolute form (`http://localhost/scores`), which RFC 9112,
  /// section 3.2.2, requires every server to accept.
  ///
  /// - Returns: the target, and the host of an absolute form.
  static func parse(
    _ bytes: ArraySlice<UInt8>, method: HTTPMethod
  ) throws(HTTPRefusal) -> (target: HTTPTarget, host: HTTPHost?) {
    if bytes.elementsEqual("*".utf8) {
      guard method == .options else { throw .bad("the target * is only for OPTIONS") }
      return (HTTPTarget(path: [], isServer: true), nil)
    }
    let scheme = Array("http://".utf8)
    guard bytes.first != Byte.slash else { return (try origin(bytes), nil) }
    guard bytes.prefix(scheme.count).elementsEqual(scheme, by: { Byte.lower($0) == $1 }) else {
      throw .bad("the target must be a path")
    }
    let rest = bytes.dropFirst(scheme.count)
    let end = rest.firstIndex { $0 == Byte.slash || $0 == UInt8(ascii: "?") } ?? rest.endIndex
    guard let host = HTTPHost(bytes: rest[..<end]) else { throw .bad("the target has no host") }
    let path = rest[end...]
    return (try origin(path.first == Byte.slash ? path : [Byte.slash] + path), host)
  }

  private static func origin(_ bytes: ArraySlice<UInt8>) throws(HTTPRefusal) -> HTTPTarget {
    let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
    var path: [String] = []
    for part in bytes[..<mark].dropFirst().split(separator: Byte.slash, omittingEmptySubsequences: false) {
      let segment = try decoded(part, allowing: Byte.isPath)
      guard segment != ".", segment != "..", !segment.utf8.contains(where: { "/\\".utf8.contains($0) }) else {
        throw .bad("the path must not contain dot segments or encoded slashes")
      }
      path.append(segment)
    }
    var query: [HTTPField] = []
    for part in bytes[mark...].dropFirst().split(separator: UInt8(ascii: "&")) {
      let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      query.append(
        HTTPField(
          try decoded(part[..<equals], allowing: Byte.isQuery),
          try decoded(part[equals...].dropFirst(), allowing: Byte.isQuery)))
    }
    return HTTPTarget(path: path, query: query)
  }

  /// Decodes percent encodings, once.
  private static func decoded(
    _ bytes: ArraySlice<UInt8>, allowing isAllowed: (UInt8) -> Bool
  ) throws(HTTPRefusal) -> String {
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == Byte.percent {
        guard index + 2 < bytes.endIndex, let high = Byte.hexValue(bytes[index + 1]),
          let low = Byte.hexValue(bytes[index + 2])
        else { throw .bad("bad percent encoding in the target") }
        plain.append(high << 4 | low)
        index += 3
      } else {
        guard isAllowed(bytes[index]) else { throw .bad("the target contains a character that must be encoded") }
        plain.append(bytes[index])
        index += 1
      }
    }
    guard !plain.contains(where: Byte.isControl), let text = String(validating: plain, as: UTF8.self) else {
      throw .bad("the target is not plain text")
    }
    return text
  }
}

extension Byte {
  static func isQuery(_ byte: UInt8) -> Bool { isPath(byte) || byte == slash || byte == UInt8(ascii: "?") }

  static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
