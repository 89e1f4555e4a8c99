import Names
import WireProtocol

/// `command`: a line of text from a client that speaks JSON and does not know what it means.
extension Parlor {
  /// Carries out the request that the line stands for; its answer also has `drawn`.
  ///
  /// - Returns: whether it was not refused at once.
  func handleCommand(_ text: String, in room: String?, from session: Session, re: RequestID?) -> Bool {
    do throws(WireError) {
      let line = try CleanText.line(text, as: "A command", maximum: hub.limits.typedCharacters)
      hub.isTyped = true
      defer { hub.isTyped = false }
      try runCommand(line.drop { $0 == "/" }, in: room, from: session, re: re.map { .drawn($0) })
      return true
    } catch {
      hub.send(ErrorMessage(error), to: session, answering: re, after: 0)
      return false
    }
  }
}

extension Request {
  /// Fills in the room that the line was typed in, and its game, where the request names none.
  mutating func take(room: String, game: String?) {
    switch self {
    case .leave(nil): self = .leave(room: room)
    case .start(nil): self = .start(room: room)
    case .resign(nil): self = .resign(room: room)
    case .draw(nil): self = .draw(room: room)
    case .pause(nil, let paused): self = .pause(room: room, paused: paused)
    case .skip(nil): self = .skip(room: room)
    case .results(nil): self = .results(room: room)
    case .move(var move):
      move.room = move.room ?? room
      self = .move(move)
    case .say(nil, let text): self = .say(room: room, text: text)
    case .who(nil): self = .who(room: room)
    case .board(nil, let player): self = .board(room: room, player: player)
    case .invite(nil): self = .invite(room: room)
    case .kick(nil, let player): self = .kick(room: room, player: player)
    case .mute(nil, let player, let muted): self = .mute(room: room, player: player, muted: muted)
    case .stats(let player, nil): self = .stats(player: player, game: game)
    case .compare(var compare):
      compare.game = compare.game ?? game
      self = .compare(compare)
    case .calendar(var calendar):
      calendar.game = calendar.game ?? game
      self = .calendar(calendar)
    case .leaderboard(var leaderboard) where !leaderboard.claimed:
      leaderboard.game = leaderboard.game ?? game
      self = .leaderboard(leaderboard)
    case .ratings(nil, let bots, let limit): self = .ratings(game: game, bots: bots, limit: limit)
    default: break
    }
  }
}
