/// The parser: one pass over the text, no recursion, one node per value and key.
///
/// Memory safety rests on three rules. (1) The text is followed by zero bytes (`JSONTape.padding`), and every loop
/// stops at a zero byte, so that `at` never exceeds `count`. (2) A word is loaded only at `at <= count`, inside the
/// padding. (3) A node is written only after `capacity` was checked.
///
/// It borrows the tape's memory without a reference, so that it stays in registers; `JSONDocument.parse` returns the
/// nodes to the tape.
struct JSONParser {
  let bytes: UnsafeMutablePointer<UInt8>
  let count: Int
  private let maximumDepth: Int
  /// The nodes, `used` of them valid.
  private(set) var nodes: UnsafeMutablePointer<JSONNode>
  /// The allocated number of nodes.
  private(set) var capacity: Int
  private var used = 0
  /// The innermost open container, or `JSONParser.outside`. Its node's `next` is the container around it.
  private var open = JSONParser.outside
  private var depth = 0

  private static let outside = UInt32.max

  /// A parser of the text that `tape` has loaded.
  init(tape: JSONTape, maximumDepth: Int) {
    self.maximumDepth = maximumDepth
    bytes = tape.bytes
    count = tape.byteCount
    nodes = tape.nodes
    capacity = tape.nodeCapacity
  }

  /// Parses the whole text.
  ///
  /// - Returns: the number of nodes.
  mutating func run() throws(JSONSyntaxError) -> Int {
    var at = skipSpace(0)
    guard at < count else { throw JSONSyntaxError(reason: .empty, offset: at) }
    if bytes[0] == 0xEF, count >= 3, bytes[1] == 0xBB, bytes[2] == 0xBF {
      throw JSONSyntaxError(reason: .byteOrderMark, offset: 0)
    }
    repeat {
      at = try readValue(at)
      // A container that was just opened needs its first value; anything else continues after a value.
      at = try readWhatFollows(at)
    } while open != JSONParser.outside
    at = skipSpace(at)
    guard at == count else { throw JSONSyntaxError(reason: .trailingBytes, offset: at) }
    return used
  }

  /// Parses a value from its first byte to its end; of a non-empty container, to the end of its first scalar.
  @inline(__always)
  private mutating func readValue(_ start: Int) throws(JSONSyntaxError) -> Int {
    var at = start
    while true {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        return try readString(at)
      case UInt8(ascii: "{"):
        try openContainer(.object, at)
        at = skipSpace(at &+ 1)
        if bytes[at] == UInt8(ascii: "}") { return close(at) }
        at = try readKey(at, or: .expectedKeyOrEnd)
      case UInt8(ascii: "["):
        try openContainer(.array, at)
        at = skipSpace(at &+ 1)
        if bytes[at] == UInt8(ascii: "]") { return close(at) }
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        return try readNumber(at)
      case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
        return try readLiteral(at)
      default:
        throw failure(.expectedValue, at)
      }
    }
  }

  /// After a value: closes the containers that end here, and advances to the next value, if there is one.
  @inline(__always)
  private mutating func readWhatFollows(_ start: Int) throws(JSONSyntaxError) -> Int {
    var at = start
    while open != JSONParser.outside {
      at = skipSpace(at)
      let byte = bytes[at]
      if nodes[Int(open)].kind == .object {
        if byte == UInt8(ascii: ",") { return try readKey(skipSpace(at &+ 1), or: .expectedKey) }
        guard byte == UInt8(ascii: "}") else { throw failure(.expectedCommaOrObjectEnd, at) }
      } else {
        if byte == UInt8(ascii: ",") { return skipSpace(at &+ 1) }
        guard byte == UInt8(ascii: "]") else { throw failure(.expectedCommaOrArrayEnd, at) }
      }
      at = close(at)
    }
    return at
  }

  /// Parses a key and its colon.
  ///
  /// - Returns: the index of the member's value.
  @inline(__always)
  private mutating func readKey(
    _ start: Int,
    or reason: JSONSyntaxError.Reason
  ) throws(JSONSyntaxError) -> Int {
    guard bytes[start] == UInt8(ascii: "\"") else { throw failure(reason, start) }
    let colon = skipSpace(try readString(start))
    guard bytes[colon] == UInt8(ascii: ":") else { throw failure(.expectedColon, colon) }
    return skipSpace(colon &+ 1)
  }

  @inline(__always)
  private mutating func readString(_ start: Int) throws(JSONSyntaxError) -> Int {
    var escaped = false
    let end = try scanString(start, &escaped)
    append(.string, from: start, to: end, flag: escaped)
    return end
  }

  @inline(__always)
  private mutating func readNumber(_ start: Int) throws(JSONSyntaxError) -> Int {
    var kind = JSONKind.int
    let end = try scanNumber(start, &kind)
    append(kind, from: start, to: end, flag: false)
    return end
  }

  private mutating func readLiteral(_ start: Int) throws(JSONSyntaxError) -> Int {
    let word: StaticString =
      switch bytes[start] {
      case UInt8(ascii: "t"): "true"
      case UInt8(ascii: "f"): "false"
      default: "null"
      }
    // A truncated literal meets the zero byte after the text, which differs from all its letters.
    for index in 0..<word.utf8CodeUnitCount where bytes[start &+ index] != word.utf8Start[index] {
      throw failure(.invalidLiteral, start &+ index)
    }
    let end = start &+ word.utf8CodeUnitCount
    let isNull = bytes[start] == UInt8(ascii: "n")
    append(isNull ? .null : .bool, from: start, to: end, flag: bytes[start] == UInt8(ascii: "t"))
    return end
  }

  @inline(__always)
  private mutating func openContainer(_ kind: JSONKind, _ at: Int) throws(JSONSyntaxError) {
    guard depth < maximumDepth else { throw JSONSyntaxError(reason: .tooDeep, offset: at) }
    depth &+= 1
    let index = UInt32(truncatingIfNeeded: used)
    append(kind, from: at, to: at, flag: false)
    nodes[Int(index)].next = open
    open = index
  }

  /// Closes the innermost container.
  @inline(__always)
  private mutating func close(_ at: Int) -> Int {
    let index = Int(open)
    open = nodes[index].next
    depth &-= 1
    nodes[index].end = UInt32(truncatingIfNeeded: at &+ 1)
    nodes[index].next = UInt32(truncatingIfNeeded: used)
    return at &+ 1
  }

  @inline(__always)
  private mutating func append(_ kind: JSONKind, from start: Int, to end: Int, flag: Bool) {
    if used == capacity { grow() }
    (nodes + used).initialize(
      to: JSONNode(
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
        next: UInt32(truncatingIfNeeded: used &+ 1), kind: kind, flag: flag))
    used &+= 1
  }

  /// Doubles the memory for nodes.
  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<JSONNode>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: nodes, count: used)
    nodes.deallocate()
    nodes = larger
    capacity *= 2
  }

  @inline(__always)
  private func skipSpace(_ start: Int) -> Int {
    var at = start
    while true {
      switch bytes[at] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): at &+= 1
      default: return at
      }
    }
  }

  /// The error at `at`; at the end of the text it is always an unexpected end.
  @inline(never)
  func failure(_ reason: JSONSyntaxError.Reason, _ at: Int) -> JSONSyntaxError {
    JSONSyntaxError(reason: at >= count ? .unexpectedEnd : reason, offset: min(at, count))
  }
}
