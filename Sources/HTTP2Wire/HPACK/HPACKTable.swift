/// The static table of RFC 7541, appendix A, followed by a connection's dynamic table.
struct HPACKTable: Sendable {
  /// The default size of a dynamic table; this client never changes it.
  static let mostBytes = 4_096

  private static let staticFields: [HPACKField] = [
    (":authority", ""), (":method", "GET"), (":method", "POST"), (":path", "/"), (":path", "/index.html"),
    (":scheme", "http"), (":scheme", "https"), (":status", "200"), (":status", "204"), (":status", "206"),
    (":status", "304"), (":status", "400"), (":status", "404"), (":status", "500"), ("accept-charset", ""),
    ("accept-encoding", "gzip, deflate"), ("accept-language", ""), ("accept-ranges", ""), ("accept", ""),
    ("access-control-allow-origin", ""), ("age", ""), ("allow", ""), ("authorization", ""), ("cache-control", ""),
    ("content-disposition", ""), ("content-encoding", ""), ("content-language", ""), ("content-length", ""),
    ("content-location", ""), ("content-range", ""), ("content-type", ""), ("cookie", ""), ("date", ""),
    ("etag", ""), ("expect", ""), ("expires", ""), ("from", ""), ("host", ""), ("if-match", ""),
    ("if-modified-since", ""), ("if-none-match", ""), ("if-range", ""), ("if-unmodified-since", ""),
    ("last-modified", ""), ("link", ""), ("location", ""), ("max-forwards", ""), ("proxy-authenticate", ""),
    ("proxy-authorization", ""), ("range", ""), ("referer", ""), ("refresh", ""), ("retry-after", ""),
    ("server", ""), ("set-cookie", ""), ("strict-transport-security", ""), ("transfer-encoding", ""),
    ("user-agent", ""), ("vary", ""), ("via", ""), ("www-authenticate", ""),
  ].map { (name: String, value: String) in HPACKField(name, value) }

  private static let indexes = Dictionary(uniqueKeysWithValues: zip(staticFields, 1...))
  private static let nameIndexes = Dictionary(zip(staticFields.map(\.name), 1...)) { first, _ in first }

  /// The index of the first entry of the static table with a name.
  static func staticIndex(ofName name: String) -> Int? { nameIndexes[name] }

  /// The index of an entry of the static table.
  static func staticIndex(of field: HPACKField) -> Int? { indexes[field] }

  /// The newest last.
  private(set) var dynamic: [HPACKField] = []
  private var size = 0
  private var limit = mostBytes

  /// The entry at an index: 1 to 61 are static, 62 is the newest dynamic one, and so on.
  func field(at index: Int) throws(HTTP2Fault) -> HPACKField {
    guard index > 0, index <= Self.staticFields.count + dynamic.count else {
      throw HTTP2Fault("no header field with index \(index)")
    }
    return index <= Self.staticFields.count
      ? Self.staticFields[index - 1] : dynamic[dynamic.count - (index - Self.staticFields.count)]
  }

  /// Adds an entry and evicts old ones; an entry larger than the table empties it.
  mutating func insert(_ field: HPACKField) {
    shrink(to: limit - field.size)
    guard field.size <= limit else { return }
    dynamic.append(field)
    size += field.size
  }

  mutating func resize(to bytes: Int) throws(HTTP2Fault) {
    guard bytes <= Self.mostBytes else { throw HTTP2Fault("a header table of \(bytes) bytes") }
    limit = bytes
    shrink(to: bytes)
  }

  private mutating func shrink(to bytes: Int) {
    var gone = 0
    while size > bytes, gone < dynamic.count {
      size -= dynamic[gone].size
      gone += 1
    }
    dynamic.removeFirst(gone)
  }
}

/// A header line of HTTP/2; names are in lower case, and those of pseudo-headers begin with a colon.
package struct HPACKField: Hashable, Sendable {
  package let name: String
  package let value: String
  /// Its size in a table or list (RFC 7541, section 4.1), in bytes.
  let size: Int

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
    size = name.utf8.count + value.utf8.count + 32
  }
}
