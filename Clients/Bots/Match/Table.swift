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
  /// Those whose board has answers to choose from, none of which can be chosen now: time leads on.
  private var waiting: Set<Side> = []

  init(_ seats: [Side], room: String) {
    self.seats = seats
    self.room = room
  }

  /// - Parameter side: who has been told.
  mutating func note(_ message: JSON, for side: Side) {
    guard message["room"] == .string(room) else { return }
    if let board = message["board"] {
      toMove = (board["to_move"]?.arrayValue ?? []).compactMap(\.stringValue)
      if let choices = board["choices"]?.arrayValue, choices.allSatisfy({ $0["move"] == nil }) {
        waiting.insert(side)
      } else {
        waiting.remove(side)
      }
    }
    switch message["type"] {
    case "finished":
      guard let side = seats.first(where: { names[$0] == message["player"]?.stringValue }) else { return }
      results[side] = message["outcome"]?.objectValue
    case "round_over": isOver = true
    default: break
    }
  }

  private var playing: [Side] { isOver ? [] : seats.filter { results[$0] == nil } }

  /// Whether nobody can do anything before time has led on.
  var mustWait: Bool { !playing.isEmpty && playing.allSatisfy(waiting.contains) }

  /// Who is asked next: whose turn it is or, where both may move, one after the other. `nil` when the game is over.
  var next: Side? {
    mutating get {
      let playing = playing.filter { !waiting.contains($0) }
      let asked = playing.filter { side in names[side].map(toMove.contains) ?? false }
      let side = asked.count == 1 ? asked[0] : playing.isEmpty ? nil : playing[turn % playing.count]
      turn += 1
      return side
    }
  }

  func result(of side: Side) -> SideResult { SideResult(outcome: results[side], fault: faults[side]) }
}
