import TextMode
package import WireProtocol

extension OnlineAnswer: Drawable {
  package func drawn() -> String {
    let lines = sessions.map { entry in
      let rooms = entry.rooms.isEmpty ? "" : "  in \(entry.rooms.joined(separator: ", "))"
      let marks = entry.marks.isEmpty ? "" : "  (\(entry.marks.joined(separator: ", ")))"
      return "\(entry.player)  \(entry.address)\(rooms)\(marks)"
    }
    return (lines + [Drawing.count(count, "session", "sessions")]).joined(separator: "\n")
  }
}

/// Sanctions as drawn, of moderators only the names.
struct ShownMeasures: Drawable {
  var message: MeasuresAnswer
  var areModerators: Bool

  package func write(to json: inout JSONWriter, answering re: RequestID?) { message.write(to: &json, answering: re) }

  package func drawn() -> String {
    guard !message.measures.isEmpty else {
      return areModerators ? "Nobody is a moderator." : "Nobody is banned, muted or sent away."
    }
    return areModerators
      ? message.measures.compactMap(\.player).joined(separator: ", ")
      : message.measures.map(Drawing.line(of:)).joined(separator: "\n")
  }
}

extension InspectAnswer: Drawable {
  package func drawn() -> String {
    let marks = marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))"
    let place = address.map { isHere ? "here from \($0)" : "last here from \($0)" } ?? "not here since the start"
    let places = rooms.isEmpty ? [] : ["in \(rooms.joined(separator: ", "))"]
    let since = sinceMilliseconds.map { ["known since \(Drawing.moment($0)) UTC"] } ?? []
    let keys = "\(Drawing.count(tokens, "token", "tokens"))\(hasPassword ? ", a password" : "")"
    let known = ["\(player)\(marks): " + ([place] + places + since + [keys]).joined(separator: ", ")]
    return (known + measures.map(Drawing.line(of:)) + acts.map(Drawing.line(of:))).joined(separator: "\n")
  }
}

extension AuditAnswer: Drawable {
  package func drawn() -> String {
    guard !acts.isEmpty else { return "Nothing was done yet." }
    let older = next.map { ["audit \($0) shows older ones"] } ?? []
    return (acts.map(Drawing.line(of:)) + older).joined(separator: "\n")
  }
}

extension Drawing {
  /// One line for a sanction: `ban ana until 2026-11-27 08:00: spam`.
  static func line(of measure: ShownMeasure) -> String {
    let what = [measure.kind, measure.player, measure.target].compactMap { $0 }.joined(separator: " ")
    let until = measure.untilMilliseconds.map { "until \(moment($0))" } ?? "for good"
    return "\(what)  since \(moment(measure.sinceMilliseconds)) \(until)" + (measure.reason.map { ": \($0)" } ?? "")
  }
}
