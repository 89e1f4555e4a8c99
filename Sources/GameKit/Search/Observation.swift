public import WireProtocol

/// A player's knowledge of a match in progress: the input of a search.
///
/// It consists of the board that the player was sent, so that a search cannot use anything that the server hides.
public struct Observation: Sendable {
  /// The player who looks at the board and has to move.
  public let player: PlayerID
  /// The players, in the order of the board's seats.
  public let players: [PlayerID]
  /// The players to move.
  public let toMove: [PlayerID]
  /// The player's board, as drawn by ``Game/board(for:)``.
  public let board: Board

  /// The observation of the player of that name, from a board of the wire; `nil` if it has no seat for the player.
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
    self.board = numbered.withoutRoomState
  }

  /// The observation of a player of a game; `nil` if its board has no seat for the player.
  public init?(of game: some Game, by player: PlayerID) {
    board = game.board(for: .seat(player)).withoutRoomState
    players = board.seats.map { PlayerID($0.number) }
    guard players.contains(player) else { return nil }
    self.player = player
    toMove = game.toMove
  }

  /// Whether a match looks the same to the player.
  public func agrees(with game: some Game) -> Bool {
    game.toMove == toMove && game.board(for: .seat(player)).withoutRoomState == board
  }
}

extension Board {
  /// The board without what a room adds.
  fileprivate var withoutRoomState: Board {
    var board = self
    (board.title, board.toMove, board.moves, board.clocks, board.endsInMilliseconds) = ("", [], [], [], nil)
    for index in board.seats.indices { board.seats[index].player = "" }
    return board
  }
}
