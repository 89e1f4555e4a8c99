import GameKit
package import WireProtocol

extension Announcement: Drawable {
  package func drawn() -> String { "*** \(room.map { "To \($0): " } ?? "")\(text)" }
}

extension DoneAnswer: Drawable {
  package func drawn() -> String {
    let told = count.map { " (\(Drawing.count($0, "person", "people")))" } ?? ""
    return (["Done\(told). \(Drawing.line(of: act))"] + [token].compactMap { $0 }).joined(separator: "\n")
  }
}

extension AuditAnswer: Drawable {
  package func drawn() -> String {
    guard !acts.isEmpty else { return "Nothing was done yet." }
    let older = more ? ["audit \(acts.last.map { "\($0.number)" } ?? "") shows older ones"] : []
    return (acts.map(Drawing.line(of:)) + older).joined(separator: "\n")
  }
}

extension Drawing {
  /// An act in a line: `12  2026-11-20 08:00  root  ban ana until 2026-11-27 08:00: spam`.
  static func line(of act: OrderAct) -> String {
    let what = [act.act, act.player, act.target].compactMap { $0 }.joined(separator: " ")
    let until = act.untilMilliseconds.map { " until \(moment($0))" } ?? ""
    let text = act.text.map { ": \($0)" } ?? ""
    return "\(act.number)  \(moment(act.milliseconds))  \(act.by)  \(what)\(until)\(text)"
  }

  /// A moment in UTC, to the minute.
  static func moment(_ milliseconds: Int) -> String {
    let minutes = milliseconds / 60_000
    func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let day = Day(daysSince1970: minutes / 1440)
    return "\(day.text) \(padded(minutes / 60 % 24)):\(padded(minutes % 60))"
  }
}
