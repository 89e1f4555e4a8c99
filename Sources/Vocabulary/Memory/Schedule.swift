public import GameKit

/// When a word was reviewed and when it is due, by the server's days. One that was never reviewed has none.
public struct Schedule: Hashable, Sendable {
  /// As the last review left it.
  public let memory: Memory
  /// The number of the day of the first review: the word was new until then.
  public let first: Int
  /// The number of the day of the last review.
  public let reviewed: Int
  /// The number of the first day on which it is due.
  public let due: Int
  /// How often it was reviewed.
  public let reviews: Int

  /// A schedule that was stored.
  public init(memory: Memory, first: Int, reviewed: Int, due: Int, reviews: Int) {
    self.memory = memory
    self.first = first
    self.reviewed = reviewed
    self.due = due
    self.reviews = reviews
  }

  /// The schedule after a review.
  ///
  /// What was not remembered is due again the same day; all else after the interval that FSRS gives.
  public init(after rating: Rating, on day: Day, from schedule: Schedule?, by fsrs: FSRS) {
    let days = schedule.map { day.number &- $0.reviewed }
    memory =
      if let schedule, let days {
        fsrs.memory(after: rating, from: schedule.memory, days: days)
      } else {
        fsrs.memory(after: rating)
      }
    first = schedule?.first ?? day.number
    reviewed = day.number
    due = rating == .again ? day.number : day.number &+ fsrs.interval(of: memory)
    reviews = (schedule?.reviews ?? 0) &+ 1
  }
}
