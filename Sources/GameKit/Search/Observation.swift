public import WireProtocol

/// What one player knows of a match under way: all that a search may start from.
///
/// It holds the board that the player was sent and nothing else, so that a search cannot use what the server hides.
public struct Observation: Sendable {
  /// Who looks at the board, and has to move.
  public let player: PlayerID
  /// Those who play, in the order in which the board shows their seats.
  public let players: [PlayerID]
  /// Whose turn it is.
  public let toMove: [PlayerID]
  /// The board as ``Game/board(for:)`` draws it for the player.
  public let board: Board

  /// What a board from the wire shows to the player of that name; `nil` where it has no seat for the player.
  ///
  /// Players are numbered from 1 in the order of the board's seats.
  public init?(_ board: Board, of name: String) {
    let names = board.seats.map(\.player)
    func id(_ name: String) -> PlayerID? { names.firstIndex(of: name).map { PlayerID(Int64($0) + 1) } }
    guard Set(names).count == names.count, let player = id(name) else { return nil }
    var numbered = board
    for index in numbered.seats.indices { numbered.seats[index].number = Int64(index) + 1 }
    self.player = player
    players = names.compactMap(id)
    toMove = board.toMove.compactMap(id)
    self.board = numbered.byRules
  }

  /// What a game shows to a player; `nil` where its board has no seat for the player.
  public init?(of game: some Game, by player: PlayerID) {
    board = game.board(for: .seat(player)).byRules
    players = board.seats.map { PlayerID($0.number) }
    guard players.contains(player) else { return nil }
    self.player = player
    toMove = game.toMove
  }

  /// Whether a match looks to the player as this one does.
  public func agrees(with game: some Game) -> Bool {
    game.toMove == toMove && game.board(for: .seat(player)).byRules == board
  }
}

extension Board {
  /// The board without what a room fills in.
  fileprivate var byRules: Board {
    var board = self
    (board.title, board.toMove, board.moves, board.clocks, board.endsInMilliseconds) = ("", [], [], [], nil)
    for index in board.seats.indices { board.seats[index].player = "" }
    return board
  }
}
