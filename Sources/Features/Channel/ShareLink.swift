import GameKit
import Kernel
import WireProtocol

/// The public address of a shared result: `17-kMn0ZxQ…`, its number and 96 unguessable bits.
///
/// The bits derive from the server's secret, so that nothing is stored: an address is the same after a restart, and
/// invalid once its share is withdrawn, since numbers are never reused.
struct ShareLink {
  /// The number of the share.
  let share: Int64
  /// The address as text.
  let text: String

  /// The address of a share.
  init(share: Int64, season: SeasonKey) {
    self.share = share
    text = "\(share)-" + Base64.text(of: season.digest(for: "share/\(share)").bytes.prefix(12), .url)
  }

  /// Parses an address in constant time; `nil` for one that this server has not made.
  init?(_ text: String, season: SeasonKey) {
    guard let dash = text.utf8.firstIndex(of: UInt8(ascii: "-")), let share = Int64(text[..<dash]) else { return nil }
    self.init(share: share, season: season)
    guard AccessToken(self.text).matches(text) else { return nil }
  }
}
