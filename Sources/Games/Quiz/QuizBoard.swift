public import GameKit
public import WireProtocol

extension Quiz {
  public func board(for viewer: Viewer) -> Board {
    var board = Board(title: Self.info.title, rows: [])
    let own: Contestant? = if case .seat(let player) = viewer { contestant(player) } else { nil }
    let isBehind = own.map { own in !leaders.contains { contestants[$0].id == own.id } } == true
    board.seats = (leaders.map { contestants[$0] } + (isBehind ? [own].compactMap { $0 } : [])).map {
      Board.Seat($0.id, mark: mark($0), score: $0.points)
    }
    board.data = data(own)
    guard let question else {
      if isOver {
        board.notes = [last, standing(own)].filter { !$0.isEmpty }
        board.rows = rows(own).map { Board.Row(letters: String(repeating: " ", count: $0.count), tiles: $0) }
      }
      return board
    }
    board.choices = choices(question, own)
    board.notes = ["question \(position + 1)/\(questions.count)"]
    if isPaused { board.notes.append("paused") }
    if isAnswered {
      board.prompt = last
      board.notes.append(standing(own))
      board.notes.removeAll(where: \.isEmpty)
      return board
    }
    board.prompt = settings.inverted ? "Which word means \(question.text)?" : "What does \(question.text) mean?"
    if let own, isBehind { board.notes.append(place(own)) }
    if let own, own.streak > 1 { board.notes.append("\(own.streak) right in a row") }
    return board
  }

  private static let medals = ["🥇", "🥈", "🥉"]

  /// Medals after the match; before, whether the contestant has answered.
  private func mark(_ contestant: Contestant) -> String {
    if isOver {
      let hasMedal = contestant.points > 0 && Self.medals.indices.contains(contestant.place - 1)
      return hasMedal ? Self.medals[contestant.place - 1] : ""
    }
    if isAnswered { return contestant.marks.last.map(String.init) ?? "" }
    return String((contestant.answer == nil ? Tile.open : .blue).rawValue)
  }

  /// The choices, with the player's own and the right one when they may be known.
  private func choices(_ question: Question, _ own: Contestant?) -> [Board.Choice] {
    let mayChoose = own.map { $0.answer == nil && !$0.isGone } == true && !isAnswered
    return question.choices.enumerated().map { index, text in
      let isChosen = own?.answer?.choice == index
      let tile: Tile? =
        isAnswered ? (index == question.answer ? .right : isChosen ? .red : .absent) : isChosen ? .blue : nil
      return Board.Choice(text: text, move: mayChoose ? "\(index + 1)" : "", tile: tile)
    }
  }

  /// `+920, place 2 of 14`.
  private func standing(_ own: Contestant?) -> String {
    guard let own else { return "" }
    if isOver || own.points == 0 { return place(own) }
    return "\(own.earned > 0 ? "+\(own.earned)" : "nothing for this one"), \(place(own))"
  }

  private func place(_ own: Contestant) -> String {
    guard own.points > 0 || isOver else { return "no points yet" }
    return arePlaced ? "place \(own.place) of \(contestants.count)" : "nobody has points"
  }

  /// Whether anybody has points: without points there is no first place.
  private var arePlaced: Bool { contestants.contains { $0.points > 0 } }

  private func data(_ own: Contestant?) -> JSONObject {
    var data: JSONObject = ["phase": .string(phase), "of": .int(questions.count)]
    if let question {
      data["question"] = .int(position + 1)
      data["text"] = .string(question.text)
      data["answered"] = .int(answeredCount)
      data["players"] = .int(askedCount)
      if isAnswered {
        data["answer"] = .int(question.answer + 1)
        if let rightCount { data["right"] = .int(rightCount) }
        data["chosen_by"] = .array(
          question.choices.indices.map { choice in
            .int(contestants.count { $0.answer?.choice == choice })
          })
      }
      if isPaused { data["paused"] = true }
    }
    guard let own else { return data }
    if let answer = own.answer, question != nil { data["chosen"] = .int(answer.choice + 1) }
    data["points"] = .int(own.points)
    // Of a question that counts for nobody nothing was earned or missed.
    if isAnswered, rightCount != nil, question != nil { data["earned"] = .int(own.earned) }
    if arePlaced || !isOver { data["place"] = .int(own.place) }
    data["streak"] = .int(own.streak)
    return data
  }

  private var phase: String { isOver ? "over" : question == nil ? "before" : isAnswered ? "answer" : "question" }

  public func outcome(for player: PlayerID) -> Outcome? {
    guard isOver, let own = contestant(player) else { return nil }
    let count = contestants.count
    // A player alone wins with half of the answers.
    let isFirst = arePlaced && (count > 1 ? own.place == 1 : own.right * 2 >= questions.count)
    let isShared = count > 1 && contestants.count { $0.place == 1 } > 1
    // If no question has counted, nobody has lost to anybody.
    let isDrawn = isFirst ? isShared : questions.isEmpty
    return Outcome(
      isDrawn ? .drawn : isFirst ? .won : .lost, place: arePlaced ? own.place : nil,
      score: own.points * Rules.mostQuestions / max(1, questions.count),
      open: [
        "points": .int(own.points), "right": .int(own.right), "of": .int(questions.count),
        "longest_streak": .int(own.longestStreak),
      ],
      headline: questions.isEmpty
        ? "ended before a question counted"
        : "\(arePlaced ? "\(own.place)" : "-")/\(count) · \(own.points) points · \(own.right)/\(questions.count)",
      rows: rows(own))
  }

  /// One tile per question, ten per row.
  private func rows(_ own: Contestant?) -> [String] {
    let marks = Array(own?.marks ?? "")
    return stride(from: 0, to: marks.count, by: 10).map { String(marks[$0..<min($0 + 10, marks.count)]) }
  }

  /// Words that the player answered wrongly or not at all.
  public func missed(by player: PlayerID) -> [MissedWord] {
    guard isOver, let own = contestant(player) else { return [] }
    return zip(questions, own.marks).filter { $1 != Tile.right.rawValue }.map { question, _ in
      let answer = question.choices.indices.contains(question.answer) ? question.choices[question.answer] : ""
      let (original, translation) = settings.inverted ? (answer, question.text) : (question.text, answer)
      return MissedWord(language: language, word: WordDeck.Word(original: original, translation: translation))
    }
  }
}
