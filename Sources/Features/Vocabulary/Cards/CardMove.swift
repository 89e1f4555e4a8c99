import WireProtocol

/// A player's move in a room of cards.
enum CardMove: Hashable, Sendable {
  /// Turns the card.
  case show
  /// Answers with the other side.
  case answer(String)
  /// Rates the card, which is turned.
  case rate(Rating)
  /// Rates the last answered card, instead of the judgement of its answer.
  case correct(Rating)
  /// Undoes the last rating.
  case undo
  /// Marks the word, or removes its mark.
  case mark
  /// Asks for the other side from now on.
  case invert
  /// Turns choices on or off.
  case choose

  /// The actions by their names in JSON, each with its typed sign: a word could be an answer.
  private static let actions: [(name: String, sign: String, move: CardMove)] = [
    ("show", "?", .show), ("undo", "-", .undo), ("mark", "*", .mark), ("invert", "~", .invert),
    ("choose", "#", .choose),
  ]

  /// The typed form of an action or a correction; empty for other moves.
  var sign: String {
    if case .correct(let rating) = self { return "=\(rating.rawValue)" }
    return Self.actions.first { $0.move == self }?.sign ?? ""
  }

  /// Parses a move.
  ///
  /// - Parameter isTurned: whether the other side of the card is visible: then a text is a rating, and no answer.
  init(_ content: Request.Move.Content, isTurned: Bool) throws(WireError) {
    switch content {
    case .text(let text): self = try Self.typed(text, isTurned: isTurned)
    case .typed(let move): self = try Self.structured(move, isTurned: isTurned)
    }
  }

  private static func typed(_ text: String, isTurned: Bool) throws(WireError) -> CardMove {
    if let action = actions.first(where: { $0.sign == text }) { return action.move }
    if text.hasPrefix("="), let rating = Rating(typed: text.dropFirst()) { return .correct(rating) }
    guard isTurned else { return .answer(text) }
    guard let rating = Rating(typed: text[...]) else {
      throw WireError(.badText, "Say how well you knew it: again, hard, good or easy, or 1 to 4")
    }
    return .rate(rating)
  }

  private static func structured(_ move: JSONView, isTurned: Bool) throws(WireError) -> CardMove {
    let (answer, rating, action) = (move["answer"]?.string, move["rating"]?.string, move["action"]?.string)
    guard [answer, rating, action].count(where: { $0 != nil }) == 1 else {
      throw WireError(.badField, "A move on a card has \"answer\", \"rating\" or \"action\"")
    }
    if let answer { return .answer(answer) }
    if let rating {
      guard let rating = Rating(rawValue: rating) else {
        throw WireError(.badField, "\"rating\" is one of again, hard, good, easy")
      }
      return isTurned ? .rate(rating) : .correct(rating)
    }
    guard let known = actions.first(where: { $0.name == action }) else {
      throw WireError(.badField, "\"action\" is one of \(actions.map(\.name).joined(separator: ", "))")
    }
    return known.move
  }
}

extension Rating {
  /// `good`, or its number: `3`.
  init?(typed text: Substring) {
    let word = text.lowercased().filter { $0 != " " }
    guard let rating = Rating(rawValue: word) ?? Self.allCases.first(where: { $0.number == word }) else { return nil }
    self = rating
  }

  /// Its key: 1 to 4.
  var number: String { String((Self.allCases.firstIndex(of: self) ?? 0) + 1) }
}
