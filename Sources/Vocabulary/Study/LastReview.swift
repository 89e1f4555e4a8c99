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
