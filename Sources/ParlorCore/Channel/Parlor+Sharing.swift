import GameKit
import WireProtocol
import TextMode
import PastedResults
import Vocabulary

/// Whose request it is, while storage is asked about it first.
struct Asker {
  let session: SessionID
  let player: Player
  let re: RequestID?
  let format: Session.Format
}

/// Requests about the channel. What they change depends on what storage answers: requests about one player, or about
/// one shared result, take turns, and each is carried out on the loop.
extension Parlor {
  func share(_ request: Request.Share, from session: Session, re: RequestID?) throws(WireError) {
    try checkVoiceInChannel(of: session.player)
    if let text = request.text { return try shareText(text, from: session, re: re) }
    let wanted: FinishedMatch =
      if let match = request.match {
        .match(try matchNumber(match))
      } else if let name = request.room {
        .lastInRoom(try room(named: name).number)
      } else {
        .last
      }
    share(wanted, for: asker(session, re))
  }

  /// Shares a finished match of a player, once.
  func share(_ wanted: FinishedMatch, for asker: Asker) {
    change(.player(asker.player.id), by: .finished(player: asker.player.id, wanted), for: asker) {
      [hub] answer, channel, requester throws(WireError) in
      guard case .finished(let history, let known) = answer else { throw Self.storageUnavailable }
      guard let history else { throw Self.nothingFinished(wanted) }
      if let known {
        var error = WireError(.alreadyShared, "You have shared this already: it is number \(known)")
        error.share = Int(known)
        throw error
      }
      channel.post(try hub.share(of: history, by: asker.player), of: asker.player, for: requester)
    }
  }

  private static func nothingFinished(_ wanted: FinishedMatch) -> WireError {
    switch wanted {
    case .last: WireError(.nothingFinished, "You have finished nothing yet")
    case .lastInRoom: WireError(.nothingFinished, "You have finished nothing there yet")
    case .match(let match): WireError(.noSuchMatch, "There is no match \(match) that you have finished")
    case .text: WireError(.notAResult, "You have finished no match here that ended like this")
    }
  }

  func unshare(_ share: Int, from session: Session, re: RequestID?) {
    let asker = asker(session, re)
    let id = Int64(share)
    // Both turns, since the result's reactions go with it.
    change(
      .player(asker.player.id), .share(id), by: .share(id, viewer: asker.player.id), for: asker
    ) { answer, channel, requester throws(WireError) in
      guard case .share(let found) = answer else { throw Self.storageUnavailable }
      guard let found, found.seen.share.player == asker.player.id else {
        throw WireError(.noSuchShare, "There is no share \(id) of yours")
      }
      channel.withdraw(id, of: asker.player, for: requester)
    }
  }

  func react(_ emoji: Reaction?, to share: Int, from session: Session, re: RequestID?) throws(WireError) {
    if emoji != nil { try checkVoiceInChannel(of: session.player) }
    let asker = asker(session, re)
    let id = Int64(share)
    change(.share(id), by: .share(id, viewer: asker.player.id), for: asker) {
      answer, channel, requester throws(WireError) in
      guard case .share(let found) = answer else { throw Self.storageUnavailable }
      guard let found else { throw Self.noSuchShare(id) }
      guard emoji != nil || found.seen.own != nil else {
        let known = Reaction.allCases.map(\.rawValue).joined(separator: " ")
        throw WireError(.noReaction, "You have not reacted to share \(id): choose one of \(known)")
      }
      var counts = found.seen.reactions
      if let own = found.seen.own { counts[own, default: 1] -= 1 }
      if let emoji { counts[emoji.rawValue, default: 0] += 1 }
      channel.react(
        emoji, to: found.seen.share, by: asker.player, reactions: Reaction.listed(counts), for: requester)
    }
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
    let query = ChannelQuery.page(
      filter, before: request.before.map { Int64($0) }, limit: request.limit, viewer: session.player.id)
    ask(.channel(query), session, re) { [hub] answer in
      guard case .channel(.page(let found, let more)) = answer else { return nil }
      let entries = found.map { seen in
        var entry = SharesAnswer.Entry(seen)
        entry.link = hub.link(to: seen.share.id)
        return entry
      }
      return SharesAnswer(entries: entries, more: more)
    }
  }

  func sendLetters(of share: Int, row: Int?, to session: Session, re: RequestID?) {
    let viewer = session.player
    let id = Int64(share)
    ask(.channel(.share(id, viewer: viewer.id)), session, re) { [unowned self] answer in
      guard case .channel(.share(let found)) = answer else { return nil }
      do throws(WireError) {
        guard let found else { throw Self.noSuchShare(id) }
        let isOver = found.history.map { isRoundOver($0.match) } ?? false
        let isOpen = found.history.map { isOpenToOthers($0.match) } ?? false
        let hasFinished = !isOpen && (found.viewerHasFinished || found.viewerHasMoved && isOver)
        return try hub.letters(of: found, row: row, for: viewer, hasFinished: hasFinished)
      } catch {
        return ErrorMessage(error)
      }
    }
  }

  /// Whether nobody plays a match's round any more: whoever has moved in it has been told the solution.
  private func isRoundOver(_ match: StoredMatch) -> Bool {
    guard let round = match.round, let room = rooms[match.room] else { return match.round != nil }
    return room.scope != PuzzleScope.dealt(room: match.room, round: round) || !room.isPlaying
  }

  /// Whether a match against others goes on: what it holds is kept from those who are out of it.
  func isOpenToOthers(_ match: StoredMatch) -> Bool {
    hub.configuration.games.contains { $0.info.id == match.game && $0.info.seats != nil } && !isRoundOver(match)
  }

  static func noSuchShare(_ id: Int64) -> WireError { WireError(.noSuchShare, "There is no share \(id)") }

  // MARK: - Changes that depend on what is stored

  func asker(_ session: Session, _ re: RequestID?) -> Asker {
    session.openQueries += 1
    return Asker(session: session.id, player: session.player, re: re, format: session.format)
  }

  /// Asks storage when it is this request's turn, and then changes the channel: all at once, or not at all.
  ///
  /// - Parameter turns: taken in their order and held until it is done.
  func change(
    _ turns: ChannelTurn..., by query: ChannelQuery, for asker: Asker,
    _ body: @escaping (ChannelAnswer, Room, Requester?) throws(WireError) -> Void
  ) {
    take(turns[...]) { [unowned self] in
      hub.ask(.channel(query), from: sessions[asker.session]?.address) { [unowned self] answer in
        finish(asker, answer, body)
        for turn in turns.reversed() { channelTurns.giveBack(turn) }
      }
    }
  }

  private func take(_ turns: ArraySlice<ChannelTurn>, _ body: @escaping () -> Void) {
    guard let turn = turns.first else { return body() }
    channelTurns.take(turn) { [unowned self] in take(turns.dropFirst(), body) }
  }

  private func finish(
    _ asker: Asker, _ answer: QueryAnswer, _ body: (ChannelAnswer, Room, Requester?) throws(WireError) -> Void
  ) {
    // The request counts even if whoever made it has gone meanwhile.
    let session = sessions[asker.session]
    session?.openQueries -= 1
    func carryOut() throws(WireError) {
      guard case .channel(let found) = answer else { throw Self.storageUnavailable }
      try body(found, try openChannel(for: asker.player), session.map { Requester(session: $0, re: asker.re) })
    }
    guard let session else {
      try? carryOut()
      return
    }
    session.answering(in: asker.format) {
      do throws(WireError) {
        try carryOut()
      } catch {
        hub.send(ErrorMessage(error), to: session, answering: asker.re, after: 0)
      }
    }
    finishClosing(session)
  }

  /// The channel, if it can be written to now by somebody who is still there.
  private func openChannel(for player: Player) throws(WireError) -> Room {
    guard players.withID(player.id) === player else {
      throw WireError(.nothingFinished, "You have been forgotten meanwhile")
    }
    try requireStorage()
    guard let channel = hub.channel else { throw Self.storageUnavailable }
    return channel
  }

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
      reactions: Reaction.listed(seen.reactions), own: seen.own.flatMap(Reaction.init))
  }
}

extension Reaction {
  /// Counts in the order of the list, without those that nobody has chosen.
  static func listed(_ counts: [String: Int]) -> [(emoji: Reaction, count: Int)] {
    allCases.compactMap { emoji in
      counts[emoji.rawValue].flatMap { $0 > 0 ? (emoji, $0) : nil }
    }
  }
}

extension Hub {
  /// The letters of a shared grid, for those who may know its puzzle and nobody else.
  fileprivate func letters(
    of found: SharedMatch, row: Int?, for viewer: Player, hasFinished: Bool
  ) throws(WireError) -> RevealAnswer {
    let share = found.seen.share
    guard share.claim == nil else {
      throw WireError(.noLetters, "Share \(share.id) was played elsewhere: nobody here knows its letters")
    }
    guard share.game != KnownNames.cards else {
      throw WireError(.noLetters, "Share \(share.id) is of cards, which are their owner's alone")
    }
    guard let history = found.history,
      share.player == viewer.id || mayKnow(viewer, history.match, hasFinished: hasFinished)
    else {
      throw WireError(.notFinished, "Finish that puzzle first: then you may see its letters")
    }
    let board = try replayed(history).match.board(for: .informed)
    var rows = board.pictureRows.filter { !Drawing.isOpen($0) }
    if let row {
      guard row <= rows.count else {
        let choice = rows.count > 1 ? ": choose one from 1 to \(rows.count)" : ""
        throw WireError(.badField, "That grid has \(Drawing.count(rows.count, "row", "rows"))\(choice)")
      }
      rows = [rows[row - 1]]
    }
    return RevealAnswer(share: Int(share.id), player: found.seen.name, game: share.game, row: row, rows: rows)
  }
}
