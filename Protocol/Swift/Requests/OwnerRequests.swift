extension RequestTable {
  /// The requests of those who keep a room of their own in order.
  static let ownerRows: [RequestRow] = [
    RequestRow(
      "kick", "send a player away (the room's owner)", example: ["player": "ben"],
      fields: ["room": room, "player": text], required: ["player"], needs: .storage,
      typed: [TextForm("/kick PLAYER") { typed throws(WireError) in .kick(room: nil, player: try typed.first()) }]
    ) { fields throws(WireError) in .kick(room: try fields.optionalText("room"), player: try fields.text("player")) },
    RequestRow(
      "unkick", "let a player in again who was sent away (the room's owner)", example: ["player": "ben"],
      fields: ["room": room, "player": text], required: ["player"], needs: .storage,
      typed: [TextForm("/unkick PLAYER") { typed throws(WireError) in .unkick(room: nil, player: try typed.first()) }]
    ) { fields throws(WireError) in .unkick(room: try fields.optionalText("room"), player: try fields.text("player")) },
    RequestRow(
      "excluded", "who has been sent away or silenced (the room's owner)", fields: ["room": room],
      typed: [TextForm("/excluded [ROOM]") { .excluded(room: $0.words.first) }]
    ) { fields throws(WireError) in .excluded(room: try fields.optionalText("room")) },
    RequestRow(
      "mute", "silence a player, or let them talk again (the room's owner)", example: ["player": "ben"],
      fields: ["room": room, "player": text, "muted": flag], required: ["player"], needs: .storage,
      typed: [
        TextForm("/mute PLAYER") { typed throws(WireError) in .mute(room: nil, player: try typed.first(), muted: true)
        },
        TextForm("/unmute PLAYER") { typed throws(WireError) in
          .mute(room: nil, player: try typed.first(), muted: false)
        },
      ]
    ) { fields throws(WireError) in
      .mute(
        room: try fields.optionalText("room"), player: try fields.text("player"),
        muted: try fields.optionalBool("muted") ?? true)
    },
    RequestRow(
      "hand_over", "make another member the room's owner (the room's owner)", example: ["player": "ben"],
      fields: ["room": room, "player": text], required: ["player"], needs: .storage,
      typed: [
        TextForm("/handover PLAYER") { typed throws(WireError) in .handOver(room: nil, player: try typed.first()) }
      ]
    ) { fields throws(WireError) in
      .handOver(room: try fields.optionalText("room"), player: try fields.text("player"))
    },
    RequestRow(
      "pause", "let the rounds, or a match that time leads through, wait, or go on (the room's owner)",
      fields: ["room": room, "paused": flag], needs: .storage,
      typed: [
        TextForm("/pause") { _ in .pause(room: nil, paused: true) },
        TextForm("/unpause") { _ in .pause(room: nil, paused: false) },
      ]
    ) { fields throws(WireError) in
      .pause(room: try fields.optionalText("room"), paused: try fields.optionalBool("paused") ?? true)
    },
    RequestRow(
      "stop", "end the round as if time were up, and let none begin by itself (the room's owner)",
      fields: ["room": room], needs: .storage, typed: [TextForm("/stop") { _ in .stop(room: nil) }]
    ) { fields throws(WireError) in .stop(room: try fields.optionalText("room")) },
    RequestRow(
      "change", "how long rounds last from the next one on, or from now on (the room's owner)",
      example: ["round_s": 120],
      fields: [
        "room": room, "round_s": ["type": "integer", "minimum": 10, "maximum": 86_400],
        "now": ["type": "boolean", "description": "whether the round under way lasts as long"],
      ], required: ["round_s"], needs: .storage,
      typed: [
        TextForm("/time SECONDS [now]") { typed throws(WireError) in
          guard let seconds = Int(try typed.first()), Request.roundSeconds.contains(seconds) else {
            throw WireError(.badField, "A round takes from 10 to 86400 seconds: /time 120, or /time 120 now")
          }
          return .change(room: nil, roundSeconds: seconds, now: typed.second?.lowercased() == "now")
        }
      ]
    ) { fields throws(WireError) in
      guard let seconds = try fields.optionalInt("round_s", in: Request.roundSeconds) else {
        throw fields.wrong("round_s", "a number of seconds from 10 to 86400")
      }
      return .change(
        room: try fields.optionalText("room"), roundSeconds: seconds, now: try fields.optionalBool("now") ?? false)
    },
    RequestRow(
      "skip", "go on to what comes next, such as another question (the room's owner)", fields: ["room": room],
      needs: .storage, typed: [TextForm("/skip") { _ in .skip(room: nil) }]
    ) { fields throws(WireError) in .skip(room: try fields.optionalText("room")) },
  ]
}

extension Request {
  /// How long a round of a race may last, in seconds.
  static let roundSeconds = 10...86_400
}
