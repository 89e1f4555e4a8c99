import GameKit
import TextMode
import WireProtocol

/// The table as a board for clients.
extension CardTable {
  /// The board.
  ///
  /// - Parameter verdict: the judgement of the last answer, if it is to be read first; empty otherwise.
  func board(of words: WordCollection, on today: Day, verdict: String = "") -> Board {
    let counts = Counts(words, language: language, on: today)
    var board = Board(title: counts.name, rows: [], data: counts.fields)
    let before = actionsOnLast(words)
    if !verdict.isEmpty {
      board.completed = Board.Completed(caption: verdict, rows: [])
      board.completed?.actions = before
    }
    if result == nil, let card, let word = try? words.word(card.word) {
      ask(card, word.word, word.language, on: today, counts, &board)
    } else {
      board.notes = [result.map { "\($0.score.remembered) of \($0.score.ratings.count) remembered" } ?? counts.ending]
    }
    board.actions += before + actions(words)
    return board
  }

  private func ask(
    _ card: StudiedCard, _ word: Word, _ language: Language, on today: Day, _ counts: Counts, _ board: inout Board
  ) {
    board.data["word"] = .int(word.number)
    board.data["front"] = .string(card.front(of: word))
    if word.isMarked { board.data["marked"] = true }
    if card.isInverted { board.data["inverted"] = true }
    let marked = word.isMarked ? ["marked"] : []
    guard card.isTurned else {
      let front = card.front(of: word)
      board.prompt = card.isInverted ? "Which word means \(front)?" : "What does \(front) mean?"
      board.notes = [counts.progress(of: kind)] + marked
      board.choices = choices.enumerated().map { Board.Choice(text: $0.element, move: "\($0.offset + 1)") }
      board.actions = [Board.Action("show it", move: CardMove.show.sign)]
      board.gestures = [Gesture(.enter, CardMove.show.sign)]
      return
    }
    board.data["turned"] = true
    let part = word.entry.part.isEmpty ? "" : " (\(word.entry.part))"
    board.prompt = "\(word.entry.original) = \(word.entry.translation)\(part)"
    board.notes = [word.entry.note, word.entry.example].filter { !$0.isEmpty } + marked
    board.choices = Rating.allCases.map { rating in
      let due = Schedule(after: rating, on: today, from: word.schedule, by: language.fsrs).due
      return Board.Choice(text: "\(rating.rawValue), \(Self.time(due &- today.number))", move: rating.number)
    }
    // The usual rating, as in Anki.
    board.gestures = [Gesture(.enter, Rating.good.number)]
  }

  private static func time(_ days: Int) -> String { days < 1 ? "today" : Drawing.count(days, "day", "days") }

  /// The actions on the last card.
  private func actionsOnLast(_ words: WordCollection) -> [Board.Action] {
    var actions: [Board.Action] = []
    if let answered, answered.judged != .right, let word = try? words.word(answered.word).word {
      // At most sixty characters, however long the word is.
      actions.append(
        Board.Action("I knew \(word.entry.original.prefix(40))", move: CardMove.correct(.good).sign))
    }
    if words.lastReview != nil { actions.append(Board.Action("undo", move: CardMove.undo.sign)) }
    return actions
  }

  /// The actions besides answering and rating.
  private func actions(_ words: WordCollection) -> [Board.Action] {
    guard result == nil, let card, let word = try? words.word(card.word).word else { return [] }
    let mark = Board.Action(word.isMarked ? "unmark" : "mark", move: CardMove.mark.sign)
    guard !card.isTurned else { return [mark] }
    let isInverted = card.isInverted
    return [
      mark,
      Board.Action(isInverted ? "ask for the meaning" : "ask for the word", move: CardMove.invert.sign),
      Board.Action(hasChoices ? "no choices" : "choices", move: CardMove.choose.sign),
    ]
  }
}

/// The number of cards to study in a language, or the run's progress.
private struct Counts {
  let name: String
  let queue: StudyQueue?
  let run: PracticeRun?

  init(_ words: WordCollection, language number: Int, on today: Day) {
    let language = words.language(number)
    name = language?.name ?? "Cards"
    queue = language.map { StudyQueue(of: $0, on: today) }
    run = words.practice
  }

  /// `card 2 of 10, 1 remembered`, or `3 due, 2 new`.
  func progress(of kind: CardTable.Kind) -> String {
    if kind == .run, let run {
      return "card \(run.score.ratings.count + 1) of \(run.count), \(run.score.remembered) remembered"
    }
    return "\(queue?.dueCount ?? 0) due, \(queue?.newCount ?? 0) new"
  }

  /// The text when no card is left.
  var ending: String {
    guard let later = queue?.laterCount, later > 0 else { return "Nothing more to study in \(name) today" }
    let words = Drawing.count(later, "new word waits", "new words wait")
    return "That is all of \(name) for today: \(words) for other days"
  }

  /// The same for programs.
  var fields: JSONObject {
    var fields: JSONObject = [
      "language": .string(name), "due": .int(queue?.dueCount ?? 0), "new": .int(queue?.newCount ?? 0),
    ]
    if let later = queue?.laterCount, later > 0 { fields["new_later"] = .int(later) }
    if let run {
      fields["run"] = [
        "done": .int(run.score.ratings.count), "count": .int(run.count), "remembered": .int(run.score.remembered),
      ]
    }
    return fields
  }
}
