import GameKit
import Kernel
import ParlorCore
import WireProtocol

/// Handles requests for opponents.
extension PairingDesk {
  // MARK: - Seeks

  func seek(_ request: Request.Seek, _ context: SessionContext) throws(WireError) {
    let terms = try terms(of: request.game, request.wish, context)
    let (player, limits) = (context.player, context.limits)
    let before = seeks[player.id]?.seek
    let others = pool.count(from: context.address) - (before == nil ? 0 : 1)
    guard others < limits.seeksPerAddress, before != nil || seeks.count < limits.seeks else {
      throw WireError(.tooMany, .seek, "As many look for somebody as may at a time, in all or from your address")
    }
    endSeek(of: context, isAnswer: true)
    let seek = Seek(
      player: player.id, address: context.address, play: terms.play,
      kind: player.isBot ? .bot : request.wish.allowsBots ? .personAmongBots : .person,
      stake: stake(request.wish, terms, player), rating: player.rating(in: terms.game.info.id) ?? Seek.newcomerRating,
      since: context.now)
    seeks[player.id] = (seek, terms)
    attend(player, context)
    context.answer(SeekAnswer(seek, terms, endsInSeconds: limits.seekSeconds, at: context.now), after: 0)
    match(seek, context)
  }

  private func stake(_ wish: Request.PairingWish, _ terms: RoomTerms, _ player: Player) -> Seek.Stake {
    guard terms.mayBeRated, !player.isGuest else { return terms.mayBeRated ? .unrated : .either }
    switch wish.isRated {
    case true?: return .rated
    case false?: return .unrated
    // Matches among bots count only if both want that.
    case nil: return player.isBot ? .unrated : .either
    }
  }

  func cancelSeek(_ context: SessionContext) throws(WireError) {
    guard let message = endSeek(of: context, isAnswer: true) else {
      throw WireError(.notFound, .seek, "You look for nobody: /seek lastword 3+2 does")
    }
    context.answer(message, after: 0)
  }

  func list(_ context: SessionContext) {
    let limits = context.limits
    // Those who are not paired with the player do not see each other look: else that would tell of a block.
    let blockers = context.server.blockers(of: context.player.id)
    let listed = pool.all.filter { context.hears($0.player) && blockers?.contains($0.player) != true }
      .sorted { ($0.since, $0.player.number) < ($1.since, $1.player.number) }
    let lobby = context.lobby(limit: limits.playersListed)
    context.answer(
      SeeksAnswer(
        seeks: listed.prefix(limits.roomsListed).compactMap { listing(of: $0, context) }, seekCount: listed.count,
        here: lobby.names, bots: lobby.bots, playerCount: lobby.count), after: 0)
  }

  private func listing(of seek: Seek, _ context: SessionContext) -> ListedSeek? {
    guard let player = context.player(seek.player), let terms = seeks[seek.player]?.terms else { return nil }
    return ListedSeek(
      player: player.name, isBot: player.isBot, rating: player.rating(in: seek.play.game), terms: terms.message,
      isRated: seek.stake == .rated, isUnrated: seek.stake == .unrated, allowsBots: seek.kind == .personAmongBots,
      waitedSeconds: seek.since.seconds(until: context.now))
  }

  // MARK: - Challenges

  func challenge(_ request: Request.Challenge, _ context: SessionContext) throws(WireError) {
    let terms = try terms(of: request.game, request.wish, context)
    let (player, limits) = (context.player, context.limits)
    let other = try context.player(named: request.player)
    guard other !== player else { throw WireError(.badField, "A challenge is for somebody else") }
    guard context.session(of: other.id) != nil else {
      throw WireError(.notFound, .player, "\(other.name) is not here")
    }
    guard context.hears(other.id) else {
      throw WireError(.forbidden, "You have blocked \(other.name): /unblock \(other.name) first")
    }
    guard settings.loaded(other.id.number)?.state != false else {
      throw WireError(.forbidden, "\(other.name) takes no challenges: /seek looks for somebody who plays")
    }
    try checkBots(player, other, request.wish)
    let mayBeRated = terms.mayBeRated && !player.isGuest && !other.isGuest && player.isBot == other.isBot
    guard request.wish.isRated != true || mayBeRated else {
      throw WireError(.badField, "Only two with names are rated, and no match between a person and a bot")
    }
    let challenger: Challenger = player.isGuest ? .guests(of: context.address) : .named(player.id)
    let sides = [(player, true), (other, false)].map { Offer.Side(player: $0, seek: nil, isWilling: $1) }
    let offer = Offer(
      sides, terms, isRated: mayBeRated && (request.wish.isRated ?? !player.isBot),
      until: context.now.adding(milliseconds: Int64(limits.challengeSeconds) * 1000), by: challenger,
      from: context.address)
    try checkOpen(besides: offer, to: other, context)
    try countChallenge(by: challenger, to: other, context)
    make(offer, context, asking: true)
  }

  private func checkBots(_ player: Player, _ other: Player, _ wish: Request.PairingWish) throws(WireError) {
    if player.isBot, !other.isBot {
      throw WireError(.forbidden, "A bot challenges bots alone: people may challenge it, or seek with bots")
    }
    if other.isBot, !player.isBot, !wish.allowsBots {
      throw WireError(.forbidden, "\(other.name) is a bot: add the word bots to the challenge if you want to play it")
    }
  }

  /// Refuses a challenge beyond the limit on open ones, including those not shown.
  private func checkOpen(besides offer: Offer, to other: Player, _ context: SessionContext) throws(WireError) {
    let own = known(to: context).filter { $0.isChallenge && $0.sides[0].player === context.player }
    guard !own.contains(where: { $0.challenges(other.id) }) else {
      throw WireError(.tooMany, .challenge, "You have challenged \(other.name) already: /decline takes it back")
    }
    guard own.count < context.limits.challengesPerPlayer else {
      throw WireError(
        .tooMany, .challenge, "You have \(own.count) open challenges, as many as may be: /decline takes one back")
    }
    let theirs = (offers[other.id] ?? []).filter { $0.challenges(other.id) }
    guard offer.hasPlace(among: Self.mostWaiting * context.limits.challengesToPlayer, beside: theirs) else {
      throw WireError(.tooMany, .challenge, "\(other.name) has as many open challenges as one may have: try later")
    }
  }

  /// Counts a challenge, or refuses it beyond the limit per minute.
  private func countChallenge(
    by challenger: Challenger, to other: Player, _ context: SessionContext
  ) throws(WireError) {
    let limits = context.limits
    var bounds: [RecentChallenges.Key: Int] = [
      .from(context.player.id): limits.challengesPerMinute,
      .to(other.id, challenger): (limits.challengesToPlayerPerMinute + 2) / 3,
    ]
    if !challenger.isNamed { bounds[.all(challenger)] = limits.challengesPerAddress }
    if let wait = bounds.compactMap({ recent.wait(for: $0, most: $1, at: context.now) }).max() {
      throw WireError(
        .tooFast, "Too many challenges in a minute: try again in \((wait + 999) / 1000) s",
        retryAfterMilliseconds: wait)
    }
    recent.note(bounds.keys, at: context.now)
  }

  /// Answers whether others may challenge the player, and changes it.
  func allowChallenges(_ areAllowed: Bool?, _ context: SessionContext) throws(WireError) {
    let document = settings[context.player.id.number]
    if let areAllowed, areAllowed != document.state {
      try document.checkSound()
      context.emit(.challenges(areAllowed: areAllowed), on: document)
    }
    context.answer(ChallengesAnswer(areAllowed: document.state))
    if !document.state { declineChallenges(context) }
  }

  // MARK: - Answers

  func accept(_ name: String?, _ context: SessionContext) throws(WireError) {
    let player = context.player
    let offer = try offer(with: name, context) { $0.index(of: player.id).map($0.asks) == true }
    try context.checkMaintenance()
    try context.checkArrival(of: player)
    guard let index = offer.index(of: player.id), let other = offer.other(than: player.id) else { return }
    guard context.session(of: other.id)?.mayName == true else {
      return end(offer, offer.isChallenge ? .cancelled : .declined, context, answering: player.id)
    }
    offer.sides[index].hasAccepted = true
    // A player who is asked only now gets time to answer too.
    let least = context.now.adding(milliseconds: Int64(context.limits.pairingSeconds) * 1000)
    offer.end = max(offer.end, least)
    do {
      try advance(offer, context, answering: player.id)
    } catch {
      offer.sides[index].hasAccepted = false
      throw error
    }
  }

  func decline(_ name: String?, _ context: SessionContext) throws(WireError) {
    decline(try offer(with: name, context) { _ in true }, context, answering: context.player.id)
  }

  /// The open offer of a request.
  private func offer(
    with name: String?, _ context: SessionContext, where isMeant: (Offer) -> Bool
  ) throws(WireError) -> Offer {
    let player = context.player.id
    let all = known(to: context).filter(isMeant)
    guard let name else {
      guard let offer = all.first else { throw WireError(.notFound, .challenge, "Nobody waits for that") }
      guard all.count == 1 else {
        let names = all.compactMap { $0.other(than: player)?.name }
        throw WireError(.badField, "Say with whom: \(names.joined(separator: ", "))")
      }
      return offer
    }
    func first(_ nameOf: (Offer.Side) -> String) -> Offer? {
      all.first { $0.side(otherThan: player).map(nameOf)?.lowercased() == name.lowercased() }
    }
    // A renamed player is found by the name in the offer too, unless somebody else has that name now.
    if let offer = first(\.player.name) ?? first(\.nameThen) { return offer }
    let other = try context.player(named: name)
    throw WireError(.notFound, .challenge, "Nobody waits for that in a challenge by \(other.name)")
  }

  // MARK: - What is played

  /// The terms of a match or race for two, which may be opened now.
  private func terms(
    of game: String, _ wish: Request.PairingWish, _ context: SessionContext
  ) throws(WireError) -> RoomTerms {
    let terms = try context.terms(of: wish.creation(of: game))
    let title = terms.game.info.title
    guard terms.mode == .race || terms.mode == .together else {
      throw WireError(.notFound, .mode, "\(title) is played alone in that mode: race and together are for two")
    }
    if let seats = terms.seats, !seats.contains(2) {
      throw WireError(.notFound, .mode, "\(title) is not for two: /create opens a room for it")
    }
    if wish.isRated == true {
      guard terms.mayBeRated else {
        throw WireError(.badField, "\(title) is rated only where it is played against others at a table")
      }
      try context.checkName()
    }
    try context.checkMaintenance()
    try context.checkNaming()
    try context.checkOpening()
    return terms
  }
}
