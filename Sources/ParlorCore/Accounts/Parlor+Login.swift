import GameKit
import Names
import WireProtocol
import TextMode

/// Names: claiming one, coming back to it.
extension Parlor {
  func login(_ login: Request.Login, from session: Session, re: RequestID?) throws(WireError) {
    let name = try login.name.map { raw throws(WireError) in
      try PlayerName(raw, as: "A name", maximum: hub.limits.nameCharacters)
    }
    if let name, let password = login.password {
      return try comeBack(name, password, login, from: session, re: re)
    }
    if let name, try comeAsHouseBot(login, name, session, re: re) { return }
    if let token = login.token {
      let results = try comeBack(token, name, session)
      hub.keep(Visit(.came, at: hub.now, why: "token", from: session.address), of: session.player)
      let isStored = keepVisit(session.player, isBot: login.isBot) || !results.isEmpty
      // Coming back is not in itself anything to be stored.
      hub.send(
        LoginAnswer(
          you: session.player.name, token: nil, guestResults: results, hasPassword: session.player.verifier != nil),
        to: session, answering: re,
        after: isStored ? nil : 0)
      resumeKeptSeats(session)
      resumeSoloRoom(session)
      return announceLogin(of: session)
    }
    let wasGuest = session.player.isGuest
    let isOwnName = name.map { $0.folded == PlayerName.fold(session.player.name) } ?? true
    if !isOwnName, !session.player.isGuest {
      throw WireError(.alreadyNamed, "You are \(session.player.name); to take another name, use rename")
    }
    if let name, !isOwnName { try claim(name, session) }
    if let name, isOwnName, name.text != session.player.name { try changeCase(name, session) }
    if login.isBot, !session.player.isBot { hub.change(session.player, .markedAsBot) }
    let needsToken = session.player.tokens.isEmpty && !hub.isOfTheHouse(session.player)
    if isOwnName, needsToken { try countNewToken(session) }
    let token = needsToken ? issueToken(to: session) : nil
    hub.keep(session.player)
    hub.noteVisit(of: session.player)
    if token != nil {
      hub.keep(Visit(.came, at: hub.now, why: "name", from: session.address), of: session.player)
    }
    let warning = token != nil && session.isExposed ? Self.plainWarning : nil
    let hasPassword = session.player.verifier != nil
    hub.send(
      LoginAnswer(you: session.player.name, token: token, warning: warning, hasPassword: hasPassword), to: session,
      answering: re)
    if wasGuest, !session.player.isGuest { announceName(of: session) }
  }

  private static let plainWarning =
    "This connection is not encrypted: anybody who can read it on the way has your token and can log in as you"

  private func comeBack(
    _ token: String, _ name: PlayerName?, _ session: Session
  ) throws(WireError) -> [LoginAnswer.GuestResult] {
    guard let player = players.withToken(token) else {
      if let name, let holder = players.named(name.text), holder !== session.player {
        throw WireError(.nameTaken, "\(name.text) is somebody else's name, and this is not its token")
      }
      throw WireError(.badToken, "This token is not valid")
    }
    if let name, name.folded != PlayerName.fold(player.name) {
      throw WireError(.nameTaken, "This token belongs to another name than \(name.text)")
    }
    try checkBan(of: player)
    try prepareKeptSeats(of: player)
    try prepareResults(of: session.player, for: player)
    let results = become(player, session)
    session.tokenHash = SHA256.hash(token.utf8)
    return results
  }

  /// What the player has had before a restart; until storage has answered, practice may repeat something.
  func askForPuzzles(of player: Player) {
    guard player.isStored, player.seenPuzzles.isEmpty else { return }
    hub.ask(HadPuzzlesQuery(player: player.id), from: hub.puzzles.asker) { puzzles in
      for puzzle in puzzles ?? [] { player.seenPuzzles[puzzle.game, default: []].insert(puzzle.key) }
    }
  }

  /// Stores that a player is a bot, and once a day that the player was here: a name that is used lapses as little as
  /// one that is played under.
  ///
  /// - Returns: whether the answer rests on it.
  func keepVisit(_ player: Player, isBot: Bool) -> Bool {
    let becomesBot = isBot && !player.isBot
    if becomesBot { hub.change(player, .markedAsBot) }
    hub.noteVisit(of: player)
    return becomesBot
  }

  /// Has in memory what rooms will show that have kept a place.
  func prepareKeptSeats(of player: Player) throws(WireError) {
    for room in player.awayFrom {
      try room.prepareBoards(for: player, isWatching: room.members[player.id]?.isWatching == true)
    }
  }

  /// Takes up the places that rooms have kept; each room describes itself, as if it had been joined.
  func resumeKeptSeats(_ session: Session) {
    let player = session.player
    for room in player.awayFrom {
      guard let member = room.welcomeBack(player, session) else { continue }
      hub.send(room.shown(room.joined(for: member)), to: session, after: room.ticket)
      announceEntry(of: session, to: room, isBack: true)
    }
    player.awayFrom = []
  }

  /// Refuses a name that is not to be had.
  ///
  /// - Parameter isOfTheHouse: whether the operator's token has shown that a bot of the house asks.
  func checkClaim(_ name: PlayerName, _ session: Session, isOfTheHouse: Bool = false) throws(WireError) {
    try checkNaming(of: session)
    guard isOfTheHouse || !hub.isHouseName(name) else {
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
  private func countNewToken(_ session: Session) throws(WireError) {
    let most = hub.limits.newTokensPerAddress
    guard players.count(.token(session.address), limit: most) else {
      throw WireError(.tooMany, .token, "At most \(most) guests a day may ask for tokens from your address")
    }
  }

  private var tooManyNames: WireError {
    WireError(.tooMany, .name, "At most \(hub.limits.newNamesPerAddress) new names a day may come from your address")
  }

  private func changeCase(_ name: PlayerName, _ session: Session) throws(WireError) {
    guard !session.player.isGuest else { return }
    try checkNaming(of: session)
    let old = session.player.name
    players.rename(session.player, to: name, hub)
    for room in session.rooms { room.rename(session.player, from: old) }
  }

  /// Takes another name, once the password, where there is one, has shown whose wish it is: under its name an account
  /// is logged in to, so that the thief of a token could keep the owner out.
  func rename(_ request: Request.Rename, from session: Session, re: RequestID?) throws(WireError) {
    try refuseForHouseBot(session.player)
    let name = try PlayerName(request.name, as: "A name", maximum: hub.limits.nameCharacters)
    try requireOwner(
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
    hub.send(RenameAnswer(you: player.name), to: session, answering: re)
  }

  /// Sets the colours in which tiles are drawn for a player, and whether each message has its text, or says which
  /// they are.
  func setTheme(_ request: Request.SetTheme, of session: Session, re: RequestID?) throws(WireError) {
    let player = session.player
    if request.theme != nil { try requireStorage() }
    if let theme = request.theme, request.theme != player.theme {
      // A guest's choice goes with the visit, unless something else makes the guest known to storage.
      hub.change(player, .themeChosen(theme))
    }
    if let isDrawn = request.isDrawn {
      session.wantsDrawn = isDrawn
      if session.format != .text { session.format = session.jsonFormat }
    }
    hub.send(ThemeAnswer(theme: player.theme), to: session, answering: re, after: request.theme == nil ? 0 : nil)
  }
}
