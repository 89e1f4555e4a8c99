import GameKit
import ParlorCore

/// A change of whom players do not want to hear, or of what was reported.
enum SafetyFact: Hashable {
  /// A player wants to hear no more of another.
  case blocked(PlayerID, other: PlayerID)
  /// Or hears again.
  case unblocked(PlayerID, other: PlayerID)
  /// Somebody or something was reported.
  case reported(StoredReport)
  /// A report was settled by an act of those who keep order.
  case settled(report: Int64, act: Int64)
  /// A report is gone: it has made room for another, or its player is forgotten.
  case dropped(report: Int64)
  /// A player who cannot come back, or is forgotten, blocks nobody, and nobody needs to block that player.
  case forgotBlocks(of: PlayerID)
}

/// A report as it is kept.
struct StoredReport: Hashable {
  /// Unique among those that are kept, and rising.
  var id: Int64
  /// Who has reported.
  var reporter: PlayerID
  /// Who is reported.
  var reported: PlayerID
  /// When.
  var at: Instant
  /// Where the report came from: one address sends only so many in a day.
  var address: String
  /// What was reported, with names and words of then, as JSON: the core's own business.
  var body: [UInt8]
  /// The number of the act that has settled it, which tells who has and how; `nil` while it waits.
  var act: Int64?
}

/// Whom players do not want to hear, and what was reported.
struct SafetyState: Hashable {
  /// By the player who does not want to hear: the others, in the order in which they were blocked.
  private(set) var blocks: [PlayerID: [PlayerID]] = [:]
  /// The other way round, so that a line of talk costs nothing where nobody has blocked its author.
  private var blockers: [PlayerID: Set<PlayerID>] = [:]
  /// The oldest first.
  private(set) var reports: [StoredReport] = []

  /// Nothing has happened.
  init() {}

  /// What a change leads to.
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

  /// Who does not want to hear a player; `nil` for nobody.
  func blockers(of player: PlayerID) -> Set<PlayerID>? { blockers[player] }

  /// Whether a player does not want to hear another.
  func blocks(_ player: PlayerID, _ other: PlayerID) -> Bool { blockers[other]?.contains(player) == true }
}
