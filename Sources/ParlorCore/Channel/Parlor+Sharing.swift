import GameKit
import Kernel
import WireProtocol
import TextMode
import PastedResults

/// Requests about the channel.
extension Parlor {
  static var channelHandlers: [RequestHandler] {
    [
      RequestHandler(share), RequestHandler(unshare), RequestHandler(react), RequestHandler(sendShares),
      RequestHandler(sendLetters),
    ]
  }

  func share(_ request: Request.Share, from session: Session, re: RequestID?) throws(WireError) {
    try checkVoiceInChannel(of: session.player)
    if let text = request.text { return try shareText(text, from: session, re: re) }
    let wanted: FinishedMatch =
      if let match = request.match {
        .match(try matchNumber(match))
      } else if let solo = soloRoom(request.room, of: session), let match = solo.finishedMatch {
        .match(match)
      } else if let name = request.room {
        .lastInRoom(try room(named: name).number)
      } else {
        .last(besides: hub.unplayedGames)
      }
    try share(wanted, from: session, re: re)
  }

  /// Shares a finished match of a player, once.
  func share(_ wanted: FinishedMatch, from session: Session, re: RequestID?) throws(WireError) {
    let player = session.player
    let channel = try openChannel()
    let found = try fetch(FinishedMatchQuery(player: player.id, wanted: wanted, replayer: hub.replayer), for: player)
    hub.spend(on: found.match)
    guard let match = found.match else { throw Self.nothingFinished(wanted) }
    if let known = found.share {
      var error = WireError(.alreadyShared, "You have shared this already: it is number \(known)")
      error.share = Int(known)
      throw error
    }
    let share = try hub.share(of: match, by: player)
    channel.post(share, of: player, for: Requester(session: session, re: re))
  }

  static func nothingFinished(_ wanted: FinishedMatch) -> WireError {
    switch wanted {
    case .last: WireError(.nothingFinished, "You have finished nothing yet")
    case .lastInRoom: WireError(.nothingFinished, "You have finished nothing there yet")
    case .match(let match): WireError(.notFound, .match, "There is no match \(match) that you have finished")
    case .text: WireError(.notAResult, "You have finished no match here that ended like this")
    }
  }

  func unshare(_ request: Request.Unshare, from session: Session, re: RequestID?) throws(WireError) {
    let channel = try openChannel()
    let document = try kernel.read(Int64(request.share), in: hub.shares)
    guard document.state.share?.player == session.player.id else {
      throw WireError(.notFound, .share, "There is no share \(request.share) of yours")
    }
    try document.checkSound()
    channel.withdraw(document, of: session.player, for: Requester(session: session, re: re))
  }

  func react(_ request: Request.React, from session: Session, re: RequestID?) throws(WireError) {
    let player = session.player
    if request.emoji != nil { try checkVoiceInChannel(of: player) }
    let channel = try openChannel()
    let (document, shared) = try self.share(request.share)
    guard request.emoji != nil || document.state.reactions[player.id] != nil else {
      let known = Reaction.allCases.map(\.rawValue).joined(separator: " ")
      throw WireError(.noReaction, "You have not reacted to share \(request.share): choose one of \(known)")
    }
    try document.checkSound()
    channel.react(
      request.emoji, to: document, of: shared.player, by: player, for: Requester(session: session, re: re))
  }

  /// A result that is in the channel.
  ///
  /// - Throws: `not_found`; where it is not in memory: the request runs again once it is.
  func share(_ number: Int) throws(WireError) -> (document: Document<ShareDocument>, share: StoredShare) {
    let document = try kernel.read(Int64(number), in: hub.shares)
    guard let share = document.state.share else { throw Self.noSuchShare(Int64(number)) }
    return (document, share)
  }

  /// The channel, which can be written to.
  func openChannel() throws(WireError) -> Room {
    try requireStorage()
    guard let channel = hub.channel else { throw Self.storageUnavailable }
    return channel
  }

  func sendShares(_ request: Request.Shares, to session: Session, re: RequestID?) throws(WireError) {
    var filter = ShareFilter()
    if let name = request.player { filter.player = try subject(name, session).id }
    if let name = request.game { filter.game = try sharedGame(name) }
    if let text = request.day {
      guard let day = Day(text) else {
        throw WireError(.badField, "A day is a date like 2026-11-20")
      }
      filter.day = day.number
    }
    let query = SharesQuery(
      filter: filter, before: request.after.map { Int64($0) }, limit: request.limit, viewer: session.player.id)
    ask(query, session, re) { [hub] page in
      let entries = page.rows.map { seen in
        var entry = SharesAnswer.Entry(seen)
        entry.link = hub.link(to: seen.share.id)
        return entry
      }
      return SharesAnswer(entries: entries, next: page.more ? entries.last?.result.id : nil)
    }
  }

  func sendLetters(_ request: Request.Reveal, to session: Session, re: RequestID?) {
    let viewer = session.player
    let id = Int64(request.share)
    ask(ShareQuery(share: id, viewer: viewer.id, replayer: hub.replayer), session, re) { [unowned self] found in
      hub.spend(on: found?.match)
      do throws(WireError) {
        guard let found else { throw Self.noSuchShare(id) }
        let isOver = found.match.map { isRoundOver($0.history.match) } ?? false
        let isOpen = found.match.map { isOpenToOthers($0.history.match) } ?? false
        let hasFinished = !isOpen && (found.viewerHasFinished || found.viewerHasMoved && isOver)
        return try hub.letters(of: found, row: request.row, for: viewer, hasFinished: hasFinished)
      } catch {
        return ErrorMessage(error)
      }
    }
  }

  /// Whether nobody plays a match's round any more: all who have moved in it know the solution.
  private func isRoundOver(_ match: StoredMatch) -> Bool {
    guard let round = match.round, let room = rooms[match.room] else { return match.round != nil }
    return room.scope != PuzzleScope.dealt(room: match.room, round: round) || !room.isPlaying
  }

  /// Whether a match against others goes on: what it holds is kept from those who are out of it.
  func isOpenToOthers(_ match: StoredMatch) -> Bool {
    hub.configuration.games.contains { $0.info.id == match.game && $0.info.seats != nil } && !isRoundOver(match)
  }

  static func noSuchShare(_ id: Int64) -> WireError { WireError(.notFound, .share, "There is no share \(id)") }

  /// A game that is played here, or one elsewhere whose results can be claimed.
  private func sharedGame(_ name: String) throws(WireError) -> String {
    if let claimed = ClaimedGame(rawValue: name.lowercased()) { return claimed.rawValue }
    return try resultGame(name).id
  }
}

extension SharesAnswer.Entry {
  init(_ seen: SeenShare) {
    self.init(
      result: SharedResult(seen.share, name: seen.name, isBot: seen.isBot),
      reactions: Reactions(seen.reactions), own: seen.own.flatMap(Reaction.init))
  }
}

extension Reactions {
  /// Counts by emoji.
  init(_ counts: [String: Int]) {
    self.init(
      Reaction.allCases.compactMap { emoji in
        counts[emoji.rawValue].flatMap { $0 > 0 ? Count(emoji: emoji, count: $0) : nil }
      })
  }
}

extension Hub {
  /// The letters of a shared grid, for those who may know its puzzle and nobody else.
  fileprivate func letters(
    of found: SharedMatch, row: Int?, for viewer: Player, hasFinished: Bool
  ) throws(WireError) -> ShownLetters {
    let share = found.seen.share
    guard share.claim == nil else {
      throw WireError(.noLetters, "Share \(share.id) was played elsewhere: nobody here knows its letters")
    }
    guard found.match.map({ isRecorded($0.history.match) }) != true else {
      throw WireError(.noLetters, "Share \(share.id) has no letters")
    }
    guard let match = found.match,
      share.player == viewer.id || mayKnow(viewer, match.history.match, hasFinished: hasFinished)
    else {
      throw WireError(.notFinished, "Finish that puzzle first: then you may see its letters")
    }
    let board = try end(of: match).board(for: .informed)
    var grids = ([board.rows] + board.parts.map { $0.grid?.rows ?? [] })
      .map { $0.filter { !Drawing.isOpen($0) } }.filter { !$0.isEmpty }
    if let row {
      let rows = grids.flatMap { $0 }
      guard row <= rows.count else {
        let choice = rows.count > 1 ? ": choose one from 1 to \(rows.count)" : ""
        throw WireError(.badField, "That grid has \(Drawing.count(rows.count, "row", "rows"))\(choice)")
      }
      grids = [[rows[row - 1]]]
    }
    return ShownLetters(
      message: RevealAnswer(
        share: Int(share.id), player: found.seen.name, game: share.game, row: row, rows: grids.flatMap { $0 }),
      grids: grids)
  }
}
