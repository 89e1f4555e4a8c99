internal import WireProtocol

/// A bot of this project in a match, in this process.
final class BuiltInBot: MatchBot {
  private var bot: any PuzzleBot
  /// Its initial state: each seed is played twice, and the second game must not use knowledge of the first.
  private let initialBot: any PuzzleBot
  private let session: MatchSession
  private var settings: JSON?
  private var attempt: Attempt?

  init(_ bot: any PuzzleBot, at session: MatchSession) {
    self.bot = bot
    initialBot = bot
    self.session = session
  }

  func begin(_ game: MatchStart) throws {
    bot = initialBot
    settings = game.joined["settings"]
    begin(at: game.joined)
  }

  func choose(before deadline: UInt64) -> MatchChoice {
    attempt = bot.next()
    guard let attempt else { return .giveUp }
    return .request(["type": "move", "move": attempt.move])
  }

  func receive(_ answer: JSON, isOver: Bool) {
    guard let moved: Moved = try? session.read(answer) else { return }
    bot.learn(moved)
  }

  func receive(refusal: JSON) {
    if let attempt { bot.wasRefused(attempt) }
  }

  func receive(_ event: JSON) {
    if event["type"] == "round" {
      begin(at: event)
    } else if bot.isTimed, let moved: Moved = try? session.read(event) {
      bot.learn(moved)
    }
  }

  private func begin(at message: JSON) {
    guard let board = session.board(of: message) else { return }
    bot.begin(board, settings: settings)
  }

  func finish(_ result: SideResult) {}

  func end() {}
}
