import GameKit
import Kernel
import Names
import WireProtocol
import TextMode

/// Requests about rooms: opening, entering, leaving, talking, keeping order.
extension Parlor {
  static var roomHandlers: [RequestHandler] {
    [
      RequestHandler(join), RequestHandler(leave), RequestHandler(create), RequestHandler(start),
      RequestHandler(resign), RequestHandler(draw), RequestHandler(results), RequestHandler(move),
      RequestHandler(say), RequestHandler(showBoard), RequestHandler(who), RequestHandler(listRooms),
    ]
  }

  func join(_ join: Request.Join, from session: Session, re: RequestID?) throws(WireError) {
    if try joinSoloRoom(join, from: session, re: re) { return }
    let (room, isWatching) = (try room(named: join.room), join.isWatching)
    try room.requireBoards(of: session.player)
    let code = try join.code.map { raw throws(WireError) in try CleanText.line(raw, as: "A code", maximum: 64) }
    try checkAbsence(of: session.player, from: room)
    try room.checkEntry(session.player, isWatching: isWatching)
    try checkCode(code, of: room, by: session, isWatching: isWatching)
    try checkMatch(of: session, besides: room)
    let isNew = !session.rooms.contains { $0 === room }
    if isNew { try checkRoomCount(of: session) }
    let settings = try boardSettings(join, room)
    let member = try room.enter(session, isWatching: isWatching, settings: settings, beginsToday: join.beginsToday)
    // What the coming itself has brought about, such as the end of a round whose last seat is given up, is told as
    // well.
    let missed = join.since.flatMap { since in
      since.epoch == hub.configuration.epoch ? room.history.events(after: since.seq, upTo: room.seq) : nil
    }
    if hub.isClustered, !isNew, missed != nil { room.commit(with: session.player) }
    if session.format == .text { leaveOthers(than: room, session) }
    var joined = room.joined(for: member)
    if join.since != nil { joined.recovered = missed != nil }
    var shown = room.shown(joined)
    if session.format == .text, session.player.isGuest, !session.hasToldOfGuests, shown.isDayBegun {
      shown.isGuests = true
      session.hasToldOfGuests = true
    }
    hub.send(shown, to: session, answering: re, after: room.ticket)
    if let missed { room.resume(missed, to: member, session) }
    announceEntry(of: session, to: room, isBack: join.since != nil)
  }

  /// Refuses to take somebody at a terminal from a match to another room, since leaving gives the match up.
  func checkMatch(of session: Session, besides room: Room?) throws(WireError) {
    guard session.format == .text,
      let left = session.rooms.first(where: { $0 !== room && $0.playsMatch(session.player) })
    else { return }
    throw WireError(
      .alreadyPlaying,
      "You play a match in \(left.name), which going elsewhere would give up: finish it, or /leave gives it up")
  }

  /// Somebody at a terminal is in one room at a time: what is typed goes there.
  func leaveOthers(than room: Room, _ session: Session) {
    for other in session.rooms where other !== room {
      other.leave(session.player, quietly: true)
      removeIfDeserted(other)
    }
    if session.player.soloRoom?.storesMoves == true { closeSoloRoom(of: session.player) }
  }

  /// Settings for a board of one's own in a daily room; elsewhere they belong to the room.
  private func boardSettings(_ join: Request.Join, _ room: Room) throws(WireError) -> JSON? {
    guard let fields = join.settings, !fields.isEmpty else { return nil }
    guard let game = room.plan.game, room.dayBoards != nil else {
      throw WireError(code: Rejection.badSettings("").code, message: "The settings of \(room.name) are its owner's")
    }
    do {
      var chosen = hub.configuration.dailySettings[game.info.id] ?? [:]
      chosen.merge(fields)
      return try game.settings(from: chosen)
    } catch {
      throw WireError(error)
    }
  }

  /// Leaves every room, of which what follows tells.
  func leaveAll(_ session: Session) {
    for room in session.rooms {
      room.leave(session.player, quietly: true)
      removeIfDeserted(room)
    }
  }

  func leave(_ request: Request.Leave, from session: Session, re: RequestID?) throws(WireError) {
    if let solo = soloRoom(request.room, of: session) { return leave(solo, from: session, re: re) }
    let room = try room(request.room, of: session)
    houseBots.leave(room, session.id)
    room.leave(session.player, for: Requester(session: session, re: re))
    removeIfDeserted(room)
  }

  /// Opens a room, once the words are here that its owner wants to play with.
  func create(_ request: Request.Create, from session: Session, re: RequestID?) throws(WireError) {
    let (games, source) = (hub.configuration.games, kernel.service((any WordSource).self))
    let request = try opening(session.format == .text ? request.typed(for: games, source) : request, for: session)
    let game = games.first { $0.info.id == request.game?.lowercased() }
    guard game?.info.takesWords == true, let deck = request.settings?["deck"]?.stringValue,
      let source, source.holds(deck)
    else { return try create(request, with: nil, from: session, re: re) }
    guard !session.player.isGuest else { throw WireError.nameNeeded }
    let words = try source.words(of: deck, SessionContext(parlor: self, session: session, re: re))
    try create(request, with: words, from: session, re: re)
  }

  private func create(
    _ request: Request.Create, with words: OwnWords?, from session: Session, re: RequestID?
  ) throws(WireError) {
    try checkMatch(of: session, besides: nil)
    if request.game != nil { try checkMaintenance() }
    // Words of one's own are read by everybody who plays, like the room's name.
    if request.room != nil || words != nil, request.code == nil { try checkNamingRoom(by: session) }
    var plan = try plan(request, words)
    // What bots try out among themselves counts only where they want it to.
    plan.terms.isRated = request.isRated ?? !session.player.isBot
    try open(plan, for: session, re: re)
  }

  /// Opens a room of a player's, who goes in: the answer is how the session finds it.
  func open(_ plan: Room.Plan, for session: Session, re: RequestID?) throws(WireError) {
    if plan.isNamedOnly, session.player.isGuest {
      throw WireError(.notLoggedIn, "A room for players with a name takes one of them to open it: /name ana")
    }
    if rooms[plan.name.folded] != nil {
      throw WireError(.exists, .room, "There is a room \(plan.name.text) already: join it, or choose another name")
    }
    if rooms.isQuarantined(plan.name.folded) {
      throw WireError(
        .exists, .room,
        "There is a room \(plan.name.text) already, which cannot be opened at present: choose another name"
      )
    }
    try checkLooks(of: plan.name)
    try checkRoomLimits(of: session)
    try checkRoomCount(of: session)
    let room = addRoom(plan, for: session)
    let member: Member
    do {
      member = try room.enter(session, isWatching: false, settings: nil)
    } catch {
      removeIfDeserted(room)
      throw error
    }
    if let failure = room.takeDealFailure() {
      room.leave(session.player, quietly: true)
      removeIfDeserted(room)
      throw WireError(failure)
    }
    if session.format == .text { leaveOthers(than: room, session) }
    hub.send(
      room.shown(room.joined(for: member)), to: session, answering: re, after: room.ticket)
    announceEntry(of: session, to: room, isBack: false)
    logOpening(of: room, by: session)
  }

  /// A room that looks like another, or like one of the server's own, would be taken for it.
  private func checkLooks(of name: PlayerName) throws(WireError) {
    guard !name.isReserved else {
      throw WireError(.exists, .room, "\(name.text) would be taken for the server's own: choose another name")
    }
    let looks = name.skeletons.sorted()
    if let imitated = looks.lazy.compactMap({ self.ownNames[$0] }).first {
      throw WireError(
        .exists, .room, "\(name.text) looks like \(imitated), which is a room of the server: choose another name")
    }
    guard let other = rooms.lookingLike(looks) else { return }
    let shown = other.plan.code == nil ? other.name : "another room"
    throw WireError(.exists, .room, "\(name.text) looks like \(shown), which is there already: choose another name")
  }

  func plan(_ request: Request.Create, _ words: OwnWords?) throws(WireError) -> Room.Plan {
    let game = try request.game.map { name throws(WireError) in try self.game(name) }
    if game != nil { try hub.puzzles.checkBudget() }
    let mode = request.mode ?? game?.usualMode ?? .race
    let name = try PlayerName(
      request.room ?? freeRoomName(game, mode), as: "A room's name", maximum: hub.limits.nameCharacters)
    guard missingSoloRooms[name.folded] == nil else {
      throw WireError(
        .exists, .room, "\(name.folded) is the name of everybody's own \(name.folded): choose another name")
    }
    var plan = Room.Plan(name: name, game: game, roundSeconds: request.roundSeconds, terms: request.terms)
    if game != nil, let mode = Modes.named(mode.rawValue, for: game) { plan.mode = mode }
    plan.words = words
    if plan.mode.seats == nil, plan.clock != nil || plan.terms.bestOf != nil {
      throw WireError(
        .badField, "A clock and a number of matches are for games against others: \(game?.info.title ?? "talk") is none"
      )
    }
    if let code = request.code { plan.code = try CleanText.line(code, as: "A code", maximum: 64) }
    plan.seed = request.seed.map { UInt64($0) }
    plan.isNamedOnly = request.isNamedOnly
    if let seconds = request.voteSeconds {
      guard mode == .together, game?.info.seats == nil, game != nil else {
        throw WireError(.badField, "Votes are for one board that all share: /create ROOM wordle together vote")
      }
      plan.mode = VoteMode(seconds: seconds)
    }
    guard let game else { return plan }
    guard mode != .daily else {
      throw WireError(.notFound, .mode, "The day's puzzle has its own room: /join \(game.info.id)")
    }
    guard game.info.modes.contains(mode) else {
      throw WireError(.notFound, .mode, "\(game.info.title) is not played in mode \(mode.rawValue)")
    }
    if let day = request.pastDay {
      guard mode == .practice, plan.seed == nil else {
        throw WireError(.badField, "Past dailies are for practice, without a seed: /practice \(game.info.id) day=DATE")
      }
      plan.archiveDay = try hub.puzzles.archiveDay(try CleanText.line(day, as: "A day", maximum: 64), of: game)
    }
    do {
      var chosen = plan.archiveDay == nil ? [:] : hub.configuration.dailySettings[game.info.id] ?? [:]
      chosen.merge(request.settings ?? [:])
      plan.settings = try game.settings(from: chosen)
      // A room whose puzzles cannot be made is refused here, not when somebody wants to play. Where the first round
      // begins as soon as somebody sits down, its puzzle shows it.
      guard !plan.mode.dealsAtOnce else { return plan }
      _ = try hub.puzzles.making { () throws(Rejection) in
        try plan.match(seed: plan.seed ?? 0)
      }
    } catch {
      if error == .gameHasNotAnswered, let remote = game.remote { throw hub.lackAnswer(of: remote) }
      throw WireError(error)
    }
    return plan
  }

  func freeRoomName(_ game: GameModule?, _ mode: ModeKind) -> String {
    let stem = game == nil ? "room" : mode.rawValue
    while true {
      let name = "\(stem)-\(String(hub.randomNumber() & 0xFFFFF, radix: 16))"
      if rooms[name] == nil, !rooms.isQuarantined(name) { return name }
    }
  }

  func start(_ request: Request.Start, from session: Session, re: RequestID?) throws(WireError) {
    if let solo = soloRoom(request.room, of: session) {
      return try solo.start(SessionContext(parlor: self, session: session, re: re))
    }
    let room = try room(request.room, of: session)
    _ = try room.game()
    if room.owner != nil { try requireOwner(room, session) }
    try begin(room, for: Requester(session: session, re: re))
  }

  /// Begins the next round, if that may be now.
  func begin(_ room: Room, for requester: Requester?) throws(WireError) {
    try room.checkStart()
    try checkMaintenance()
    try hub.puzzles.checkBudget()
    if room.pendingRound != nil { throw WireError(.alreadyPlaying, "A round is about to begin") }
    try room.start(for: requester)
  }

  func say(_ request: Request.Say, from session: Session, re: RequestID?) throws(WireError) {
    let room = try room(request.room, of: session)
    let text = try spoken(request.text, as: "A line of talk", maximum: hub.limits.chatCharacters)
    try checkVoice(of: session.player, in: room)
    try room.say(text, by: session, re: re)
  }

  /// Text that others read: one line, without characters that a terminal would act on, and without a token.
  func spoken(_ text: String, as subject: String, maximum: Int) throws(WireError) -> String {
    let line = try CleanText.line(text, as: subject, maximum: maximum, isClean: hub.isTyped)
    guard !LoginToken.isHeld(in: line) else {
      throw WireError(.badText, "This holds a token, with which anybody could do what its owner may: it was not sent")
    }
    return line
  }

  func results(_ request: Request.Results, from session: Session, re: RequestID?) throws(WireError) {
    let room = if let name = request.room { try visibleRoom(name, session) } else { try self.room(nil, of: session) }
    hub.send(try room.results(), to: session, answering: re, after: room.ticket)
  }

  private func resign(_ request: Request.Resign, from session: Session, re: RequestID?) throws(WireError) {
    try room(request.room, of: session).ask({ .resign($0) }, by: session, re: re)
  }

  private func draw(_ request: Request.Draw, from session: Session, re: RequestID?) throws(WireError) {
    try room(request.room, of: session).ask({ .draw($0) }, by: session, re: re)
  }

  private func move(_ request: Request.Move, from session: Session, re: RequestID?) throws(WireError) {
    if let solo = soloRoom(request.room, of: session) {
      return try solo.play(request, SessionContext(parlor: self, session: session, re: re))
    }
    let room = try room(request.room, of: session)
    if room.mode.ballotSeconds != nil { return try room.vote(request, by: session, re: re) }
    try room.play(request, by: session, re: re)
    if room.plan.authored != nil { announceMove(of: session, in: room) }
  }

  func showBoard(_ request: Request.Board, to session: Session, re: RequestID?) throws(WireError) {
    if let solo = soloRoom(request.room, of: session) {
      return try solo.showBoard(SessionContext(parlor: self, session: session, re: re))
    }
    let room = try room(request.room, of: session)
    guard let member = room.members[session.player.id] else {
      throw WireError(.notInRoom, "You are not in \(room.name): join it first")
    }
    try room.requireBoards(of: session.player)
    if let owner = request.player.flatMap(players.named) { try room.requireBoards(of: owner) }
    try room.prepareBoards(for: session.player, isWatching: member.isWatching)
    let answer: BoardAnswer
    if let owner = request.player {
      guard let player = players.named(owner), room.members[player.id] != nil else {
        let shown = try CleanText.line(owner, as: "A name", maximum: 64)
        throw WireError(.notFound, .player, "\(shown) is not in \(room.name)")
      }
      answer = try room.board(of: player, for: member)
    } else {
      answer = try room.boards(for: member)
    }
    hub.send(answer, to: session, answering: re, after: room.ticket)
  }

  func who(_ request: Request.Who, from session: Session, re: RequestID?) throws(WireError) {
    let room = if let name = request.room { try visibleRoom(name, session) } else { try self.room(nil, of: session) }
    var answer = room.who()
    if room.owner === session.player {
      (answer.kicked, answer.muted) = room.excluded { players.kept($0)?.name }
    }
    hub.send(answer, to: session, answering: re, after: room.ticket)
  }

  /// A room that may be looked at from outside: one without a code, or one that the session is in.
  private func visibleRoom(_ name: String, _ session: Session) throws(WireError) -> Room {
    let room = try room(named: name)
    guard room.plan.code == nil || session.rooms.contains(where: { $0 === room }) else {
      throw WireError(.notInRoom, "\(room.name) is private: join it first")
    }
    return room
  }

  func listRooms(_ request: Request.Rooms, to session: Session, re: RequestID?) throws(WireError) {
    for room in dailyRooms { try room.requireBoards(of: session.player) }
    let own = session.rooms.filter { !$0.isListed }
    let open = listedRooms()
    var listed = Array((open.rooms + own.map(\.summary)).prefix(hub.limits.roomsListed))
    for index in listed.indices where listed[index].mode == .daily {
      listed[index].yours = rooms[listed[index].room]?.ownBoard(of: session.player)
    }
    let ticket = own.map(\.ticket).reduce(open.ticket, max)
    hub.send(RoomsAnswer(rooms: listed), to: session, answering: re, after: ticket)
  }

  /// The rooms that everybody may see: the server's own first, then the fullest. Where there are very many, the
  /// list is made at most once a second, so that asking for it slows nobody down.
  ///
  /// - Returns: what may be sent of them, and the commit that it depends on.
  func listedRooms() -> (rooms: [RoomSummary], ticket: CommitTicket) {
    if let cached = roomList, rooms.count > hub.limits.roomsListed,
      hub.now.milliseconds(since: cached.at) < 1000
    {
      return (cached.rooms, cached.ticket)
    }
    let ordered = rooms.all.filter(\.isListed).sorted { $0.listPlace < $1.listPlace }
    let shown = ordered.prefix(hub.limits.roomsListed)
    let list = (rooms: shown.map(\.summary), ticket: shown.map(\.ticket).max() ?? 0)
    roomList = (hub.now, list.rooms, list.ticket)
    return list
  }
}

extension Room {
  /// Before which others it stands in a list.
  fileprivate var listPlace: (Int, Int, Int64) {
    (mode.listPlace, mode.isPermanent ? 0 : 0 - members.count, number)
  }
}

extension GameModule {
  /// The mode of a room whose owner names none: a race, or else the first that anybody can open.
  fileprivate var usualMode: ModeKind? {
    info.modes.contains(.race) ? .race : info.modes.first { $0 != .daily }
  }
}
