public import WireProtocol

/// Import and export of decks.
extension Client {
  /// Sends a deck's file and returns a preview of adding it, which `Request.ImportAdd` then does.
  ///
  /// - Parameters:
  ///   - file: Anki's text format, CSV or TSV in UTF-8. Errors in it are listed in the preview.
  ///   - language: the language for the words; by default the one that the file names, or the one used last.
  /// - Throws: `refused` with `deck_too_large` and the like; `linkLost`, after which the file must be sent again.
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
  /// - language: by default the one used last.
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

/// Splits a text into parts that each fit into a line of JSON. An empty text is one empty part.
struct DeckParts: Sequence, IteratorProtocol {
  private var rest: Substring.UnicodeScalarView
  private var isFirst = true

  /// The longest part as JSON, in bytes: a line has at most 16,384, and contains more than the part.
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
