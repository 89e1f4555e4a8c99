import Names
import TextMode
import WireProtocol

/// The names of the house bots.
struct HouseNames {
  private let folded: Set<String>
  /// Their skeletons.
  private let skeletons: Set<String>

  init(_ names: [String]) {
    folded = Set(names.map { PlayerName.fold($0) })
    skeletons = names.reduce(into: []) { $0.formUnion(LookAlikes.skeletons(of: $1)) }
  }

  var isEmpty: Bool { folded.isEmpty }

  /// Whether a name is one of them.
  func contains(_ name: PlayerName) -> Bool { folded.contains(name.folded) }

  /// Whether a name is one of them, or looks like one.
  func imitates(_ name: PlayerName) -> Bool { contains(name) || !skeletons.isDisjoint(with: name.skeletons) }

  /// Whether a player is a house bot. Only the operator's token opens it: an earlier account of that name with its own
  /// token or password is somebody else.
  func isBot(_ player: Player) -> Bool {
    !isEmpty && !player.isGuest && player.tokens.isEmpty && player.verifier == nil
      && folded.contains(PlayerName.fold(player.name))
  }

  /// Refuses to change a house bot's name and account, which are the operator's.
  func refuseChange(of player: Player) throws(WireError) {
    guard isBot(player) else { return }
    throw WireError(
      .forbidden, "\(player.name) is a bot of the house: the operator's token opens it, and nothing else changes it")
  }
}
