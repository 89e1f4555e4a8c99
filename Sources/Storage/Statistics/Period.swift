internal import ParlorCore

/// How periods are named in `standing`.
enum Period: Int {
  case all = 0
  case week = 1
  case day = 2
  /// Of claimed results only.
  case month = 3

  /// Days that a week has, today among them.
  static let weekDays = 7
}

/// How players are told apart in `standing`: each kind has a board of its own, guests have none.
enum Kind: Int {
  case guest = 0
  case person = 1
  case bot = 2

  init(isGuest: Bool, isBot: Bool) { self = isGuest ? .guest : isBot ? .bot : .person }
}
