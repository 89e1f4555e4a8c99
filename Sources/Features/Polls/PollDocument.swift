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
    /// There is no poll any more; the number of the last one, and when it was asked, stay. Both are 0 once the room is
    /// gone.
    case removed(number: Int, askedAt: Int64)
  }

  static let number: UInt8 = 18
  static let name = "polls"
  static let packingFact: String? = "removed"

  static func initialState(_ key: Int64) -> RoomPolls { RoomPolls() }

  static func apply(_ fact: Fact, to state: inout RoomPolls) {
    switch fact {
    case .asked(let poll): state = RoomPolls(number: poll.number, askedAt: poll.askedAt, poll: poll)
    case .voted(let vote):
      state.poll?.votes.removeAll { $0.player == vote.player }
      state.poll?.votes.append(vote)
    case .closed: state.poll?.isClosed = true
    case .removed(let number, let askedAt): state = RoomPolls(number: number, askedAt: askedAt)
    }
  }

  static func forget(_ player: Int64, in state: inout RoomPolls) {
    state.poll?.votes.removeAll { $0.player.number == player }
    if state.poll?.asker.number == player { state.poll = nil }
  }

  static func pack(_ state: RoomPolls) -> [Fact] {
    if let poll = state.poll { return [.asked(poll: poll)] }
    return state.number > 0 ? [.removed(number: state.number, askedAt: state.askedAt)] : []
  }
}

/// A room's last poll, and what is left of one that was removed.
struct RoomPolls: Hashable {
  /// The number of the last poll, from 1 on; 0 before the first.
  var number = 0
  /// When it was asked, in milliseconds since 1970.
  var askedAt: Int64 = 0
  var poll: Poll?
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
  /// In milliseconds since 1970, as is ``closesAt``.
  let askedAt: Int64
  /// When it closes by itself.
  let closesAt: Int64
  let question: String
  let options: [String]
  /// One a player, the latest last.
  var votes: [Vote] = []
  /// Whether somebody has closed it.
  var isClosed = false

  func vote(of player: PlayerID) -> Int? { votes.first { $0.player == player }?.option }
}
