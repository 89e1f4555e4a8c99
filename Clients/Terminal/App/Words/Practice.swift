internal import WireProtocol

/// A run of cards: how far it has come, and its result at the end.
struct Practice: Sendable {
  /// The language that was chosen; a run that is under way goes on in its own.
  let language: String
  /// `nil` until the server has told.
  private(set) var run: StudyAnswer.Run?
  private(set) var result: CardResult?

  init(_ language: String) { self.language = language }

  /// The server tells how far it is.
  ///
  /// - Returns: what the player has to be told, where it is not the run that was expected.
  mutating func take(_ study: StudyAnswer) -> String? {
    let before = run
    run = study.run
    guard let run else { return nil }
    guard let before else {
      if study.language != language { return "A run of \(study.language) is under way. N drops it for a new one." }
      return run.done > 0 ? "Your run goes on. N drops it for a new one." : nil
    }
    // The answer to the last card was lost with the link.
    return run.done < before.done ? "That run is over: its result is in your history. This is a new one." : nil
  }

  mutating func take(_ rated: RatedAnswer) {
    result = rated.result
    if let next = rated.study.run {
      run = next
    } else if result != nil {
      // Of the last card the server tells the result alone.
      run?.done += 1
      if rated.rating != "again" { run?.remembered += 1 }
    }
  }
}
