extension RequestTable {
  private static let term: JSON = [
    "type": "string", "description": .string("\(Term.forms), which it is unless said otherwise"),
  ]
  private static let measure: JSONObject = ["player": text, "for": term, "reason": text]

  /// The requests of those who keep order.
  static let orderRows = watchingRows + excludingRows + removingRows + reportRows + accountingRows

  private static let watchingRows: [RequestRow] = [
    RequestRow(
      "announce", "say something to everybody, or to all in a room",
      example: ["text": "The server restarts at noon."], fields: ["text": text, "room": text], required: ["text"],
      // When storage fails players have to be told: the act is stored later.
      needs: .operator,
      typed: [
        TextForm("/announce TEXT, /announce room=NAME TEXT", takesText: true) { typed throws(WireError) in
          .order(try typed.announcement())
        }
      ]
    ) { fields throws(WireError) in
      .order(.announce(text: try fields.longText("text"), room: try fields.optionalText("room")))
    },
    RequestRow(
      "online", "who is here and from where; one player, or those from an address", fields: ["whom": text],
      needs: .operator, typed: [TextForm("/who [NAME|ADDRESS]") { .order(.online($0.words.first)) }]
    ) { fields throws(WireError) in .order(.online(try fields.optionalText("whom"))) },
    RequestRow(
      "status", "how the server is", needs: .operator, typed: [TextForm("/status") { _ in .order(.status) }]
    ) { _ in .order(.status) },
    RequestRow(
      "inspect", "what is known of a player", example: ["player": "ana"], fields: ["player": text],
      required: ["player"], needs: .operator,
      typed: [TextForm("/player NAME") { typed throws(WireError) in .order(.inspect(try typed.part())) }]
    ) { fields throws(WireError) in .order(.inspect(try fields.text("player"))) },
    RequestRow(
      "maintenance", "let no new matches begin, so that a restart interrupts none; or let them begin again",
      example: ["on": true, "minutes": 10],
      fields: ["on": flag, "minutes": ["type": "integer", "minimum": 1, "maximum": 1440]], required: ["on"],
      needs: [.operator, .storage],
      typed: [
        TextForm("/maintenance on [MINUTES], /maintenance off") { typed throws(WireError) in
          .order(try typed.maintenance())
        }
      ]
    ) { fields throws(WireError) in
      guard let isOn = try fields.optionalBool("on") else {
        throw WireError(.badField, "\"maintenance\" needs a field \"on\" (true or false)")
      }
      return .order(.maintenance(isOn, minutes: try fields.optionalInt("minutes", in: 1...1440)))
    },
    RequestRow(
      "player_timeline", "what happened to a player of late: comings and goings, rooms, moves, refusals",
      example: ["player": "ana", "from": "2d"],
      fields: ["player": text, "from": timeRange["from"] ?? text, "to": timeRange["to"] ?? text],
      required: ["player"], needs: .operator,
      typed: [
        TextForm("/timeline NAME [FROM] [TO]") { typed throws(WireError) in
          .order(.timeline(try typed.part(), try typed.timeRange(behind: 1)))
        }
      ]
    ) { fields throws(WireError) in .order(.timeline(try fields.text("player"), try fields.timeRange())) },
    RequestRow(
      "audit", "the last acts of those who keep order, the newest first", example: ["limit": 20],
      fields: [
        "player": text, "before": ["type": "integer", "minimum": 1],
        "limit": ["type": "integer", "minimum": 1, "maximum": .int(Request.Audit.maximumPage)],
      ], needs: .operator,
      typed: [
        TextForm("/audit [NAME] [BEFORE]") { typed in
          let numbers = typed.words.lazy.compactMap { Int($0) }.filter { $0 > 0 }
          return .order(
            .audit(Request.Audit(player: typed.words.first { Int($0) == nil }, before: numbers.first)))
        }
      ]
    ) { fields throws(WireError) in
      .order(
        .audit(
          Request.Audit(
            player: try fields.optionalText("player"), before: try fields.optionalInt("before", in: 1...Int.max),
            limit: try fields.optionalInt("limit", in: 1...Request.Audit.maximumPage) ?? 20)))
    },
  ]

  private static let excludingRows: [RequestRow] = [
    RequestRow(
      "disconnect", "end the session of a player, or those from an address range",
      example: ["player": "ana", "reason": "spam"], fields: ["player": text, "address": text, "reason": text],
      needs: [.operator, .storage],
      typed: [
        TextForm("/kick NAME|ADDRESS [REASON]", takesText: true) { typed throws(WireError) in
          .order(.disconnect(Request.Measure(try typed.part(), reason: typed.text(behind: 1))))
        }
      ]
    ) { fields throws(WireError) in .order(.disconnect(try fields.measure())) },
    RequestRow(
      "ban", "keep a player or an address range out, for a while or for good",
      example: ["address": "203.0.113.0/24", "for": "7d", "reason": "spam"],
      fields: ["player": text, "address": text, "for": term, "reason": text], needs: [.operator, .storage],
      typed: [
        TextForm("/ban NAME|ADDRESS[/BITS] [7d] [REASON]", takesText: true) { typed throws(WireError) in
          .order(.ban(try typed.measure()))
        }
      ]
    ) { fields throws(WireError) in .order(.ban(try fields.measure())) },
    RequestRow(
      "unban", "let a player or an address range in again", example: ["player": "ana"],
      fields: ["player": text, "address": text], needs: [.operator, .storage],
      typed: [
        TextForm("/unban NAME|ADDRESS[/BITS]") { typed throws(WireError) in .order(.unban(try typed.part())) }
      ]
    ) { fields throws(WireError) in .order(.unban(try fields.whom())) },
    RequestRow(
      "bans", "who is banned, muted or sent away", needs: .operator, typed: [TextForm("/bans") { _ in .order(.bans) }]
    ) { _ in .order(.bans) },
    RequestRow(
      "silence",
      "let a player say, share and react no more: a moderator in the server's own rooms, the operator wherever all can read it",
      example: ["player": "ana", "for": "30m", "reason": "spam"], fields: measure, required: ["player"],
      needs: [.moderator, .storage],
      typed: [
        TextForm("/mute NAME [30m] [REASON]", takesText: true) { typed throws(WireError) in
          .order(.silence(try typed.measure()))
        }
      ]
    ) { fields throws(WireError) in .order(.silence(try fields.measure())) },
    RequestRow(
      "unsilence", "let a player talk again", example: ["player": "ana"], fields: ["player": text],
      required: ["player"], needs: [.moderator, .storage],
      typed: [TextForm("/unmute NAME") { typed throws(WireError) in .order(.unsilence(try typed.part())) }]
    ) { fields throws(WireError) in .order(.unsilence(try fields.text("player"))) },
    RequestRow(
      "send_away", "send a player away from one of the server's own rooms",
      example: ["room": "wordle", "player": "ana", "for": "1h", "reason": "spam"],
      fields: ["room": text, "player": text, "for": term, "reason": text], required: ["room", "player"],
      needs: [.moderator, .storage],
      typed: [
        TextForm("/send-away ROOM NAME [1h] [REASON]", takesText: true) { typed throws(WireError) in
          .order(.sendAway(try typed.measure(behind: 1), room: try typed.part(of: 2)))
        }
      ]
    ) { fields throws(WireError) in .order(.sendAway(try fields.measure(), room: try fields.text("room"))) },
    RequestRow(
      "let_back", "let a player come back who was sent away", example: ["room": "wordle", "player": "ana"],
      fields: ["room": text, "player": text], required: ["room", "player"], needs: [.moderator, .storage],
      typed: [
        TextForm("/let-back ROOM NAME") { typed throws(WireError) in
          .order(.letBack(try typed.part(1, of: 2), room: try typed.part()))
        }
      ]
    ) { fields throws(WireError) in .order(.letBack(try fields.text("player"), room: try fields.text("room"))) },
  ]

  private static let removingRows: [RequestRow] = [
    RequestRow(
      "remove_share", "take a shared result away, and its page", example: ["share_id": 12, "reason": "spam"],
      fields: ["share_id": ["type": "integer", "minimum": 1], "reason": text], required: ["share_id"],
      needs: [.moderator, .storage],
      typed: [
        TextForm("/remove-share ID [REASON]", takesText: true) { typed throws(WireError) in
          .order(.removeShare(try typed.number(), reason: typed.text(behind: 1)))
        }
      ]
    ) { fields throws(WireError) in
      .order(.removeShare(try fields.number("share_id"), reason: try fields.reason()))
    },
    RequestRow(
      "remove_score", "take a score off the list", example: ["score_id": 262],
      fields: ["score_id": ["type": "integer", "minimum": 1], "reason": text], required: ["score_id"],
      needs: [.operator, .storage],
      typed: [
        TextForm("/remove-score ID [REASON]", takesText: true) { typed throws(WireError) in
          .order(.removeScore(try typed.number(), reason: typed.text(behind: 1)))
        }
      ]
    ) { fields throws(WireError) in
      .order(.removeScore(try fields.number("score_id"), reason: try fields.reason()))
    },
    RequestRow(
      "hide", "take back what a player has said in a room, or one line of it: those who come back to it are not told",
      example: ["room": "wordle", "player": "ana", "reason": "a slur"],
      fields: [
        "room": text, "player": text,
        "seq": ["type": "integer", "minimum": 1, "description": "the number of a line of talk, in place of a player"],
        "reason": text,
      ], required: ["room"], needs: [.moderator, .storage],
      typed: [
        TextForm("/hide ROOM NAME [REASON], /hide ROOM #LINE [REASON]", takesText: true) { typed throws(WireError) in
          .order(.hide(room: try typed.part(of: 2), try typed.spoken(1), reason: typed.text(behind: 2)))
        }
      ]
    ) { fields throws(WireError) in
      .order(.hide(room: try fields.text("room"), try fields.spoken(), reason: try fields.reason()))
    },
    RequestRow(
      "close_room", "close a room that is not the server's own", example: ["room": "lunch"],
      fields: ["room": text, "reason": text], required: ["room"], needs: [.operator, .storage],
      typed: [
        TextForm("/close ROOM [REASON]", takesText: true) { typed throws(WireError) in
          .order(.closeRoom(try typed.part(), reason: typed.text(behind: 1)))
        }
      ]
    ) { fields throws(WireError) in .order(.closeRoom(try fields.text("room"), reason: try fields.reason())) },
  ]

  private static let accountingRows: [RequestRow] = [
    RequestRow(
      "rename_player", "give a player another name", example: ["player": "ana", "name": "anna"],
      fields: ["player": text, "name": text], required: ["player", "name"], needs: [.operator, .storage],
      typed: [
        TextForm("/rename NAME NEW-NAME") { typed throws(WireError) in
          .order(.renamePlayer(try typed.part(), name: try typed.part(1, of: 2)))
        }
      ]
    ) { fields throws(WireError) in
      .order(.renamePlayer(try fields.text("player"), name: try fields.text("name")))
    },
    RequestRow(
      "reset_tokens", "end a player's tokens and session, and make a new token", example: ["player": "ana"],
      fields: ["player": text], required: ["player"], needs: [.operator, .storage],
      typed: [TextForm("/reset-tokens NAME") { typed throws(WireError) in .order(.resetTokens(try typed.part())) }]
    ) { fields throws(WireError) in .order(.resetTokens(try fields.text("player"))) },
    RequestRow(
      "reset_password", "make a new password for a player who has forgotten it, and end tokens and session",
      example: ["player": "ana"], fields: ["player": text], required: ["player"], needs: [.operator, .storage],
      typed: [TextForm("/reset-password NAME") { typed throws(WireError) in .order(.resetPassword(try typed.part())) }]
    ) { fields throws(WireError) in .order(.resetPassword(try fields.text("player"))) },
    RequestRow(
      "export_player", "all that is stored of a player, part by part", example: ["player": "ana"],
      fields: ["player": text, "part": part], required: ["player"], needs: [.operator, .storage],
      typed: [
        TextForm("/export NAME [PART]") { typed throws(WireError) in
          .order(.export(try typed.part(), part: try typed.optionalPart(1)))
        }
      ]
    ) { fields throws(WireError) in
      .order(.export(try fields.text("player"), part: try fields.optionalInt("part", in: 1...Int.max)))
    },
    RequestRow(
      "erase_player", "delete a player for good, as the player's own forget_me does",
      example: ["player": "ana", "confirm": "ana"],
      fields: ["player": text, "confirm": ["type": "string", "description": "the name once more"]],
      required: ["player"], needs: [.operator, .storage],
      typed: [
        TextForm("/erase NAME NAME") { typed throws(WireError) in
          .order(.erase(try typed.part(), confirmed: typed.words.count > 1 ? typed.words[1] : nil))
        }
      ]
    ) { fields throws(WireError) in
      .order(.erase(try fields.text("player"), confirmed: try fields.optionalText("confirm")))
    },
    RequestRow(
      "appoint", "make a player a moderator", example: ["player": "ana"], fields: ["player": text],
      required: ["player"], needs: [.operator, .storage],
      typed: [TextForm("/appoint NAME") { typed throws(WireError) in .order(.appoint(try typed.part())) }]
    ) { fields throws(WireError) in .order(.appoint(try fields.text("player"))) },
    RequestRow(
      "dismiss", "let a player be a moderator no more", example: ["player": "ana"], fields: ["player": text],
      required: ["player"], needs: [.operator, .storage],
      typed: [TextForm("/dismiss NAME") { typed throws(WireError) in .order(.dismiss(try typed.part())) }]
    ) { fields throws(WireError) in .order(.dismiss(try fields.text("player"))) },
    RequestRow(
      "moderators", "who is a moderator", needs: .operator,
      typed: [TextForm("/moderators") { _ in .order(.moderators) }]
    ) { _ in .order(.moderators) },
  ]
}
