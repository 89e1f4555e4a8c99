import GameKit
import Kernel
import Names
import WireProtocol
import TextMode

/// Requests about rooms: opening, joining, leaving, talking, moderating.
final class RoomRequests: CorePart, RequestPart {
  private let soloRooms: SoloRooms
  private let opening: RoomOpening
  private let fetcher: Fetcher
  private let houseBots: HouseBots
  private var codes = RoomCodes()

  init(
    _ all: Directories, _ soloRooms: SoloRooms, _ opening: RoomOpening, _ fetcher: Fetcher, _ houseBots: HouseBots
  ) {
    (self.soloRooms, self.opening, self.fetcher, self.houseBots) = (soloRooms, opening, fetcher, houseBots)
    super.init(all)
  }

  static var requests: [PartRequest<RoomRequests>] {
    [
      PartRequest(join), PartRequest(leave), PartRequest(create), PartRequest(start), PartRequest(resign),
      PartRequest(draw), PartRequest(results), PartRequest(move), PartRequest(say), PartRequest(showBoard),
      PartRequest(who), PartRequest(listRooms),
    ]
  }

  func join(_ join: Request.Join, _ context: SessionContext) throws(WireError) {
    if try soloRooms.join(join, context) { return }
    let session = context.session
    let (room, isWatching) = (try rooms.room(named: join.room), join.isWatching)
    try room.daily?.requireBoards(of: session.player)
    let code = try join.code.map { raw throws(WireError) in try CleanText.line(raw, as: "A code", maximum: 64) }
    try hub.restrictions.checkAbsence(of: session.player, from: room)
    try room.view.checkEntry(session.player, isWatching: isWatching)
    try codes.check(code, of: room, by: session, isWatching: isWatching)
    try opening.checkMatch(of: session, besides: room)
    let isNew = !session.rooms.contains { $0 === room }
    if isNew { try opening.checkRoomCount(of: session) }
    let settings = try boardSettings(join, room)
    let member = try room.enter(session, isWatching: isWatching, settings: settings, beginsToday: join.beginsToday)
    // Includes consequences of the join, such as the end of a round whose last seat is given up.
    let missed = join.since.flatMap { since in
      since.epoch == hub.configuration.epoch ? room.history.events(after: since.seq, upTo: room.seq) : nil
    }
    if hub.isClustered, !isNew, missed != nil { room.commit(with: session.player) }
    if session.format == .text { opening.leaveOthers(than: room, session) }
    var joined = room.view.joined(for: member)
    if join.since != nil { joined.recovered = missed != nil }
    var shown = room.view.shown(joined)
    if session.format == .text, session.player.isGuest, !session.typing.knowsOfGuests, shown.isDayBegun {
      shown.isGuests = true
      session.typing.knowsOfGuests = true
    }
    context.answer(shown, after: room.ticket)
    if let missed { room.resume(missed, to: member, session) }
    context.announceEntry(to: room, isBack: join.since != nil)
  }

  /// Settings for an own board in a daily room; elsewhere they belong to the room.
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

  func leave(_ request: Request.Leave, _ context: SessionContext) throws(WireError) {
    let session = context.session
    if let solo = soloRooms.room(request.room, of: session) { return soloRooms.leave(solo, context) }
    let room = try rooms.room(request.room, of: session)
    houseBots.leave(room, session.id)
    room.leave(session.player, for: context.requester)
    rooms.removeIfDeserted(room)
  }

  /// Opens a room, once the owner's words are loaded.
  func create(_ request: Request.Create, _ context: SessionContext) throws(WireError) {
    let (games, source) = (hub.configuration.games, hub.kernel.service((any WordSource).self))
    let typed = context.isText ? request.typed(for: games, source) : request
    let request = try fetcher.settled(typed, for: context.player)
    let game = games.first { $0.info.id == request.game?.lowercased() }
    guard game?.info.takesWords == true, let deck = request.settings?["deck"]?.stringValue,
      let source, source.holds(deck)
    else { return try create(request, with: nil, context) }
    guard !context.player.isGuest else { throw WireError.nameNeeded }
    let words = try source.words(of: deck, context)
    try create(request, with: words, context)
  }

  private func create(
    _ request: Request.Create, with words: OwnWords?, _ context: SessionContext
  ) throws(WireError) {
    try opening.checkMatch(of: context.session, besides: nil)
    if request.game != nil { try hub.checkMaintenance() }
    // Custom words are read by everybody who plays, like the room's name.
    if request.room != nil || words != nil, request.code == nil {
      try hub.restrictions.checkNamingRoom(by: context.session)
    }
    var plan = try opening.plan(request, words)
    // Matches among bots count only if the bot wants that.
    plan.terms.isRated = request.isRated ?? !context.player.isBot
    try opening.open(plan, context)
  }

  func start(_ request: Request.Start, _ context: SessionContext) throws(WireError) {
    if let solo = soloRooms.room(request.room, of: context.session) {
      return try solo.start(context)
    }
    let room = try rooms.room(request.room, of: context.session)
    _ = try room.game()
    if room.owner != nil { try rooms.requireOwner(room, context.session) }
    if room.view.nextTakesConsent {
      throw .notHere(
        "The next \(room.mode.roundNoun) counts for ratings, so both have to want it: /rematch asks the other")
    }
    try opening.begin(room, for: context.requester)
  }

  func say(_ request: Request.Say, _ context: SessionContext) throws(WireError) {
    let room = try rooms.room(request.room, of: context.session)
    let text = try context.line(request.text, as: "A line of talk", maximum: hub.limits.chatCharacters)
    try hub.restrictions.checkVoice(of: context.player, in: room)
    try room.say(text, by: context.session, re: context.re)
  }

  func results(_ request: Request.Results, _ context: SessionContext) throws(WireError) {
    let room = try rooms.visible(request.room, to: context.session)
    context.answer(try room.view.results(), after: room.ticket)
  }

  private func resign(_ request: Request.Resign, _ context: SessionContext) throws(WireError) {
    try rooms.room(request.room, of: context.session).ask({ .resign($0) }, by: context.session, re: context.re)
  }

  private func draw(_ request: Request.Draw, _ context: SessionContext) throws(WireError) {
    try rooms.room(request.room, of: context.session).ask({ .draw($0) }, by: context.session, re: context.re)
  }

  private func move(_ request: Request.Move, _ context: SessionContext) throws(WireError) {
    if let solo = soloRooms.room(request.room, of: context.session) {
      return try solo.play(request, context)
    }
    let room = try rooms.room(request.room, of: context.session)
    if room.mode.ballotSeconds != nil { return try room.vote(request, by: context.session, re: context.re) }
    try room.play(request, by: context.session, re: context.re)
    if room.plan.authored != nil {
      hub.kernel.publish(AuthoredMove(context: context.unasked, room: RoomHandle(room: room)))
    }
  }

  func showBoard(_ request: Request.Board, _ context: SessionContext) throws(WireError) {
    if let solo = soloRooms.room(request.room, of: context.session) {
      return try solo.showBoard(context)
    }
    let (player, room) = (context.player, try rooms.room(request.room, of: context.session))
    let member = try room.member(player)
    try room.daily?.requireBoards(of: player)
    if let owner = request.player.flatMap(players.named) { try room.daily?.requireBoards(of: owner) }
    try room.view.prepareBoards(for: player, isWatching: member.isWatching)
    let answer: BoardAnswer
    if let owner = request.player {
      let player = try rooms.member(owner, of: room, players).player
      room.daily?.dealToday(to: player)
      answer = try room.view.board(of: player, for: member)
    } else {
      answer = try room.view.boards(for: member)
    }
    context.answer(answer, after: room.ticket)
  }

  func who(_ request: Request.Who, _ context: SessionContext) throws(WireError) {
    let room = try rooms.visible(request.room, to: context.session)
    var answer = room.view.who()
    if room.owner === context.player {
      (answer.kicked, answer.muted) = room.view.excluded { players.kept($0)?.name }
    }
    context.answer(answer, after: room.ticket)
  }

  func listRooms(_ request: Request.Rooms, _ context: SessionContext) throws(WireError) {
    let session = context.session
    for room in rooms.dailies { try room.daily?.requireBoards(of: session.player) }
    let own = session.rooms.filter { !$0.isListed }
    let open = rooms.listed()
    var listed = Array((open.rooms + own.map(\.view.summary)).prefix(hub.limits.roomsListed))
    for index in listed.indices where listed[index].mode == .daily {
      listed[index].yours = rooms[listed[index].room]?.view.ownBoard(of: session.player)
    }
    let ticket = own.map(\.ticket).reduce(open.ticket, max)
    context.answer(RoomsAnswer(rooms: listed), after: ticket)
  }
}
