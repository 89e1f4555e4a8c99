public import GameKit

/// A change of whom players do not want to hear, or of what was reported, to be kept.
public enum SafetyRecord: Hashable, Sendable {
  /// A player wants to hear no more of another.
  case blocked(PlayerID, other: PlayerID)
  /// Or hears again.
  case unblocked(PlayerID, other: PlayerID)
  /// Somebody or something was reported.
  case reported(StoredReport)
  /// A report is gone: it has made room for another, or its player is forgotten.
  case dropped(report: Int64)
}

/// A report as it is kept.
public struct StoredReport: Hashable, Sendable {
  /// Unique among those that are kept, and rising.
  public var id: Int64
  /// Who has reported.
  public var reporter: PlayerID
  /// Who is reported.
  public var reported: PlayerID
  /// When.
  public var at: Instant
  /// What was reported, with names and words of then, as JSON: the core's own business.
  public var body: [UInt8]
  /// The number of the act that has settled it, which tells who has and how; `nil` while it waits.
  public var act: Int64?

  /// A report.
  public init(
    id: Int64, reporter: PlayerID, reported: PlayerID, at: Instant, body: [UInt8], act: Int64? = nil
  ) {
    self.id = id
    self.reporter = reporter
    self.reported = reported
    self.at = at
    self.body = body
    self.act = act
  }
}

/// Whom players do not want to hear, and what was reported: a fold of ``SafetyRecord`` and of ``StoredAct``.
public struct SafetyState: Hashable, Sendable {
  /// By the player who does not want to hear: the others, in the order in which they were blocked.
  public private(set) var blocks: [PlayerID: [PlayerID]] = [:]
  /// The other way round, so that a line of talk costs nothing where nobody has blocked its author.
  private var blockers: [PlayerID: Set<PlayerID>] = [:]
  /// The oldest first.
  public private(set) var reports: [StoredReport] = []

  /// Nothing has happened.
  public init() {}

  /// What a change leads to.
  public mutating func apply(_ record: SafetyRecord) {
    switch record {
    case .blocked(let player, let other):
      guard blocks[player]?.contains(other) != true else { return }
      blocks[player, default: []].append(other)
      blockers[other, default: []].insert(player)
    case .unblocked(let player, let other): unblock(player, other)
    case .reported(let report): reports.append(report)
    case .dropped(let id): reports.removeAll { $0.id == id }
    }
  }

  /// What an act leads to: one may settle a report.
  public mutating func apply(_ act: StoredAct) {
    guard let id = act.settledReport else { return }
    for index in reports.indices where reports[index].id == id { reports[index].act = act.number }
  }

  /// A player who cannot come back, or is forgotten, blocks nobody, and nobody needs to block that player.
  public mutating func forgetBlocks(of player: PlayerID) {
    for other in blocks[player] ?? [] { unblock(player, other) }
    for other in blockers[player] ?? [] { unblock(other, player) }
  }

  private mutating func unblock(_ player: PlayerID, _ other: PlayerID) {
    blocks[player]?.removeAll { $0 == other }
    if blocks[player]?.isEmpty == true { blocks[player] = nil }
    blockers[other]?.remove(player)
    if blockers[other]?.isEmpty == true { blockers[other] = nil }
  }

  /// Who does not want to hear a player; `nil` for nobody.
  func blockers(of player: PlayerID) -> Set<PlayerID>? { blockers[player] }

  /// Whether a player does not want to hear another.
  func blocks(_ player: PlayerID, _ other: PlayerID) -> Bool { blockers[other]?.contains(player) == true }
}

extension StoredAct {
  /// The report that it settles.
  public var settledReport: Int64? { kind == .settleReport ? target.flatMap { Int64($0) } : nil }
}
