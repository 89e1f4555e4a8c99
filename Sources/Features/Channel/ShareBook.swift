import GameKit
import Kernel
import ParlorCore
import PastedResults
import WireProtocol

/// The documents of shared results, and their changes.
final class ShareBook {
  let shares = DocumentTable<ShareDocument>()

  /// A shared result.
  ///
  /// - Throws: `not_found`; if it is not in memory: the request runs again once it is.
  func share(
    _ number: Int, _ context: SessionContext
  ) throws(WireError) -> (document: Document<ShareDocument>, share: StoredShare) {
    let document = try context.read(Int64(number), in: shares)
    guard let share = document.state.share else { throw context.noSuchShare(number) }
    return (document, share)
  }

  /// Shares a result and notifies all followers.
  ///
  /// - Parameter old: the result that it replaces.
  func post(
    _ share: StoredShare, of player: Player, in channel: ChannelRoom, replacing old: Document<ShareDocument>? = nil,
    answering context: SessionContext? = nil
  ) {
    channel.keep(player)
    if let old { channel.emit(.withdrawn, on: old) }
    channel.emit(.shared(share), on: shares.new(share.id))
    channel.publish(
      SharedResult(share, name: player.name, isBot: player.isBot), of: player, replacing: old.map { Int($0.id.key) },
      answering: context)
  }

  func withdraw(
    _ document: Document<ShareDocument>, of player: Player, in channel: ChannelRoom,
    answering context: SessionContext? = nil
  ) {
    channel.emit(.withdrawn, on: document)
    channel.publishRemoval(of: Int(document.id.key), by: player, answering: context)
  }

  /// If the server is configured so, every finished daily is shared automatically. Reads the outcome only.
  func shareAutomatically(_ done: DailyDone) {
    guard done.isShared, let channel = done.day.channel else { return }
    let board = done.board
    let share = StoredShare(
      board, of: done.day.player.id, id: channel.newKey(of: ShareDocument.number), sharedAt: channel.now)
    post(share, of: done.day.player, in: channel)
  }
}

extension ShareBook: SharedResults {
  var claimedGames: [String] { ClaimedGame.allCases.map(\.rawValue) }

  func share(_ result: RecordedResult, on day: PlayerDay) {
    guard let channel = day.channelToTalk else { return }
    let (match, text) = day.record(result)
    let number = (result.day ?? day.today).number
    let body = ShareBody(text: text, puzzle: number, mode: .daily, tries: nil)
    let share = StoredShare(
      id: channel.newKey(of: ShareDocument.number), player: day.player.id, game: result.game.id, match: match,
      claim: nil, day: number, won: result.won, score: result.score, content: body, sharedAt: channel.now)
    post(share, of: day.player, in: channel)
  }

  func result(_ number: Int, _ context: SessionContext) throws(WireError) -> (player: PlayerID, result: SharedResult) {
    let (_, share) = try share(number, context)
    guard let player = context.player(share.player) else { throw context.noSuchShare(number) }
    return (share.player, SharedResult(share, name: player.name, isBot: player.isBot))
  }

  func withdraw(_ number: Int, of player: Player, _ context: SessionContext) throws(WireError) {
    let channel = try context.openChannel()
    let (document, _) = try share(number, context)
    try document.checkSound()
    withdraw(document, of: player, in: channel)
  }

  func askForBoard(
    _ request: Request.Leaderboard, _ period: BoardPeriod, _ context: SessionContext,
    _ draw: @escaping (_ game: String, [LeaderboardEntry]) -> any Drawable
  ) throws(WireError) {
    guard let game = ClaimedGame(rawValue: (request.game ?? "wordle").lowercased()) else {
      throw WireError(.notFound, .game, "Results can be claimed of \(claimedGames.joined(separator: ", "))")
    }
    let query = ClaimBoardQuery(
      game: game.rawValue, period: period, today: context.today.number, bots: request.bots, limit: request.limit)
    context.ask(query) { entries in draw(game.rawValue, entries) }
  }

  func document(at link: String, _ season: SeasonKey) -> DocumentID? {
    ShareLink(link, season: season).map { DocumentID(kind: ShareDocument.number, key: $0.share) }
  }

  func loadedResult(_ document: DocumentID, _ player: (PlayerID) -> StoredPlayer?) -> SharedResult? {
    guard let share = shares.loaded(document.key)?.state.share else { return nil }
    return player(share.player).map { SharedResult(share, name: $0.name, isBot: $0.isBot) }
  }
}
