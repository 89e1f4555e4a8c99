import GameKit
import WireProtocol

/// The votes for the next move on a room's board.
///
/// They are in memory only: a restart drops an open ballot, and the next vote begins it again. Votes are secret.
struct Ballot {
  /// A move with votes.
  struct Choice {
    let move: Match.Played
    /// The smallest was voted for first.
    let order: Int
    let kind: MoveKind
    fileprivate(set) var votes = 0

    /// The leading one has the smallest.
    fileprivate var rank: (Int, Int, Int) { (0 - votes, kind.rawValue, order) }
  }

  /// By the move in the game's form. The effect of a move is not considered: otherwise merged or separate counts would
  /// reveal what is right before it is played.
  private var choices: [String: Choice] = [:]
  private var votes: [PlayerID: String] = [:]
  private var lastOrder = 0
  /// The last `move_id`s of each player, the newest last: a repeated request is no second vote, also after its move and
  /// others were played.
  private var moveIDs: [PlayerID: [String]] = [:]
  private static let mostMoveIDs = 32
  /// When the votes are counted; `nil` before the first one, and while the round is paused.
  var endsAt: Instant?
  /// When counts are sent to programs, and to text sessions, for which each is a line.
  private var news = Throttle(interval: 1000)
  private var textNews = Throttle(interval: 4000)

  // MARK: - Voting

  /// Counts a vote, which replaces the player's former one.
  ///
  /// - Parameters:
  ///   - kind: whether the move gives the board up, or asks for a hint.
  ///   - moveID: of the request.
  mutating func vote(
    for move: Match.Played, kind: MoveKind, by player: PlayerID, moveID: String?, at now: Instant
  ) {
    if let moveID { moveIDs[player] = moveIDs[player, default: []].suffix(Self.mostMoveIDs - 1) + [moveID] }
    let key = move.move.text
    guard votes[player] != key else { return }
    remove(player)
    if choices[key] == nil {
      lastOrder += 1
      choices[key] = Choice(move: move, order: lastOrder, kind: kind)
    }
    choices[key]?.votes += 1
    votes[player] = key
    noteNews(at: now)
  }

  /// Too few have voted: they have until another moment.
  mutating func goOn(until end: Instant?, at now: Instant) {
    endsAt = end
    noteNews(at: now)
  }

  private mutating func noteNews(at now: Instant) {
    news.note(at: now)
    textNews.note(at: now)
  }

  /// Removes the vote of a player who has left.
  mutating func withdraw(_ player: PlayerID) {
    remove(player)
    if votes.isEmpty { endsAt = nil }
  }

  private mutating func remove(_ player: PlayerID) {
    guard let key = votes.removeValue(forKey: player) else { return }
    choices[key]?.votes -= 1
    if choices[key]?.votes == 0 { choices[key] = nil }
  }

  /// Whether one of the player's last votes had the same `move_id`.
  func isRepeated(_ moveID: String, by player: PlayerID) -> Bool { moveIDs[player]?.contains(moveID) == true }

  /// Begins the next move's ballot.
  mutating func clear() {
    (choices, votes, lastOrder, endsAt) = ([:], [:], 0, nil)
    (news, textNews) = (Throttle(interval: news.interval), Throttle(interval: textNews.interval))
  }

  // MARK: - Counts

  /// The number of votes.
  var count: Int { votes.count }

  func hasVoted(_ player: PlayerID) -> Bool { votes[player] != nil }

  /// A player's vote.
  func choice(of player: PlayerID) -> Choice? { votes[player].flatMap { choices[$0] } }

  /// The moves with most votes, of equal ones those that were voted for first. Hints come after their equals, and
  /// giving up after these: helping or ending takes more votes than any other move.
  func leading(_ limit: Int) -> [Choice] {
    Array(choices.values.sorted { $0.rank < $1.rank }.prefix(limit))
  }

  /// What is played: the leading move, but giving up only where more than half want it of all who have a seat. So a few
  /// who vote do not end the board for many who have not voted yet, or have lost their connection.
  func winner(among players: Int) -> Choice? {
    choices.values.filter { $0.kind != .givingUp || $0.votes * 2 > players }.min { $0.rank < $1.rank }
  }

  // MARK: - Telling

  /// When counts are sent next; `nil` if they have not changed.
  var tellsAt: Instant? { [news.dueAt, textNews.dueAt].compactMap { $0 }.min() }

  /// The counts are sent now to those for whom they are due.
  mutating func tell(at now: Instant) -> (programs: Bool, text: Bool) { (news.take(at: now), textNews.take(at: now)) }
}

/// Passes news at once, and then at most once per interval.
private struct Throttle {
  /// In milliseconds.
  let interval: Int64
  var dueAt: Instant?
  private var lastAt: Instant?

  init(interval: Int64) { self.interval = interval }

  mutating func note(at now: Instant) {
    guard dueAt == nil else { return }
    dueAt = lastAt.map { max(now, $0.adding(milliseconds: interval)) } ?? now
  }

  /// - Returns: whether something was due.
  mutating func take(at now: Instant) -> Bool {
    guard let dueAt, dueAt <= now else { return false }
    (self.dueAt, lastAt) = (nil, now)
    return true
  }
}
