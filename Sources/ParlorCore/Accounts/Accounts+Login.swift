import GameKit
import Names
import WireProtocol
import TextMode

/// Claiming a name, and logging in to it.
extension Accounts {
  func login(_ login: Request.Login, _ context: SessionContext) throws(WireError) {
    let session = context.session
    let nickname = login.token == nil && login.password == nil ? login.name.flatMap(KnownNames.nickname(in:)) : nil
    let name = try (nickname == nil ? login.name : nil).map { raw throws(WireError) in
      try PlayerName(raw, as: .player, maximum: hub.limits.nameCharacters)
    }
    if let name, let password = login.password {
      return try comeBack(name, password, login, context)
    }
    if let name, try comeAsHouseBot(login, name, context) { return }
    if let token = login.token {
      return finish(login, by: "token", with: try comeBack(token, name, context), context)
    }
    let wasGuest = session.player.isGuest
    if nickname != nil, !wasGuest {
      throw WireError(.alreadyNamed, Self.nicknamesAreOfGuests)
    }
    let isOwnName = name.map { $0.folded == PlayerName.fold(session.player.name) } ?? true
    if !isOwnName, !session.player.isGuest {
      throw WireError(.alreadyNamed, "You are \(session.player.name); to take another name, use rename")
    }
    if let name, !isOwnName { try claim(name, session) }
    if let name, isOwnName, name.text != session.player.name { try changeCase(name, session) }
    if login.isBot, !session.player.isBot { hub.change(session.player, .markedAsBot) }
    let needsToken = session.player.tokens.isEmpty && !hub.house.isBot(session.player)
    if isOwnName, needsToken { try countNewToken(session) }
    if let nickname { try takeNickname(nickname, session) }
    let token = needsToken ? issueToken(to: session) : nil
    hub.keep(session.player)
    hub.noteVisit(of: session.player)
    if token != nil {
      hub.keep(Visit(.came, at: hub.now, why: "name", from: session.address), of: session.player)
    }
    let warning = token != nil && session.isExposed ? Self.plainWarning : nil
    let hasPassword = session.player.verifier != nil
    context.answer(
      LoginAnswer(you: session.player.name, token: token, warning: warning, hasPassword: hasPassword))
    if wasGuest, !session.player.isGuest { context.announceName() }
  }

  /// Refuses names that begin like a guest's.
  static let nicknamesAreOfGuests =
    "A name that begins with \(KnownNames.guestPrefix) is a nickname, and only guests have nicknames"

  private static let plainWarning =
    "This connection is not encrypted: anybody who can read it on the way has your token and can log in as you"

  private func comeBack(
    _ token: String, _ name: PlayerName?, _ context: SessionContext
  ) throws(WireError) -> [LoginAnswer.GuestResult] {
    let session = context.session
    guard let player = players.withToken(token) else {
      if let name, let holder = players.named(name.text), holder !== session.player {
        throw WireError(.nameTaken, "\(name.text) is somebody else's name, and this is not its token")
      }
      throw WireError(.badToken, "This token is not valid")
    }
    if let name, name.folded != PlayerName.fold(player.name) {
      throw WireError(.nameTaken, "This token belongs to another name than \(name.text)")
    }
    try hub.restrictions.checkBan(of: player)
    try prepareKeptSeats(of: player)
    try prepareResults(of: session.player, for: player)
    let results = become(player, context)
    session.tokenHash = SHA256.hash(token.utf8)
    return results
  }

  // MARK: - Coming back

  /// The session's player is back: answers the login, and resumes what was reserved.
  ///
  /// - Parameters:
  ///   - results: for the dailies that the session had begun as a guest.
  ///   - isStored: whether the answer depends on something that is being stored.
  func finish(
    _ login: Request.Login, by proof: String, with results: [LoginAnswer.GuestResult], token: String? = nil,
    isStored: Bool = false, _ context: SessionContext
  ) {
    let player = context.player
    hub.keep(Visit(.came, at: hub.now, why: proof, from: context.session.address), of: player)
    // Logging in by itself stores nothing.
    let isStored = keepVisit(player, isBot: login.isBot) || !results.isEmpty || token != nil || isStored
    context.answer(
      LoginAnswer(you: player.name, token: token, guestResults: results, hasPassword: player.verifier != nil),
      after: isStored ? nil : 0)
    resumeKeptSeats(context)
    soloRooms.resume(context)
    context.announceLogin()
  }

  /// Loads the puzzles that the player has had before a restart; until then practice may repeat some.
  func askForPuzzles(of player: Player) {
    guard player.isStored, player.seenPuzzles.isEmpty else { return }
    hub.ask(HadPuzzlesQuery(player: player.id), from: hub.puzzles.asker) { puzzles in
      for puzzle in puzzles ?? [] { player.seenPuzzles[puzzle.game, default: []].insert(puzzle.key) }
    }
  }

  /// Stores that a player is a bot, and once a day that the player was here, which keeps the name from expiring.
  ///
  /// - Returns: whether the answer depends on it.
  func keepVisit(_ player: Player, isBot: Bool) -> Bool {
    let becomesBot = isBot && !player.isBot
    if becomesBot { hub.change(player, .markedAsBot) }
    hub.noteVisit(of: player)
    return becomesBot
  }

  /// Loads what rooms with reserved seats will show.
  func prepareKeptSeats(of player: Player) throws(WireError) {
    for room in player.awayFrom {
      try room.view.prepareBoards(for: player, isWatching: room.members[player.id]?.isWatching == true)
    }
  }

  /// Returns the player to rooms with reserved seats; each describes itself as after a join.
  func resumeKeptSeats(_ context: SessionContext) {
    let (player, session) = (context.player, context.session)
    for room in player.awayFrom {
      guard let member = room.welcomeBack(player, session) else { continue }
      hub.send(room.view.shown(room.view.joined(for: member)), to: session, after: room.ticket)
      context.announceEntry(to: room, isBack: true)
    }
    player.awayFrom = []
  }
}
