import GameKit
import Names
import WireProtocol
import TextMode

/// Claiming and changing a name, and a player's colours.
extension Accounts {
  /// Refuses an unavailable name.
  ///
  /// - Parameter isOfTheHouse: whether the operator's token was shown, for a house bot.
  func checkClaim(_ name: PlayerName, _ session: Session, isOfTheHouse: Bool = false) throws(WireError) {
    try hub.restrictions.checkNaming(of: session)
    guard isOfTheHouse || !hub.house.imitates(name) else {
      throw WireError(.nameTaken, "\(name.text) is the name of a bot of this server, or looks like one: choose another")
    }
    guard !name.imitatesGuest else {
      throw WireError(.badText, Self.nicknamesAreOfGuests)
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

  /// Gives the session's player a name.
  func claim(_ name: PlayerName, _ session: Session, isOfTheHouse: Bool = false) throws(WireError) {
    try checkClaim(name, session, isOfTheHouse: isOfTheHouse)
    guard players.count(.name(session.address), limit: hub.limits.newNamesPerAddress) else { throw tooManyNames }
    if session.player.isGuest { session.player.namedAt = hub.now }
    renaming(session) { players.rename(session.player, to: name, hub) }
    hub.log("name_claimed", ["name": .string(name.text)])
  }

  /// Counts a guest's token. Names are counted separately, so that guests use up no names.
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
    renaming(session) { players.rename(session.player, to: name, hub) }
  }

  /// Tells the rooms of a session that its player has another name.
  func renaming<Result>(_ session: Session, _ rename: () -> Result) -> Result {
    let old = session.player.name
    defer { for room in session.rooms where session.player.name != old { room.rename(session.player, from: old) } }
    return rename()
  }

  /// Renames a player. An account with a password requires it: it is logged in to by name, so the thief of a token
  /// could lock the owner out.
  func rename(_ request: Request.Rename, _ context: SessionContext) throws(WireError) {
    let session = context.session
    try hub.house.refuseChange(of: session.player)
    let name = try PlayerName(request.name, as: .player, maximum: hub.limits.nameCharacters)
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

  /// Sets a player's tile colours, and whether each message has its text, or reads them.
  func setTheme(_ request: Request.SetTheme, _ context: SessionContext) throws(WireError) {
    let (session, player) = (context.session, context.player)
    if request.theme != nil { try hub.requireStorage() }
    if let theme = request.theme, request.theme != player.theme {
      // A guest's choice ends with the visit, unless something else makes storage know the guest.
      hub.change(player, .themeChosen(theme))
    }
    if let isDrawn = request.isDrawn {
      session.json.wantsDrawn = isDrawn
      if session.format != .text { session.format = session.json.format }
    }
    context.answer(ThemeAnswer(theme: player.theme), after: request.theme == nil ? 0 : nil)
  }
}
