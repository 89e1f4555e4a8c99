internal import GameKit
internal import ParlorCore
internal import WireProtocol

/// Moves of a match that one player has made one after the other, as a row holds them: `body` is an array of arrays,
/// `[elapsed in ms, event, state hash as a signed number, move_id or null, move]`.
struct MoveRow {
  let match: Int64
  /// The place of the first move in the match, from 0.
  let first: Int
  /// The place of the last.
  let last: Int
  let player: PlayerID
  let body: [UInt8]

  /// The rows of a match's moves: a row for those in sequence of one player.
  static func rows(of moves: [StoredMove]) -> [MoveRow] {
    var rows: [MoveRow] = []
    var start = moves.startIndex
    while start < moves.endIndex {
      var end = start + 1
      while end < moves.endIndex, moves[end].player == moves[start].player, moves[end].index == moves[end - 1].index + 1
      {
        end += 1
      }
      rows.append(MoveRow(moves[start..<end], from: moves[start], to: moves[end - 1]))
      start = end
    }
    return rows
  }

  private init(_ moves: ArraySlice<StoredMove>, from start: StoredMove, to end: StoredMove) {
    (match, first, last, player) = (start.match, start.index, end.index, start.player)
    var json = JSONWriter()
    json.beginArray()
    for move in moves { move.write(to: &json) }
    json.endArray()
    body = json.bytes
  }

  /// What a row holds: one move that cannot be played again where it is not what was stored.
  static func moves(of row: inout Columns) -> [StoredMove] {
    let (match, first, last) = (row.integer(), row.number(), row.number())
    let (player, body, isDamaged) = (PlayerID(row.integer()), row.bytes(), row.bool())
    let unreadable = StoredMove(
      match: match, index: first, player: player, move: [], elapsed: .zero, moveID: nil, seq: 0, stateHash: 0)
    let document = JSONDocument()
    guard !isDamaged,
      (try? document.parse(body, maximumDepth: JSONDocument.greatestMaximumDepth)) != nil
    else { return [unreadable] }
    var moves: [StoredMove] = []
    for view in document.root.elements {
      guard let move = StoredMove(view, of: match, index: first + moves.count, by: player) else { return [unreadable] }
      moves.append(move)
    }
    return moves.count == last - first + 1 ? moves : [unreadable]
  }
}

extension StoredMove {
  fileprivate func write(to json: inout JSONWriter) {
    json.beginArray()
    json.int(elapsed.milliseconds)
    json.int(seq)
    json.int(Int64(bitPattern: stateHash))
    if let moveID { json.string(moveID) } else { json.null() }
    json.raw(move)
    json.endArray()
  }

  fileprivate init?(_ view: JSONView, of match: Int64, index: Int, by player: PlayerID) {
    let parts = Array(view.elements)
    guard parts.count == 5, let elapsed = parts[0].int, let seq = parts[1].int, let state = parts[2].int else {
      return nil
    }
    self.init(
      match: match, index: index, player: player, move: parts[4].withSourceBytes { Array($0) },
      elapsed: Elapsed(milliseconds: Int64(elapsed)), moveID: parts[3].string, seq: seq,
      stateHash: UInt64(bitPattern: Int64(state)))
  }
}
