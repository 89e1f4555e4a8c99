import GameKit
import Kernel
import Names
import WireProtocol
import PastedResults
import TextMode

/// Results from elsewhere.
extension Parlor {
  /// The most lines that a shared text may have.
  private static let maximumLines = 60

  /// Shares a pasted text: a claim, or the match of the player's that it turns out to be the result of.
  func shareText(_ text: String, from session: Session, re: RequestID?) throws(WireError) {
    let found = try recognised(text)
    if case .claimed(let result) = found, result.puzzle > result.game.newest(on: hub.today) {
      let number = ShareGrid.numberText(result.puzzle)
      throw WireError(.notAResult, "There is no \(result.game.title) \(number) yet")
    }
    switch found {
    case .parlor(let text): try share(.text(ParlorText.candidates(text)), from: session, re: re)
    case .claimed(let result): try claim(result, from: session, re: re)
    }
  }

  private func recognised(_ text: String) throws(WireError) -> ClaimParser.Found {
    // By bytes, and bounded as a whole: to find where characters end, or to normalise them, takes long.
    guard CleanText.isCheaplyComposed(text) else {
      throw WireError(.notAResult, "This is not a result: it has far too many letters with accents")
    }
    var lines: [String] = []
    for line in text.separateLines {
      guard lines.count < Self.maximumLines else {
        throw WireError(.badText, "A shared text may have at most \(Self.maximumLines) lines")
      }
      lines.append(
        line.unicodeScalars.allSatisfy(\.isWhiteSpace)
          ? ""
          : try CleanText.line(String(line), as: "A line", maximum: hub.limits.chatCharacters, isClean: hub.isTyped))
    }
    do {
      return try ClaimParser.parse(lines.joined(separator: "\n"))
    } catch {
      throw WireError(.notAResult, error.message)
    }
  }

  /// Stores what a text claims, in place of an earlier claim for the same puzzle.
  private func claim(_ result: ClaimedResult, from session: Session, re: RequestID?) throws(WireError) {
    let player = session.player
    let channel = try openChannel()
    let query = ClaimQuery(
      player: player.id, game: result.game.rawValue, puzzle: result.puzzle, today: hub.today.number)
    let known = try fetch(query, for: player)
    guard known.earlier != nil || known.today < hub.limits.claimsPerDay else {
      throw WireError(
        .tooMany, .claim,
        "You have shared \(known.today) results of \(result.game.title) today, as many as count: the others tomorrow")
    }
    let old = try known.earlier.map { number throws(WireError) in try kernel.read(number, in: hub.shares) }
    try old?.checkSound()
    let body = ShareBody(text: result.text, puzzle: result.puzzle, mode: nil, tries: result.tries)
    let share = StoredShare(
      id: hub.numbers.nextShare(), player: player.id, game: result.game.rawValue, match: nil, claim: result.puzzle,
      day: hub.today.number, won: result.won, score: result.score, body: body.bytes, sharedAt: hub.now)
    channel.post(share, of: player, replacing: old, for: Requester(session: session, re: re))
  }

  // MARK: - Pastes

  /// Takes a typed line as the beginning of a pasted result, if it is one.
  func openPaste(_ line: String, of session: Session) -> Bool {
    let titles = hub.configuration.games.map(\.info.title) + hub.recordedGames.map(\.title)
    guard let paste = Paste(line, titles: titles) else { return false }
    follow(paste, of: session)
    return true
  }

  /// What follows `/share` on its line is a result, or the beginning of one.
  func beginPaste(_ text: String, of session: Session) {
    guard let paste = Paste(command: text) else {
      handle(Request.Share(text: text).call, from: session, re: nil)
      return
    }
    follow(paste, of: session)
  }

  /// Adds a line to a paste, unless it does not belong to it. Lines that do are part of the command that opened it.
  func continuePaste(_ line: UnsafeRawBufferPointer, of session: Session) -> Bool {
    guard var paste = session.paste, line.first != UInt8(ascii: "{"), line.first != UInt8(ascii: "/"),
      let text = String(validating: line, as: UTF8.self),
      let clean = try? CleanText.line(text, as: "A line", maximum: hub.limits.chatCharacters), paste.take(clean)
    else { return false }
    session.paste = nil
    follow(paste, of: session)
    return true
  }

  private func follow(_ paste: Paste, of session: Session) {
    session.paste = paste
    if paste.isComplete, !paste.isRefused {
      takePaste(of: session)
    } else {
      pastes.set(session.id, at: hub.now.adding(milliseconds: Paste.patience))
    }
  }

  /// Blank lines are part of a paste, unless it may turn out to be none.
  func blankLine(in session: Session) {
    if case .word = session.paste?.opening { endPaste(of: session) }
  }

  /// Nothing has come for a while. What would be refused for rows that lack waits for them: a terminal keeps a line
  /// that has no newline until Enter is pressed.
  func pausePaste(of session: Session) {
    guard let paste = session.paste, paste.isUnfinished, paste.lines.count > 1, !paste.isRefused,
      (try? recognised(paste.text)) == nil
    else { return takePaste(of: session) }
    guard !paste.isAwaited else { return }
    session.paste?.isAwaited = true
    hub.send(Sentence("This is not all of it yet: press Enter if a row still stands on your line"), to: session)
  }

  /// Takes a paste as it is. Rows that come later still belong to it: a grid that was held up on its way takes the
  /// place of its header.
  func takePaste(of session: Session) {
    guard var paste = session.paste else { return }
    pastes.set(session.id, at: nil)
    if case .word = paste.opening { return endPaste(of: session) }
    guard paste.takenRows == nil || paste.hasNews else { return }
    paste.markTaken()
    session.paste = paste
    if paste.isRefused, (try? recognised(paste.text)) == nil { return }
    let call = Request.Share(text: paste.text).call
    if !handle(call, from: session, re: nil) { session.paste?.isRefused = true }
  }

  /// No more lines belong to the paste.
  func endPaste(of session: Session) {
    guard let paste = session.paste else { return }
    if case .word = paste.opening {
      session.paste = nil
      pastes.set(session.id, at: nil)
      do throws(WireError) {
        try handleTyped(paste.text, from: session)
      } catch {
        hub.send(ErrorMessage(error), to: session, after: 0)
      }
    } else {
      if !paste.isComplete { takePaste(of: session) }
      pastes.set(session.id, at: nil)
      session.paste = nil
    }
  }

  /// The connection is gone: what was pasted counts, and nobody is there for an answer.
  func abandonPaste(of session: Session) {
    guard let paste = session.paste else { return }
    session.paste = nil
    pastes.set(session.id, at: nil)
    guard paste.hasNews else { return }
    handle(Request.Share(text: paste.text).call, from: session, re: nil)
  }
}

/// A shared text of this server's, as it may have been pasted in any theme.
enum ParlorText {
  /// The texts in dark tiles that it can stand for.
  static func candidates(_ text: String) -> [String] {
    let lines = text.separateLines
    var bare: [String] = []
    for line in lines {
      var scalars = String.UnicodeScalarView()
      scalars.append(contentsOf: ClaimRows.withoutVariationSelectors(String(line)))
      bare.append(String(scalars))
    }
    let head = bare.first ?? ""
    let rows = bare.dropFirst().filter { !$0.isEmpty }.prefix { row in
      row.unicodeScalars.allSatisfy { $0.value > 0x2000 || $0.isWhiteSpace }
    }
    let grid = rows.joined(separator: "\n")
    guard !grid.isEmpty else { return [head] }
    let light = grid.replacing("⬜", with: "⬛").replacing("🔲", with: "⬜")
    let contrast = grid.replacing("🟧", with: "🟩").replacing("🟦", with: "🟨")
    return [grid, light, contrast].map { head + "\n\n" + $0 }
  }
}
