package import WireProtocol

extension SharedResult {
  /// `ana shares 88 (played elsewhere):` with the text below.
  package func drawn(_ verb: String) -> String {
    let claimed = isClaimed ? " (played elsewhere)" : ""
    return "\(player) \(verb) \(id)\(claimed):\n\(text)"
  }
}

extension Shared: Drawable {
  package func drawn() -> String {
    let remark = replaced.map { "\nIt takes the place of share \($0)." } ?? ""
    return result.drawn("shares") + remark
  }
}

extension Unshared: Drawable {
  package func drawn() -> String {
    share.map { "Share \($0) of \(player) is gone" } ?? "All shares of \(player) are gone"
  }
}

extension Reacted: Drawable {
  package func drawn() -> String {
    guard let emoji else { return "\(player) takes the reaction to share \(share) back" }
    return "\(player) reacts to share \(share): \(emoji.rawValue)"
  }
}

extension ThemeAnswer: Drawable {
  package func drawn() -> String { "Tiles are drawn like this: 🟩 🟨 ⬛" }
}
