/// Names of players and rooms that the protocol defines.
public enum KnownNames {
  /// The prefix of guests' names.
  public static let guestPrefix = "guest-"
  /// The room of shared results.
  public static let channel = "shares"
  /// The name of a trial in place of a room in requests.
  public static let trial = "trial"
  /// The name of a deleted player.
  public static let forgotten = "somebody"
  /// The most bytes of a name, in UTF-8.
  public static let mostBytes = 128

  /// Why a game cannot have an id, to be said after it; `nil` where it can.
  public static func reason(againstGame id: String) -> String? {
    if [channel, trial].contains(id) { return "is a name of the server's own" }
    return RequestTable.textForm(named: id) == nil ? nil : "is a command of the server's"
  }

  /// What a guest wants to be called, without the prefix; `nil` if a name is none of a guest.
  public static func nickname(in name: String) -> String? {
    let start = name.utf8.prefix(guestPrefix.utf8.count)
    guard start.elementsEqual(guestPrefix.utf8, by: { $0 | 0x20 == $1 | 0x20 }) else { return nil }
    return String(name.dropFirst(guestPrefix.count))
  }

  /// Whether a name is a guest's.
  public static func isGuest(_ name: String) -> Bool { name.hasPrefix(guestPrefix) }
}
