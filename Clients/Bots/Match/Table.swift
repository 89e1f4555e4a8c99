internal import WireProtocol

/// A game that is being played, as far as the server has told.
struct Table {
  /// In the order in which they came.
  let seats: [Side]
  let room: String
  var names: [Side: String] = [:]
  var results: [Side: JSONObject] = [:]
  var faults: [Side: MatchFault] = [:]
  /// How long each has taken for its moves.
  var seconds: [Side: Double] = [:]
  var isOver = false
  /// Who is to move; nobody where all may.
  private var toMove: [String] = []
  private var turn = 0

  init(_ seats: [Side], room: String) {
    self.seats = seats
    self.room = room
  }

  mutating func note(_ message: JSON) {
    guard message["room"] == .string(room) else { return }
    if let board = message["board"] { toMove = (board["to_move"]?.arrayValue ?? []).compactMap(\.stringValue) }
    switch message["type"] {
    case "finished":
      guard let side = seats.first(where: { names[$0] == message["player"]?.stringValue }) else { return }
      results[side] = message["outcome"]?.objectValue
    case "round_over": isOver = true
    default: break
    }
  }

  /// Who is asked next: whose turn it is or, where both may move, one after the other. `nil` when the game is over.
  var next: Side? {
    mutating get {
      let playing = isOver ? [] : seats.filter { results[$0] == nil }
      let asked = playing.filter { side in names[side].map(toMove.contains) ?? false }
      let side = asked.count == 1 ? asked[0] : playing.isEmpty ? nil : playing[turn % playing.count]
      turn += 1
      return side
    }
  }

  func result(of side: Side) -> SideResult { SideResult(outcome: results[side], fault: faults[side]) }
}
