internal import WireProtocol

/// Looks at puzzles before they are dealt, with a player of its own that gives each up and reads its replay: a match
/// deals no puzzle twice while there are others, which seeds alone do not see to.
struct PuzzleScout {
  private let session: MatchSession
  private var dealt: Set<String> = []
  /// How many puzzles there are, once none has been found that was not dealt.
  private var count: Int?
  private var lastMatch: String?

  init(_ session: MatchSession) { self.session = session }

  /// The first of some seeds whose puzzle was not dealt since all were.
  ///
  /// - Parameter create: the request that opens a room of a seed.
  mutating func seed(of next: () -> Int, create: (Int) -> JSONObject) throws(Failure) -> Int {
    if dealt.count == count { dealt = [] }
    // Of N puzzles the last one is missed by that many with a chance of one in e to the twentieth.
    let mostTries = 20 * (dealt.count + 10)
    for _ in 0..<mostTries {
      let seed = next()
      guard let puzzle = try puzzle(create(seed)) else { return seed }
      if dealt.insert(puzzle).inserted { return seed }
    }
    (count, dealt) = (dealt.count, [])
    return next()
  }

  /// What a room deals; `nil` where it cannot be seen.
  private mutating func puzzle(_ create: JSONObject) throws(Failure) -> String? {
    let room = try session.expect(create)["room"] ?? ""
    for _ in 0..<Referee.mostBoards {
      let answer = try session.ask(["type": "move", "room": room, "text": "give up"])
      if answer["type"] == "error" { break }
    }
    _ = try session.ask(["type": "leave", "room": room])
    _ = try session.takeEvents()
    guard let (match, lines) = try session.replay(after: lastMatch) else { return nil }
    lastMatch = match
    return lines.first.flatMap { try? JSON(parsing: $0) }?["puzzle_data"]?.text
  }
}
