import GameKit
import ParlorCore

/// The number of reports today by player and address. A start counts the stored ones.
struct ReportCounts {
  private enum Source: Hashable {
    case player(PlayerID)
    /// Guests count by their address, since every new connection is another guest.
    case guests(from: String)
    case address(String)
  }

  private var counts: [Source: Int] = [:]

  mutating func add(_ report: StoredReport) {
    counts[Self.own(report.reporter, isGuest: report.isOfGuest, report.address), default: 0] += 1
    counts[.address(report.address), default: 0] += 1
  }

  /// The number of reports of a player, or of the guests of an address.
  func count(of player: Player, from address: String) -> Int {
    counts[Self.own(player.id, isGuest: player.isGuest, address), default: 0]
  }

  /// The number of reports from an address.
  func count(from address: String) -> Int { counts[.address(address), default: 0] }

  private static func own(_ player: PlayerID, isGuest: Bool, _ address: String) -> Source {
    isGuest ? .guests(from: address) : .player(player)
  }
}
