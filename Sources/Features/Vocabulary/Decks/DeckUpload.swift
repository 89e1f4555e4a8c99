import GameKit
import Kernel
import ParlorCore
import TextMode
import WireProtocol

/// An upload of a deck's file: a session has one at most. It is collected as it arrives, and read when it is complete.
final class DeckUpload {
  /// The state of an upload.
  enum State {
    /// Parts have arrived.
    case coming([UInt8])
    /// It has been read.
    case read(ReadDeck)
    /// It was too large, and its remaining parts are dropped.
    case refused(WireError)
  }

  private(set) var state = State.coming([])
  /// The language named with it.
  var language: String?
  /// The number that the end of a typed file must name, which no file knows; `nil` for one that is not typed. Until
  /// then every line belongs to the file.
  private(set) var endNumber: String?
  /// The number of bytes received.
  private(set) var count = 0
  private let space: UploadSpace

  /// When the player was last reminded of how the file ends.
  private var remindedAt: Instant?

  private init(language: String?, endNumber: String?, _ space: UploadSpace) {
    (self.language, self.endNumber, self.space) = (language, endNumber, space)
  }

  /// Begins an upload, which replaces the previous one.
  ///
  /// - Returns: the dropped bytes of the previous file; `nil` if there was none.
  static func begin(
    language: String?, isTyped: Bool, _ space: UploadSpace, _ context: SessionContext
  ) -> (upload: DeckUpload, dropped: Int?) {
    let dropped = context.part(DeckUpload.self)?.drop(context) ?? 0
    let number = isTyped ? String(100_000 + context.randomNumber() % 900_000) : nil
    let upload = DeckUpload(language: language, endNumber: number, space)
    context.add(upload)
    if isTyped { context.setLineConsumer(upload) }
    upload.prolong(context)
    return (upload, dropped > 0 ? dropped : nil)
  }

  /// Restarts the time after which the file is dropped.
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
    // Moved out meanwhile, so that it is not copied.
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

  /// Drops the received parts.
  ///
  /// - Returns: their number of bytes.
  @discardableResult
  func drop(_ context: SessionContext) -> Int {
    let dropped = count
    setCount(0)
    if endNumber != nil { context.setLineConsumer(nil) }
    context.remove(self)
    return dropped
  }
}

extension DeckUpload: SessionPart {
  func end(_ context: PlayerContext) { setCount(0) }

  /// The file has expired.
  func alarm(_ context: SessionContext) {
    drop(context)
    guard endNumber != nil else { return }
    context.inText {
      context.send(Sentence("Nothing more of the deck has come: it is dropped. /import begins again"))
    }
  }
}

/// Typed lines of a file: all of them, whatever they look like, so that no file runs commands.
extension DeckUpload: LineConsumer {
  /// The ends of a typed file.
  private enum End: String {
    case end, cancel
  }

  /// How to end the file, in lines of their own: a wrapped line could not be copied.
  var ends: String? {
    endNumber.map { "End it with the line: \(End.end) \($0)\nTo drop it instead: \(End.cancel) \($0)" }
  }

  func take(_ line: UnsafeRawBufferPointer, _ context: SessionContext) {
    let isCRLF = line.last == UInt8(ascii: "\r")
    let text = UnsafeRawBufferPointer(rebasing: isCRLF ? line.dropLast() : line[...])
    switch end(text) {
    case .end:
      context.readText()
      return finishTyping(context)
    case .cancel:
      context.readText()
      return context.send(ImportAnswer(bytes: 0, dropped: drop(context)), after: 0)
    case nil: break
    }
    // An export ends with a full stop, which is no word.
    let isStop = text.count == 1 && text.first == UInt8(ascii: ".")
    if isStop || looksLikeCommand(text) { remind(context) }
    guard case .coming = state else { return }
    do throws(WireError) {
      try append((isStop ? [] : Array(text)) + [UInt8(ascii: "\n")], context)
    } catch {
      setCount(0)
      state = .refused(error)
    }
  }

  /// The end that a line with this file's number states.
  private func end(_ line: UnsafeRawBufferPointer) -> End? {
    guard let endNumber, line.count <= 32, let text = String(validating: line, as: UTF8.self),
      let command = TextCommand(text.first == "/" ? text.dropFirst() : text[...]), command.words == [endNumber]
    else { return nil }
    return End(rawValue: command.name)
  }

  /// Whether a line may be meant as a command. One with a separator is a note.
  private func looksLikeCommand(_ line: UnsafeRawBufferPointer) -> Bool {
    guard !line.contains(where: "\t;,|".utf8.contains) else { return false }
    let words = ["/", End.end.rawValue + " ", End.cancel.rawValue + " "]
    return words.contains { line.starts(with: $0.utf8) }
  }

  /// Tells a player how the file ends, with a minimum interval: a file may be full of such lines.
  private func remind(_ context: SessionContext) {
    if let remindedAt, context.now.milliseconds(since: remindedAt) < 5000 { return }
    remindedAt = context.now
    guard let ends else { return }
    let reminder = "That is a line of the deck, as all are until its end."
    context.inText { context.send(Sentence("\(reminder)\n\(ends)"), after: 0) }
  }

  private func finishTyping(_ context: SessionContext) {
    endNumber = nil
    context.setLineConsumer(nil)
    if case .refused(let error) = state {
      drop(context)
      return context.send(error, after: 0)
    }
    context.handle(Request.ImportPreview())
  }

  /// Replaces a line that was too long by an empty one, so that later lines keep their numbers.
  func dropLine() { append([UInt8(ascii: "\n")]) }
}

/// A deck whose notes satisfy the limits.
struct ReadDeck {
  /// The file's name for it; empty if there is none.
  var name = ""
  var notes: [Deck.Note] = []
  var columns: [String] = []
  /// The separator of fields, and the heading; `nil` if the file has none.
  var separator: String?
  var heading: [String] = []
  var faults = DeckFaults()
}

/// The bytes of all sessions' uploads.
final class UploadSpace {
  var bytes = 0
}
