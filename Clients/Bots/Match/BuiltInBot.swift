internal import WireProtocol

/// A bot of this project in a match, in this process.
final class BuiltInBot: MatchBot {
  private var bot: any PuzzleBot
  private let session: MatchSession
  private var settings: JSON?
  private var attempt: Attempt?

  init(_ bot: any PuzzleBot, at session: MatchSession) {
    self.bot = bot
    self.session = session
  }

  func begin(_ game: MatchStart) throws {
    settings = game.joined["settings"]
    begin(at: game.joined)
  }

  func choose(before deadline: UInt64) -> MatchChoice {
    attempt = bot.next()
    guard let attempt else { return .giveUp }
    return .request(["type": "move", "move": attempt.move])
  }

  func hear(_ answer: JSON, isOver: Bool) {
    guard let moved: Moved = try? session.read(answer) else { return }
    bot.learn(moved)
  }

  func hear(refusal: JSON) {
    if let attempt { bot.wasRefused(attempt) }
  }

  func hear(_ event: JSON) {
    if event["type"] == "round" { begin(at: event) }
  }

  private func begin(at message: JSON) {
    guard let board = session.board(of: message) else { return }
    bot.begin(board, settings: settings)
  }

  func finish(_ result: SideResult) {}

  func end() {}
}
