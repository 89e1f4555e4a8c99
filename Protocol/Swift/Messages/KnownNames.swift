/// What the wire fixes about the names of players and rooms.
public enum KnownNames {
  /// What the names of players begin with who have claimed none; only the server gives such names out.
  public static let guestPrefix = "guest-"
  /// The room in which results are shared.
  public static let channel = "shares"
  /// What stands for a trial where a request names a room.
  public static let trial = "trial"
  /// What results of cards are kept under, as if it were a game: for words that a player learns.
  public static let cards = "cards"
  /// What stands for the name of a player who is forgotten.
  public static let forgotten = "somebody"
  /// The most bytes of a name, in UTF-8.
  public static let mostBytes = 128

  /// Whether a name is that of somebody who has claimed none.
  public static func isGuest(_ name: String) -> Bool { name.hasPrefix(guestPrefix) }
}
