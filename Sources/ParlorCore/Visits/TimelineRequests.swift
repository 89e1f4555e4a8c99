import GameKit
import Kernel
import TextMode
import WireProtocol

/// A player's recent visits, rooms, moves and refusals.
final class TimelineRequests: CorePart, RequestPart {
  static var requests: [PartRequest<TimelineRequests>] {
    [PartRequest(sendOwnTimeline), PartRequest(sendTimeline)]
  }

  /// The most entries of an answer.
  private static let mostMoments = 100
  /// Later than anything, also after a clock that was ahead.
  private static let end = Instant(milliseconds: .max)

  /// A player's own timeline, without addresses.
  func sendOwnTimeline(_ request: Request.Timeline, _ context: SessionContext) throws(WireError) {
    let range = try range(request.from, request.to, request.after)
    sendTimeline(of: context.player, in: range, showsAddress: false, context)
  }

  /// Any player's timeline, for the operator.
  func sendTimeline(_ request: Request.PlayerTimeline, _ context: SessionContext) throws(WireError) {
    let player = try players.known(request.player)
    let range = try range(request.from, request.to, request.after)
    sendTimeline(of: player, in: range, showsAddress: true, context)
  }

  /// The requested times. A page continues before the oldest time of the previous one.
  private func range(_ from: String?, _ to: String?, _ after: Int?) throws(WireError) -> ClosedRange<Instant>? {
    let from = try from.map { text throws(WireError) in try moment(text) } ?? Instant(milliseconds: 0)
    let to = try to.map { text throws(WireError) in try moment(text) } ?? Self.end
    let end = min(to, after.map { Instant(milliseconds: Int64($0) &- 1) } ?? Self.end)
    return from <= end ? from...end : nil
  }

  private func sendTimeline(
    of player: Player, in range: ClosedRange<Instant>?, showsAddress: Bool, _ context: SessionContext
  ) {
    guard let range else {
      let answer = TimelineAnswer(player: player.name, keptDays: hub.visitsDays, entries: [])
      return context.answer(answer)
    }
    let query = TimelineQuery(player: player.id, from: range.lowerBound, to: range.upperBound, limit: Self.mostMoments)
    context.ask(query) { [unowned self, hub] found in
      // Refusals before the oldest event of a page belong to a later page.
      let oldest = found.more ? found.rows.first?.at : nil
      let page = max(range.lowerBound, oldest ?? range.lowerBound)...range.upperBound
      var entries: [TimelineAnswer.Entry] = []
      for refusal in hub.refusals.refusals(of: player.id, at: hub.now) where page.contains(refusal.at) {
        var entry = TimelineAnswer.Entry(milliseconds: Int(refusal.at.milliseconds), event: "refused")
        (entry.request, entry.code) = (refusal.request, refusal.code)
        if refusal.count > 1 { entry.count = refusal.count }
        entries.append(entry)
      }
      // On the page that has its beginning, or the last one.
      if let gap = hub.refusals.gap(of: player.id, at: hub.now),
        found.more ? page.contains(gap.from) : page.overlaps(gap.from...max(gap.from, gap.until))
      {
        entries.append(omitted(gap.count, "refusals", gap.from, gap.until))
      }
      // What is stored is answered after a commit, and a refusal at once: it comes first in a millisecond.
      entries += found.rows.map { entry($0, of: player, showsAddress: showsAddress) }
      entries.sort { $0.milliseconds < $1.milliseconds }
      return TimelineAnswer(
        player: player.name, keptDays: hub.visitsDays, entries: entries.reversed(),
        next: oldest.map { Int($0.milliseconds) })
    }
  }

  private func entry(_ moment: StoredMoment, of player: Player, showsAddress: Bool) -> TimelineAnswer.Entry {
    var entry = TimelineAnswer.Entry(milliseconds: Int(moment.at.milliseconds), event: "")
    (entry.match, entry.game, entry.mode) = (moment.match.map { String($0) }, moment.game, moment.mode)
    switch moment.kind {
    case .visit(let visit):
      (entry.event, entry.reason) = (visit.kind.rawValue, visit.why)
      if let gap = (player.visits?.present(visit) ?? visit).gap {
        return omitted(gap.count, gap.group.rawValue, visit.at, gap.until)
      }
      entry.room = visit.room ?? visit.roomNumber.flatMap { rooms[$0]?.name }
      if showsAddress { entry.address = visit.from }
    case .began: entry.event = "began"
    case .moved(let number): (entry.event, entry.number) = ("moved", number)
    case .finished(let won): (entry.event, entry.won) = ("finished", won)
    }
    return entry
  }

  private func omitted(_ count: Int, _ reason: String, _ from: Instant, _ until: Instant) -> TimelineAnswer.Entry {
    var entry = TimelineAnswer.Entry(milliseconds: Int(from.milliseconds), event: Visit.Kind.omitted.rawValue)
    (entry.count, entry.reason, entry.untilMilliseconds) = (count, reason, Int(until.milliseconds))
    return entry
  }

  /// `2026-11-20`, `2026-11-20T08:30`, `2026-11-20T08:30:15.250`, in UTC, or a time before now: `2h`.
  private func moment(_ text: String) throws(WireError) -> Instant {
    if let seconds = Term(text)?.seconds { return hub.now.adding(milliseconds: -Int64(seconds) * 1000) }
    let parts = text.split(separator: "T", maxSplits: 1)
    guard let day = parts.first.flatMap({ Day(String($0)) }),
      let milliseconds = parts.count == 2 ? Self.milliseconds(ofClock: parts[1]) : 0
    else {
      throw WireError(
        .badField, "A time is 2026-11-20, 2026-11-20T08:30 or 2026-11-20T08:30:15.250, in UTC, or 2h: so long ago")
    }
    let days = day.number - Day(daysSince1970: 0).number
    return Instant(milliseconds: Int64(days) * 86_400_000 + milliseconds)
  }

  /// `08:30`, `08:30:15`, `08:30:15.250`: since midnight. A minute may have more events than an answer.
  private static func milliseconds(ofClock text: Substring) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let hour = Int64(parts[0]), let minute = Int64(parts[1]),
      (0..<24).contains(hour), (0..<60).contains(minute)
    else { return nil }
    let seconds = (parts.count == 3 ? parts[2] : "0").split(separator: ".", omittingEmptySubsequences: false)
    let fraction = seconds.count == 2 ? seconds[1] : "0"
    guard seconds.count <= 2, let second = Int64(seconds[0]), (0..<60).contains(second),
      (1...3).contains(fraction.count),
      fraction.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let thousandths = Int64(fraction + String(repeating: "0", count: 3 - fraction.count))
    else { return nil }
    return ((hour * 60 + minute) * 60 + second) * 1000 + thousandths
  }
}
