import GameKit
import Names
import ParlorCore
import PastedResults
import TextMode
import WireProtocol

/// Recognises typed lines that begin a pasted result.
final class Pastes: PasteReader {
  func open(_ line: String, _ context: SessionContext) throws(WireError) -> Bool {
    let titles = context.games.map(\.info.title) + context.recordedGames.map(\.title)
    if let paste = Paste(line, titles: titles) {
      PendingPaste(paste).follow(context)
      return true
    }
    // A result of an unknown game: all of its lines get one answer.
    if isForeignHeader(line, context) {
      context.add(RefusedRows())
      let known = ClaimedGame.allCases.map(\.title).joined(separator: ", ")
      throw WireError(.notAResult, "This is no result of a game that is known here; those are \(known)")
    }
    // Rows without a result's header: all of them get one answer.
    let refused: RefusedRows? = context.part()
    guard ClaimRows.isGrid(line) || refused != nil && ClaimRows.isForeignTail(line) else {
      if let refused { context.remove(refused) }
      return false
    }
    guard refused == nil else { return true }
    context.add(RefusedRows())
    throw WireError(.notAResult, "Rows of tiles are part of a result: paste it from its first line on")
  }

  func open(afterCommand text: String, _ context: SessionContext) {
    guard let paste = Paste(command: text) else {
      context.handle(Request.Share(text: text))
      return
    }
    PendingPaste(paste).follow(context)
  }

  /// Whether a line begins a result of an unknown game, and is neither a command nor talk.
  private func isForeignHeader(_ line: String, _ context: SessionContext) -> Bool {
    guard !context.isOperator, ClaimRows.isForeignHeader(line), let command = TextCommand(line),
      RequestTable.textForm(named: command.name)?.form.usage == nil
    else { return false }
    return !context.isTalking
  }
}

/// Notes that the last typed line belonged to a refused result.
private final class RefusedRows: SessionPart {
  func end(_ context: PlayerContext) {}
}

/// A pasted result whose lines are still arriving.
private final class PendingPaste: OpenPaste {
  private var paste: Paste

  init(_ paste: Paste) { self.paste = paste }

  /// Waits for more lines, unless it is complete.
  func follow(_ context: SessionContext) {
    context.setPaste(self, waiting: Paste.patience)
    if paste.isComplete, !paste.isRefused { share(context) }
  }

  /// Adds a line that belongs to it. Such lines are part of the command that opened it.
  func take(_ line: UnsafeRawBufferPointer, _ context: SessionContext) -> Bool {
    guard line.first != UInt8(ascii: "{"), line.first != UInt8(ascii: "/"),
      let text = String(validating: line, as: UTF8.self),
      let clean = try? CleanText.line(text, as: "A line", maximum: context.limits.chatCharacters), paste.take(clean)
    else { return false }
    follow(context)
    return true
  }

  /// Blank lines are part of a paste, unless it may be none.
  func takeBlankLine(_ context: SessionContext) { if case .word = paste.opening { end(context) } }

  /// An incomplete result is not refused yet: a terminal keeps a line without a newline until Enter is pressed.
  func pause(_ context: SessionContext) {
    guard paste.isUnfinished, paste.lines.count > 1, !paste.isRefused, !isResult(context) else {
      return share(context)
    }
    guard !paste.isAwaited else { return }
    paste.isAwaited = true
    context.send(Sentence("This is not all of it yet: press Enter if a row still stands on your line"))
  }

  /// Shares it. Later rows still belong to it: a grid that arrives late replaces the share of its header.
  private func share(_ context: SessionContext) {
    context.setPaste(self)
    if case .word = paste.opening { return end(context) }
    guard paste.takenRows == nil || paste.hasNews else { return }
    paste.markTaken()
    if paste.isRefused, !isResult(context) { return }
    if !context.handle(Request.Share(text: paste.text)) { paste.isRefused = true }
  }

  private func isResult(_ context: SessionContext) -> Bool {
    (try? ShareBook.recognized(paste.text, context)) != nil
  }

  func end(_ context: SessionContext) {
    if case .word = paste.opening {
      context.setPaste(nil)
      context.handleTyped(paste.text)
    } else {
      if !paste.isComplete { share(context) }
      context.setPaste(nil)
    }
  }

  /// The paste so far counts.
  func abandon(_ context: SessionContext) { if paste.hasNews { context.handle(Request.Share(text: paste.text)) } }
}
