/// How well a word was recalled, as rated by its owner.
public enum Rating: String, CaseIterable, Sendable {
  /// Not recalled.
  case again
  /// Recalled with difficulty.
  case hard
  /// Recalled after hesitation.
  case good
  /// Recalled at once.
  case easy

  /// FSRS' G: 1 to 4.
  var grade: Double {
    switch self {
    case .again: 1
    case .hard: 2
    case .good: 3
    case .easy: 4
    }
  }
}
