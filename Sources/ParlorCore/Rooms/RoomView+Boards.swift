import GameKit
import WireProtocol

/// Boards as those see them who play on them, and those who do not.
extension RoomView {
  /// The answer to somebody who asks for the board: one's own or the shared one; all of them for those who watch.
  func boards(for viewer: Member) throws(WireError) -> BoardAnswer {
    let others = viewer.isWatching ? othersBoards(for: viewer) : []
    let own = board(for: viewer)
    guard own != nil || !others.isEmpty else { throw noBoard(for: viewer) }
    return BoardAnswer(room: name, board: own, boards: others)
  }

  /// The answer to somebody who asks for a player's board.
  func board(of player: Player, for viewer: Member) throws(WireError) -> BoardAnswer {
    if player === viewer.player { return try boards(for: viewer) }
    guard scope != nil, let seat = seats[player.id] else {
      throw WireError(.notPlaying, "\(player.name) has no board in \(name) at the moment")
    }
    // Where they play against each other at one board, what only its player sees there is nobody else's.
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

  /// The board in front of a viewer: its own, or the shared one as the viewer may see it.
  func board(for viewer: Member) -> Board? {
    if let seat = seats[viewer.player.id] { return board(at: seat) }
    return shared.map { publicBoard(of: $0, for: viewer) }
  }

  /// The board with which a round begins for a viewer; to those who watch, the one with which each player does.
  func firstBoard(for viewer: Member) -> Board? {
    if let board = board(for: viewer) { return board }
    guard viewer.isWatching, let table else { return nil }
    return publicBoard(of: table.match, table.scope, for: viewer)
  }

  /// The board on which somebody has moved, for a viewer who looks on.
  func watchedBoard(after mover: PlayerID, _ scope: PuzzleScope, for viewer: Member) -> Board? {
    guard let played = shared ?? seats[mover]?.played, played.scope == scope else { return nil }
    return publicBoard(of: played, for: viewer)
  }

  /// The boards of the others in a round, for a room small enough to show them.
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

  /// Somebody else's board, as a viewer may see it.
  func publicBoard(of played: PlayedMatch, for viewer: Member) -> Board {
    board(of: played, for: hub.mayKnow(viewer.player, played.scope) ? .informed : .outsider)
  }

  /// The board on the table before anybody has moved.
  private func publicBoard(of match: Match, _ scope: PuzzleScope, for viewer: Member) -> Board {
    looksOn(match.board(for: hub.mayKnow(viewer.player, scope) ? .informed : .outsider), scope)
  }

  /// A board for those who do not play on it.
  func board(of played: PlayedMatch, for viewer: Viewer) -> Board {
    var board = looksOn(played.match.board(for: viewer), played.scope)
    showTable(of: played, on: &board)
    return board
  }

  /// A player's own board.
  ///
  /// - Parameter listsMoves: whether it is sent, so that programs can choose among the moves; people read the board.
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

  /// A board on which one does not play.
  private func looksOn(_ board: Board, _ scope: PuzzleScope) -> Board {
    var board = board
    board.title = state.title(of: scope)
    // What all are asked is for those who look on as well: a wall on which a class sees the question.
    if board.choices.isEmpty { board.prompt = "" }
    for index in board.choices.indices { board.choices[index].move = "" }
    board.gestures = []
    board.removePartMoves()
    return board
  }

  /// How to come to another board once one is full.
  var wayOn: String {
    let next = "a new one comes with the next \(mode.roundNoun)"
    guard let verb = plan.game?.info.verbOfGivingUp else { return next }
    return "\(verb.replacing("_", with: " ")) to see the solution; \(next)"
  }

  /// Why a board takes no more moves of a player, in place of what to do next; `nil` for one that does.
  func reasonOfFullBoard(at seat: Seat) -> String? {
    // A move that ends a board is shown before its player is done.
    guard !seat.isDone, isPlaying, hub.isFull(seat.played),
      seat.played.match.outcome(for: seat.player.id) == nil
    else { return nil }
    return hub.fullBoard(seat.played, "board", next: wayOn)
  }

  /// What a player shares who is done.
  func share(of seat: Seat, _ outcome: Outcome) -> String {
    outcome.grid.text(title: plan.game?.info.title ?? name, label: seat.label)
  }

  // MARK: - At a table

  /// Who plays is shown where a game does not say it, as long as they are few.
  private static let mostSeatsShown = 8

  /// Fills in who plays, whose parts there are, whose turn it is and how long they have.
  ///
  /// - Parameter viewer: whose board it is; `nil` for those who look on.
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
    // Those that the board shows, and whose board it is.
    for seat in board.seats {
      let player = PlayerID(seat.number)
      if let clock = played.clock, played.players.contains(player) {
        board.clocks.append(
          Board.Clock(
            player: seat.player, milliseconds: Int(clock.left(of: player, at: now)),
            runs: clock.running.contains(player)))
      } else if let end = played.match.timeIsUp(for: player) {
        board.clocks.append(Board.Clock(player: seat.player, milliseconds: Self.left(until: end, at: now), runs: true))
      }
    }
    let own = viewer.flatMap { played.match.timeIsUp(for: $0) }
    guard own != nil || board.clocks.isEmpty else { return }
    board.endsInMilliseconds = (own ?? played.match.deadline).map { Self.left(until: $0, at: now) }
  }

  private static func left(until end: Elapsed, at now: Elapsed) -> Int {
    Int(max(0, end.milliseconds - now.milliseconds))
  }
}
