/// A record of delimited text (RFC 4180), read line by line: a quoted field may span lines.
package struct DelimitedRecord {
  /// The fields that are complete.
  package private(set) var fields: [[UInt8]] = []
  /// Whether the record ended inside a quoted field, so that the next line belongs to it.
  package private(set) var isOpen = false
  /// Whether a quoted field is followed by anything but a separator.
  package private(set) var hasStray = false
  private var field: [UInt8] = []

  package init() {}

  /// The most fields of a record; later ones are ignored.
  package static let mostFields = 64

  private static let quote = UInt8(ascii: "\"")

  /// Reads a line, without its ending.
  package mutating func take(_ line: some Collection<UInt8>, separator: UInt8) {
    var bytes = line.makeIterator()
    var next = bytes.next()
    if isOpen {
      field.append(UInt8(ascii: "\n"))
      takeQuoted(&next, &bytes)
      if isOpen { return }
    }
    while true {
      if field.isEmpty, !hasClosed, next == Self.quote {
        next = bytes.next()
        takeQuoted(&next, &bytes)
        if isOpen { return }
        continue
      }
      guard let byte = next, byte != separator else {
        endField()
        if next == nil { return }
        next = bytes.next()
        continue
      }
      if hasClosed { hasStray = true }
      field.append(byte)
      next = bytes.next()
    }
  }

  /// Whether the current field was quoted and its quotes are closed.
  private var hasClosed = false

  private mutating func takeQuoted(_ next: inout UInt8?, _ bytes: inout some IteratorProtocol<UInt8>) {
    isOpen = true
    while let byte = next {
      next = bytes.next()
      guard byte == Self.quote else {
        field.append(byte)
        continue
      }
      guard next == Self.quote else {
        (isOpen, hasClosed) = (false, true)
        return
      }
      field.append(byte)
      next = bytes.next()
    }
  }

  private mutating func endField() {
    if fields.count < Self.mostFields { fields.append(field) }
    (field, hasClosed) = ([], false)
  }

  /// Records as comma-separated lines.
  package static func csv(_ records: [[String]]) -> String {
    var bytes: [UInt8] = []
    for record in records { write(record, separator: UInt8(ascii: ","), to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes a record and its line feed.
  package static func write(_ fields: [String], separator: UInt8, to bytes: inout [UInt8]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(separator) }
      write(field, separator: separator, isFirst: index == 0, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Writes a field, quoted if it could otherwise be misread.
  private static func write(_ text: String, separator: UInt8, isFirst: Bool, to bytes: inout [UInt8]) {
    let needsQuotes =
      text.utf8.contains { $0 == separator || $0 == quote || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      || (isFirst && text.utf8.first == UInt8(ascii: "#"))
    guard needsQuotes else { return bytes.append(contentsOf: text.utf8) }
    bytes.append(quote)
    for byte in text.utf8 {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
  }
}
