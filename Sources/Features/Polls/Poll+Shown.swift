import GameKit
import Kernel
import Names
import ParlorCore
import WireProtocol

extension Poll {
  func isOpen(at now: Instant) -> Bool { !isClosed && now.milliseconds < closesAt }

  func message(in room: RoomHandle, for context: SessionContext) -> PollAnswer {
    let counts = options.indices.map { index in votes.count { $0.option == index + 1 } }
    let isClosed = !isOpen(at: context.now)
    return PollAnswer(
      room: room.name, number: number, player: context.player(asker)?.name, question: question, options: options,
      votes: votes.count, own: vote(of: context.player.id), counts: isClosed ? counts : [], isClosed: isClosed)
  }

  /// Refuses options that look alike: those that differ by case and spaces alone.
  static func checkDifferent(_ options: [String]) throws(WireError) {
    var seen: Set<String> = []
    for option in options where !seen.insert(PlayerName.fold(option).filter { !$0.isWhitespace }).inserted {
      throw WireError(.badField, "Two options of the poll read alike: \(option)")
    }
  }
}

extension Document<PollDocument> {
  /// Removes the poll, and notifies those who are in the room.
  @discardableResult
  func remove(in room: RoomHandle, besides context: SessionContext? = nil) -> PollRemoved {
    let removed = PollRemoved(room: room.name, number: state.number)
    room.emit(.removed(number: state.number, askedAt: state.askedAt), on: self)
    room.sendToAll(removed, besides: context)
    return removed
  }
}

extension PersonalRecords {
  /// What the player has asked in a room, and voted for.
  func add(_ document: Document<PollDocument>) {
    guard let poll = document.state.poll else { return }
    let room = room(document.id.key)?.name
    if poll.asker == player.id {
      add("poll") { json in
        json.field("at_ms", Int(poll.askedAt))
        json.field("room", ifPresent: room)
        json.field("question", poll.question)
        json.field("options", JSON.array(poll.options.map { .string($0) }))
      }
    }
    guard let vote = poll.vote(of: player.id), poll.options.indices.contains(vote - 1) else { return }
    add("vote") { json in
      json.field("room", ifPresent: room)
      json.field("n", poll.number)
      json.field("option", poll.options[vote - 1])
    }
  }
}
