import GameKit
import Names
import ParlorCore
import PastedResults
import TextMode
import WireProtocol

/// Finds out which typed lines begin a pasted result.
final class Pastes: PasteReader {
  func open(_ line: String, _ context: SessionContext) throws(WireError) -> Bool {
    let titles = context.games.map(\.info.title) + context.recordedGames.map(\.title)
    if let paste = Paste(line, titles: titles) {
      PendingPaste(paste).follow(context)
      return true
    }
    // A result of a game that is not known here: of all of its lines one is answered.
    if isForeignHeader(line, context) {
      context.add(RefusedRows())
      let known = ClaimedGame.allCases.map(\.title).joined(separator: ", ")
      throw WireError(.notAResult, "This is no result of a game that is known here; those are \(known)")
    }
    // Rows whose header was no result's: of all of them one is answered.
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

  /// Whether a line begins a result of a game that is not known here, and is neither a command nor talk.
  private func isForeignHeader(_ line: String, _ context: SessionContext) -> Bool {
    guard !context.isOperator, ClaimRows.isForeignHeader(line), let command = TextCommand(line),
      RequestTable.textForm(named: command.name)?.form.usage == nil
    else { return false }
    return !context.isTalking
  }
}

/// Notes that the last line that was typed was part of a result that was refused.
private final class RefusedRows: SessionPart {
  func end(_ context: PlayerContext) {}
}

/// A pasted result whose lines are still coming.
private final class PendingPaste: OpenPaste {
  private var paste: Paste

  init(_ paste: Paste) { self.paste = paste }

  /// Waits for more lines, unless it has all.
  func follow(_ context: SessionContext) {
    context.setPaste(self, waiting: Paste.patience)
    if paste.isComplete, !paste.isRefused { share(context) }
  }

  /// Adds a line to it, unless it does not belong to it. Lines that do are part of the command that opened it.
  func take(_ line: UnsafeRawBufferPointer, _ context: SessionContext) -> Bool {
    guard line.first != UInt8(ascii: "{"), line.first != UInt8(ascii: "/"),
      let text = String(validating: line, as: UTF8.self),
      let clean = try? CleanText.line(text, as: "A line", maximum: context.limits.chatCharacters), paste.take(clean)
    else { return false }
    follow(context)
    return true
  }

  /// Blank lines are part of a paste, unless it may turn out to be none.
  func takeBlankLine(_ context: SessionContext) { if case .word = paste.opening { end(context) } }

  /// What would be refused for rows that lack waits for them: a terminal keeps a line that has no newline until Enter
  /// is pressed.
  func pause(_ context: SessionContext) {
    guard paste.isUnfinished, paste.lines.count > 1, !paste.isRefused, !isResult(context) else {
      return share(context)
    }
    guard !paste.isAwaited else { return }
    paste.isAwaited = true
    context.send(Sentence("This is not all of it yet: press Enter if a row still stands on your line"))
  }

  /// Shares it as it is. Rows that come later still belong to it: a grid that was held up on its way takes the place of
  /// its header.
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

  /// What was pasted counts.
  func abandon(_ context: SessionContext) { if paste.hasNews { context.handle(Request.Share(text: paste.text)) } }
}
