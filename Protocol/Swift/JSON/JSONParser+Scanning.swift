extension JSONParser {
  /// Scans a string from its opening quote.
  ///
  /// - Parameter escaped: set if the string contains an escape.
  /// - Returns: the index after the closing quote.
  @inline(__always)
  func scanString(_ start: Int, _ escaped: inout Bool) throws(JSONSyntaxError) -> Int {
    var at = start &+ 1
    while true {
      at = skipPlainText(at)
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") { return at &+ 1 }
      if byte >= 0x80 {
        at = try scanMultibyte(at)
      } else if byte == UInt8(ascii: "\\") {
        escaped = true
        at = try scanEscape(at)
      } else {
        throw failure(.controlCharacter, at)
      }
    }
  }

  /// Skips plain ASCII, eight bytes at a time, up to the first quote, backslash, control character or byte from 0x80
  /// on.
  @inline(__always)
  private func skipPlainText(_ start: Int) -> Int {
    var at = start
    while at <= count {
      let mask = JSONWord.special(in: JSONWord.load(bytes, at))
      if mask != 0 { return at &+ (mask.trailingZeroBitCount >> 3) }
      at &+= 8
    }
    return count
  }

  /// Validates consecutive UTF-8 sequences from `start` on.
  private func scanMultibyte(_ start: Int) throws(JSONSyntaxError) -> Int {
    var at = start
    repeat {
      let length = JSONUTF8.sequenceLength(bytes, at)
      guard length > 0 else { throw JSONSyntaxError(reason: .invalidUTF8, offset: at) }
      at &+= length
    } while bytes[at] >= 0x80
    return at
  }

  /// Validates an escape, whose backslash is at `start`.
  private func scanEscape(_ start: Int) throws(JSONSyntaxError) -> Int {
    let at = start &+ 1
    switch bytes[at] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return at &+ 1
    case UInt8(ascii: "u"):
      let unit = try scanHexadecimal(at &+ 1)
      guard unit & 0xF800 == 0xD800 else { return at &+ 5 }
      guard unit < 0xDC00 else { throw JSONSyntaxError(reason: .loneSurrogate, offset: start) }
      let second = at &+ 5
      guard bytes[second] == UInt8(ascii: "\\") else { throw failure(.loneSurrogate, second) }
      guard bytes[second &+ 1] == UInt8(ascii: "u") else { throw failure(.loneSurrogate, second &+ 1) }
      let low = try scanHexadecimal(second &+ 2)
      guard low & 0xFC00 == 0xDC00 else { throw JSONSyntaxError(reason: .loneSurrogate, offset: second) }
      return second &+ 6
    default:
      throw failure(.invalidEscape, at)
    }
  }

  private func scanHexadecimal(_ start: Int) throws(JSONSyntaxError) -> UInt32 {
    var unit: UInt32 = 0
    for at in start..<(start &+ 4) {
      guard let digit = JSONUTF8.hexadecimalDigit(bytes[at]) else { throw failure(.invalidUnicodeEscape, at) }
      unit = unit << 4 | digit
    }
    return unit
  }

  /// Scans a number: `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`.
  ///
  /// - Parameter kind: becomes `.double` unless the literal is an integer that fits `Int`.
  /// - Returns: the index after it.
  @inline(__always)
  func scanNumber(_ start: Int, _ kind: inout JSONKind) throws(JSONSyntaxError) -> Int {
    var at = start
    if bytes[at] == UInt8(ascii: "-") { at &+= 1 }
    let first = at
    at = try scanDigits(at)
    if bytes[first] == UInt8(ascii: "0"), at &- first > 1 {
      throw JSONSyntaxError(reason: .invalidNumber, offset: first &+ 1)
    }
    let digits = at &- first
    if bytes[at] == UInt8(ascii: ".") {
      kind = .double
      at = try scanDigits(at &+ 1)
    }
    if bytes[at] | 0x20 == UInt8(ascii: "e") {
      kind = .double
      at &+= 1
      if bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at &+= 1 }
      at = try scanDigits(at)
    }
    // Eighteen digits always fit; longer literals are checked.
    if kind == .int, digits > 18 {
      let literal = UnsafeBufferPointer(start: bytes + start, count: at &- start)
      if JSONNumber(literal).int == nil { kind = .double }
    }
    return at
  }

  /// Skips one or more digits.
  @inline(__always)
  private func scanDigits(_ start: Int) throws(JSONSyntaxError) -> Int {
    var at = start
    while bytes[at] &- UInt8(ascii: "0") < 10 { at &+= 1 }
    guard at > start else { throw failure(.invalidNumber, at) }
    return at
  }
}
