import GameKit
public import Kernel
import ParlorCore
import WireProtocol

/// Polls: in a room for talking a member asks, all vote, and see the counts when it is closed.
public struct Polls: Feature {
  public init() {}

  public static var documents: [DocumentForm] { [DocumentForm(RoomPostDocument<Poll>.self)] }

  public func register(in kernel: Kernel) {
    let polls = RoomPosts<Poll>(in: kernel)
    kernel.handleInSession { (request: Request.Poll, context) throws(WireError) in
      let desk = try polls.desk(request.room, context)
      guard let question = request.question else { return try desk.show() }
      try desk.ask(question, request.options)
    }
    kernel.handleInSession { (request: Request.Vote, context) throws(WireError) in
      try polls.desk(request.room, context).vote(for: request.option, in: request.number)
    }
    kernel.handleInSession { (request: Request.ClosePoll, context) throws(WireError) in
      try polls.desk(request.room, context).close()
    }
    kernel.handleInSession { (request: Request.RemovePoll, context) throws(WireError) in
      try polls.desk(request.room, context).remove()
    }
    kernel.react { (asked: PersonalRecords) in for poll in polls.all { asked.addVote(in: poll) } }
  }
}

extension RoomPostDesk<Poll> {
  fileprivate func ask(_ question: String, _ options: [String]) throws(WireError) {
    try add(pause: context.limits.pollSeconds) { () throws(WireError) in try poll(question, options) }
  }

  private func poll(_ question: String, _ options: [String]) throws(WireError) -> Poll {
    guard options.count > 1 else { throw WireError(.badField, "A poll takes 2 options or more") }
    let question = try context.line(question, as: "A question", maximum: 200)
    let options = try options.map { text throws(WireError) in try context.line(text, as: "An option", maximum: 64) }
    try Poll.checkDifferent(options)
    let end = context.now.adding(milliseconds: Int64(context.limits.pollOpenSeconds) * 1000)
    return Poll(question: question, options: options, closesAt: end.milliseconds)
  }

  fileprivate func vote(for option: Int, in number: Int?) throws(WireError) {
    let poll = try readable().post
    try checkOpen(poll, number)
    guard option <= poll.options.count else {
      throw WireError(.badField, "The options of the poll are 1 to \(poll.options.count)")
    }
    guard poll.vote(of: context.player.id) != nil || poll.votes.count < context.limits.roomMembers else {
      throw WireError(.tooMany, .vote, "As many have voted as a room may have members")
    }
    try change(.voted(vote: Poll.Vote(player: context.player.id, option: option)))
  }

  fileprivate func close() throws(WireError) {
    try checkOpen(try standing().post)
    try checkKeeper("closes")
    try change(.closed, toAll: true)
  }

  private func checkOpen(_ poll: Poll, _ wanted: Int? = nil) throws(WireError) {
    if let wanted, wanted > number {
      throw WireError(.notFound, .poll, "There is no poll \(wanted) in \(room.name) yet: the last is \(number)")
    }
    guard !poll.isOver(at: context.now), wanted ?? number == number else {
      throw WireError(.notFound, .poll, "That poll in \(room.name) is closed")
    }
  }
}

extension PersonalRecords {
  /// The player's vote in a poll.
  fileprivate func addVote(in poll: RoomPosts<Poll>.Entry) {
    guard let vote = poll.post.vote(of: player.id), poll.post.options.indices.contains(vote - 1) else { return }
    add("vote") { json in
      json.field("room", ifPresent: self.room(poll.room)?.name)
      json.field("n", poll.number)
      json.field("option", poll.post.options[vote - 1])
    }
  }
}
