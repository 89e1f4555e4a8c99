extension Request {
  /// What those may ask for who keep order: the operator, and some of it moderators.
  public enum Order: Hashable, Sendable {
    /// Says something to everybody, or to a room.
    case announce(text: String, room: String?)
    /// The last acts of those who keep order.
    case audit(Audit)
  }

  /// The fields of `audit`.
  public struct Audit: Hashable, Sendable {
    /// Acts about this player only.
    public var player: String?
    /// Acts before this one; from the newest on unless said otherwise.
    public var before: Int?
    /// Acts, up to ``maximumPage``.
    public var limit: Int
    /// The most acts one page holds.
    public static let maximumPage = 100
    /// The fields.
    public init(player: String? = nil, before: Int? = nil, limit: Int = 20) {
      self.player = player
      self.before = before
      self.limit = limit
    }
  }
}
