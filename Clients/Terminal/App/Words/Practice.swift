internal import WireProtocol

/// The progress of a run of cards, and its result.
struct Practice: Sendable {
  /// The chosen language; a run in progress keeps its own.
  let language: String
  /// `nil` until the answer arrives.
  private(set) var run: StudyAnswer.Run?
  private(set) var result: CardResult?

  init(_ language: String) { self.language = language }

  /// Updates the progress from the server.
  ///
  /// - Returns: a notice for the player if it is not the expected run.
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
      // For the last card the server sends only the result.
      run?.done += 1
      if rated.rating != "again" { run?.remembered += 1 }
    }
  }
}
