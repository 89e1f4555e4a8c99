public import GameKit

/// When a word was reviewed and when it is due, in the server's days. A word that was never reviewed has none.
public struct Schedule: Hashable, Sendable {
  /// The memory after the last review.
  public let memory: Memory
  /// The day number of the first review.
  public let first: Int
  /// The day number of the last review.
  public let reviewed: Int
  /// The number of the first day on which it is due.
  public let due: Int
  /// The number of reviews.
  public let reviews: Int

  /// A stored schedule.
  public init(memory: Memory, first: Int, reviewed: Int, due: Int, reviews: Int) {
    self.memory = memory
    self.first = first
    self.reviewed = reviewed
    self.due = due
    self.reviews = reviews
  }

  /// The schedule after a review.
  ///
  /// A word that was not recalled is due again on the same day; others after FSRS's interval.
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

/// The review that can be undone: a player's last one, in any language.
public struct LastReview: Hashable, Sendable {
  /// The number of the word.
  public let word: Int
  /// The word's schedule before it; `nil` if it was the first.
  public let before: Schedule?
  /// Whether it was the latest card of the current run.
  public internal(set) var isInRun: Bool

  /// A review, also a stored one.
  public init(word: Int, isInRun: Bool = false, before: Schedule?) {
    self.word = word
    self.before = before
    self.isInRun = isInRun
  }
}
