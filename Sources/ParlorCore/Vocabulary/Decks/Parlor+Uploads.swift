import TextMode
import Vocabulary
import WireProtocol

/// Files of decks on their way in: they are gathered as they come, and read once they are whole.
extension Parlor {
  func takePart(_ part: Request.Import, from session: Session, re: RequestID?) throws(WireError) {
    let dropped = part.offset == 0 ? begin(DeckUpload(language: part.language, isTyped: false), of: session) : nil
    guard let upload = session.upload, case .coming = upload.state, upload.count == part.offset else {
      let count = session.upload?.count ?? 0
      throw WireError(
        .badField, count == 0 ? "Nothing has been sent yet: begin with \"at\" 0" : "The next part begins at \(count)")
    }
    upload.language = part.language ?? upload.language
    do throws(WireError) {
      try append(part.text.utf8, to: upload, of: session)
    } catch {
      drop(uploadOf: session)
      throw error
    }
    hub.send(ImportAnswer(bytes: upload.count, dropped: dropped), to: session, answering: re, after: 0)
  }

  func cancelImport(of session: Session, re: RequestID?) {
    hub.send(ImportAnswer(bytes: 0, dropped: drop(uploadOf: session)), to: session, answering: re, after: 0)
  }

  /// From now on what is typed is the file.
  func beginTypedUpload(into language: String?, of session: Session) throws(WireError) {
    guard session.format == .text else {
      throw WireError(.badField, "Only people at a terminal paste a deck: send it with \"import\"")
    }
    let ends = "A line with nothing but . ends it, \(Self.cancel) drops it"
    guard session.upload?.isTyped != true else {
      throw WireError(.badField, "A deck is being pasted already. \(ends)")
    }
    let dropped = begin(DeckUpload(language: language, isTyped: true), of: session)
    let before = dropped == nil ? "" : "The deck that was sent before is dropped. "
    hub.send(Sentence("\(before)Paste the deck: Anki's text, CSV or TSV. \(ends)"), to: session)
  }

  /// - Returns: how many bytes of a file before it were dropped; `nil` where there was none.
  private func begin(_ upload: DeckUpload, of session: Session) -> Int? {
    let dropped = drop(uploadOf: session)
    session.upload = upload
    prolong(uploadOf: session)
    return dropped > 0 ? dropped : nil
  }

  /// Counts the time from now on after which the file is dropped.
  func prolong(uploadOf session: Session) {
    uploads.deadlines.set(session.id, at: hub.now.adding(milliseconds: Int64(hub.limits.importSeconds) * 1000))
  }

  /// Lets go of what a session has sent.
  ///
  /// - Returns: how many bytes it was.
  @discardableResult
  func drop(uploadOf session: Session) -> Int {
    guard let upload = session.upload else { return 0 }
    session.upload = nil
    uploads.add(-upload.count)
    uploads.deadlines.set(session.id, at: nil)
    return upload.count
  }

  private func append(
    _ bytes: some Collection<UInt8>, to upload: DeckUpload, of session: Session
  ) throws(WireError) {
    guard upload.count + bytes.count <= hub.limits.importBytes else {
      throw WireError(.deckTooLarge, "A deck's file may have at most \(hub.limits.importBytes) bytes")
    }
    guard uploads.bytes + bytes.count <= hub.limits.importBytesInAll else {
      throw WireError(
        .tooFast, "Too fast: others send decks just now, and there is no room for one more",
        retryAfterMilliseconds: 5000)
    }
    uploads.add(bytes.count)
    upload.append(bytes)
    prolong(uploadOf: session)
  }

  // MARK: - Typed files

  /// Takes a line that is typed as one of a file. Such lines are part of the command that opened it.
  ///
  /// - Returns: whether it is one.
  func continueUpload(_ line: UnsafeRawBufferPointer, of session: Session) -> Bool {
    guard let upload = session.upload, upload.isTyped else { return false }
    let isCRLF = line.last == UInt8(ascii: "\r")
    let text = UnsafeRawBufferPointer(rebasing: isCRLF ? line.dropLast() : line[...])
    if text.count == 1, text.first == UInt8(ascii: ".") {
      upload.isTyped = false
      endTypedUpload(upload, of: session)
      return true
    }
    if text.elementsEqual(Self.cancel.utf8) {
      session.format = .text
      cancelImport(of: session, re: nil)
      return true
    }
    if isCommand(text) { return false }
    guard case .coming = upload.state else { return true }
    do throws(WireError) {
      try append(Array(text) + [UInt8(ascii: "\n")], to: upload, of: session)
    } catch {
      uploads.add(-upload.count)
      upload.refuse(error)
    }
    return true
  }

  /// A command is carried out while a file is typed. A line with a separator is one of the file, whatever it looks
  /// like: without one it holds no word.
  private func isCommand(_ line: UnsafeRawBufferPointer) -> Bool {
    guard line.first == UInt8(ascii: "/"), !line.contains(where: "\t;,|".utf8.contains),
      let text = String(validating: line, as: UTF8.self)
    else { return false }
    return TextCommand(text.dropFirst()).map { commandNames.contains($0.name) } ?? false
  }

  /// No word is written so.
  private static let cancel = "/import-cancel"

  private func endTypedUpload(_ upload: DeckUpload, of session: Session) {
    session.format = .text
    if case .refused(let error) = upload.state {
      drop(uploadOf: session)
      return hub.send(ErrorMessage(error), to: session, after: 0)
    }
    handle(Request.ImportPreview().call, from: session, re: nil)
  }

  /// A line that was too long is missing from the file: the numbers of those after it stay what they are.
  func skipLine(of session: Session) {
    guard let upload = session.upload, upload.isTyped, case .coming = upload.state else { return }
    upload.append([UInt8(ascii: "\n")])
    uploads.add(1)
  }

  /// Nothing has been done with a file for long.
  func expireUpload(of id: SessionID) {
    guard let session = sessions[id], let upload = session.upload else { return }
    drop(uploadOf: session)
    guard upload.isTyped else { return }
    session.answering(in: .text) {
      hub.send(Sentence("Nothing more of the deck has come: it is dropped. /import begins again"), to: session)
    }
  }
}
