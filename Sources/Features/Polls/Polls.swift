import GameKit
public import Kernel
import ParlorCore
import WireProtocol

/// Polls: in a room for talking somebody asks, everybody votes, and once it is closed all see the counts.
public struct Polls: Feature {
  public init() {}

  public static var documents: [DocumentForm] { [DocumentForm(PollDocument.self)] }

  public func register(in kernel: Kernel) {
    let polls = DocumentTable<PollDocument>()
    kernel.add(polls)
    kernel.handleInSession { (request: Request.Poll, context) throws(WireError) in
      let desk = try PollDesk(request.room, polls, context)
      guard let question = request.question else { return try desk.show() }
      try desk.ask(question, request.options)
    }
    kernel.handleInSession { (request: Request.Vote, context) throws(WireError) in
      try PollDesk(request.room, polls, context).vote(for: request.option, in: request.number)
    }
    kernel.handleInSession { (request: Request.ClosePoll, context) throws(WireError) in
      try PollDesk(request.room, polls, context).close()
    }
    kernel.react { (entered: RoomEntered) in
      guard let poll = polls.loaded(entered.room.number)?.state, !poll.isClosed || entered.isBack,
        entered.context.hears(poll.asker)
      else { return }
      entered.context.send(poll.message(in: entered.room, for: entered.context))
    }
    kernel.react { (closed: RoomClosed) in
      if let document = polls.loaded(closed.number) { closed.end(document, with: .ended) }
    }
  }
}

/// Carries out a request about the poll of a room.
private struct PollDesk {
  private let room: RoomHandle
  private let document: Document<PollDocument>
  private let context: SessionContext

  init(_ name: String?, _ polls: DocumentTable<PollDocument>, _ context: SessionContext) throws(WireError) {
    room = try context.roomForTalking(name)
    (document, self.context) = (polls[room.number], context)
    try document.checkSound()
  }

  func ask(_ question: String, _ options: [String]) throws(WireError) {
    guard options.count > 1 else { throw WireError(.badField, "A poll takes 2 options or more") }
    let question = try context.line(question, as: "A question", maximum: 200)
    let options = try options.map { text throws(WireError) in try context.line(text, as: "An option", maximum: 64) }
    guard document.state?.isClosed != false else {
      throw WireError(.exists, .poll, "There is an open poll in \(room.name), which has to be closed first")
    }
    let pause = Int64(context.limits.pollSeconds) * 1000
    let wait = document.state.map { Instant(milliseconds: $0.askedAt &+ pause).milliseconds(since: context.now) }
    if let wait, wait > 0 {
      throw WireError(.tooFast, "The last poll in \(room.name) is too recent", retryAfterMilliseconds: Int(wait))
    }
    try context.checkTalk(in: room)
    context.keep(context.player)
    let number = (document.state?.number ?? 0) &+ 1
    let poll = Poll(
      number: number, asker: context.player.id, askedAt: context.now.milliseconds, question: question, options: options)
    context.emit(.asked(poll: poll), on: document)
    try show(toAll: true)
  }

  func vote(for option: Int, in number: Int?) throws(WireError) {
    let poll = try openPoll(number)
    guard option <= poll.options.count else {
      throw WireError(.badField, "The options of the poll are 1 to \(poll.options.count)")
    }
    guard poll.vote(of: context.player.id) != nil || poll.votes.count < context.limits.roomMembers else {
      throw WireError(.tooMany, .vote, "As many have voted as a room may have members")
    }
    context.keep(context.player)
    context.emit(.voted(vote: Poll.Vote(player: context.player.id, option: option)), on: document)
    try show()
  }

  func close() throws(WireError) {
    guard try openPoll().asker == context.player.id || context.keepsOrder(in: room) else {
      throw WireError(.notOwner, "Who has asked, the owner of \(room.name) or a moderator closes the poll")
    }
    context.emit(.closed, on: document)
    try show(toAll: true)
  }

  /// Answers with the poll, and shows it to everybody else in the room where they are to see it.
  func show(toAll: Bool = false) throws(WireError) {
    let poll = try poll()
    var message = poll.message(in: room, for: context)
    context.answer(message)
    message.own = nil
    if toAll { context.tellOthers(in: room, message, by: poll.asker) }
  }

  private func poll() throws(WireError) -> Poll {
    if let poll = document.state { return poll }
    throw WireError(.notFound, .poll, "There is no poll in \(room.name): /poll QUESTION? OPTION | OPTION asks one")
  }

  private func openPoll(_ number: Int? = nil) throws(WireError) -> Poll {
    let poll = try poll()
    guard !poll.isClosed, number ?? poll.number == poll.number else {
      throw WireError(.notFound, .poll, "That poll in \(room.name) is closed")
    }
    return poll
  }
}

extension Poll {
  fileprivate func message(in room: RoomHandle, for context: SessionContext) -> PollAnswer {
    let counts = options.indices.map { index in votes.count { $0.option == index + 1 } }
    return PollAnswer(
      room: room.name, number: number, player: context.player(asker)?.name, question: question, options: options,
      votes: votes.count, own: vote(of: context.player.id), counts: isClosed ? counts : [], isClosed: isClosed)
  }
}
