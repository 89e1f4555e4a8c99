import TextMode
package import WireProtocol

extension PollAnswer: Drawable {
  package func drawn() -> String {
    let title = "Poll" + (player.map { " by \($0)" } ?? "") + (isClosed ? " (closed)" : "")
    let lines = options.enumerated().map { index, option in
      let count = counts.indices.contains(index) ? ": \(Drawing.count(counts[index], "vote", "votes"))" : ""
      return "  \(index + 1) \(Drawing.spoken(option))\(count)\(own == index + 1 ? " (your vote)" : "")"
    }
    let end = isClosed ? [] : ["/vote NUMBER votes; \(Drawing.count(votes, "vote", "votes")) so far"]
    return (["\(title): \(Drawing.spoken(question))"] + lines + end).joined(separator: "\n")
  }
}

extension PollRemoved: Drawable {
  package func drawn() -> String { "The poll in \(room) was taken away" }
}
