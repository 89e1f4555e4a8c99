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

extension GoalCalendarAnswer: Drawable {
  package func drawn() -> String {
    guard let days = Month(month), let today = Day(today), let since = Day(since) else { return "" }
    let (reached, frozen) = (Set(reached), Set(frozen))
    let weeks = days.drawn { number in
      let day = Day(number: number)
      let isMissed = day >= since && day < today
      return reached.contains(day.text)
        ? "🟩" : frozen.contains(day.text) ? "🟨" : isMissed ? "⬜" : "· "
    }
    let count = Drawing.count(reached.count, "day", "days")
    return "Goal · \(month)\n\(weeks)\n🟩 reached on \(count), 🟨 frozen, ⬜ missed"
  }
}
