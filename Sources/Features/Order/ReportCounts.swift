import GameKit
import ParlorCore

/// How many reports have been sent today, by whom and from where. A start counts those that are kept.
struct ReportCounts {
  private enum Source: Hashable {
    case player(PlayerID)
    /// Guests count by their address: anybody is a new one through a new connection.
    case guests(from: String)
    case address(String)
  }

  private var counts: [Source: Int] = [:]

  mutating func add(_ report: StoredReport) {
    counts[Self.own(report.reporter, isGuest: report.isOfGuest, report.address), default: 0] += 1
    counts[.address(report.address), default: 0] += 1
  }

  /// How many a player, or the guests of an address, have sent.
  func count(of player: Player, from address: String) -> Int {
    counts[Self.own(player.id, isGuest: player.isGuest, address), default: 0]
  }

  /// How many have come from an address.
  func count(from address: String) -> Int { counts[.address(address), default: 0] }

  private static func own(_ player: PlayerID, isGuest: Bool, _ address: String) -> Source {
    isGuest ? .guests(from: address) : .player(player)
  }
}
