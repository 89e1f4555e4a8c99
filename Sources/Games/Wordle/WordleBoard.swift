public import GameKit
public import WireProtocol

extension Wordle {
  public func board(for viewer: Viewer) -> Board {
    let showsLetters = viewer != .outsider
    var rows: [Board.Row] = []
    rows.reserveCapacity(Self.maximumTries)
    for guess in guesses { rows.append(guess.row(showsLetters: showsLetters)) }
    while rows.count < Self.maximumTries { rows.append(JudgedGuess.openRow) }
    return Board(
      title: Self.info.title,
      rows: rows,
      keys: showsLetters ? GuessKeyboard(guesses).keys : [],
      prompt: isOver ? "" : "Guess a five-letter word",
      notes: notes(showsLetters: showsLetters),
      gestures: isOver ? [] : [Gesture(.key, "{letters}")])
  }

  private func notes(showsLetters: Bool) -> [String] {
    let present = isOver ? (isWon ? "solved \(standing)" : standing) : Self.triesText(guesses.count + 1)
    var notes = [isGivenUp ? "\(present), gave up" : present]
    if settings.isHard { notes.append(settings.ultra ? "ultra-hard mode" : "hard mode") }
    if isOver, showsLetters, let praise = outcome(for: PlayerID(0))?.praise { notes.append(praise) }
    return notes
  }
}
