import GameKit
import Kernel
import Names
import TextMode
import WireProtocol

/// House bots: the operator's own, which play with anybody who invites one.
final class HouseRequests: CorePart, RequestPart {
  private let houseBots: HouseBots

  init(_ all: Directories, _ houseBots: HouseBots) {
    self.houseBots = houseBots
    super.init(all)
  }

  static var requests: [PartRequest<HouseRequests>] { [PartRequest(inviteBot), PartRequest(offer)] }

  /// A house bot offers what it can be invited to.
  func offer(_ house: Request.House, _ context: SessionContext) throws(WireError) {
    let session = context.session
    guard hub.house.isBot(session.player), session.player.isBot else {
      throw WireError(
        .forbidden,
        "\(session.player.name) is no bot of the house: the server is started with --house-bots NAME, and the bot "
          + "logs in with that name and the operator's token")
    }
    guard session.format != .text else { throw WireError(.badField, "A bot of the house speaks JSON") }
    let known = hub.configuration.games.filter { $0.info.seats != nil }.map(\.info.id)
    let games = known.filter(house.games.contains)
    guard !games.isEmpty else {
      throw WireError(
        .notFound, .game, "None of these games is played at a table here: there are \(known.joined(separator: ", "))")
    }
    houseBots.offer(HouseBots.Offer(games: Set(games), tables: house.tables), by: session.id)
    context.answer(HouseAnswer(games: games, tables: house.tables), after: 0)
  }

  /// Invites a house bot to a free seat.
  ///
  /// Only the room's owner may: otherwise any player could fill seats that are meant for others.
  func inviteBot(_ request: Request.Invite, _ context: SessionContext) throws(WireError) {
    let session = context.session
    let room = try rooms.room(request.room, of: session)
    let (game, seats) = try checkTable(room, session)
    houseBots.prune(at: hub.now) { self.sessions[$0] }
    let arriving = houseBots.arriving(at: room) { self.sessions[$0] }
    guard room.members.seatedCount + arriving < seats.count.upperBound else {
      throw WireError(.roomFull, "All seats of \(room.name) are taken, or a bot is on its way to the last one")
    }
    guard houseBots.count(from: session.address) < hub.limits.houseBotsPerAddress else {
      let most = Drawing.count(hub.limits.houseBotsPerAddress, "bot", "bots")
      throw WireError(.tooMany, .bot, "At most \(most) of the house at a time may be at tables of one address")
    }
    let bot = try freeBot(for: game, room)
    houseBots.invite(
      HouseBots.Invitation(bot: bot.id, room: room, address: session.address, at: hub.now))
    hub.send(
      Invited(room: room.name, code: room.plan.code, game: game.info.id, player: session.player.name), to: bot,
      after: room.ticket)
    context.answer(InviteAnswer(room: room.name, bot: bot.player.name), after: room.ticket)
    hub.log(
      "bot_invited",
      ["room": .string(room.name), "bot": .string(bot.player.name), "by": .string(session.player.name)])
  }

  /// Whether a table waits for players, and the session may choose them.
  private func checkTable(_ room: Room, _ session: Session) throws(WireError) -> (GameModule, Seats) {
    guard let game = room.plan.game, let seats = room.mode.seats else {
      throw .notHere("Bots of the house play at tables, in games against others: \(room.name) is no table")
    }
    guard let member = room.members[session.player.id], !member.isWatching else {
      throw WireError(.watching, "You are only watching \(room.name): who plays there may invite a bot")
    }
    if room.owner != nil { try rooms.requireOwner(room, session) }
    guard !room.plan.isLocked else {
      throw WireError(.locked, "\(room.name) is locked: /unlock it, and lock it again once the bot is there")
    }
    // With a bot in it the rest of a rated series would count for nobody.
    guard !room.isPlaying, !room.view.isRatedPlayUnderWay else {
      throw WireError(.alreadyPlaying, "A match is under way in \(room.name): invite a bot before the next one")
    }
    return (game, seats)
  }

  /// The bot with the fewest tables that plays a game and may join a room.
  private func freeBot(for game: GameModule, _ room: Room) throws(WireError) -> Session {
    // A bot that has logged out is no house bot any more.
    let willing = houseBots.offers.filter { bot, offer in
      offer.games.contains(game.info.id) && sessions[bot].map { hub.house.isBot($0.player) } == true
    }
    guard !willing.isEmpty else {
      throw WireError(.noBot, "No bot of the house plays \(game.info.title) at the moment")
    }
    let free = willing.compactMap { bot, offer -> (session: Session, tables: Int)? in
      guard let session = sessions[bot], session.closing == nil, houseBots.tables(of: bot) < offer.tables,
        session.rooms.count < hub.limits.roomsPerSession, room.members[session.player.id] == nil,
        (try? room.view.checkEntry(session.player, isWatching: false)) != nil
      else { return nil }
      return (session, houseBots.tables(of: bot))
    }
    guard let bot = free.min(by: { $0.tables < $1.tables })?.session else {
      throw WireError(.noBot, whyNone(of: willing.compactMap { sessions[$0.bot]?.player }, game, room))
    }
    return bot
  }

  /// Why no bot that plays the game can come, in a sentence.
  private func whyNone(of bots: [Player], _ game: GameModule, _ room: Room) -> String {
    if let bot = bots.first(where: { room.members[$0.id] == nil && room.state.kicked.contains($0.id) }) {
      return "\(bot.name) was sent away from \(room.name): /unkick \(bot.name) lets it come back"
    }
    if let bot = bots.first(where: { room.members[$0.id] != nil }) {
      return "\(bot.name) is in \(room.name) already, and no other bot that plays \(game.info.title) is free"
    }
    return "The bots of the house that play \(game.info.title) are all at tables: try again later"
  }
}

extension Parlor {
  /// Why a name of ``ServerConfiguration/houseBots`` is unusable; `nil` if it is not.
  public static func fault(ofHouseBot name: String, _ limits: Limits) -> String? {
    do throws(WireError) {
      let name = try PlayerName(name, as: .player, maximum: limits.nameCharacters)
      return name.imitatesGuest || name.isReserved ? "\(name.text) is the server's to give" : nil
    } catch {
      return error.message
    }
  }
}
