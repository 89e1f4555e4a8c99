/// The answer to `block` and `blocked`: whom the player does not want to hear.
public struct BlockedAnswer: ServerMessage {
  public static let type: StaticString = "blocked"
  /// The players, in the order in which they were blocked.
  public var players: [String]

  /// A list.
  public init(players: [String]) { self.players = players }

  public func writeFields(to json: inout JSONWriter) { json.list("players", players) }
}

/// The answer to `report`.
public struct ReportedAnswer: ServerMessage {
  public static let type: StaticString = "reported"
  /// The report's number.
  public var report: Int
  /// Who is reported.
  public var player: String

  /// What was kept.
  public init(report: Int, player: String) {
    self.report = report
    self.player = player
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("report", report)
    json.field("player", player)
  }
}

/// The answer to `reports`, for those who keep order.
public struct ReportsAnswer: ServerMessage {
  public static let type: StaticString = "reports"
  /// A report.
  public struct Entry: Hashable, Sendable {
    /// Its number.
    public var report: Int
    /// When, in milliseconds since 1970.
    public var milliseconds: Int
    /// Who is reported, and by whom, by their names of then.
    public var player, by: String
    /// Why, in a word of ``Request/Report/Reason`` and in a sentence.
    public var reason: String
    public var text: String?
    /// Where it was, or which share it is about.
    public var room: String?
    public var share: Int?
    /// What was said or shared, as it stood then.
    public var said: [Line]
    /// The number of the act that has settled it.
    public var act: Int?

    /// A report.
    public init(report: Int, milliseconds: Int, player: String, by: String, reason: String, said: [Line]) {
      self.report = report
      self.milliseconds = milliseconds
      self.player = player
      self.by = by
      self.reason = reason
      self.said = said
    }
  }
  /// A line of talk, or a shared result.
  public struct Line: Hashable, Sendable {
    /// Its number in the room; `nil` for a shared result.
    public var seq: Int?
    /// `nil` where it may give a puzzle away that the viewer may not know yet.
    public var text: String?

    /// A line.
    public init(seq: Int?, text: String?) {
      self.seq = seq
      self.text = text
    }
  }
  /// The newest first.
  public var reports: [Entry]
  /// How many wait, in all.
  public var open: Int
  /// Whether there are any before these.
  public var more: Bool

  /// A page.
  public init(reports: [Entry], open: Int, more: Bool) {
    self.reports = reports
    self.open = open
    self.more = more
  }

  public func writeFields(to json: inout JSONWriter) {
    json.list("reports", reports) { entry, json in
      json.field("report", entry.report)
      json.field("at_ms", entry.milliseconds)
      json.field("player", entry.player)
      json.field("by", entry.by)
      json.field("reason", entry.reason)
      json.field("text", ifPresent: entry.text)
      json.field("room", ifPresent: entry.room)
      json.field("share_id", ifPresent: entry.share)
      json.list("said", entry.said) { line, json in
        json.field("seq", ifPresent: line.seq)
        if let text = line.text { json.field("text", text) } else { json.field("hidden", true) }
      }
      json.field("act", ifPresent: entry.act)
    }
    json.field("open", open)
    json.field("more", more)
  }
}
