/// What players have been told of the channel: what is in it, what is not any more, and who has answered what.
final class ChannelBook {
  private struct Share {
    var fact: UInt64
    var claim: Int?
    var player: String
    var heardAt: Int
    /// Requests under way that would take it back, or may have been carried out unheard.
    var attempts = 0
    var goneAt: Int?
  }

  private var shares: [Int: Share] = [:]
  /// Everybody who ever tried to answer a result.
  private var answerers: [Int: [ObjectIdentifier: Identity]] = [:]
  /// By puzzle elsewhere: claims that were sent and are not answered, or never will be.
  private var claiming: [Int: Int] = [:]
  private var forgotten: Set<String> = []
  /// Of which results somebody has heard, for those who look for one.
  private(set) var numbers: [Int] = []
  /// Counts what is heard: who asks knows what was before.
  private(set) var tick = 0

  /// A result is shown, in an event, an answer or a page.
  ///
  /// - Returns: what is wrong with it.
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

  /// A request is sent that takes a result away, or may.
  func mayGo(_ id: Int) { shares[id]?.attempts += 1 }

  /// That request was refused, and nothing has changed.
  func stays(_ id: Int) { shares[id]?.attempts -= 1 }

  /// Somebody claims a puzzle: an earlier claim goes, heard of or not.
  func isClaimed(_ puzzle: Int) { claiming[puzzle, default: 0] += 1 }

  func isSettled(claimOf puzzle: Int) { claiming[puzzle, default: 0] -= 1 }

  /// Somebody wants to be forgotten, with all that was ever shared.
  func mayForget(_ names: Set<String>) {
    forgotten.formUnion(names)
    for (id, share) in shares where names.contains(share.player) { mayGo(id) }
  }

  func isGone(_ id: Int) {
    tick += 1
    if shares[id]?.goneAt == nil { shares[id]?.goneAt = tick }
  }

  /// Whether nobody has to be told of a result any more.
  func mayBeGone(_ id: Int) -> Bool { shares[id].map(mayBeGone) ?? true }

  private func mayBeGone(_ share: Share) -> Bool {
    share.goneAt != nil || share.attempts > 0 || share.claim.map { claiming[$0] ?? 0 > 0 } ?? false
  }

  /// Whether a result was gone before a question was asked.
  func wasGone(_ id: Int, before tick: Int) -> Bool { shares[id]?.goneAt.map { $0 <= tick } ?? false }

  /// A result from a number on that has to be in an answer to a question and is not.
  func missing(in page: Set<Int>, from first: Int, askedAt tick: Int) -> Int? {
    shares.filter { id, share in
      id >= first && share.heardAt <= tick && !page.contains(id) && !mayBeGone(share)
    }.keys.min()
  }

  func answers(_ id: Int, _ identity: Identity) { answerers[id, default: [:]][ObjectIdentifier(identity)] = identity }

  func answererCount(_ id: Int) -> Int { answerers[id]?.count ?? 0 }

  func moveOn() { tick += 1 }
}
