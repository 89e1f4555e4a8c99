/// How well something was remembered, as its owner says.
public enum Rating: String, CaseIterable, Sendable {
  /// Not remembered.
  case again
  /// Remembered with trouble.
  case hard
  /// Remembered after a moment.
  case good
  /// Remembered at once.
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
