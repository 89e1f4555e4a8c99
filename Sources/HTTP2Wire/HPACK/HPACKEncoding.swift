/// Header lines in the simplest form of RFC 7541: entries of the static table by index, all others literally and never
/// indexed. The peer needs no memory for them, and a secret is not compressed together with other data.
package enum HPACKEncoding {
  package static func block(of fields: [HPACKField]) -> [UInt8] {
    var bytes: [UInt8] = []
    for field in fields {
      if let index = HPACKTable.staticIndex(of: field) {
        bytes.append(integer: index, prefixBits: 7, first: 0x80)
      } else {
        let name = HPACKTable.staticIndex(ofName: field.name)
        bytes.append(integer: name ?? 0, prefixBits: 4, first: 0x10)
        if name == nil { bytes.append(string: field.name) }
        bytes.append(string: field.value)
      }
    }
    return bytes
  }
}

extension [UInt8] {
  /// A number (RFC 7541, section 5.1).
  mutating func append(integer: Int, prefixBits: Int, first: UInt8) {
    let most = 1 << prefixBits - 1
    guard integer >= most else { return append(first | UInt8(truncatingIfNeeded: integer)) }
    append(first | UInt8(truncatingIfNeeded: most))
    var rest = integer - most
    while rest >= 128 {
      append(UInt8(truncatingIfNeeded: rest & 127 | 128))
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  fileprivate mutating func append(string: String) {
    append(integer: string.utf8.count, prefixBits: 7, first: 0)
    append(contentsOf: string.utf8)
  }
}
