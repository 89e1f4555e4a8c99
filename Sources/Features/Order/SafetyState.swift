import GameKit
import ParlorCore

/// A change of blocks or reports.
enum SafetyFact: Codable, Hashable {
  /// A player blocks another.
  case blocked(PlayerID, other: PlayerID)
  /// A player unblocks another.
  case unblocked(PlayerID, other: PlayerID)
  /// A report was stored.
  case reported(StoredReport)
  /// A report was settled by an act.
  case settled(report: Int64, act: Int64)
  /// A report was dropped: for room, or because its player is forgotten.
  case dropped(report: Int64)
  /// A player cannot return or is forgotten: blocks by and of that player end.
  case forgotBlocks(of: PlayerID)
}

/// A report as stored.
struct StoredReport: Codable, Hashable {
  /// Unique among the stored ones, and ascending.
  var id: Int64
  /// The reporting player.
  var reporter: PlayerID
  /// The reported player.
  var reported: PlayerID
  /// When.
  var at: Instant
  /// The reporter's address, by which reports are limited per day.
  var address: String
  /// The names and lines at that time.
  var content: Report
  /// The act that has settled it; `nil` while it is open.
  var act: Int64?
}

/// All blocks and reports.
struct SafetyState: Hashable {
  /// The players that each player has blocked, in the order of blocking.
  private(set) var blocks: [PlayerID: [PlayerID]] = [:]
  /// The reverse, so that a line of talk costs nothing if nobody has blocked its author.
  private var blockers: [PlayerID: Set<PlayerID>] = [:]
  /// The oldest first.
  private(set) var reports: [StoredReport] = []

  init() {}

  /// Applies a change.
  mutating func apply(_ fact: SafetyFact) {
    switch fact {
    case .blocked(let player, let other):
      guard blocks[player]?.contains(other) != true else { return }
      blocks[player, default: []].append(other)
      blockers[other, default: []].insert(player)
    case .unblocked(let player, let other): unblock(player, other)
    case .reported(let report): reports.append(report)
    case .settled(let id, let act):
      for index in reports.indices where reports[index].id == id { reports[index].act = act }
    case .dropped(let id): reports.removeAll { $0.id == id }
    case .forgotBlocks(let player): forgetBlocks(of: player)
    }
  }

  private mutating func forgetBlocks(of player: PlayerID) {
    for other in blocks[player] ?? [] { unblock(player, other) }
    for other in blockers[player] ?? [] { unblock(other, player) }
  }

  private mutating func unblock(_ player: PlayerID, _ other: PlayerID) {
    blocks[player]?.removeAll { $0 == other }
    if blocks[player]?.isEmpty == true { blocks[player] = nil }
    blockers[other]?.remove(player)
    if blockers[other]?.isEmpty == true { blockers[other] = nil }
  }

  /// Whether a player blocks somebody, or is blocked.
  func hasBlocks(of player: PlayerID) -> Bool { blocks[player] != nil || blockers[player] != nil }

  /// The players who have blocked a player; `nil` for none.
  func blockers(of player: PlayerID) -> Set<PlayerID>? { blockers[player] }

  /// Whether a player has blocked another.
  func blocks(_ player: PlayerID, _ other: PlayerID) -> Bool { blockers[other]?.contains(player) == true }
}
