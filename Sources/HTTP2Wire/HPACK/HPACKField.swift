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
