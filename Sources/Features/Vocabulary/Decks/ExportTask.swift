import ParlorCore
import TextMode
import WireProtocol

/// Writes a language's words for a terminal: the whole file, a page at a time, and a line with a full stop, which ends
/// a pasted file.
final class ExportTask: SlicedTask {
  private var request: Request.Export
  private let notebook: Notebook

  init(_ request: Request.Export, of language: String, _ notebook: Notebook) {
    self.request = request
    self.request.language = language
    self.notebook = notebook
  }

  var ticket: CommitTicket { notebook.ticket }

  func advance(_ context: PlayerContext, _ budget: inout Int) throws(WireError) -> TaskProgress {
    let page = try notebook.page(of: request)
    guard context.send(Array(page.text.utf8), after: ticket) else { return .waiting }
    request.after = page.next
    return page.next == nil ? .done(Sentence(".")) : .more
  }
}

extension Notebook {
  /// A page of a language's words as a file.
  func page(of request: Request.Export) throws(WireError) -> ExportAnswer {
    let language = try language(request.language)
    let format = DeckFormat(rawValue: request.format) ?? .anki
    var bytes: [UInt8] = []
    let after = request.after ?? 0
    if after == 0 { format.writeHeader(ofDeck: language.name, to: &bytes) }
    let page = language.page(after: after, limit: Self.wordsOfExport)
    var last = after
    var (written, hasMore) = (0, page.hasMore)
    for word in page.words {
      guard bytes.count < Self.bytesOfExport else {
        hasMore = true
        break
      }
      format.write(Deck.Note(entry: word.entry, isMarked: word.isMarked), to: &bytes)
      (last, written) = (word.number, written + 1)
    }
    return ExportAnswer(
      language: language.name, format: format.rawValue, text: String(decoding: bytes, as: UTF8.self),
      next: hasMore ? last : nil)
  }

  /// The most words of a page, and the bytes after which it ends.
  private static let (wordsOfExport, bytesOfExport) = (200, 16_384)
}
