internal import WireProtocol

/// Inspects puzzles before they are dealt: a player of its own gives each up and reads its replay. A match repeats no
/// puzzle while there are others, which seeds alone do not guarantee.
struct PuzzleScout {
  private let session: MatchSession
  private var dealt: Set<String> = []
  /// The number of puzzles, known when no new one is found any more.
  private var count: Int?

  init(_ session: MatchSession) { self.session = session }

  /// The first seed whose puzzle was not dealt since all were.
  ///
  /// - Parameter create: the request that creates a room with a seed.
  mutating func seed(of next: () -> Int, create: (Int) -> JSONObject) throws(Failure) -> Int {
    if dealt.count == count { dealt = [] }
    // The last one of N puzzles is missed by that many attempts with probability e^-20.
    let mostTries = 20 * (dealt.count + 10)
    for _ in 0..<mostTries {
      let seed = next()
      guard let puzzle = try puzzle(create(seed)) else { return seed }
      if dealt.insert(puzzle).inserted { return seed }
    }
    (count, dealt) = (dealt.count, [])
    return next()
  }

  /// A room's puzzle; `nil` if it cannot be seen.
  private mutating func puzzle(_ create: JSONObject) throws(Failure) -> String? {
    let room = try session.expect(create)["room"] ?? ""
    for _ in 0..<Referee.mostBoards {
      let answer = try session.ask(["type": "move", "room": room, "text": "give up"])
      if answer["type"] == "error" { break }
    }
    _ = try session.ask(["type": "leave", "room": room])
    _ = try session.takeEvents()
    return try session.takeReplay()?.first.flatMap { try? JSON(parsing: $0) }?["puzzle_data"]?.text
  }
}
