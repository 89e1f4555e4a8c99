public import WireProtocol

/// Decks: words that come in and go out many at a time.
extension Client {
  /// Sends a deck's file and asks what would come of adding it: `Request.ImportAdd` then adds it.
  ///
  /// - Parameters:
  ///   - file: Anki's text format, CSV or TSV in UTF-8. What is not valid is among the preview's faults.
  ///   - language: whom the words are for; without it the one that the file names, or that was dealt with last.
  /// - Throws: `refused` with `deck_too_large` and the like; `linkLost`, after which it has to be sent again.
  public func sendDeck(
    _ file: some Collection<UInt8>, into language: String? = nil, within limit: Duration? = nil
  ) async throws(RequestError) -> ImportPreview {
    var offset = 0
    for part in DeckParts(String(decoding: file, as: UTF8.self)) {
      let request = Request.Import(text: part, offset: offset, language: offset == 0 ? language : nil)
      offset = try await ask(request, within: limit).bytes
    }
    return try await ask(Request.ImportPreview(), within: limit)
  }

  /// A language's words as a file.
  ///
  /// - Parameters:
  ///   - language: the one that was dealt with last unless it says which.
  ///   - format: one of ``Request/Export/formatWords``.
  public func exportDeck(
    _ language: String? = nil, format: String = "anki", within limit: Duration? = nil
  ) async throws(RequestError) -> [UInt8] {
    var (file, after, language): ([UInt8], Int?, String?) = ([], nil, language)
    while true {
      let request = Request.Export(language: language, format: format, after: after)
      let page = try await ask(request, within: limit)
      file += Array(page.text.utf8)
      guard let next = page.next, next > after ?? 0 else { return file }
      (after, language) = (next, page.language)
    }
  }
}

/// A text in parts of which each fits into a line of JSON. An empty text is one empty part.
struct DeckParts: Sequence, IteratorProtocol {
  private var rest: Substring.UnicodeScalarView
  private var isFirst = true

  /// Bytes of a part as JSON has it: a line is at most 16,384 long, and holds more than the part.
  private static let mostBytes = 12_000

  init(_ text: String) { rest = text[...].unicodeScalars }

  mutating func next() -> String? {
    guard isFirst || !rest.isEmpty else { return nil }
    isFirst = false
    var (end, bytes) = (rest.startIndex, 0)
    while end < rest.endIndex, bytes < Self.mostBytes {
      bytes += Self.bytes(of: rest[end])
      end = rest.index(after: end)
    }
    defer { rest = rest[end...] }
    return String(rest[..<end])
  }

  private static func bytes(of scalar: Unicode.Scalar) -> Int {
    switch scalar {
    case "\"", "\\", "\n", "\r", "\t": 2
    case ..<" ": 6
    default: UTF8.width(scalar)
    }
  }
}
