import GameKit
import Kernel

/// The last poll of a room, whose number is the key. It ends with the room.
enum PollDocument: ResidentKind {
  enum Fact: Codable {
    /// A poll in place of the one before; of a snapshot, with its votes.
    case asked(poll: Poll)
    /// A player has voted, in place of another vote.
    case voted(vote: Poll.Vote)
    /// Nobody votes any more.
    case closed
    /// The room is gone.
    case ended
  }

  static let number: UInt8 = 18
  static let name = "polls"
  static let packingFact: String? = "ended"

  static func initialState(_ key: Int64) -> Poll? { nil }

  static func apply(_ fact: Fact, to state: inout Poll?) {
    switch fact {
    case .asked(let poll): state = poll
    case .voted(let vote):
      state?.votes.removeAll { $0.player == vote.player }
      state?.votes.append(vote)
    case .closed: state?.isClosed = true
    case .ended: state = nil
    }
  }

  static func forget(_ player: Int64, in state: inout Poll?) {
    state?.votes.removeAll { $0.player.number == player }
    if state?.asker.number == player { state = nil }
  }

  static func pack(_ state: Poll?) -> [Fact] { state.map { [.asked(poll: $0)] } ?? [] }
}

/// A question to a room.
struct Poll: Codable, Hashable {
  /// The option that a player has chosen, from 1 on.
  struct Vote: Codable, Hashable {
    let player: PlayerID
    let option: Int
  }

  /// Which poll of the room it is, from 1 on.
  let number: Int
  let asker: PlayerID
  /// In milliseconds since 1970.
  let askedAt: Int64
  let question: String
  let options: [String]
  /// One a player, the latest last.
  var votes: [Vote] = []
  var isClosed = false

  func vote(of player: PlayerID) -> Int? { votes.first { $0.player == player }?.option }
}
