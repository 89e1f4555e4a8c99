import TextMode
package import WireProtocol

extension PollAnswer: LinkedText {
  package func page() -> DrawnPage {
    let title = "Poll" + (player.map { " by \($0)" } ?? "") + (isClosed ? " (closed)" : "")
    var page = DrawnPage("\(title): \(Drawing.spoken(question))")
    for (index, option) in options.enumerated() {
      let count = counts.indices.contains(index) ? ": \(Drawing.count(counts[index], "vote", "votes"))" : ""
      let line = "  \(index + 1) \(Drawing.spoken(option))\(count)\(own == index + 1 ? " (your vote)" : "")"
      page.add(line, isClosed ? [] : [.init("vote", Request.Vote(room: room, option: index + 1, number: number))])
    }
    let sum = "\(Drawing.count(votes, "vote", "votes")) so far"
    if !isClosed { page.add(sum, typed: "/vote NUMBER votes; \(sum)", []) }
    return page
  }
}

extension PollRemoved: Drawable {
  package func drawn() -> String { "The poll in \(room) was taken away" }
}
