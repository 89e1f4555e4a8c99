public import GameKit
import Kernel

/// A stored event of a player's timeline.
public struct StoredMoment: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case visit(Visit)
    /// A match begins, has a move, or ends, with whether it was won.
    case began
    case moved(number: Int)
    case finished(won: Bool)
  }

  public var at: Instant
  public var kind: Kind
  /// The match; `nil` for a visit.
  public var match: Int64?
  public var game: String?
  public var mode: String?
}

/// A player's events between two times.
public struct StoredTimeline: Sendable {
  private let (from, to): (Instant, Instant)
  private var moments: [StoredMoment] = []

  public init(from: Instant, to: Instant) { (self.from, self.to) = (from, to) }

  /// Adds visits.
  public mutating func add(_ visits: [Visit]) {
    for visit in visits where visit.at <= to && visit.end >= from {
      moments.append(StoredMoment(at: visit.at, kind: .visit(visit)))
    }
  }

  /// Adds a player's events of a match.
  public mutating func add(_ history: StoredMatchHistory, of player: PlayerID) {
    let match = history.match
    func moment(_ at: Instant, _ kind: StoredMoment.Kind) -> StoredMoment {
      StoredMoment(at: at, kind: kind, match: match.id, game: match.game, mode: match.mode)
    }
    add(moment(match.startedAt, .began))
    for move in history.moves where move.player == player {
      add(moment(match.startedAt.adding(milliseconds: move.elapsed.milliseconds), .moved(number: move.index + 1)))
    }
    if let result = history.results.first(where: { $0.player == player }) {
      add(moment(result.finishedAt, .finished(won: result.won)))
    }
  }

  private mutating func add(_ moment: StoredMoment) {
    if moment.at >= from, moment.at <= to { moments.append(moment) }
  }

  /// The newest events, the oldest of these first, and whether there are older ones. Events of one millisecond are on
  /// one page, unless they fill it.
  func newest(_ limit: Int) -> Page<StoredMoment> {
    // Simultaneous events stay in the order in which they were added.
    let sorted = moments.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
    guard sorted.count > limit, let next = sorted.dropLast(limit).last else {
      return Page(rows: sorted, more: false)
    }
    let page = sorted.suffix(limit)
    let whole = page.drop { $0.at == next.at }
    return Page(rows: Array(whole.isEmpty ? page : whole), more: true)
  }
}
