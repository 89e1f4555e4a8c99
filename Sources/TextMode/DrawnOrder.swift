import GameKit
package import WireProtocol

extension Announcement: Drawable {
  package func drawn() -> String { "*** \(room.map { "To \($0): " } ?? "")\(text)" }
}

extension Unsaid: Drawable {
  package func drawn() -> String {
    line == nil
      ? "*** What \(player) has said in \(room) was taken back"
      : "*** A line of \(player)'s in \(room) was taken back"
  }
}

extension StatusAnswer: Drawable {
  package func drawn() -> String {
    let numbers = counts.map { "\($0.name.map { $0 == "_" ? " " : String($0) }.joined()) \($0.count)" }
    return "\(server), day \(day), storage \(storageWorks ? "works" : "does not work")\n"
      + numbers.joined(separator: ", ")
      + (quarantined.isEmpty ? "" : "\nDamaged: \(quarantined.joined(separator: ", "))")
  }
}

extension DoneAnswer: Drawable {
  package func drawn() -> String {
    let counted = act.act == "maintenance" ? ("match runs", "matches run") : ("person", "people")
    let told = count.map { " (\(Drawing.count($0, counted.0, counted.1)))" } ?? ""
    let others = address.map { "Guests from \($0) still come in: ban \($0) keeps out all who are there." }
    let forgotten = forgottenSeconds.map { seconds in
      "Should \(act.player ?? "the player") be forgotten, "
        + (seconds > 0
          ? "this holds for \(Drawing.duration(seconds)) more, for newcomers from that address."
          : "nothing of this is left.")
    }
    let ended = lifted.map { "What was in force against the player has ended (\($0)): ban an address to keep out." }
    return (["Done\(told). \(Drawing.line(of: act))"] + [token, password, others, forgotten, ended].compactMap { $0 })
      .joined(separator: "\n")
  }
}

extension TimelineAnswer: Drawable {
  package func drawn() -> String {
    let lines = entries.reversed().map { entry in
      let match = entry.match.map { "\(entry.mode ?? "") \(entry.game ?? "") \($0)" }
      let isInRoom = ["entered", "left", "away", "back"].contains(entry.event)
      let details = [
        entry.room ?? (isInRoom ? "a room that is closed" : nil), entry.number.map { "move \($0)" },
        entry.won.map { $0 ? "won" : "not won" }, match, entry.request,
        entry.code, entry.count.map { entry.event == "omitted" ? "\($0)" : "\($0) times" }, entry.reason,
        entry.untilMilliseconds.map { "until \(Drawing.second($0))" }, entry.address.map { "from \($0)" },
      ]
      let beginning = "\(Drawing.second(entry.milliseconds))  \(entry.event)"
      return ([beginning] + details.compactMap { $0 }).joined(separator: "  ")
    }
    let older = next == nil ? [] : ["Before that there is more: give an end, as in /help timeline"]
    let kept = keptDays == 0 ? "not kept" : "kept for \(Drawing.count(keptDays, "day", "days"))"
    let end = "Times are in UTC; rooms and visits are \(kept)"
    return (older + lines + [end]).joined(separator: "\n")
  }
}

extension ExportedPlayer: Drawable {
  package func drawn() -> String {
    let end = next.map {
      "That is page \($0) of \(player)'s data; for the next one give \($0). The pages end with the account"
    }
    let lines = records.map { Self.line(of: $0.bytes) }
    return (lines + [end ?? "That is all of \(player)'s data"]).joined(separator: "\n")
  }

  /// `block: player ben`, from `{"record":"block","player":"ben"}`: removes JSON's punctuation in one pass. Numbers
  /// whose member's name says that they are times are formatted as times.
  private static func line(of record: [UInt8]) -> String {
    var text: [UInt8] = []
    var (isQuoted, isEscaped, isNamed) = (false, false, false)
    // The beginning of a number that is a time.
    var time: Int?
    for byte in record.dropFirst(#"{"record":"#.utf8.count) {
      if let start = time, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        if let milliseconds = Int(String(decoding: text[start...], as: UTF8.self)) {
          text.replaceSubrange(start..., with: Drawing.second(milliseconds).utf8)
        }
        time = nil
      }
      if isEscaped {
        text.append(byte == UInt8(ascii: "n") ? UInt8(ascii: " ") : byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if isQuoted {
        if byte == UInt8(ascii: "\\") { isEscaped = true } else { text.append(byte) }
      } else {
        text += plain(byte, isNamed)
        isNamed = isNamed || byte == UInt8(ascii: ",")
        if byte == UInt8(ascii: ":"), isTime(text.dropLast()) { time = text.count }
      }
    }
    // The last byte closes the record.
    return String(decoding: text.dropLast(), as: UTF8.self)
  }

  /// Whether the last word is the name of a time in milliseconds since 1970.
  private static func isTime(_ text: ArraySlice<UInt8>) -> Bool {
    let start = text.lastIndex { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "(") }.map { $0 + 1 } ?? 0
    let name = String(decoding: text[start...], as: UTF8.self)
    return ["at", "at_ms", "since_ms", "until_ms"].contains(name) || name.hasSuffix("_at") || name.hasSuffix("_at_ms")
  }

  /// - Parameter isNamed: whether the record's kind was already written.
  private static func plain(_ byte: UInt8, _ isNamed: Bool) -> [UInt8] {
    switch byte {
    case UInt8(ascii: ","): Array((isNamed ? ", " : ": ").utf8)
    case UInt8(ascii: ":"): [UInt8(ascii: " ")]
    case UInt8(ascii: "{"), UInt8(ascii: "["): [UInt8(ascii: "(")]
    case UInt8(ascii: "}"), UInt8(ascii: "]"): [UInt8(ascii: ")")]
    default: [byte]
    }
  }
}

extension Drawing {
  /// One line for an act: `12  2026-11-20 08:00  root  ban ana until 2026-11-27 08:00: spam`.
  package static func line(of act: OrderAct) -> String {
    let what = [act.act, act.player, act.target].compactMap { $0 }.joined(separator: " ")
    let lasts = Self.permanentActs.contains(act.act)
    let until = act.untilMilliseconds.map { " until \(moment($0))" } ?? (lasts ? " for good" : "")
    let text = act.text.map { ": \($0)" } ?? ""
    return "\(act.number)  \(moment(act.milliseconds))  \(act.by)  \(what)\(until)\(text)"
  }

  /// Acts that are permanent if they have no end.
  private static let permanentActs: Set<String> = ["ban", "mute", "quiet", "send_away"]

  /// A time in UTC: `2026-11-20 08:00:05`.
  static func second(_ milliseconds: Int) -> String {
    let second = milliseconds / 1000 % 60
    return "\(moment(milliseconds)):\(second < 10 ? "0" : "")\(second)"
  }

  /// A time in UTC, to the minute: `2026-11-20 08:00`.
  package static func moment(_ milliseconds: Int) -> String {
    let minutes = milliseconds / 60_000
    func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let day = Day(daysSince1970: minutes / 1440)
    return "\(day.text) \(padded(minutes / 60 % 24)):\(padded(minutes % 60))"
  }
}
