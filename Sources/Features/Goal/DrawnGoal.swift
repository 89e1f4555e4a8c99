import GameKit
import TextMode
package import WireProtocol

extension GoalAnswer: Drawable {
  package func drawn() -> String {
    let done = parts.map { "\($0.title) \($0.isDone ? "✓" : "–")" }.joined(separator: ", ")
    let kept = freezes > 0 ? " (\(Drawing.count(freezes, "freeze", "freezes")))" : ""
    let shared = isSummarized ? " · shared each week" : ""
    return "Goal\(isReached ? " reached" : ""): \(done) · streak \(streak)\(kept)\(shared)"
  }
}

extension GoalCalendarAnswer: LinkedText {
  package func page() -> DrawnPage {
    var page = DrawnPage("Goal · \(month)")
    guard let days = Month(month), let today = Day(today), let since = Day(since) else { return DrawnPage() }
    let (reached, frozen) = (Set(reached), Set(frozen))
    days.add(to: &page) { number in
      let day = Day(number: number)
      let isMissed = day >= since && day < today
      return reached.contains(day.text)
        ? "🟩" : frozen.contains(day.text) ? "🟨" : isMissed ? "⬜" : "· "
    } link: { _ in
      nil
    }
    page.add("🟩 reached on \(Drawing.count(reached.count, "day", "days")), 🟨 frozen, ⬜ missed")
    days.offerOthers(on: &page, until: today) { Request.GoalCalendar(month: $0) }
    return page
  }
}
