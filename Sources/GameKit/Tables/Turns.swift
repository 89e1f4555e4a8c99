import WireProtocol

/// Turn order, dropped players and the result of a game whose players move one after the other.
///
/// A game that uses it is a ``TurnGame``, which handles resigning, leaving, draws and time: a player who drops out has
/// lost, and the last one left has won.
public struct Turns: Codable, Hashable, Sendable {
  /// The end of a match.
  enum End: Codable, Hashable {
    case won(by: Int)
    case drawn
  }

  /// Why a player has dropped out.
  enum Drop: String, Codable, Hashable {
    case resigned = "resigned"
    case left = "left"
    case flag = "out of time"
  }

  /// In the order of their seats; empty before the match has begun.
  public private(set) var players: [PlayerID] = []
  /// The dropped players, by seat.
  private var dropped: [Drop?] = []
  /// The seat to move.
  public private(set) var seat = 0
  /// The player who has offered a draw since the last move.
  private var offer: PlayerID?
  private(set) var end: End?

  /// The state before a match.
  public init() {}

  /// The state in the middle of a match, from an observation.
  ///
  /// - Parameters:
  ///   - players: in the order of their seats.
  ///   - player: the player to move.
  ///   - out: the dropped players.
  public init(players: [PlayerID], toMove player: PlayerID?, out: [PlayerID] = []) {
    self.players = players
    seat = player.flatMap { players.firstIndex(of: $0) } ?? 0
    dropped = players.map { out.contains($0) ? .left : nil }
  }

  /// Whether the match is over.
  public var isOver: Bool { end != nil }

  /// The player to move; `nil` before and after the match.
  public var player: PlayerID? { isOver || !players.indices.contains(seat) ? nil : players[seat] }

  /// The dropped players.
  public var out: [PlayerID] { zip(players, dropped).filter { $1 != nil }.map(\.0) }

  /// A player's seat, from 0; `nil` for others.
  public func seat(of player: PlayerID) -> Int? { players.firstIndex(of: player) }

  /// The seat of a player who makes a move.
  ///
  /// - Throws: `not_your_turn`; ``Rejection/gameOver``.
  public func seat(moving player: PlayerID) throws(Rejection) -> Int {
    guard !isOver else { throw .gameOver }
    guard self.player == player else { throw .notYourTurn }
    return seat
  }

  /// Ends the turn: the next remaining player moves.
  public mutating func pass() {
    offer = nil
    guard players.count > 1 else { return }
    repeat { seat = (seat + 1) % players.count } while dropped[seat] != nil && !isOver
  }

  /// Ends the match: this seat has won.
  public mutating func win(_ seat: Int) { end = .won(by: seat) }

  /// Ends the match as a draw.
  public mutating func draw() { end = .drawn }

  /// Handles an event.
  ///
  /// - Returns: the turn that everybody gets.
  /// - Throws: a rejection of an impossible event; then nothing has changed.
  public mutating func handle(_ event: TableEvent) throws(Rejection) -> Turn {
    guard !isOver else { throw .gameOver }
    switch event {
    case .begin(let players):
      self.players = players
      dropped = players.map { _ in nil }
      return Turn(open: [:], spentTry: false)
    case .resign(let player): return try drop(player, .resigned, "resigns")
    case .leave(let player): return try drop(player, .left, "has left the match")
    case .flag(let player): return try drop(player, .flag, "has lost on time")
    case .draw(let player): return try offerDraw(player)
    case .join, .time, .pause, .unpause, .skip, .stop: throw .notHere
    }
  }

  private mutating func drop(_ player: PlayerID, _ why: Drop, _ remark: String) throws(Rejection) -> Turn {
    guard let seat = seat(of: player), dropped[seat] == nil else { throw .notHere }
    dropped[seat] = why
    let left = players.indices.filter { dropped[$0] == nil }
    if left.count == 1 { win(left[0]) }
    if left.isEmpty { draw() }
    if seat == self.seat, !isOver { pass() }
    return Turn(open: [:], spentTry: false, remark: remark, openRemark: remark)
  }

  private mutating func offerDraw(_ player: PlayerID) throws(Rejection) -> Turn {
    guard let seat = seat(of: player), dropped[seat] == nil, players.count == 2 else { throw .notHere }
    if let offer, offer != player {
      draw()
      return Turn(open: ["agreed": true], spentTry: false, remark: "agrees to a draw", openRemark: "agrees to a draw")
    }
    guard offer == nil else { throw Rejection("already_offered", "You have offered a draw already") }
    offer = player
    let remark = "offers a draw"
    return Turn(open: ["agreed": false], spentTry: false, remark: remark, openRemark: remark)
  }

  /// The result for a player; `nil` while the match is in progress, and for others.
  ///
  /// - Parameter rows: the rows of the share grid; evaluated only if there is a result.
  public func outcome(for player: PlayerID, rows: @autoclosure () -> [String]) -> Outcome? {
    guard let seat = seat(of: player) else { return nil }
    if let why = dropped[seat], end != .drawn {
      return Outcome(.lost, headline: "lost (\(why.rawValue))", rows: rows())
    }
    switch end {
    case .drawn: return Outcome(.drawn, headline: "drawn", rows: rows())
    case .won(seat):
      let why = players.count == 2 ? dropped[1 - seat] : nil
      return Outcome(.won, headline: why.map { "won (the other: \($0.rawValue))" } ?? "won", rows: rows())
    case .won: return Outcome(.lost, headline: "lost", rows: rows())
    case nil: return nil
    }
  }
}

/// A game whose players move one after the other: it implements moves and a board, and calls ``Turns/pass()``,
/// ``Turns/win(_:)`` or ``Turns/draw()``; the rest is provided here.
public protocol TurnGame: Game {
  /// The turn order.
  var turns: Turns { get set }
}

extension TurnGame {
  public var toMove: [PlayerID] { turns.player.map { [$0] } ?? [] }

  public mutating func handle(_ event: TableEvent, at elapsed: Elapsed) throws(Rejection) -> Turn {
    try turns.handle(event)
  }

  public func outcome(for player: PlayerID) -> Outcome? {
    turns.outcome(for: player, rows: board(for: .outsider).pictureRows.map(\.tiles))
  }
}

extension Rejection {
  /// It is another player's turn.
  public static let notYourTurn = Rejection("not_your_turn", "It is not your turn")

  /// The request is not part of this game, or not possible now.
  public static let notHere = Rejection("not_here", "That is not possible in this game at the moment")
}
