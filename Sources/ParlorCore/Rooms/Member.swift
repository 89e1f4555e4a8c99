import GameKit

/// A player in a room: with a seat, or watching.
final class Member {
  let player: Player
  /// When the connection was lost; `nil` while it is there.
  fileprivate(set) var awaySince: Instant?
  // The flags fill the hole behind the optional time.
  fileprivate(set) var isWatching: Bool
  /// Gets nothing while joining: `joined` will contain everything.
  var isArriving = true
  /// The first event that was withheld from a slow watcher; `nil` for none.
  var behindSince: Int?
  /// The number of the last event before it joined.
  var cameAfter = 0
  /// The order of joining.
  fileprivate(set) var order = 0

  init(player: Player, isWatching: Bool) {
    self.player = player
    self.isWatching = isWatching
  }

  /// The session that receives the room's events.
  var session: Session? { awaySince == nil && !isArriving ? player.session : nil }
}

/// The members of a room, with fast look-up, insertion, removal and iteration.
struct MemberTable {
  private(set) var all: [Member] = []
  /// The positions in ``all``; empty while there are at most ``mostSearched`` members.
  private var index: [PlayerID: Int] = [:]
  private var joins = 0
  private(set) var watcherCount = 0
  private(set) var awayCount = 0
  /// Present members with a seat.
  private(set) var presentPlayerCount = 0

  /// So many members are searched as fast as an index finds one, which takes 40 bytes a member.
  private static let mostSearched = 16

  subscript(player: PlayerID) -> Member? { position(of: player).map { all[$0] } }

  private func position(of player: PlayerID) -> Int? {
    guard index.isEmpty else { return index[player] }
    for position in all.indices where all[position].player.id == player { return position }
    return nil
  }

  var count: Int { all.count }
  /// Members with a seat.
  var seatedCount: Int { all.count - watcherCount }

  /// Adds a player who is neither present nor away.
  mutating func add(_ member: Member) {
    guard position(of: member.player.id) == nil else { return }
    joins += 1
    member.order = joins
    all.append(member)
    if !index.isEmpty {
      index[member.player.id] = all.count - 1
    } else if all.count > Self.mostSearched {
      for (position, member) in all.enumerated() { index[member.player.id] = position }
    }
    tally(member, 1)
  }

  /// Removes a member; the last one moves into the gap.
  @discardableResult
  mutating func remove(_ player: PlayerID) -> Member? {
    guard let position = position(of: player) else { return nil }
    let isIndexed = !index.isEmpty
    index[player] = nil
    let member = all[position]
    let last = all.removeLast()
    if position < all.count {
      all[position] = last
      if isIndexed { index[last.player.id] = position }
    }
    tally(member, -1)
    return member
  }

  mutating func markAway(_ member: Member, since now: Instant) {
    guard member.awaySince == nil else { return }
    change(member) { $0.awaySince = now }
  }

  mutating func markBack(_ member: Member) {
    guard member.awaySince != nil else { return }
    change(member) { $0.awaySince = nil }
  }

  mutating func setWatching(_ member: Member, _ isWatching: Bool) {
    guard member.isWatching != isWatching else { return }
    change(member) { $0.isWatching = isWatching }
  }

  private mutating func change(_ member: Member, _ body: (Member) -> Void) {
    tally(member, -1)
    body(member)
    tally(member, 1)
  }

  private mutating func tally(_ member: Member, _ change: Int) {
    let isHere = member.awaySince == nil
    if !isHere { awayCount += change }
    if member.isWatching { watcherCount += change } else if isHere { presentPlayerCount += change }
  }

  /// Up to `limit` members that fit, those who joined first in front.
  func listed(limit: Int, where fits: (Member) -> Bool) -> [Member] {
    // Sorting ten thousand members to list sixty-four is too slow: large rooms list the first ones found.
    var found: [Member] = []
    for member in all where fits(member) {
      found.append(member)
      if found.count >= limit && all.count > 4 * limit { break }
    }
    found.sort { $0.order < $1.order }
    return Array(found.prefix(limit))
  }
}
