import GameKit
import Names
import ParlorCore
import WireProtocol

/// A question to a room.
struct Poll: RoomPost {
  /// The option that a player has chosen, from 1 on.
  struct Vote: Codable, Hashable {
    let player: PlayerID
    let option: Int
  }

  enum Change: Codable {
    /// A player has voted, in place of another vote.
    case voted(vote: Vote)
    /// Voting has ended.
    case closed
  }

  static let documentNumber: UInt8 = 18
  static let documentName = "polls"
  static let subject = WireError.Subject.poll
  static let hint = "/poll QUESTION? OPTION | OPTION asks one"

  let question: String
  let options: [String]
  /// When it closes by itself, in milliseconds since 1970.
  let closesAt: Int64
  /// One per player, the latest last.
  var votes: [Vote] = []
  /// Whether somebody has closed it.
  var isClosed = false

  var text: String { question + " " + options.joined(separator: " | ") }

  mutating func apply(_ change: Change) {
    switch change {
    case .voted(let vote):
      forget(vote.player.number)
      votes.append(vote)
    case .closed: isClosed = true
    }
  }

  mutating func forget(_ player: Int64) { votes.removeAll { $0.player.number == player } }

  func isOver(at now: Instant) -> Bool { isClosed || now.milliseconds >= closesAt }

  func vote(of player: PlayerID) -> Int? { votes.first { $0.player == player }?.option }

  func message(_ frame: PostFrame, to reader: PlayerID?, at now: Instant) -> PollAnswer {
    let counts = isOver(at: now) ? options.indices.map { index in votes.count { $0.option == index + 1 } } : []
    return PollAnswer(
      room: frame.room, number: frame.number, player: frame.author, question: question, options: options,
      votes: votes.count, own: reader.flatMap(vote), counts: counts, isClosed: isOver(at: now))
  }

  static func removal(in room: String, number: Int) -> PollRemoved { PollRemoved(room: room, number: number) }

  /// Refuses options that differ only by case and spaces.
  static func checkDifferent(_ options: [String]) throws(WireError) {
    var seen: Set<String> = []
    for option in options where !seen.insert(PlayerName.fold(option).filter { !$0.isWhitespace }).inserted {
      throw WireError(.badField, "Two options of the poll read alike: \(option)")
    }
  }
}
