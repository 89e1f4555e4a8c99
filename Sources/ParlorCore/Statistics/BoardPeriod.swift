/// How periods are numbered in `standing` and `claim_standing`.
package enum BoardPeriod: Int {
  case all = 0
  case week = 1
  case day = 2
  /// Of claimed results only.
  case month = 3

  /// Days that a week has, today among them.
  package static let weekDays = 7
}

/// The kinds of players in `standing` and `claim_standing`: each kind has a board of its own, guests have none.
package enum BoardKind: Int {
  case guest = 0
  case person = 1
  case bot = 2

  package init(isGuest: Bool, isBot: Bool) { self = isGuest ? .guest : isBot ? .bot : .person }
}
