import GameKit
import Kernel
import WireProtocol

/// The address of a shared result, for those who are no players: `17-kMn0ZxQ…`, its number and 96 bits that nobody can
/// guess.
///
/// The bits are derived from the server's secret, for this purpose alone, so that nothing has to be stored: an address
/// is the same after a restart, and dead as soon as its share is gone, since numbers are never given again.
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

  /// Reads an address; `nil` for one that was not made here. Takes as long for a wrong one as for the right one.
  init?(_ text: String, season: SeasonKey) {
    guard let dash = text.utf8.firstIndex(of: UInt8(ascii: "-")), let share = Int64(text[..<dash]) else { return nil }
    self.init(share: share, season: season)
    guard AccessToken(self.text).matches(text) else { return nil }
  }
}
