/// Reads the header lines of one direction of a connection (RFC 7541). Every block has to go through it, also those
/// that nobody wants, since a block may refer to what earlier ones had.
///
/// Total, and bounded: the table has at most 4 KiB, what every peer may use without asking, and a list 64 KiB.
package struct HPACKDecoder: Sendable {
  /// The most that the lines of a block may count for together, in bytes.
  static let mostListBytes = 65_536

  private var table = HPACKTable()

  package init() {}

  /// The lines of a whole block. After it has thrown, the table is of no use.
  package mutating func decode(_ block: some Collection<UInt8>) throws(HTTP2Fault) -> [HPACKField] {
    var reader = HPACKReader(Array(block))
    var fields: [HPACKField] = []
    var size = 0
    while let first = reader.peek {
      // 001: the table's size, which may change only before the first line.
      if first & 0xE0 == 0x20 {
        guard fields.isEmpty else { throw HTTP2Fault("a table's size between header lines") }
        try table.resize(to: try reader.integer(prefixBits: 5))
        continue
      }
      let field = try read(first, &reader)
      size += field.size
      guard size <= Self.mostListBytes else { throw HTTP2Fault("too many header lines") }
      fields.append(field)
    }
    return fields
  }

  /// What the dynamic table holds, the newest first.
  var dynamicFields: [HPACKField] { table.dynamic.reversed() }

  private mutating func read(_ first: UInt8, _ reader: inout HPACKReader) throws(HTTP2Fault) -> HPACKField {
    if first & 0x80 != 0 { return try table.field(at: try reader.integer(prefixBits: 7)) }
    // 01: to be kept in the table. 0000 and 0001: not, and 0001 not by anybody further on either.
    let isKept = first & 0x40 != 0
    let index = try reader.integer(prefixBits: isKept ? 6 : 4)
    let name = index == 0 ? try reader.string() : try table.field(at: index).name
    let field = HPACKField(name, try reader.string())
    if isKept { table.insert(field) }
    return field
  }
}

/// Numbers and texts of a block, from its start.
struct HPACKReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next byte, not taken; `nil` at the end.
  var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

  /// A number of section 5.1, at most 2^28: more than anything here may be.
  mutating func integer(prefixBits: Int) throws(HTTP2Fault) -> Int {
    let most = 1 << prefixBits - 1
    var value = Int(try byte()) & most
    guard value == most else { return value }
    var shift = 0
    while true {
      let next = try byte()
      guard shift <= 21 else { throw HTTP2Fault("too large a number in header lines") }
      value += Int(next & 127) << shift
      shift += 7
      if next < 128 { return value }
    }
  }

  /// A text of section 5.2. Bytes that are no UTF-8 are replaced.
  mutating func string() throws(HTTP2Fault) -> String {
    guard let first = peek else { throw HTTP2Fault("header lines that are cut off") }
    let count = try integer(prefixBits: 7)
    guard count <= bytes.count - place else { throw HTTP2Fault("header lines that are cut off") }
    let text = bytes[place..<place + count]
    place += count
    return String(decoding: first & 0x80 != 0 ? try HPACKHuffman.decode(text) : Array(text), as: UTF8.self)
  }

  private mutating func byte() throws(HTTP2Fault) -> UInt8 {
    guard let byte = peek else { throw HTTP2Fault("header lines that are cut off") }
    place += 1
    return byte
  }
}
