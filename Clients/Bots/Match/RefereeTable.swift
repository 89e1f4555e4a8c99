internal import WireProtocol

/// The state of a game in progress, from the server's messages.
struct RefereeTable {
  /// In order of arrival.
  let seats: [Side]
  let room: String
  var names: [Side: String] = [:]
  var results: [Side: JSONObject] = [:]
  var faults: [Side: MatchFault] = [:]
  /// The time that each side has used for its moves.
  var seconds: [Side: Double] = [:]
  var isOver = false
  /// The players to move; empty if all may.
  private var toMove: [String] = []
  private var turn = 0
  /// Sides whose board has answers of which none can be chosen now: the game continues by time.
  private var waiting: Set<Side> = []

  init(_ seats: [Side], room: String) {
    self.seats = seats
    self.room = room
  }

  /// - Parameter side: the side that got the message.
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

  /// Whether nobody can act before time has passed.
  var mustWait: Bool { !playing.isEmpty && playing.allSatisfy(waiting.contains) }

  /// The side to ask next: the one to move or, if both may, alternating. `nil` when the game is over.
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
