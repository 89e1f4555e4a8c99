import GameKit
import WireProtocol

/// Boards for players and for others.
extension RoomView {
  /// The answer to a request for the board: the own or the shared one; for watchers all of them.
  func boards(for viewer: Member) throws(WireError) -> BoardAnswer {
    let others = viewer.isWatching ? othersBoards(for: viewer) : []
    let own = board(for: viewer)
    guard own != nil || !others.isEmpty else { throw noBoard(for: viewer) }
    return BoardAnswer(room: name, board: own, boards: others)
  }

  /// The answer to a request for a player's board.
  func board(of player: Player, for viewer: Member) throws(WireError) -> BoardAnswer {
    if player === viewer.player { return try boards(for: viewer) }
    guard scope != nil, let seat = seats[player.id] else {
      throw WireError(.notPlaying, "\(player.name) has no board in \(name) at the moment")
    }
    // At a table the part that only its player sees is hidden from everybody else.
    let isOwn = mode.seats == nil && seats[viewer.player.id]?.played === seat.played
    let board = isOwn ? board(for: viewer) : publicBoard(of: seat.played, for: viewer)
    return BoardAnswer(room: name, player: player.name, board: board)
  }

  private func noBoard(for viewer: Member) -> WireError {
    if plan.game == nil { return WireError(.notPlaying, "\(name) is a room for talking") }
    // Boards of the day may be out of memory.
    let count = state.dayBoards == nil ? seats.count : members.seatedCount
    if isLarge, viewer.isWatching, count > 0 {
      return WireError(
        .notPlaying, "\(count) play in \(name), too many to show at once: /board PLAYER shows one player's board")
    }
    return WireError(.notPlaying, "Nobody has a board in \(name) at the moment")
  }

  /// The board of a viewer: its own, or the shared one as the viewer may see it.
  func board(for viewer: Member) -> Board? {
    if let seat = seats[viewer.player.id] { return board(at: seat) }
    return shared.map { publicBoard(of: $0, for: viewer) }
  }

  /// The initial board of a round for a viewer; for watchers, the one with which each player begins.
  func firstBoard(for viewer: Member) -> Board? {
    if let board = board(for: viewer) { return board }
    guard viewer.isWatching, let table else { return nil }
    return publicBoard(of: table.match, table.scope, for: viewer)
  }

  /// The board after a move, for a watcher.
  func watchedBoard(after mover: PlayerID, _ scope: PuzzleScope, for viewer: Member) -> Board? {
    guard let played = shared ?? seats[mover]?.played, played.scope == scope else { return nil }
    return publicBoard(of: played, for: viewer)
  }

  /// The other players' boards in a round, for a room small enough to show them.
  func othersBoards(for member: Member) -> [PlayerBoard] {
    guard shared == nil, mode.showsOthersBoards || member.isWatching, scope != nil else { return [] }
    guard !isLarge || state.onlyBoard != nil else { return [] }
    let others = members.listed(limit: hub.limits.digestMembers) { $0 !== member && seats[$0.player.id] != nil }
    return others.compactMap { other in
      seats[other.player.id].map {
        PlayerBoard(player: $0.player.name, board: publicBoard(of: $0.played, for: member))
      }
    }
  }

  /// Another player's board, as a viewer may see it.
  func publicBoard(of played: PlayedMatch, for viewer: Member) -> Board {
    board(of: played, for: hub.mayKnow(viewer.player, played.scope) ? .informed : .outsider)
  }

  /// The initial board.
  private func publicBoard(of match: Match, _ scope: PuzzleScope, for viewer: Member) -> Board {
    looksOn(match.board(for: hub.mayKnow(viewer.player, scope) ? .informed : .outsider), scope)
  }

  /// A board for viewers who do not play on it.
  func board(of played: PlayedMatch, for viewer: Viewer) -> Board {
    var board = looksOn(played.match.board(for: viewer), played.scope)
    showTable(of: played, on: &board)
    return board
  }

  /// A player's own board.
  ///
  /// - Parameter listsMoves: whether it lists the moves, for programs; people read the board.
  func board(at seat: Seat, listsMoves: Bool = true) -> Board {
    var board = seat.played.match.board(for: .seat(seat.player.id))
    board.title = state.title(of: seat.played.scope)
    showTable(of: seat.played, on: &board, for: seat.player.id)
    if let reason = reasonOfFullBoard(at: seat) {
      board.prompt = reason
      (board.gestures, board.actions) = ([], [])
      return board
    }
    if listsMoves, isPlaying, !rounds.isPaused, !seat.isDone, let session = seat.player.session, session.format != .text
    {
      if let moves = seat.played.match.encodedCandidates(for: seat.player.id) {
        board.encodedMoves = moves
      } else {
        board.moves = seat.played.match.candidates(for: seat.player.id)
      }
    }
    return board
  }

  /// A board for watching.
  private func looksOn(_ board: Board, _ scope: PuzzleScope) -> Board {
    var board = board
    board.title = state.title(of: scope)
    // A question for all is for watchers as well: a class sees it on a wall.
    if board.choices.isEmpty { board.prompt = "" }
    for index in board.choices.indices { board.choices[index].move = "" }
    board.gestures = []
    board.removePartMoves()
    return board
  }

  /// How to get another board after a full one.
  var wayOn: String {
    let next = "a new one comes with the next \(mode.roundNoun)"
    guard let verb = plan.game?.info.verbOfGivingUp else { return next }
    return "\(verb.replacing("_", with: " ")) to see the solution; \(next)"
  }

  /// Why a board accepts no more moves of a player, without what to do next; `nil` if it does.
  func reasonOfFullBoard(at seat: Seat) -> String? {
    // A move that ends a board is shown before its player has finished.
    guard !seat.isDone, isPlaying, hub.isFull(seat.played),
      seat.played.match.outcome(for: seat.player.id) == nil
    else { return nil }
    return hub.fullBoard(seat.played, "board", next: wayOn)
  }

  /// The share text of a finished player.
  func share(of seat: Seat, _ outcome: Outcome) -> String {
    outcome.grid.text(title: plan.game?.info.title ?? name, label: state.label(of: seat.played.scope))
  }

  // MARK: - At a table

  /// The most seats shown by a board whose game does not show them.
  private static let mostSeatsShown = 8

  /// Fills in the players, the owners of parts, the turn and the clocks.
  ///
  /// - Parameter viewer: the board's player; `nil` for watchers.
  func showTable(of played: PlayedMatch, on board: inout Board, for viewer: PlayerID? = nil) {
    guard mode.seats != nil else { return }
    if board.seats.isEmpty, played.players.count <= Self.mostSeatsShown {
      board.seats = played.players.map { Board.Seat($0) }
    }
    for index in board.seats.indices {
      board.seats[index].player = state.playerName(PlayerID(board.seats[index].number))
    }
    for index in board.parts.indices {
      if let owner = board.parts[index].owner { board.parts[index].player = state.playerName(PlayerID(owner)) }
    }
    guard isPlaying else { return }
    let toMove = played.match.toMove
    board.toMove = toMove.prefix(hub.limits.digestMembers).map(state.playerName)
    let now = played.elapsed(at: playTime)
    // The players that the board shows, and its own player.
    for seat in board.seats {
      let player = PlayerID(seat.number)
      if let clock = played.clock, played.players.contains(player) {
        board.clocks.append(
          Board.Clock(
            player: seat.player, milliseconds: Int(clock.left(of: player, at: now)),
            runs: clock.running.contains(player) && !isUnattended))
      } else if let end = played.match.timeIsUp(for: player) {
        board.clocks.append(
          Board.Clock(player: seat.player, milliseconds: Self.left(until: end, at: now), runs: !isUnattended))
      }
    }
    let own = viewer.flatMap { played.match.timeIsUp(for: $0) }
    guard !isUnattended, own != nil || board.clocks.isEmpty else { return }
    board.endsInMilliseconds = (own ?? played.match.deadline).map { Self.left(until: $0, at: now) }
  }

  private static func left(until end: Elapsed, at now: Elapsed) -> Int {
    Int(max(0, end.milliseconds - now.milliseconds))
  }
}
