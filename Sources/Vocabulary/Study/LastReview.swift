/// The review that can be taken back: a player's last one, in whatever language.
public struct LastReview: Hashable, Sendable {
  /// The number of the word.
  public let word: Int
  /// The word's schedule before it; `nil` where it was the first.
  public let before: Schedule?
  /// Whether it was the last card that was done of a run that goes on.
  public internal(set) var isInRun: Bool

  /// A review; of a stored one.
  public init(word: Int, isInRun: Bool = false, before: Schedule?) {
    self.word = word
    self.before = before
    self.isInRun = isInRun
  }
}
