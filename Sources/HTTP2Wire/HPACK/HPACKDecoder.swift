/// Decodes the header lines of one direction of a connection (RFC 7541). It must decode every block, also those that
/// are ignored, since a block may refer to earlier ones.
///
/// Total and bounded: the table has at most 4 KiB, the default that every peer may use, and a list 64 KiB.
package struct HPACKDecoder: Sendable {
  /// The largest total size of a block's header lines, in bytes.
  static let mostListBytes = 65_536

  private var table = HPACKTable()

  package init() {}

  /// The header lines of a complete block. After it has thrown, the decoder must not be used.
  package mutating func decode(_ block: some Collection<UInt8>) throws(HTTP2Fault) -> [HPACKField] {
    var reader = HPACKReader(Array(block))
    var fields: [HPACKField] = []
    var size = 0
    while let first = reader.peek {
      // 001: a table size update, allowed only before the first header line.
      if first & 0xE0 == 0x20 {
        guard fields.isEmpty else { throw HTTP2Fault("a table size update inside a header block") }
        try table.resize(to: try reader.integer(prefixBits: 5))
        continue
      }
      let field = try read(first, &reader)
      size += field.size
      guard size <= Self.mostListBytes else { throw HTTP2Fault("header list too large") }
      fields.append(field)
    }
    return fields
  }

  /// The entries of the dynamic table, the newest first.
  var dynamicFields: [HPACKField] { table.dynamic.reversed() }

  private mutating func read(_ first: UInt8, _ reader: inout HPACKReader) throws(HTTP2Fault) -> HPACKField {
    if first & 0x80 != 0 { return try table.field(at: try reader.integer(prefixBits: 7)) }
    // 01: to be indexed. 0000 and 0001: not; 0001 also forbids intermediaries to index it.
    let isKept = first & 0x40 != 0
    let index = try reader.integer(prefixBits: isKept ? 6 : 4)
    let name = index == 0 ? try reader.string() : try table.field(at: index).name
    let field = HPACKField(name, try reader.string())
    if isKept { table.insert(field) }
    return field
  }
}

/// Reads the numbers and strings of a block.
struct HPACKReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next byte, not consumed; `nil` at the end.
  var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

  /// A number (section 5.1), at most 2^28: more than any valid value here.
  mutating func integer(prefixBits: Int) throws(HTTP2Fault) -> Int {
    let most = 1 << prefixBits - 1
    var value = Int(try byte()) & most
    guard value == most else { return value }
    var shift = 0
    while true {
      let next = try byte()
      guard shift <= 21 else { throw HTTP2Fault("an integer too large in a header block") }
      value += Int(next & 127) << shift
      shift += 7
      if next < 128 { return value }
    }
  }

  /// A string (section 5.2). Invalid UTF-8 is replaced.
  mutating func string() throws(HTTP2Fault) -> String {
    guard let first = peek else { throw HTTP2Fault("a truncated header block") }
    let count = try integer(prefixBits: 7)
    guard count <= bytes.count - place else { throw HTTP2Fault("a truncated header block") }
    let text = bytes[place..<place + count]
    place += count
    return String(decoding: first & 0x80 != 0 ? try HPACKHuffman.decode(text) : Array(text), as: UTF8.self)
  }

  private mutating func byte() throws(HTTP2Fault) -> UInt8 {
    guard let byte = peek else { throw HTTP2Fault("a truncated header block") }
    place += 1
    return byte
  }
}
