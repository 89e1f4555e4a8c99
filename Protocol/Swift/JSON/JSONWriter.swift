/// Appends JSON to a byte buffer and inserts commas.
///
/// A comma is needed unless the last byte is missing, a newline, `{`, `[` or `:`. Quotes, backslashes and all
/// characters that could affect a terminal (C0 and C1 controls, DEL, U+2028, U+2029) are escaped; everything else is
/// plain UTF-8. The caller must balance nesting.
///
/// ```swift
/// writer.beginObject()
/// writer.field("type", "pong")
/// writer.field("re", 7)
/// writer.endObject()
/// writer.newline()
/// ```
public struct JSONWriter: Sendable {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8]

  /// Creates an empty writer.
  ///
  /// - Parameter count: the initial capacity in bytes.
  public init(reserving count: Int = 0) {
    bytes = []
    bytes.reserveCapacity(count)
  }

  /// The number of bytes written.
  public var count: Int { bytes.count }

  /// Removes everything written, and keeps the memory.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Appends a copy of a written range.
  mutating func append(copyOf range: Range<Int>) {
    let part = range.clamped(to: 0..<bytes.count)
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: part.count))
    bytes.withUnsafeMutableBytes { all in
      let copy = UnsafeMutableRawBufferPointer(rebasing: all[start...])
      copy.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[part]))
    }
  }

  /// Adds a member to the object on the last line.
  public mutating func amendLine(_ key: StaticString, _ text: String) {
    amendLine(key) { $0.string(text) }
  }

  /// Adds a member to the object on the last line.
  public mutating func amendLine(_ key: StaticString, _ value: (inout JSONWriter) -> Void) {
    guard bytes.suffix(2) == [UInt8(ascii: "}"), UInt8(ascii: "\n")] else { return }
    bytes.removeLast(2)
    self.key(key)
    value(&self)
    endObject()
    newline()
  }

  /// Ends a line; the next value starts without a comma.
  public mutating func newline() {
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Begins an object as the next value.
  public mutating func beginObject() {
    separate()
    bytes.append(UInt8(ascii: "{"))
  }

  /// Ends the innermost object.
  public mutating func endObject() {
    bytes.append(UInt8(ascii: "}"))
  }

  /// Begins an array as the next value.
  public mutating func beginArray() {
    separate()
    bytes.append(UInt8(ascii: "["))
  }

  /// Ends the innermost array.
  public mutating func endArray() {
    bytes.append(UInt8(ascii: "]"))
  }

  /// Writes a member's key; its value must follow.
  public mutating func key(_ key: StaticString) {
    key.withUTF8Buffer { append(string: $0) }
    appendColon()
  }

  /// Writes a member's key; its value must follow.
  public mutating func key(_ key: String) {
    string(key)
    appendColon()
  }

  /// Writes a string.
  public mutating func string(_ value: String) {
    var value = value
    value.withUTF8 { append(string: $0) }
  }

  /// Writes an integer.
  public mutating func int(_ value: Int) {
    let comma = needsComma
    extend(byAtMost: 1 + JSONCursor.longestInteger) { cursor in
      if comma { cursor.append(UInt8(ascii: ",")) }
      cursor.append(decimal: value)
    }
  }

  /// Writes an integer of any size with all digits. (Readers differ beyond 2^53.)
  public mutating func int(_ value: some BinaryInteger) {
    if let value = Int(exactly: value) { return int(value) }
    separate()
    bytes.append(contentsOf: value.description.utf8)
  }

  /// Writes a number as a string of hexadecimal digits, without leading zeros.
  public mutating func hexadecimal(_ value: UInt64) {
    let comma = needsComma
    extend(byAtMost: 19) { cursor in
      if comma { cursor.append(UInt8(ascii: ",")) }
      cursor.append(UInt8(ascii: "\""))
      var shift = max(0, 60 - value.leadingZeroBitCount / 4 * 4)
      while shift >= 0 {
        let digit = UInt8(truncatingIfNeeded: value >> UInt64(shift)) & 15
        cursor.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
        shift -= 4
      }
      cursor.append(UInt8(ascii: "\""))
    }
  }

  /// Writes `true` or `false`.
  public mutating func bool(_ value: Bool) {
    append(word: value ? "true" : "false")
  }

  /// Writes `null`.
  public mutating func null() {
    append(word: "null")
  }

  /// Writes the shortest decimal that reads back as the same double; `null` for NaN and the infinities.
  public mutating func double(_ value: Double) {
    guard value.isFinite else { return null() }
    separate()
    bytes.append(contentsOf: value.description.utf8)
  }

  /// Writes a tree.
  public mutating func value(_ value: JSON) {
    value.write(to: &self)
  }

  /// Writes an encoded value, byte for byte.
  ///
  /// It must be one complete value without surrounding white space and without newlines inside.
  public mutating func raw(_ encoded: UnsafeRawBufferPointer) {
    separate()
    bytes.append(contentsOf: encoded)
  }

  /// Writes an encoded value, byte for byte, under the same conditions.
  public mutating func raw(_ encoded: [UInt8]) {
    separate()
    bytes.append(contentsOf: encoded)
  }
}

extension JSONWriter {
  /// Whether a comma is needed before the next value or key.
  @inline(__always)
  var needsComma: Bool {
    switch bytes.last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: "\n"): false
    default: true
    }
  }

  /// Appends the output of `body`, with one check of the buffer's capacity.
  @inline(__always)
  mutating func extend(byAtMost room: Int, _ body: (inout JSONCursor) -> Void) {
    bytes.append(addingCapacity: room) { output in
      output.withUnsafeMutableBufferPointer { buffer, count in
        var cursor = JSONCursor(buffer)
        body(&cursor)
        count = cursor.count
      }
    }
  }

  /// Appends a string, preceded by a comma if needed.
  mutating func append(string text: UnsafeBufferPointer<UInt8>) {
    guard JSONEscaping.isPlain(text) else { return append(escaping: text) }
    let comma = needsComma
    extend(byAtMost: text.count &+ 3) { cursor in
      if comma { cursor.append(UInt8(ascii: ",")) }
      cursor.append(quoted: text)
    }
  }

  /// As `append(string:)`, for text that needs escapes.
  @inline(never)
  mutating func append(escaping text: UnsafeBufferPointer<UInt8>) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    JSONEscaping.append(text, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends the colon between a key and its value.
  mutating func appendColon() {
    bytes.append(UInt8(ascii: ":"))
  }

  @inline(__always)
  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func append(word: StaticString) {
    let comma = needsComma
    word.withUTF8Buffer { word in
      extend(byAtMost: word.count &+ 1) { cursor in
        if comma { cursor.append(UInt8(ascii: ",")) }
        cursor.append(word)
      }
    }
  }
}
