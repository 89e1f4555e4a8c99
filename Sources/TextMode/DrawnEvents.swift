import GameKit
package import WireProtocol

extension Said: Drawable {
  package func drawn() -> String {
    guard let text else { return "" }
    let line = Drawing.talk(text, by: player)
    guard hiddenCount > 0 else { return line }
    return line + "\n(hidden from \(Drawing.names(hiddenFrom, total: hiddenCount)) until they have finished)"
  }
}

extension HiddenTalk: Drawable {
  package func drawn() -> String {
    (["Said of this puzzle meanwhile:"] + lines.map { Drawing.talk($0.text, by: $0.player) }).joined(separator: "\n")
  }
}

extension Digest: Drawable {
  package func drawn() -> String {
    let lately = recent.isEmpty ? "" : "; lately " + recent.joined(separator: ", ")
    let counts = "\(place.room): \(playerCount) here, \(finished) done\(lately)"
    // A grid looks the same until the next one, and `/board` shows it.
    guard let board, !board.isGrid else { return counts }
    return ([counts] + Drawing.watched(board)).joined(separator: "\n")
  }
}

/// The start of a round as drawn for one viewer.
package struct ShownRound: Drawable {
  var message: Round
  /// Whether the viewer watches.
  var isWatching: Bool

  package init(message: Round, looksOn: Bool) {
    self.message = message
    self.isWatching = looksOn
  }

  package func write(to json: inout JSONWriter, answering re: RequestID?) { message.write(to: &json, answering: re) }

  package func drawn() -> String {
    let time = message.endsInSeconds.map(Drawing.duration)
    if isWatching {
      let begun = "Round \(message.number) has begun\(time.map { ": it lasts \($0) at most" } ?? "")."
      return ([begun] + (message.board.map(Drawing.watched) ?? [])).joined(separator: "\n")
    }
    let begun = "Round \(message.number) has begun.\(time.map { " You have \($0)." } ?? "")"
    return ([begun] + (message.board.map(Drawing.lines(of:)) ?? [])).joined(separator: "\n")
  }
}

/// The end of a round as drawn for those who were in the room.
package struct ShownRoundOver: Drawable {
  /// Who may start the next round.
  package enum Starter {
    /// Everybody in the room, or the reader, who is alone.
    case anybody
    case player(String)
    /// Both who have a seat, together.
    case both
    /// There is no further round.
    case nobody
  }

  var message: RoundOver
  var starter: Starter

  package init(message: RoundOver, starter: Starter) {
    self.message = message
    self.starter = starter
  }

  package func write(to json: inout JSONWriter, answering re: RequestID?) { message.write(to: &json, answering: re) }

  package func drawn() -> String { message.drawn(startedBy: starter) }
}

extension RoundOver {
  fileprivate func drawn(startedBy starter: ShownRoundOver.Starter) -> String {
    var lines = ["Round \(number) is over."]
    for standing in standings where standings.count > 1 {
      let progress = standing.progress.map { "has \(Drawing.count($0, "point", "points"))" }
      let result = standing.outcome.map(Drawing.outcome) ?? progress ?? "has not finished"
      let time = standing.ownMilliseconds.map { ", \(Elapsed(milliseconds: Int64($0)).clockText)" } ?? ""
      let wins = standing.wins > 0 ? "   (\(Drawing.count(standing.wins, "round", "rounds")) won)" : ""
      let rating = standing.rating.map { "   rating \($0) (\(Self.signed(standing.ratingChange ?? 0)))" } ?? ""
      lines.append("\(standing.placedName) \(result)\(time)\(wins)\(rating)")
    }
    if let bestOf, let winner { lines.append("\(winner) has won the best of \(bestOf).") }
    if let words = solutionWords { lines.append("The solution: \(words)") }
    if let seconds = nextInSeconds {
      lines.append("The next round begins in \(seconds) s.")
    } else {
      switch starter {
      case .anybody: lines.append("/start begins the next round.")
      case .player(let name): lines.append("The next round begins when \(name) types /start.")
      case .both: lines.append("The next round begins when both have typed /rematch.")
      case .nobody: break
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func signed(_ number: Int) -> String { number < 0 ? "−\(-number)" : "+\(number)" }

  private var solutionWords: String? {
    let words = (solution ?? []).flatMap { move -> [String] in
      move.objectValue?.members.compactMap(\.value.stringValue) ?? []
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}

extension Presence: Drawable {
  package func drawn() -> String {
    switch change {
    case .entered: "\(player)\(isBot ? " (bot)" : "") \(isWatching ? "is watching" : "is here")"
    case .left:
      switch reason {
      case Presence.kicked: "\(player) was sent away"
      case "away_too_long": "\(player) was away too long and has lost the seat"
      default: "\(player) has left \(place.room)"
      }
    case .away: reason == Self.goodbye ? "\(player) has gone" : "\(player) has lost the connection"
    case .back: "\(player) is back"
    case .renamed: "\(player) is now called \(name ?? player)"
    case .muted: isMuted == true ? "\(player) may not talk here for now" : "\(player) may talk again"
    case .owner: "\(player) owns \(place.room) now"
    case .unkicked: "\(player) may come in again"
    }
  }
}

/// A presence event as drawn for one viewer.
package struct ShownPresence: Drawable {
  var message: Presence
  /// Whether it concerns the viewer.
  var isOwn: Bool

  package init(message: Presence, isOwn: Bool) {
    self.message = message
    self.isOwn = isOwn
  }

  package func write(to json: inout JSONWriter, answering re: RequestID?) { message.write(to: &json, answering: re) }

  package func drawn() -> String {
    guard isOwn else { return message.drawn() }
    let room = message.place.room
    return switch message.change {
    // The answer to `login` or `rename` contains it.
    case .renamed: ""
    case .left where message.reason == Presence.kicked: "The owner of \(room) has sent you away"
    case .left where message.reason == Presence.closed: "\(room) is closed"
    case .left: "You have left \(room)"
    case .muted: message.isMuted == true ? "You may not talk in \(room) for now" : "You may talk in \(room) again"
    case .owner: "You own \(room) now"
    case .entered, .away, .back, .unkicked: message.drawn()
    }
  }
}
