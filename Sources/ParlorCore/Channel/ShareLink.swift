import GameKit
import Kernel
public import WireProtocol

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

/// What stands at the address of a shared result.
public enum LinkedShare: Sendable {
  /// The result, under its player's present name, never a letter; and whether others can play its game here.
  case found(SharedResult, isPlayedHere: Bool)
  /// None: the address was made up, or the result was taken back.
  case gone
  /// Storage cannot be read at the moment.
  case unavailable
}

extension Hub {
  /// The path to a shared result's page, where there are such pages.
  func link(to share: Int64) -> String? {
    configuration.linksShares ? "/s/" + ShareLink(share: share, season: configuration.season).text : nil
  }
}

extension Parlor {
  /// A shared result under its player's present name; `nil` for one whose player is gone.
  func result(of share: StoredShare) -> SharedResult? {
    players.kept(share.player).map { SharedResult(share, name: $0.name, isBot: $0.isBot) }
  }

  /// Looks up the shared result of an address; `answer` is called at once, or when storage has answered.
  public func sharedResult(at link: String, _ answer: @escaping (LinkedShare) -> Void) {
    guard let share = ShareLink(link, season: hub.configuration.season)?.share else { return answer(.gone) }
    load(DocumentID(kind: ShareDocument.number, key: share), from: nil) { [unowned self] isLoaded in
      guard isLoaded else { return answer(.unavailable) }
      let found = hub.shares.loaded(share)?.state.share.flatMap(result)
      let games = hub.configuration.games
      answer(
        found.map { result in
          .found(result, isPlayedHere: !result.isClaimed && games.contains { $0.info.id == result.game })
        } ?? .gone)
    }
  }
}
