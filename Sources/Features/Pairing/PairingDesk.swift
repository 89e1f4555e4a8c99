import GameKit
import Kernel
import ParlorCore
import WireProtocol

/// All seeks and open offers. They are in memory only, and end with their players' sessions.
final class PairingDesk {
  let settings = DocumentTable<PairingDocument>()
  var pool = SeekPool()
  /// By player. A seek that is part of an offer is not in the pool.
  var seeks: [PlayerID: (seek: Seek, terms: RoomTerms)] = [:]
  /// By player, the oldest first; an offer is listed for both.
  private(set) var offers: [PlayerID: [Offer]] = [:]
  /// The most challenges that wait for a player, as a multiple of those shown.
  static let mostWaiting = 20
  var recent = RecentChallenges()
  /// By player, the challenges shown in the last minute, open or not.
  private var shown: [PlayerID: [Offer]] = [:]

  // MARK: - Offers

  /// The open offers that a session's player knows.
  func known(to context: SessionContext) -> [Offer] {
    (offers[context.player.id] ?? []).filter { knows(of: $0, context) }
  }

  /// Whether a session's player knows an offer: not a challenge by somebody whom that player has blocked meanwhile, nor
  /// one that was not shown yet. The challenger sees no difference.
  private func knows(of offer: Offer, _ context: SessionContext) -> Bool {
    !offer.challenges(context.player.id) || offer.shownAt != nil && context.hears(offer.sides[0].player.id)
  }

  /// Shows a session's player waiting challenges, named players' first, as far as there is room next to open ones and
  /// those of the last minute. Challenges of blocked players take no room.
  private func showChallenges(_ context: SessionContext) {
    let (player, limits) = (context.player.id, context.limits)
    let waiting = (offers[player] ?? []).filter {
      $0.challenges(player) && $0.shownAt == nil && context.hears($0.sides[0].player.id)
    }
    guard !waiting.isEmpty else { return }
    var open = known(to: context).filter { $0.challenges(player) }
    var recent = (shown[player] ?? []).filter { offer in
      offer.shownAt.map { context.now.milliseconds(since: $0) < 60_000 } == true && knows(of: offer, context)
    }
    for offer in waiting.filter(\.isByNamed) + waiting.filter({ !$0.isByNamed })
    where offer.hasPlace(among: limits.challengesToPlayer, beside: open)
      && offer.hasPlace(among: limits.challengesToPlayerPerMinute, beside: recent)
    {
      offer.shownAt = context.now
      open.append(offer)
      recent.append(offer)
      tell(context.player, offer, .asked, context, answering: nil)
    }
    shown[player] = recent
  }

  /// Declines the challenges to a session's player, shown or not.
  func declineChallenges(_ context: SessionContext) {
    let player = context.player.id
    for offer in offers[player] ?? [] where offer.challenges(player) { end(offer, .declined, context) }
  }

  /// Closes an offer for a session's player, who takes back what is the player's own.
  func decline(_ offer: Offer, _ context: SessionContext, answering: PlayerID? = nil) {
    let isOwn = offer.isChallenge && offer.sides[0].player === context.player
    end(offer, isOwn ? .cancelled : .declined, context, answering: answering)
  }

  /// A session's player has blocked another: what is open between them is declined, or taken back, at once, so that no
  /// answer tells of the block later. A challenge that the player has not accepted stays, unseen, until it expires.
  func separate(_ context: SessionContext, from other: PlayerID) {
    let player = context.player.id
    for offer in offers[player] ?? [] where offer.index(of: other) != nil {
      if !offer.challenges(player) || offer.sides[1].hasAccepted { decline(offer, context) }
    }
  }

  /// Makes an offer, and opens the room at once if nobody must be asked.
  func make(_ offer: Offer, _ context: SessionContext, asking: Bool = false) {
    for side in offer.sides { offers[side.player.id, default: []].append(offer) }
    do {
      try advance(offer, context, answering: asking ? context.player.id : nil)
    } catch {
      giveUp(offer, error, context)
    }
    for side in offer.sides { attend(side.player, context) }
  }

  /// Opens the room if both have accepted, or else sends the state.
  ///
  /// - Parameter answering: the player of the context, if a request is to be answered.
  func advance(_ offer: Offer, _ context: SessionContext, answering: PlayerID? = nil) throws(WireError) {
    let isReady = offer.sides.map { side in
      guard let session = context.session(of: side.player.id) else { return false }
      if side.hasAccepted { return true }
      return side.isWilling && (side.player.isBot || !session.isPlaying)
        && (try? context.checkArrival(of: side.player)) != nil
    }
    guard isReady.allSatisfy({ $0 }) else {
      for (index, side) in offer.sides.enumerated() {
        let state: PairingAnswer.State = !isReady[index] && offer.asks(index) ? .asked : .waiting
        tell(side.player, offer, state, context, answering: answering)
      }
      return
    }
    let room = try context.openRoom(on: offer.terms, for: offer.sides.map(\.player), isRated: offer.isRated)
    withdraw(offer)
    for side in offer.sides {
      if let seek = side.seek, seeks[side.player.id]?.seek == seek { seeks[side.player.id] = nil }
      tell(side.player, offer, .playing, room: room.name, context, answering: answering)
    }
  }

  /// Ends an offer. Its seeks continue, except those of players who have not answered.
  func end(_ offer: Offer, _ state: PairingAnswer.State, _ context: SessionContext, answering: PlayerID? = nil) {
    withdraw(offer)
    for side in offer.sides { tell(side.player, offer, state, context, answering: answering) }
    for side in offer.sides { resume(side, of: offer, state, context) }
  }

  private func resume(
    _ side: Offer.Side, of offer: Offer, _ state: PairingAnswer.State, _ context: SessionContext
  ) {
    guard let seek = side.seek, seeks[side.player.id]?.seek == seek,
      let session = context.session(of: side.player.id)
    else { return }
    let isAsked = !side.hasAccepted && (!side.isWilling || session.isPlaying)
    guard state != .cancelled, state != .expired || !isAsked else {
      endSeek(of: session)
      return
    }
    var next = seek
    if let other = offer.other(than: seek.player) { next.pass(other.id) }
    seeks[seek.player]?.seek = next
    match(next, session)
  }

  /// The room could not be opened: both are told why, and their seeks end.
  func giveUp(_ offer: Offer, _ error: WireError, _ context: SessionContext) {
    for side in offer.sides { context.session(of: side.player.id)?.send(error) }
    end(offer, .cancelled, context)
  }

  private func withdraw(_ offer: Offer) {
    for side in offer.sides {
      offers[side.player.id]?.removeAll { $0 === offer }
      if offers[side.player.id]?.isEmpty == true { offers[side.player.id] = nil }
    }
  }

  private func tell(
    _ player: Player, _ offer: Offer, _ state: PairingAnswer.State, room: String? = nil, _ context: SessionContext,
    answering: PlayerID?
  ) {
    let isOpen = state == .asked || state == .waiting
    guard let message = offer.message(for: player.id, state, room: room, at: isOpen ? context.now : nil) else { return }
    if player.id == answering { return context.answer(message) }
    if let session = context.session(of: player.id), knows(of: offer, session) { session.send(message) }
  }

  // MARK: - Seeks

  /// Pairs a seek, or adds it to the pool.
  func match(_ seek: Seek, _ context: SessionContext) {
    guard let terms = seeks[seek.player]?.terms else { return }
    pool.remove(seek)
    let mayName = context.mayName
    let partner = pool.partner(for: seek, at: context.now) { other in
      mayName && !isApart(other, context) && context.session(of: other)?.mayName == true
    }
    guard let partner, let other = context.session(of: partner.player) else {
      pool.add(seek)
      return setAlarm(context)
    }
    pool.remove(partner)
    let pair = [(partner, other.player), (seek, context.player)]
    let isMixed = partner.kind != seek.kind && pair.contains { $0.1.isBot }
    let isRated = pair.allSatisfy { $0.0.stake != .unrated && !$0.1.isGuest } && !isMixed && terms.mayBeRated
    let sides = pair.map { seek, player in
      // A person confirms playing against a bot.
      Offer.Side(player: player, seek: seek, isWilling: player.isBot || !isMixed)
    }
    let end = context.now.adding(milliseconds: Int64(context.limits.pairingSeconds) * 1000)
    make(Offer(sides, terms, isRated: isRated, until: end), context)
  }

  /// Whether a session's player or another has blocked the other of the two.
  func isApart(_ other: PlayerID, _ context: SessionContext) -> Bool {
    !context.hears(other) || context.server.blockers(of: context.player.id)?.contains(other) == true
  }

  /// Ends the seek of a session's player, with its offer.
  ///
  /// - Returns: the message about it; `nil` if there was none.
  @discardableResult
  func endSeek(of context: SessionContext, isAnswer: Bool = false) -> SeekAnswer? {
    let player = context.player.id
    guard let (seek, terms) = seeks.removeValue(forKey: player) else { return nil }
    pool.remove(seek)
    for offer in offers[player] ?? [] where offer.sides.contains(where: { $0.seek == seek }) {
      end(offer, .declined, context)
    }
    let message = SeekAnswer(seek, terms, endsInSeconds: nil, at: context.now)
    if !isAnswer { context.send(message) }
    return message
  }

  // MARK: - Sessions

  /// Subscribes a player's session to alarms and to its end.
  func attend(_ player: Player, _ context: SessionContext) {
    guard let session = context.session(of: player.id) else { return }
    if session.part(PairingPart.self) == nil { session.add(PairingPart(desk: self)) }
    showChallenges(session)
    setAlarm(session)
  }

  /// Schedules a session's alarm for when its seek widens or ends, an offer of its player ends, or a waiting challenge
  /// may be shown.
  func setAlarm(_ context: SessionContext) {
    guard let part = context.part(PairingPart.self) else { return }
    let player = context.player.id
    var times = (offers[player] ?? []).map(\.end)
    if offers[player]?.contains(where: { $0.challenges(player) && $0.shownAt == nil }) == true {
      times.append(context.now.adding(milliseconds: 1000))
    }
    if let (seek, _) = seeks[player] {
      times.append(end(of: seek, context.limits))
      if let next = seek.nextWidening(after: context.now) { times.append(next) }
    }
    context.setAlarm(of: part, at: times.min())
  }

  private func end(of seek: Seek, _ limits: Limits) -> Instant {
    seek.since.adding(milliseconds: Int64(limits.seekSeconds) * 1000)
  }

  /// Does what is due for a session's player.
  func reachTime(_ context: SessionContext) {
    let player = context.player.id
    for offer in offers[player] ?? [] where offer.end <= context.now { end(offer, .expired, context) }
    if let (seek, _) = seeks[player] {
      if end(of: seek, context.limits) <= context.now {
        endSeek(of: context)
      } else if offers[player]?.contains(where: { $0.sides.contains { $0.seek == seek } }) != true {
        match(seek, context)
      }
    }
    showChallenges(context)
    setAlarm(context)
  }

  /// A session has ended, or belongs to another player.
  func leave(_ player: Player, _ context: PlayerContext) {
    shown[player.id] = nil
    if let (seek, _) = seeks.removeValue(forKey: player.id) { pool.remove(seek) }
    for offer in offers[player.id] ?? [] {
      guard let other = offer.other(than: player.id), let session = context.session(of: other.id) else {
        withdraw(offer)
        continue
      }
      end(offer, .gone, session)
    }
  }
}

/// A session's alarm and end, for the desk.
final class PairingPart: SessionPart {
  private let desk: PairingDesk

  init(desk: PairingDesk) { self.desk = desk }

  func end(_ context: PlayerContext) { desk.leave(context.player, context) }
  func alarm(_ context: SessionContext) { desk.reachTime(context) }
}

extension SeekAnswer {
  init(_ seek: Seek, _ terms: RoomTerms, endsInSeconds: Int?, at now: Instant) {
    self.init(
      terms: terms.message, isRated: seek.stake == .rated, isUnrated: seek.stake == .unrated,
      allowsBots: seek.kind == .personAmongBots, rating: seek.rating, window: seek.window(at: now),
      endsInSeconds: endsInSeconds)
  }
}
