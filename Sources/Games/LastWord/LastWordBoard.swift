public import GameKit
public import WireProtocol

extension LastWord {
  public func board(for viewer: Viewer) -> Board {
    var board = Board(title: Self.info.title, rows: [])
    let own: Int? =
      if case .seat(let player) = viewer { contestants.firstIndex { $0.id == player } } else { nil }
    let shown = leaders
    board.seats = (shown + [own].compactMap { $0 }.filter { !shown.contains($0) }).map { index in
      Board.Seat(contestants[index].id, mark: mark(contestants[index]), score: contestants[index].found)
    }
    if !isOver { board.notes = ["\(standing.count) of \(contestants.count) are in"] }
    guard let own = own.map({ contestants[$0] }) else { return board }
    board.rows = rows(of: own)
    board.keys = GuessKeyboard(own.guesses).keys
    if own.place == nil, !isOver {
      board.prompt = "Guess word \(own.position + 1)"
      board.gestures = [Gesture(.key, "{letters}")]
    }
    let tries = "\(min(own.guesses.count + 1, Rules.tries))/\(Rules.tries)"
    board.notes.insert(own.place.map { "place \($0) of \(contestants.count)" } ?? tries, at: 0)
    board.data = [
      "word": .int(own.position + 1), "found": .int(own.found), "in": .int(standing.count),
      "tries": .int(own.guesses.count), "tries_left": .int(own.place == nil ? Rules.tries - own.guesses.count : 0),
    ]
    if let place = own.place { board.data["place"] = .int(place) }
    if own.guesses.isEmpty, let last = own.last { board.notes.append(last) }
    if let answer = lastWord(of: own) {
      board.data["answer"] = .string(answer)
      board.notes.append("the word was \(answer.uppercased())")
    }
    return board
  }

  /// The word that a player had not found when the match ended.
  private func lastWord(of own: Contestant) -> String? { isOver ? word(own.position) : nil }

  /// The contestants shown: remaining players first, the one with most time before others.
  private var leaders: [Int] {
    let ordered = contestants.indices.sorted { left, right in
      let (one, other) = (contestants[left], contestants[right])
      if one.place != other.place { return (one.place ?? 0) < (other.place ?? 0) }
      return one.timeIsUp == other.timeIsUp ? left < right : one.timeIsUp > other.timeIsUp
    }
    return Array(ordered.prefix(Self.mostShown))
  }

  private static let mostShown = 8

  private func mark(_ contestant: Contestant) -> String {
    contestant.place == nil ? "🟩" : contestant.place == 1 ? "🏆" : "⬛"
  }

  private func rows(of own: Contestant) -> [Board.Row] {
    let rows = own.guesses.map { $0.row(showsLetters: true) }
    return rows + Array(repeating: JudgedGuess.openRow, count: max(0, Rules.tries - rows.count))
  }

  public func outcome(for player: PlayerID) -> Outcome? {
    guard let own = contestants.first(where: { $0.id == player }), let place = own.place else { return nil }
    let count = contestants.count
    let verdict: Outcome.Verdict = place > 1 ? .lost : contestants.count { $0.place == 1 } > 1 ? .drawn : .won
    let praise = [verdict == .won ? "You won" : nil, lastWord(of: own).map { "The word was \($0.uppercased())" }]
    // A dropped player must not see words that the others still have to guess.
    return Outcome(
      verdict, place: place, score: count - place, open: ["found": .int(own.found)],
      praise: praise.compactMap(\.self).joined(separator: ". "),
      headline: "\(place.ordinal) of \(count) · \(own.found) \(own.found == 1 ? "word" : "words")",
      rows: own.found == 0 ? [] : [String(repeating: Tile.right.rawValue, count: min(own.found, 20))])
  }
}
