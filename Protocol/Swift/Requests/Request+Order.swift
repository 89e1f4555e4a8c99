extension Request {
  /// What those may ask for who keep order: the operator, and some of it moderators.
  public enum Order: Hashable, Sendable {
    /// Says something to everybody, or to a room.
    case announce(text: String, room: String?)
    /// Who is here, and from where.
    case online(String?)
    /// How the server is.
    case status
    /// What is known of a player.
    case inspect(String)
    /// Ends sessions.
    case disconnect(Measure)
    /// Keeps a player or an address range out, or no more.
    case ban(Measure)
    case unban(String)
    /// Who is banned, muted or sent away.
    case bans
    /// Silences a player, or no more.
    case silence(Measure)
    case unsilence(String)
    /// Sends a player away from one of the server's own rooms, or lets the player come back.
    case sendAway(Measure, room: String)
    case letBack(String, room: String)
    /// Takes a shared result or a score away.
    case removeShare(Int, reason: String?)
    case removeScore(Int, reason: String?)
    /// Takes talk back.
    case hide(room: String, Spoken, reason: String?)
    /// What was reported, and that a report is dealt with.
    case reports(Reports)
    case settleReport(Int, text: String?)
    /// Gives a player another name.
    case renamePlayer(String, name: String)
    /// Makes a player's tokens useless and a new one.
    case resetTokens(String)
    case resetPassword(String)
    /// Lets no matches begin, for so many minutes or until it is ended.
    case maintenance(Bool, minutes: Int?)
    /// What happened to a player of late.
    case timeline(String, TimeRange)
    /// All that is stored of a player, or a further part of it.
    case export(String, part: Int?)
    /// Deletes a player, whose name is said twice.
    case erase(String, confirmed: String?)
    /// Closes a room.
    case closeRoom(String, reason: String?)
    /// Makes a player a moderator, or no more.
    case appoint(String)
    case dismiss(String)
    /// Who is one.
    case moderators
    /// The last acts of those who keep order.
    case audit(Audit)
  }

  /// What was said: all that a player has, or one line.
  public enum Spoken: Hashable, Sendable {
    case player(String)
    /// The line's number.
    case line(Int)
  }

  /// Whom a measure is for, how long it lasts, and why.
  public struct Measure: Hashable, Sendable {
    /// A player's name, or an address or a range of addresses.
    public var whom: String
    /// How long.
    public var term: Term
    /// Why; whoever it is for is told.
    public var reason: String?
    /// A measure.
    public init(_ whom: String, term: Term = .forever, reason: String? = nil) {
      self.whom = whom
      self.term = term
      self.reason = reason
    }
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
