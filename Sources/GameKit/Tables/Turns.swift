import WireProtocol

/// Who moves when, in a game whose players move one after the other; who has dropped out, and how it ended.
///
/// A game that keeps one is a ``TurnGame``, for which resigning, leaving, draws and time are taken care of: whoever
/// drops out has lost, and who is left alone has won.
public struct Turns: Codable, Hashable, Sendable {
  /// How a match is over.
  enum End: Codable, Hashable {
    case won(by: Int)
    case drawn
  }

  /// Why somebody plays on no more.
  enum Drop: String, Codable, Hashable {
    case resigned = "resigned"
    case left = "left"
    case flag = "out of time"
  }

  /// In the order of their seats; none before the match has begun.
  public private(set) var players: [PlayerID] = []
  /// Who plays on no more, by seat.
  private var dropped: [Drop?] = []
  /// The seat whose turn it is.
  public private(set) var seat = 0
  /// Who has offered a draw since the last move.
  private var offer: PlayerID?
  private(set) var end: End?

  /// Before the match.
  public init() {}

  /// In the middle of a match, as it is seen from outside.
  ///
  /// - Parameters:
  ///   - players: in the order of their seats.
  ///   - player: whose turn it is.
  ///   - out: those who play on no more.
  public init(players: [PlayerID], toMove player: PlayerID?, out: [PlayerID] = []) {
    self.players = players
    seat = player.flatMap { players.firstIndex(of: $0) } ?? 0
    dropped = players.map { out.contains($0) ? .left : nil }
  }

  /// Whether nobody moves any more.
  public var isOver: Bool { end != nil }

  /// Whose turn it is; `nil` before the match and after it.
  public var player: PlayerID? { isOver || !players.indices.contains(seat) ? nil : players[seat] }

  /// Those who play on no more.
  public var out: [PlayerID] { zip(players, dropped).filter { $1 != nil }.map(\.0) }

  /// A player's seat, from 0; `nil` for others.
  public func seat(of player: PlayerID) -> Int? { players.firstIndex(of: player) }

  /// The seat of somebody who wants to move.
  ///
  /// - Throws: `not_your_turn`; ``Rejection/gameOver``.
  public func seat(moving player: PlayerID) throws(Rejection) -> Int {
    guard !isOver else { throw .gameOver }
    guard self.player == player else { throw .notYourTurn }
    return seat
  }

  /// The move was made: the next one who still plays has the turn.
  public mutating func pass() {
    offer = nil
    guard players.count > 1 else { return }
    repeat { seat = (seat + 1) % players.count } while dropped[seat] != nil && !isOver
  }

  /// Somebody has won.
  public mutating func win(_ seat: Int) { end = .won(by: seat) }

  /// Nobody has won.
  public mutating func draw() { end = .drawn }

  /// Takes an event in.
  ///
  /// - Returns: what everybody is told.
  /// - Throws: a rejection for what cannot be; then nothing has changed.
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
    case .join, .time, .pause, .unpause, .skip: throw .notHere
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

  /// How it ended for a player; `nil` while it is on, and for those who do not play.
  ///
  /// - Parameter rows: of the share grid; drawn only where there is an outcome.
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

/// A game whose players move one after the other: it writes moves and a board, and calls ``Turns/pass()``,
/// ``Turns/win(_:)`` or ``Turns/draw()``; the rest is here.
public protocol TurnGame: Game {
  /// Who moves when.
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
  /// Another player's turn.
  public static let notYourTurn = Rejection("not_your_turn", "It is not your turn")

  /// What a player asks for is not part of this game, or not at this moment.
  public static let notHere = Rejection("not_here", "That is not possible in this game at the moment")
}
