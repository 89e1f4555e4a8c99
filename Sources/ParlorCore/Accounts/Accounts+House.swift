import Kernel
import Names
import WireProtocol

/// The accounts of the operator's bots.
extension Accounts {
  /// Makes a session the house bot of a name. Wrong tokens are limited like wrong passwords.
  ///
  /// - Returns: whether it did: this takes one of the names, and the token.
  func comeAsHouseBot(_ login: Request.Login, _ name: PlayerName, _ context: SessionContext) throws(WireError)
    -> Bool
  {
    let session = context.session
    guard hub.house.contains(name), let token = login.token, players.withToken(token) == nil,
      try passwords.checkOperatorToken(from: session, isRight: { hub.configuration.houseToken?.matches(token) == true })
    else { return false }
    if let holder = players.named(name.text) {
      guard hub.house.isBot(holder) else {
        throw WireError(.nameTaken, "\(name.text) is a player's since before: name another bot in --house-bots")
      }
      try hub.restrictions.checkBan(of: holder)
      _ = become(holder, context)
    } else {
      guard session.player.isGuest, session.player.tokens.isEmpty else {
        throw WireError(
          .alreadyNamed, "You are \(session.player.name): \(name.text) logs in over a connection of its own")
      }
      try claim(name, session, isOfTheHouse: true)
    }
    if !session.player.isBot { hub.change(session.player, .markedAsBot) }
    hub.keep(session.player)
    hub.noteVisit(of: session.player)
    context.answer(LoginAnswer(you: session.player.name, token: nil))
    resumeKeptSeats(context)
    return true
  }
}
