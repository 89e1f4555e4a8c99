import GameKit
import Kernel
import ParlorCore
import TextMode
import WireProtocol

/// A deck's file on its way in: a session has one at most. It is gathered as it comes, and read once it is whole.
final class DeckUpload {
  /// Where it stands.
  enum State {
    /// Parts of it have come.
    case coming([UInt8])
    /// It has been read.
    case read(ReadDeck)
    /// It was too much, and what still comes of it is dropped.
    case refused(WireError)
  }

  private(set) var state = State.coming([])
  /// The language that was named with it.
  var language: String?
  /// Whether what is typed belongs to it: lines up to one with nothing but a full stop.
  private(set) var isTyped: Bool
  /// Bytes that have come.
  private(set) var count = 0
  private let space: UploadSpace

  private init(language: String?, isTyped: Bool, _ space: UploadSpace) {
    (self.language, self.isTyped, self.space) = (language, isTyped, space)
  }

  /// Begins an upload in the place of the one before.
  ///
  /// - Returns: how many bytes of a file before it were dropped; `nil` where there was none.
  static func begin(
    language: String?, isTyped: Bool, _ space: UploadSpace, _ context: SessionContext
  ) -> (upload: DeckUpload, dropped: Int?) {
    let dropped = context.part(DeckUpload.self)?.drop(context) ?? 0
    let upload = DeckUpload(language: language, isTyped: isTyped, space)
    context.add(upload)
    if isTyped { context.setLineConsumer(upload) }
    upload.prolong(context)
    return (upload, dropped > 0 ? dropped : nil)
  }

  /// Counts the time from now on after which the file is dropped.
  func prolong(_ context: SessionContext) {
    context.setAlarm(of: self, at: context.now.adding(milliseconds: Int64(context.limits.importSeconds) * 1000))
  }

  func append(_ bytes: some Collection<UInt8>, _ context: SessionContext) throws(WireError) {
    let limits = context.limits
    guard count + bytes.count <= limits.importBytes else {
      throw WireError(.deckTooLarge, "A deck's file may have at most \(limits.importBytes) bytes")
    }
    guard space.bytes + bytes.count <= limits.importBytesInAll else {
      throw WireError(
        .tooFast, "Too fast: others send decks just now, and there is no room for one more",
        retryAfterMilliseconds: 5000)
    }
    append(bytes)
    prolong(context)
  }

  private func append(_ bytes: some Collection<UInt8>) {
    guard case .coming(var gathered) = state else { return }
    // Taken out meanwhile, so that it is not copied.
    state = .coming([])
    gathered.append(contentsOf: bytes)
    setCount(gathered.count)
    state = .coming(gathered)
  }

  private func setCount(_ count: Int) {
    space.bytes += count - self.count
    self.count = count
  }

  func finishReading(_ deck: ReadDeck) { state = .read(deck) }

  /// Drops what has come.
  ///
  /// - Returns: how many bytes it was.
  @discardableResult
  func drop(_ context: SessionContext) -> Int {
    let dropped = count
    setCount(0)
    if isTyped { context.setLineConsumer(nil) }
    context.remove(self)
    return dropped
  }
}

extension DeckUpload: SessionPart {
  func end(_ context: PlayerContext) { setCount(0) }

  /// Nothing has been done with the file for long.
  func alarm(_ context: SessionContext) {
    drop(context)
    guard isTyped else { return }
    context.inText {
      context.send(Sentence("Nothing more of the deck has come: it is dropped. /import begins again"))
    }
  }
}

/// Lines that are typed as those of a file. They are part of the command that opened it.
extension DeckUpload: LineConsumer {
  /// No word is written so.
  static let cancel = "/import-cancel"

  func take(_ line: UnsafeRawBufferPointer, _ context: SessionContext) -> Bool {
    let isCRLF = line.last == UInt8(ascii: "\r")
    let text = UnsafeRawBufferPointer(rebasing: isCRLF ? line.dropLast() : line[...])
    if text.count == 1, text.first == UInt8(ascii: ".") {
      context.readText()
      finishTyping(context)
      return true
    }
    if text.elementsEqual(Self.cancel.utf8) {
      context.readText()
      context.send(ImportAnswer(bytes: 0, dropped: drop(context)), after: 0)
      return true
    }
    if isCommand(text, context) { return false }
    guard case .coming = state else { return true }
    do throws(WireError) {
      try append(Array(text) + [UInt8(ascii: "\n")], context)
    } catch {
      setCount(0)
      state = .refused(error)
    }
    return true
  }

  /// A command is carried out while a file is typed. A line with a separator is one of the file, whatever it looks
  /// like: without one it holds no word.
  private func isCommand(_ line: UnsafeRawBufferPointer, _ context: SessionContext) -> Bool {
    guard line.first == UInt8(ascii: "/"), !line.contains(where: "\t;,|".utf8.contains),
      let text = String(validating: line, as: UTF8.self)
    else { return false }
    return TextCommand(text.dropFirst()).map { context.isCommand($0.name) } ?? false
  }

  private func finishTyping(_ context: SessionContext) {
    isTyped = false
    context.setLineConsumer(nil)
    if case .refused(let error) = state {
      drop(context)
      return context.send(error, after: 0)
    }
    context.handle(Request.ImportPreview())
  }

  /// A line that was too long is missing from the file: the numbers of those after it stay what they are.
  func dropLine() { append([UInt8(ascii: "\n")]) }
}

/// A deck whose notes can all be added, as far as they go.
struct ReadDeck {
  /// As the file calls it; empty where it does not say.
  var name = ""
  var notes: [Deck.Note] = []
  var columns: [String] = []
  /// What separates fields, and the line that names them; none where the file does not say.
  var separator: String?
  var heading: [String] = []
  var faults = DeckFaults()
}

/// What the uploads of all sessions take up.
final class UploadSpace {
  var bytes = 0
}
