import GameKit

/// What the acts of those who keep order have led to.
struct OrderState {
  /// The number of the last act.
  private(set) var lastAct: Int64 = 0

  init() {}

  /// What storage has kept of it.
  init(_ stored: StoredState) { lastAct = stored.lastAct }

  /// Takes in an act: the only thing that changes any of this.
  mutating func apply(_ act: StoredAct) { lastAct = max(lastAct, act.number) }
}
