import GameKit
import Names
import WireProtocol
import TextMode

/// Names: claiming one, taking another, and how a player looks.
extension Accounts {
  /// Refuses a name that is not to be had.
  ///
  /// - Parameter isOfTheHouse: whether the operator's token has shown that a bot of the house asks.
  func checkClaim(_ name: PlayerName, _ session: Session, isOfTheHouse: Bool = false) throws(WireError) {
    try hub.restrictions.checkNaming(of: session)
    guard isOfTheHouse || !hub.house.imitates(name) else {
      throw WireError(.nameTaken, "\(name.text) is the name of a bot of this server, or looks like one: choose another")
    }
    guard !name.imitatesGuest else {
      throw WireError(.badText, "Names that begin with \(KnownNames.guestPrefix) are the server's to give")
    }
    guard !name.isReserved else {
      throw WireError(.nameTaken, "\(name.text) would be taken for the server or those who run it: choose another name")
    }
    guard players.named(name.text) == nil else {
      throw WireError(.nameTaken, "\(name.text) is taken: choose another name, or log in with its token or password")
    }
    if let other = players.lookingLike(name, besides: session.player) {
      throw WireError(.nameTaken, "\(name.text) looks like \(other.name), which is taken: choose another name")
    }
    guard players.mayHave(.name(session.address), limit: hub.limits.newNamesPerAddress) else { throw tooManyNames }
  }

  /// Gives the player of a session a name.
  func claim(_ name: PlayerName, _ session: Session, isOfTheHouse: Bool = false) throws(WireError) {
    try checkClaim(name, session, isOfTheHouse: isOfTheHouse)
    guard players.count(.name(session.address), limit: hub.limits.newNamesPerAddress) else { throw tooManyNames }
    let old = session.player.name
    if session.player.isGuest { session.player.namedAt = hub.now }
    players.rename(session.player, to: name, hub)
    for room in session.rooms { room.rename(session.player, from: old) }
    hub.log("name_claimed", ["name": .string(name.text)])
  }

  /// Counts the token of a guest. Names are counted apart, so that guests use up nobody's.
  func countNewToken(_ session: Session) throws(WireError) {
    let most = hub.limits.newTokensPerAddress
    guard players.count(.token(session.address), limit: most) else {
      throw WireError(.tooMany, .token, "At most \(most) guests a day may ask for tokens from your address")
    }
  }

  private var tooManyNames: WireError {
    WireError(.tooMany, .name, "At most \(hub.limits.newNamesPerAddress) new names a day may come from your address")
  }

  func changeCase(_ name: PlayerName, _ session: Session) throws(WireError) {
    guard !session.player.isGuest else { return }
    try hub.restrictions.checkNaming(of: session)
    let old = session.player.name
    players.rename(session.player, to: name, hub)
    for room in session.rooms { room.rename(session.player, from: old) }
  }

  /// Takes another name, once the password, where there is one, has shown whose wish it is: under its name an account
  /// is logged in to, so that the thief of a token could keep the owner out.
  func rename(_ request: Request.Rename, _ context: SessionContext) throws(WireError) {
    let session = context.session
    try hub.house.refuseChange(of: session.player)
    let name = try PlayerName(request.name, as: "A name", maximum: hub.limits.nameCharacters)
    try requirePassword(
      request.password, of: session, missing: "it shows that the account is yours to rename",
      wrong: "you keep your name")
    hub.ratings.forget()
    let player = session.player
    if name.folded == PlayerName.fold(player.name) {
      try changeCase(name, session)
    } else {
      try claim(name, session)
    }
    hub.keep(player)
    context.answer(RenameAnswer(you: player.name))
  }

  /// Sets the colours in which tiles are drawn for a player, and whether each message has its text, or says which
  /// they are.
  func setTheme(_ request: Request.SetTheme, _ context: SessionContext) throws(WireError) {
    let (session, player) = (context.session, context.player)
    if request.theme != nil { try hub.requireStorage() }
    if let theme = request.theme, request.theme != player.theme {
      // A guest's choice goes with the visit, unless something else makes the guest known to storage.
      hub.change(player, .themeChosen(theme))
    }
    if let isDrawn = request.isDrawn {
      session.json.wantsDrawn = isDrawn
      if session.format != .text { session.format = session.json.format }
    }
    context.answer(ThemeAnswer(theme: player.theme), after: request.theme == nil ? 0 : nil)
  }
}
