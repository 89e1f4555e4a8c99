extension RequestTable {
  /// The requests of those who keep order.
  static let orderRows: [RequestRow] = [
    RequestRow(
      "announce", "say something to everybody, or to all in a room",
      example: ["text": "The server restarts at noon."], fields: ["text": text, "room": text], required: ["text"],
      needs: [.operator, .storage],
      typed: [
        TextForm("/announce TEXT, /announce room=NAME TEXT", takesText: true) { typed throws(WireError) in
          .order(try typed.announcement())
        }
      ]
    ) { fields throws(WireError) in
      .order(.announce(text: try fields.longText("text"), room: try fields.optionalText("room")))
    },
    RequestRow(
      "audit", "the last acts of those who keep order, the newest first", example: ["limit": 20],
      fields: [
        "player": text, "before": ["type": "integer", "minimum": 1],
        "limit": ["type": "integer", "minimum": 1, "maximum": .int(Request.Audit.maximumPage)],
      ], needs: .operator,
      typed: [
        TextForm("/audit [PLAYER] [BEFORE]") { typed in
          .order(
            .audit(
              Request.Audit(
                player: typed.words.first { Int($0) == nil }, before: typed.words.lazy.compactMap { Int($0) }.first)))
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
}

extension TextCommand {
  /// `The server restarts at noon.`, `room=lunch Time is up.`
  fileprivate func announcement() throws(WireError) -> Request.Order {
    let word = try first("/announce TEXT, for example /announce The server restarts at noon.")
    guard word.hasPrefix("room="), words.count > 1 else { return .announce(text: rest, room: nil) }
    return .announce(
      text: String(rest.dropFirst(word.count).drop(while: \.isWhitespace)), room: String(word.dropFirst(5)))
  }
}
