import GameKit
import WireProtocol

/// The content of a snapshot: a fact that leads from an empty room to the state after all facts before it. Players and
/// boards are numbers; moves are in the documents of matches.
///
/// For the server's own rooms it is almost empty: boards of the day are found by their matches.
struct RoomSnapshot {
  var plan: Room.Plan
  /// The id of the plan's game if this server does not have it.
  var missingGame: String?
  var firstSeq: Int
  var owner: PlayerID?
  var rounds = Rounds()
  /// In the order of joining.
  var places: [Place] = []
  var kicked = Exclusions()
  var readmitted = Exclusions()
  var muted = Exclusions()
  var wins: [PlayerID: Int] = [:]
  var used: PuzzleSet = []
  /// The players who have finished each round.
  var finished: [Int: Set<PlayerID>] = [:]
  /// The puzzle of the last round.
  var dealt: Dealt?
  /// The shared board.
  var shared: Board?
  var boards: [Board] = []
  /// Archived boards.
  var former: [Board] = []

  struct Place: Hashable {
    let player: PlayerID
    let isWatching: Bool
  }

  struct Dealt: Codable, Hashable {
    let round: Int
    let puzzle: JSON
    let dealtAt: Instant
  }

  /// A board: the number of its match, whose moves are stored if there were any, and when it was dealt.
  struct Board: Hashable {
    /// `nil` for the shared board.
    let player: PlayerID?
    let match: Int64
    let startedAt: Instant
    /// The player's time; `nil` while it is not done.
    var elapsed: Elapsed?
  }

  /// A room without events.
  init(_ plan: Room.Plan, firstSeq: Int) { (self.plan, self.firstSeq) = (plan, firstSeq) }

  /// The present room. It includes guests who cannot return; a restart ends their visit.
  init(_ room: Room) {
    self.init(room.plan, firstSeq: room.state.firstSeq)
    (kicked, muted) = (room.state.kicked.current(at: room.hub.now), room.state.muted.current(at: room.hub.now))
    (owner, rounds, wins, used) = (room.owner?.id, room.rounds, room.state.wins, room.state.used)
    readmitted = room.state.readmitted
    if !plan.mode.isPermanent {
      places = room.members.all.sorted { $0.order < $1.order }.map {
        Place(player: $0.player.id, isWatching: $0.isWatching)
      }
    }
    finished = room.hub.knowledge.finishers(in: room.number)
    if let table = room.state.roundBoards.table, case .dealt(_, let round) = table.scope,
      let puzzle = try? table.match.puzzle()
    {
      dealt = Dealt(round: round, puzzle: puzzle, dealtAt: table.dealtAt)
    }
    shared = room.shared.map { Board(player: nil, match: $0.id, startedAt: $0.startedAt) }
    (boards, former) = (Self.boards(room.state.roundBoards.seats), Self.boards(room.state.roundBoards.former))
  }

  private static func boards(_ seats: [PlayerID: Seat]) -> [Board] {
    seats.values.sorted { $0.player.id < $1.player.id }.map {
      Board(
        player: $0.player.id, match: $0.played.id, startedAt: $0.played.startedAt, elapsed: $0.result?.elapsed)
    }
  }

  /// The greatest number that it mentions: some belong to boards without a move or to guests, which are stored nowhere
  /// else, and must not be reused.
  var greatestNumber: Int64 {
    let boards = boards + former + [shared].compactMap { $0 }
    let players =
      places.map(\.player) + kicked.players + readmitted.players + muted.players + wins.keys
      + boards.compactMap(\.player) + (plan.seatedPlayers ?? []) + [owner].compactMap { $0 }
    return max(players.map(\.number).max() ?? 0, boards.map(\.match).max() ?? 0)
  }
}
