/// The players' knowledge of the channel: shares, withdrawn shares, and reactions.
final class ChannelBook {
  private struct Share {
    var fact: UInt64
    var claim: Int?
    var player: String
    var heardAt: Int
    /// Pending or unanswered requests that would withdraw it.
    var attempts = 0
    var goneAt: Int?
  }

  private var shares: [Int: Share] = [:]
  /// Everybody who has ever reacted to a result.
  private var answerers: [Int: [ObjectIdentifier: Identity]] = [:]
  /// By puzzle of another site: unanswered claims.
  private var claiming: [Int: Int] = [:]
  private var forgotten: Set<String> = []
  /// The known results, for clients that look one up.
  private(set) var numbers: [Int] = []
  /// Counts received messages, which orders requests.
  private(set) var tick = 0

  /// Records a result in an event, an answer or a page.
  ///
  /// - Returns: the contradiction, if any.
  func note(_ line: Line) -> String? {
    guard let id = line.int(.shareID) else { return nil }
    var fact = line.hash(line[.text], into: line.hash(line[.game]))
    fact = line.hash(line[.match], into: line.hash(line[.claimed], into: fact))
    guard let known = shares[id] else {
      tick += 1
      let player = line.string(.player) ?? ""
      let claim = line.isTrue(.claimed) ? line.int(.puzzle) : nil
      shares[id] = Share(fact: fact, claim: claim, player: player, heardAt: tick)
      if forgotten.contains(player) { mayGo(id) }
      numbers.append(id)
      return nil
    }
    return known.fact == fact ? nil : "share \(id) is now \(line.beginning)"
  }

  /// Records a request that may withdraw a result.
  func mayGo(_ id: Int) { shares[id]?.attempts += 1 }

  /// That request was refused without effect.
  func stays(_ id: Int) { shares[id]?.attempts -= 1 }

  /// Records a claim of a puzzle, which replaces an earlier one.
  func isClaimed(_ puzzle: Int) { claiming[puzzle, default: 0] += 1 }

  func isSettled(claimOf puzzle: Int) { claiming[puzzle, default: 0] -= 1 }

  /// Records a request to forget a player, with all shares.
  func mayForget(_ names: Set<String>) {
    forgotten.formUnion(names)
    for (id, share) in shares where names.contains(share.player) { mayGo(id) }
  }

  func isGone(_ id: Int) {
    tick += 1
    if shares[id]?.goneAt == nil { shares[id]?.goneAt = tick }
  }

  /// Whether a result may be withdrawn.
  func mayBeGone(_ id: Int) -> Bool { shares[id].map(mayBeGone) ?? true }

  private func mayBeGone(_ share: Share) -> Bool {
    share.goneAt != nil || share.attempts > 0 || share.claim.map { claiming[$0] ?? 0 > 0 } ?? false
  }

  /// Whether a result was withdrawn before a request.
  func wasGone(_ id: Int, before tick: Int) -> Bool { shares[id]?.goneAt.map { $0 <= tick } ?? false }

  /// A result from a number on that an answer lacks.
  func missing(in page: Set<Int>, from first: Int, askedAt tick: Int) -> Int? {
    shares.filter { id, share in
      id >= first && share.heardAt <= tick && !page.contains(id) && !mayBeGone(share)
    }.keys.min()
  }

  func answers(_ id: Int, _ identity: Identity) { answerers[id, default: [:]][ObjectIdentifier(identity)] = identity }

  func answererCount(_ id: Int) -> Int { answerers[id]?.count ?? 0 }

  func moveOn() { tick += 1 }
}
