import GameKit
import WireProtocol

/// What can be wrong with ``Dice``, one thing at a time.
protocol TableFlaw: Sendable {
  static var beginIsRefused: Bool { get }
  static var leaverKeepsTheTurn: Bool { get }
  static var deadlineStands: Bool { get }
  static var timeIsRefused: Bool { get }
  static var showsDiceInTheOpen: Bool { get }
  static var showsDiceToStrangers: Bool { get }
  static var showsDiceOnTheBoard: Bool { get }
  static var trapsOnStrangers: Bool { get }
  static var holdsMoreForPrograms: Bool { get }
}

extension TableFlaw {
  static var beginIsRefused: Bool { false }
  static var leaverKeepsTheTurn: Bool { false }
  static var deadlineStands: Bool { false }
  static var timeIsRefused: Bool { false }
  static var showsDiceInTheOpen: Bool { false }
  static var showsDiceToStrangers: Bool { false }
  static var showsDiceOnTheBoard: Bool { false }
  static var trapsOnStrangers: Bool { false }
  static var holdsMoreForPrograms: Bool { false }
}

enum NoTableFlaw: TableFlaw {}
enum BeginIsRefused: TableFlaw { static let beginIsRefused = true }
enum LeaverKeepsTheTurn: TableFlaw { static let leaverKeepsTheTurn = true }
enum DeadlineStands: TableFlaw { static let deadlineStands = true }
enum TimeIsRefused: TableFlaw { static let timeIsRefused = true }
enum DiceInTheOpen: TableFlaw { static let showsDiceInTheOpen = true }
enum DiceToStrangers: TableFlaw { static let showsDiceToStrangers = true }
enum DiceOnTheBoard: TableFlaw { static let showsDiceOnTheBoard = true }
enum TrapsOnStrangers: TableFlaw { static let trapsOnStrangers = true }
enum HoldsMoreForPrograms: TableFlaw { static let holdsMoreForPrograms = true }

/// Everybody holds a die that nobody else sees, and says a number when it is their turn; after ten turns, or half a minute,
/// the highest die has won.
struct Dice<F: TableFlaw>: Game {
  struct Move: Codable { let say: Int }

  var chance: GameKit.Chance
  var players: [PlayerID] = []
  var dice: [Int] = []
  var gone: [PlayerID] = []
  var turns = 0
  var isTimeUp = false

  init(puzzle: GameKit.Chance, settings: NoSettings) { chance = puzzle }

  static var info: GameInfo {
    GameInfo(
      id: "dice", title: "Dice", summary: "The highest die wins", rules: ["Type a number, such as 3."],
      modes: [.together], viewSchema: ["type": "object", "properties": ["turns": ["type": "integer"]]],
      seats: Seats(2...4))
  }

  var isOver: Bool { isTimeUp || turns >= 10 || !players.isEmpty && players.count - gone.count < 2 }
  var deadline: Elapsed? { isOver ? nil : Elapsed(milliseconds: F.deadlineStands ? 1 : 30_000) }

  var toMove: [PlayerID] {
    let playing = F.leaverKeepsTheTurn ? players : players.filter { !gone.contains($0) }
    return isOver && !F.leaverKeepsTheTurn || playing.isEmpty ? [] : [playing[turns % playing.count]]
  }

  mutating func hear(_ event: TableEvent, at elapsed: Elapsed) throws(Rejection) -> Turn {
    switch event {
    case .begin(let all):
      guard !F.beginIsRefused else { throw .notHere }
      players = all
      dice = all.map { _ in 1 + chance.number(below: 6) }
      var turn = Turn(open: [:])
      turn.hands = all.enumerated().map { Turn.Hand(for: [$1], ["die": .int(dice[$0])]) }
      if F.showsDiceInTheOpen { turn.open["die"] = .int(dice[0]) }
      if F.showsDiceToStrangers { turn.hands[0].players.append(PlayerID(77)) }
      return turn
    case .leave(let player), .resign(let player), .flag(let player):
      if F.trapsOnStrangers { _ = dice[players.firstIndex(of: player) ?? players.count] }
      guard players.contains(player), !gone.contains(player), !isOver else { throw .notHere }
      gone.append(player)
      return Turn(open: [:], openRemark: "is gone")
    case .time:
      guard !F.timeIsRefused else { throw .notHere }
      isTimeUp = !F.deadlineStands
      return Turn(open: [:], openRemark: "Time is up")
    default: throw .notHere
    }
  }

  mutating func play(_ move: Move, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn {
    guard toMove.contains(player) else { throw .notYourTurn }
    turns += 1
    return Turn(open: ["said": .int(move.say)])
  }

  static func parse(_ line: String) throws(Rejection) -> Move {
    guard let number = Int(line) else { throw .badMove("Type a number, such as 3") }
    return Move(say: number)
  }

  func board(for viewer: Viewer) -> Board {
    var board = Board(title: "Dice", rows: [], prompt: isOver ? "" : "Say a number")
    board.data = ["turns": .int(turns)]
    if F.holdsMoreForPrograms { board.data["seats"] = .int(players.count) }
    board.notes = F.showsDiceOnTheBoard ? dice.map(String.init) : []
    return board
  }

  func outcome(for player: PlayerID) -> Outcome? {
    guard let seat = players.firstIndex(of: player), isOver || gone.contains(player) else { return nil }
    if gone.contains(player) { return Outcome(.lost, headline: "gone", rows: []) }
    let playing = players.indices.filter { !gone.contains(players[$0]) }
    let best = playing.map { dice[$0] }.max()
    return Outcome(dice[seat] == best ? .won : .lost, headline: "\(dice[seat])", rows: [])
  }
}

enum DiceSource<F: TableFlaw> {
  static var source: ChanceSource<Dice<F>> {
    ChanceSource { game, player in game.toMove.contains(player) ? [Dice<F>.Move(say: 3)] : [] }
  }
}
