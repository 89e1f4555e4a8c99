import GameKit
import Kernel
import Names
import ParlorCore
import PastedResults
import WireProtocol

/// Results from elsewhere.
extension ShareBook {
  /// The most lines of a shared text.
  private static let maximumLines = 60

  /// Shares a pasted text: a claim, or the player's match that it is the result of.
  func share(text: String, _ context: SessionContext) throws(WireError) {
    let found = try Self.recognized(text, context)
    if case .claimed(let result) = found, result.puzzle > result.game.newest(on: context.today) {
      let number = ShareGrid.numberText(result.puzzle)
      throw WireError(.notAResult, "There is no \(result.game.title) \(number) yet")
    }
    switch found {
    case .parlor(let text): try share(context.finishedMatch(.text(ParlorText.candidates(text))), context)
    case .claimed(let result): try claim(result, context)
    }
  }

  static func recognized(_ text: String, _ context: SessionContext) throws(WireError) -> ClaimParser.Found {
    // In bytes, and bounded as a whole: finding the ends of characters and normalising is slow.
    guard CleanText.isCheaplyComposed(text) else {
      throw WireError(.notAResult, "This is not a result: it has far too many letters with accents")
    }
    var lines: [String] = []
    for line in text.separateLines {
      guard lines.count < maximumLines else {
        throw WireError(.badText, "A shared text may have at most \(maximumLines) lines")
      }
      lines.append(
        line.unicodeScalars.allSatisfy(\.isWhiteSpace)
          ? ""
          : try CleanText.line(
            String(line), as: "A line", maximum: context.limits.chatCharacters, isClean: context.isNormalized))
    }
    do {
      return try ClaimParser.parse(lines.joined(separator: "\n"))
    } catch {
      throw WireError(.notAResult, error.message)
    }
  }

  /// Stores a claim, which replaces an earlier one for the same puzzle.
  private func claim(_ result: ClaimedResult, _ context: SessionContext) throws(WireError) {
    let player = context.player
    let channel = try context.openChannel()
    let known = try context.fetch(
      ClaimQuery(
        player: player.id, game: result.game.rawValue, puzzle: result.puzzle, today: context.today.number))
    guard known.earlier != nil || known.today < context.limits.claimsPerDay else {
      throw WireError(
        .tooMany, .claim,
        "You have shared \(known.today) results of \(result.game.title) today, as many as count: the others tomorrow")
    }
    let old = try known.earlier.map { number throws(WireError) in try context.read(number, in: shares) }
    try old?.checkSound()
    let body = ShareBody(text: result.text, puzzle: result.puzzle, mode: nil, tries: result.tries)
    let share = StoredShare(
      id: channel.newKey(of: ShareDocument.number), player: player.id, game: result.game.rawValue, match: nil,
      claim: result.puzzle, day: context.today.number, won: result.won, score: result.score, content: body,
      sharedAt: context.now)
    post(share, of: player, in: channel, replacing: old, answering: context)
  }
}

/// A shared text of this server, pasted in any theme.
enum ParlorText {
  /// The texts in dark tiles that it may come from.
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
