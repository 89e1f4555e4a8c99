public import WireProtocol

/// What a played move brought, in two parts: what everyone may see and what only those who may know see.
///
/// The mover, those on the same board and those who may know the puzzle receive both parts as one
/// object; everybody else receives ``open`` alone.
public struct Turn: Hashable, Sendable {
  /// Letters, words, cells: whatever helps those who still play the same puzzle.
  public var secret: JSONObject
  /// Colours and counts.
  public var open: JSONObject
  /// Whether the move spent a try (or counted as a miss).
  public var spentTry: Bool
  /// One line for a person who knows the secret part; empty when the board says it all.
  public var remark: String

  /// The same for everybody else, such as `found a word (1 of 3)`; empty where ``open`` says it well enough.
  public var openRemark: String

  /// A turn; `remark` is for the mover's side only and may hold letters.
  public init(
    secret: JSONObject = [:], open: JSONObject, spentTry: Bool = true, remark: String = "", openRemark: String = ""
  ) {
    self.secret = secret
    self.open = open
    self.spentTry = spentTry
    self.remark = remark
    self.openRemark = openRemark
  }

  /// Both parts in one object, the secret fields first.
  public var full: JSONObject {
    var all = secret
    all.merge(open)
    return all
  }
}
