package import WireProtocol

extension VoteCounts: Drawable {
  package func drawn() -> String {
    let left = endsInMilliseconds.map { "\(($0 + 999) / 1000) s left" }
    if let own {
      let counts = [Drawing.count(own.votes, "vote", "votes"), left].compactMap { $0 }.joined(separator: ", ")
      return "Your vote: \(own.text) (\(counts))"
    }
    let moves = leading.map { "\($0.text) \($0.votes)" }.joined(separator: ", ")
    let counts = ["\(votes) of \(players) have voted", left].compactMap { $0 }.joined(separator: ", ")
    return moves.isEmpty ? "Votes: \(counts)" : "Votes: \(moves) (\(counts))"
  }
}
