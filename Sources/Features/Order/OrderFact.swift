import GameKit
import ParlorCore

/// A change of what those who keep order have done, or of what is in force.
enum OrderFact: Hashable {
  /// Something was done, with all that follows from it; newcomers from an address may be meant, too.
  case acted(Act, covering: StoredSanction.Origin?)
  /// A player with measures in force has logged in to another account: they are in force against that one, too.
  case followed(PlayerID, to: PlayerID)
  /// Acts before a number are kept no more; the last one always is.
  case dropped(before: Int64)
  /// A player is forgotten. Measures that newcomers from an address are meant by, too, go on for those from where the
  /// player was, without their reasons: a forgotten player is a newcomer.
  case forgot(PlayerID, leaving: StoredSanction.Origin?)
  /// Of a snapshot: something was done, and what followed from it is known.
  case kept(Act)
  /// Of a snapshot: something is in force.
  case began(StoredSanction)
}
