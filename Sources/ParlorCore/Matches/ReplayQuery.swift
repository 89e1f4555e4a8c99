import GameKit
package import Kernel
package import WireProtocol

/// A whole match with the result of each move, as its player saw it, or with the final states of its grids.
package struct ReplayQuery: StoredQuery {
  package let match: Int64
  /// Whether it is drawn instead of sent as lines.
  package let isDrawn: Bool
  package let replayer: MatchReplayer

  package struct Replay: Sendable {
    package let replayed: ReplayedMatch
    /// In the form of ``ReplayFile``.
    package fileprivate(set) var lines: [JSON]
    /// Grids by the number of moves before them: at the end of each, and the last.
    package fileprivate(set) var grids: [Int: Board] = [:]
  }

  /// The most moves that are replayed for a drawing.
  private static let mostMoves = 200

  /// `nil` if there is no such match.
  package func answer(from rows: any TableReader) throws(DatabaseError) -> Replay? {
    try rows.wholeMatch(match).map { answer(of: $0) }
  }

  package func answer(of history: StoredMatchHistory) -> Replay {
    let lines = ReplayFile.lines(of: history)
    guard history.moves.count <= Self.mostMoves else {
      return Replay(replayed: ReplayedMatch(history: history, end: .failure(.refused), microseconds: 0), lines: lines)
    }
    var states: [(match: Match, turn: Turn?)] = []
    let replayed = replayer.replay(history) { states.append(($0, $1)) }
    var answer = Replay(replayed: replayed, lines: lines)
    if isDrawn {
      answer.addGrids(states.map(\.match))
    } else {
      for (index, state) in states.enumerated() { if let turn = state.turn { answer.add(turn, ofMove: index) } }
    }
    return answer
  }
}

extension ReplayQuery.Replay {
  /// - Parameter number: from 1, as for the lines after the header.
  fileprivate mutating func add(_ turn: Turn, ofMove number: Int) {
    guard lines.indices.contains(number), var line = lines[number].objectValue else { return }
    let full = turn.full(for: replayed.history.moves[number - 1].player)
    line["turn"] = .object(full)
    if full["tiles"] == nil, !turn.remark.isEmpty { line["remark"] = .string(turn.remark) }
    lines[number] = .object(line)
  }

  fileprivate mutating func addGrids(_ states: [Match]) {
    let boards = states.map { $0.board(for: .informed) }
    guard let last = boards.last, last.isGrid || last.hasGrids else { return }
    for (count, board) in boards.enumerated().dropFirst() {
      if let completed = board.completed { grids[count] = Board(title: "", rows: completed.rows, isGrid: true) }
    }
    var grid = Board(title: "", rows: last.rows, isGrid: true)
    grid.parts = last.parts
    grid.removePartMoves()
    let moves = replayed.history.moves
    let players = zip(moves, lines.dropFirst()).map { ($0.player.number, $1["player"]?.stringValue ?? "") }
    let names = Dictionary(players, uniquingKeysWith: { first, _ in first })
    for index in grid.parts.indices {
      if let owner = grid.parts[index].owner { grid.parts[index].player = names[owner] ?? "" }
    }
    grids[moves.count] = grid
  }
}
