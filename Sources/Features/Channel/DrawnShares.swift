import GameKit
import TextMode
import WireProtocol

/// A page of the channel as drawn, for what was asked and by whom.
struct ShownShares: ShownMessage, LinkedText {
  var message: SharesAnswer
  var request: Request.Shares
  var reader: String

  package func page() -> DrawnPage {
    let asked = [request.game, request.player, request.day].compactMap { $0 }
    var page = DrawnPage(asked.joined(separator: " · "))
    if message.entries.isEmpty {
      page = DrawnPage("Nothing\(asked.isEmpty ? "" : " of this kind") has been shared yet")
    }
    let (lines, regions) = SideBySide.arranged(message.entries.map(\.block))
    page.add(lines, zip(regions, message.entries).map { ($0, $1.links(for: reader)) })
    if let first = message.entries.first?.result.id {
      page.advise("/reveal \(first) shows the letters of share \(first), /react \(first) 👍 answers it")
    }
    if let next = message.next {
      page.advise("Older ones: /shares \(next)")
      var older = request
      older.after = next
      page.offer(.further("older", older))
    }
    for (index, emoji) in Reaction.allCases.enumerated() {
      let react = Request.React(share: 0, emoji: emoji)
      page.offer(DrawnPage.Link(emoji.rawValue, react, key: "\(index + 1)").about("share_id"))
    }
    page.offer(
      .init("share yours", Request.Share(), key: "s"),
      .init(
        "filter", Request.Shares(game: request.game, player: request.player, day: request.day), key: "f",
        asks: ["game", "player", "day"]),
      .init("past scores", Request.Scores(), key: "e"), .refresh(request, key: ""))
    return page
  }
}

extension SharesAnswer.Entry {
  /// The result as a block: who and what, the grid, and the reactions.
  fileprivate var block: [String] {
    let lines = result.text.split(separator: "\n").map(String.init)
    let marks = (result.isClaimed ? " · claimed" : "") + (result.isBot ? " · bot" : "")
    let answers = reactions.counts.map { "\($0.emoji.rawValue) \($0.count)" }.joined(separator: "  ")
    return ["\(result.id) · \(result.player)\(marks)"] + lines + (answers.isEmpty ? [] : [answers])
  }

  fileprivate func links(for reader: String) -> [DrawnPage.Link] {
    var links: [DrawnPage.Link] = [
      DrawnPage.Link("letters", Request.Reveal(share: result.id)).with(.letters),
      .init("copy", copies: result.text, key: "y"),
      .init("leaderboard", Request.Leaderboard(game: result.game, claimed: result.isClaimed, limit: 100), key: "l"),
    ]
    if result.player == reader { links.append(.init("take back", Request.Unshare(share: result.id), key: "d")) }
    if own != nil { links.append(.init("take the answer back", Request.React(share: result.id), key: "0")) }
    return links
  }
}

/// The letters of a shared grid as drawn, with a blank line between two of its grids.
struct ShownLetters: ShownMessage {
  var message: RevealAnswer
  var grids: [[Board.Row]]

  package func drawn() -> String {
    grids.map { $0.map(Drawing.line(of:)).joined(separator: "\n") }.joined(separator: "\n\n")
  }
}
