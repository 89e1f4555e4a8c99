internal import CSQLite
internal import Kernel
internal import ParlorCore
internal import WireProtocol

/// The address column of an entry: for each line its document, length and checksum, and a checksum of these.
///
/// A checksum detects a damaged line, and the address names the document that has lost it. A damaged address loses
/// nothing: the line has the same values, and one of the two checksums still matches. Checksums depend on the entry's
/// position and the line's index in it, so that bytes from elsewhere are not accepted.
enum LineAddresses {
  /// Bytes of an address: kind, key, length, checksum of the line, checksum of the address; little-endian.
  private static let size = 1 + 8 + 4 + 4 + 4

  /// The column of an entry.
  static func of(_ entry: Entry) -> [UInt8] {
    var column: [UInt8] = []
    column.reserveCapacity(entry.addresses.count * size)
    var start = 0
    for (index, address) in entry.addresses.enumerated() {
      let line = start..<min(start + address.length, entry.facts.count)
      let seed = seed(entry.position, index)
      append(address.document, line.count, sum(entry.facts[line], seed), seed, to: &column)
      start = line.upperBound
    }
    return column
  }

  /// A line of an entry as read.
  struct Line {
    /// Its range; `nil` if it differs from what was appended.
    let range: Range<Int>?
    /// Its document; `nil` if that is unknown.
    let document: DocumentID?
  }

  /// Splits an entry into lines.
  ///
  /// - Parameter document: the document that a line names.
  static func lines(
    of facts: [UInt8], _ column: [UInt8], at position: LogPosition, document: (ArraySlice<UInt8>) -> DocumentID?
  ) -> [Line] {
    var lines: [Line] = []
    var start = 0
    for index in 0..<column.count / size {
      let seed = seed(position, index)
      let address = Array(column[index * size..<(index + 1) * size])
      let isSound = isSound(address[...], seed)
      let length = isSound ? Int(number(address[9..<13])) : lineLength(facts, from: start)
      let range = start..<min(start + length, facts.count)
      start = range.upperBound
      let lineSum = sum(facts[range], seed)
      var isWhole = number(address[13..<17]) == UInt64(lineSum)
      var id: DocumentID?
      if isSound {
        id = DocumentID(kind: address[0], key: Int64(bitPattern: number(address[1..<9])))
      } else {
        id = document(facts[range])
        var expected: [UInt8] = []
        if let id { append(id, range.count, lineSum, seed, to: &expected) }
        isWhole = isWhole || expected.suffix(4) == address.suffix(4)
      }
      lines.append(Line(range: isWhole ? range : nil, document: id))
    }
    if start < facts.count || column.count % size != 0 { lines.append(Line(range: nil, document: nil)) }
    return lines
  }

  /// Whether a column belongs to the entry at a position.
  static func stand(_ column: [UInt8], at position: LogPosition) -> Bool {
    guard !column.isEmpty, column.count % size == 0 else { return false }
    return (0..<column.count / size).allSatisfy { index in
      isSound(column[index * size..<(index + 1) * size], seed(position, index))
    }
  }

  /// Whether an address matches its checksum.
  private static func isSound(_ address: ArraySlice<UInt8>, _ seed: UInt64) -> Bool {
    number(address.suffix(4)) == UInt64(sum(address.dropLast(4), seed))
  }

  private static func append(
    _ document: DocumentID, _ length: Int, _ lineSum: UInt32, _ seed: UInt64, to column: inout [UInt8]
  ) {
    let start = column.count
    column.append(document.kind)
    append(UInt64(bitPattern: document.key), 8, to: &column)
    append(UInt64(length), 4, to: &column)
    append(UInt64(lineSum), 4, to: &column)
    append(UInt64(sum(column[start...], seed)), 4, to: &column)
  }

  private static func append(_ number: UInt64, _ count: Int, to bytes: inout [UInt8]) {
    for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * place))) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The initial value of checksums: 32 bits that depend on all bits of the position.
  private static func seed(_ position: LogPosition, _ index: Int) -> UInt64 {
    let mixed = UInt64(bitPattern: position) &* 0x9e37_79b9_7f4a_7c15
    return (mixed >> 32 ^ mixed) &+ UInt64(index)
  }

  private static func sum(_ bytes: ArraySlice<UInt8>, _ seed: UInt64) -> UInt32 {
    bytes.withUnsafeBytes { csqlite_sum($0.baseAddress, UInt64($0.count), seed) }
  }

  /// The length of the line with its end.
  private static func lineLength(_ facts: [UInt8], from start: Int) -> Int {
    (facts[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? facts.count) - start
  }
}
