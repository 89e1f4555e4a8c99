extension Request {
  /// The fields of `report`.
  public struct Report: Hashable, Sendable {
    /// What is reported.
    public enum Subject: Hashable, Sendable {
      /// A player, with what was said of late in a room.
      case player(String, room: String?)
      /// A line of talk.
      case line(room: String?, seq: Int)
      /// A shared result.
      case share(Int)
    }
    /// Why, in a word.
    public enum Reason: String, CaseIterable, Sendable {
      case insults, threats, spam, cheating
      /// The player's name, or what is written somewhere.
      case name
      /// What the sentence says.
      case other
    }
    /// What.
    public var subject: Subject
    /// Why.
    public var reason: Reason
    /// The same in a sentence; ``Reason/other`` has one.
    public var text: String?
    /// The fields.
    public init(_ subject: Subject, reason: Reason, text: String?) {
      self.subject = subject
      self.reason = reason
      self.text = text
    }
  }

  /// The fields of `reports`.
  public struct Reports: Hashable, Sendable {
    /// Those that are settled instead of those that wait.
    public var settled: Bool
    /// Reports before this one; from the newest on unless said otherwise.
    public var before: Int?
    /// Reports, up to ``maximumPage``.
    public var limit: Int
    /// The most reports one page holds.
    public static let maximumPage = 50
    /// The fields.
    public init(settled: Bool = false, before: Int? = nil, limit: Int = 10) {
      self.settled = settled
      self.before = before
      self.limit = limit
    }
  }
}

extension RequestTable {
  private static let reasons = Request.Report.Reason.allCases.map(\.rawValue)

  /// The requests of players who are disturbed by others.
  static let safetyRows: [RequestRow] = [
    RequestRow(
      "block", "hear no more of what a player says, or hear it again; the player is not told",
      example: ["player": "ben"], fields: ["player": text, "blocked": flag], required: ["player"], needs: .storage,
      typed: [
        TextForm("/block PLAYER") { typed throws(WireError) in .block(player: try typed.first(), blocked: true) },
        TextForm("/unblock PLAYER") { typed throws(WireError) in .block(player: try typed.first(), blocked: false) },
      ]
    ) { fields throws(WireError) in
      .block(player: try fields.text("player"), blocked: try fields.optionalBool("blocked") ?? true)
    },
    RequestRow("blocked", "whom you have blocked", typed: [TextForm("/blocked") { _ in .blocked }]) { _ in .blocked },
    RequestRow(
      "report",
      "tell those who keep order of a player, with the last lines, of a shared result or, in JSON, of a line; a reason is "
        + "\(Request.Report.reasonList), or any words",
      example: ["player": "ben", "reason": "insults"],
      fields: [
        "player": text, "room": room,
        "seq": ["type": "integer", "minimum": 1, "description": "the number of a line of talk, in place of a player"],
        "share_id": ["type": "integer", "minimum": 1, "description": "a shared result, in place of a player"],
        "reason": ["enum": .array(reasons.map(JSON.string))],
        "text": ["type": "string", "description": "the same in a sentence, which other needs"],
      ], required: ["reason"], needs: .storage,
      typed: [
        TextForm("/report PLAYER REASON, /report SHARE REASON", takesText: true) { typed throws(WireError) in
          .report(try Request.Report(typed))
        }
      ]
    ) { fields throws(WireError) in .report(try Request.Report(fields)) },
  ]

  /// What those ask for who look at the reports.
  static let reportRows: [RequestRow] = [
    RequestRow(
      "reports", "what players have reported, with what was said as it stood then, the newest first",
      fields: [
        "settled": flag, "before": ["type": "integer", "minimum": 1],
        "limit": ["type": "integer", "minimum": 1, "maximum": .int(Request.Reports.maximumPage)],
      ], needs: .moderator,
      typed: [
        TextForm("/reports [BEFORE], /reports settled [BEFORE]") { typed in
          let before = typed.words.lazy.compactMap { Int($0) }.first { $0 > 0 }
          return .order(.reports(Request.Reports(settled: typed.words.first == "settled", before: before)))
        }
      ]
    ) { fields throws(WireError) in
      .order(
        .reports(
          Request.Reports(
            settled: try fields.optionalBool("settled") ?? false,
            before: try fields.optionalInt("before", in: 1...Int.max),
            limit: try fields.optionalInt("limit", in: 1...Request.Reports.maximumPage) ?? 10)))
    },
    RequestRow(
      "settle_report", "a report is dealt with; say what was decided",
      example: ["report": 12, "text": "muted for a day"],
      fields: ["report": ["type": "integer", "minimum": 1], "text": text], required: ["report"],
      needs: [.moderator, .storage],
      typed: [
        TextForm("/settle REPORT [WHAT WAS DECIDED]", takesText: true) { typed throws(WireError) in
          .order(.settleReport(try typed.number(), text: typed.text(behind: 1)))
        }
      ]
    ) { fields throws(WireError) in
      .order(.settleReport(try fields.number("report"), text: try fields.optionalLongText("text")))
    },
  ]
}

extension Request.Report {
  init(_ fields: RequestFields) throws(WireError) {
    guard let reason = Reason(rawValue: try fields.text("reason")) else { throw Self.unknownReason }
    let text = try fields.optionalLongText("text")
    if reason == .other, text == nil {
      throw WireError(.badField, "Where the reason is \"other\", \"text\" says what it is")
    }
    let share = try fields.optionalInt("share_id", in: 1...Int.max)
    let seq = try fields.optionalInt("seq", in: 1...Int.max)
    let player = try fields.optionalText("player")
    let room = try fields.optionalText("room")
    switch (player, seq, share) {
    case (let player?, nil, nil): self.init(.player(player, room: room), reason: reason, text: text)
    case (nil, let seq?, nil): self.init(.line(room: room, seq: seq), reason: reason, text: text)
    case (nil, nil, let share?): self.init(.share(share), reason: reason, text: text)
    default: throw WireError(.badField, "A report is of a \"player\", of a line of talk (\"seq\") or of a \"share_id\"")
    }
  }

  /// `ana insults`, `ana spam in every room`, `12 not a result`: a word that is no reason begins a sentence.
  init(_ command: TextCommand) throws(WireError) {
    let whom = try command.first("/report PLAYER REASON, for example /report ana insults")
    guard let why = command.text(behind: 1) else {
      throw WireError(.badField, "Say why: /report \(whom) REASON. A reason is \(Self.reasonList), or any words")
    }
    let subject: Subject = Int(whom).map { .share($0) } ?? .player(whom, room: nil)
    if command.words.count > 1, let reason = Reason(rawValue: command.words[1].lowercased()), reason != .other {
      self.init(subject, reason: reason, text: command.text(behind: 2))
    } else {
      self.init(subject, reason: .other, text: why)
    }
  }

  fileprivate static let reasonList = Reason.allCases.filter { $0 != .other }.map(\.rawValue).joined(separator: ", ")

  private static let unknownReason = WireError(.badField, "A reason is \(reasonList) or other")
}
