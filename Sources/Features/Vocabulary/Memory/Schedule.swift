import GameKit

/// When a word was reviewed and when it is due, in the server's days. A word that was never reviewed has none.
struct Schedule: Hashable, Sendable {
  /// The memory after the last review.
  let memory: Memory
  /// The day number of the first review.
  let first: Int
  /// The day number of the last review.
  let reviewed: Int
  /// The number of the first day on which it is due.
  let due: Int
  /// The number of reviews.
  let reviews: Int
}

extension Schedule {
  /// The schedule after a review.
  ///
  /// A word that was not recalled is due again on the same day; others after FSRS's interval.
  init(after rating: Rating, on day: Day, from schedule: Schedule?, by fsrs: FSRS) {
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
struct LastReview: Hashable, Sendable {
  /// The number of the word.
  let word: Int
  /// Whether it was the latest card of the current run.
  var isInRun = false
  /// The word's schedule before it; `nil` if it was the first.
  let before: Schedule?
  /// The `move_id` of the latest move that rated the word, which is not counted again after a restart.
  var moveID: String?
}
