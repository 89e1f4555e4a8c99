import GameKit
import Kernel
import ParlorCore
import PastedResults
import TextMode
import WireProtocol

/// Requests about the channel.
extension ShareBook {
  func share(_ request: Request.Share, _ context: SessionContext) throws(WireError) {
    try context.checkVoiceInChannel()
    if let text = request.text { return try share(text: text, context) }
    if request.match == nil, let match = context.soloRoom(request.room)?.finishedMatch {
      return try share(context.finishedMatch(.match(match)), context)
    }
    try share(context.finishedMatch(request.match, in: request.room), context)
  }

  /// Shares a finished match of the player, once.
  func share(_ finished: FinishedMatchQuery, _ context: SessionContext) throws(WireError) {
    let channel = try context.openChannel()
    let found = try context.fetch(ShareableMatchQuery(finished: finished))
    context.spend(on: found.match)
    guard let match = found.match else { throw context.nothingFinished(finished) }
    if let known = found.share {
      var error = WireError(.alreadyShared, "You have shared this already: it is number \(known)")
      error.share = Int(known)
      throw error
    }
    let share = try StoredShare(of: match, context) { channel.newKey(of: ShareDocument.number) }
    post(share, of: context.player, in: channel, answering: context)
  }

  func unshare(_ request: Request.Unshare, _ context: SessionContext) throws(WireError) {
    let channel = try context.openChannel()
    let document = try context.read(Int64(request.share), in: shares)
    guard document.state.share?.player == context.player.id else {
      throw WireError(.notFound, .share, "There is no share \(request.share) of yours")
    }
    try document.checkSound()
    withdraw(document, of: context.player, in: channel, answering: context)
  }

  func react(_ request: Request.React, _ context: SessionContext) throws(WireError) {
    let player = context.player
    if request.emoji != nil { try context.checkVoiceInChannel() }
    let channel = try context.openChannel()
    let (document, shared) = try share(request.share, context)
    guard request.emoji != nil || document.state.reactions[player.id] != nil else {
      let known = Reaction.allCases.map(\.rawValue).joined(separator: " ")
      throw WireError(.noReaction, "You have not reacted to share \(request.share): choose one of \(known)")
    }
    try document.checkSound()
    channel.keep(player)
    channel.emit(.reacted(player.id, request.emoji), on: document)
    let reaction = SharedReaction(
      share: request.share, owner: shared.player, emoji: request.emoji, reactions: document.state.reactionCounts)
    channel.publish(reaction, by: player, answering: context)
  }

  func sendPage(_ request: Request.Shares, _ context: SessionContext) throws(WireError) {
    var filter = ShareFilter()
    if let name = request.player { filter.player = try context.player(named: name).id }
    if let name = request.game { filter.game = try sharedGame(name, context) }
    if let text = request.day {
      guard let day = Day(text) else {
        throw WireError(.badField, "A day is a date like 2026-11-20")
      }
      filter.day = day.number
    }
    let query = SharesQuery(
      filter: filter, before: request.after.map { Int64($0) }, limit: request.limit, viewer: context.player.id)
    context.ask(query) { [context = context.later, reader = context.player.name] page in
      let entries = page.rows.map { seen in
        var entry = SharesAnswer.Entry(seen)
        // The path of its page, if there are pages.
        if context.hasPages { entry.link = "/s/" + ShareLink(share: seen.share.id, season: context.season).text }
        return entry
      }
      let answer = SharesAnswer(entries: entries, next: page.more ? entries.last?.result.id : nil)
      return ShownShares(message: answer, request: request, reader: reader)
    }
  }

  /// A game of this server, or another site's game whose results can be claimed.
  private func sharedGame(_ name: String, _ context: SessionContext) throws(WireError) -> String {
    if let claimed = ClaimedGame(rawValue: name.lowercased()) { return claimed.rawValue }
    return try context.resultGame(name).id
  }

  func sendLetters(_ request: Request.Reveal, _ context: SessionContext) {
    let id = Int64(request.share)
    let missing = context.noSuchShare(request.share)
    context.ask(ShareQuery(share: id, viewer: context.player.id, replayer: context.replayer)) {
      [context = context.later] found in
      context.spend(on: found?.match)
      do throws(WireError) {
        guard let found else { throw missing }
        let isOver = found.match.map { context.isRoundOver($0.history.match) } ?? false
        let isOpen = found.match.map { context.isOpenToOthers($0.history.match) } ?? false
        let hasFinished = !isOpen && (found.viewerHasFinished || found.viewerHasMoved && isOver)
        return try context.letters(of: found, row: request.row, hasFinished: hasFinished)
      } catch {
        return ErrorMessage(error)
      }
    }
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

extension FeatureContext {
  /// The letters of a shared grid, only for viewers who may know its puzzle.
  fileprivate func letters(
    of found: SharedMatch, row: Int?, hasFinished: Bool
  ) throws(WireError) -> ShownLetters {
    let share = found.seen.share
    guard share.claim == nil else {
      throw WireError(.noLetters, "Share \(share.id) was played elsewhere: nobody here knows its letters")
    }
    guard found.match.map({ isRecorded($0.history.match) }) != true else {
      throw WireError(.noLetters, "Share \(share.id) has no letters")
    }
    guard let match = found.match,
      share.player == player.id || mayKnow(match.history.match, hasFinished: hasFinished)
    else {
      throw WireError(.notFinished, "Finish that puzzle first: then you may see its letters")
    }
    let board = try replayedEnd(of: match).board(for: .informed)
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
