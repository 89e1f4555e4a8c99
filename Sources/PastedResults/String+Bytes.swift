extension String {
  /// The text's lines, for any line ending. Split by bytes: finding the ends of characters is slow.
  package var separateLines: [Substring] {
    utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
  }

  /// Whether the text ends with another, byte by byte: comparing characters from the end is slow.
  package func ends(withBytes text: StaticString) -> Bool {
    text.withUTF8Buffer { utf8.count >= $0.count && utf8.suffix($0.count).elementsEqual($0) }
  }

  /// The first occurrence of a text, byte by byte: the library's search takes a hundred times as long.
  package func firstRange(ofBytes text: StaticString) -> Range<Index>? {
    text.withUTF8Buffer { wanted in
      guard let first = wanted.first else { return startIndex..<startIndex }
      var place = utf8.startIndex
      while let found = utf8[place...].firstIndex(of: first) {
        if utf8[found...].starts(with: wanted) { return found..<utf8.index(found, offsetBy: wanted.count) }
        place = utf8.index(after: found)
      }
      return nil
    }
  }
}
