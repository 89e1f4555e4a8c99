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
    kernel.contribute(PostedPolls(polls: polls) as any RoomPosts)
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
    kernel.handleInSession { (request: Request.RemovePoll, context) throws(WireError) in
      try PollDesk(request.room, polls, context).remove()
    }
    kernel.react { (entered: RoomEntered) in
      guard let poll = polls.loaded(entered.room.number)?.state.poll, entered.context.hears(poll.asker),
        entered.isBack || poll.isOpen(at: entered.context.now)
      else { return }
      entered.context.send(poll.message(in: entered.room, for: entered.context))
    }
    kernel.react { (closed: RoomClosed) in
      if let document = polls.loaded(closed.number) { closed.end(document, with: .removed(number: 0, askedAt: 0)) }
    }
    kernel.react { (gone: PlayerGone) in
      // A guest who leaves keeps the poll that is under way: whoever comes and goes must not cost what all polls do.
      guard gone.isForgotten else { return }
      for document in polls.all where document.state.poll?.asker == gone.player {
        if let room = gone.room(document.id.key) { document.remove(in: room) }
      }
    }
    kernel.react { (asked: PersonalRecords) in for document in polls.all { asked.add(document) } }
  }
}

/// Polls as those see them who keep order.
private struct PostedPolls: RoomPosts {
  let polls: DocumentTable<PollDocument>

  func texts(of author: PlayerID, in room: RoomHandle) -> [String] {
    guard let poll = polls.loaded(room.number)?.state.poll, poll.asker == author else { return [] }
    return [poll.question + " " + poll.options.joined(separator: " | ")]
  }

  func remove(of author: PlayerID, in room: RoomHandle) -> Bool {
    guard let document = polls.loaded(room.number), document.state.poll?.asker == author, !document.isDamaged else {
      return false
    }
    document.remove(in: room)
    return true
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
    try context.checkName()
    guard options.count > 1 else { throw WireError(.badField, "A poll takes 2 options or more") }
    let question = try context.line(question, as: "A question", maximum: 200)
    let options = try options.map { text throws(WireError) in try context.line(text, as: "An option", maximum: 64) }
    try Poll.checkDifferent(options)
    if let last = document.state.poll, last.isOpen(at: context.now) {
      let whose = context.hears(last.asker) ? "" : " of somebody whom you have blocked"
      throw WireError(
        .exists, .poll, "There is an open poll\(whose) in \(room.name), which has to be closed or removed first")
    }
    let (number, askedAt) = (document.state.number, document.state.askedAt)
    let pause = Int64(context.limits.pollSeconds) * 1000
    let wait = Instant(milliseconds: askedAt &+ pause).milliseconds(since: context.now)
    guard number == 0 || wait <= 0 else {
      throw WireError(.tooFast, "The last poll in \(room.name) is too recent", retryAfterMilliseconds: Int(wait))
    }
    try context.checkTalk(in: room)
    context.keep(context.player)
    let poll = Poll(
      number: number &+ 1, asker: context.player.id, askedAt: context.now.milliseconds,
      closesAt: context.now.adding(milliseconds: Int64(context.limits.pollOpenSeconds) * 1000).milliseconds,
      question: question, options: options)
    context.emit(.asked(poll: poll), on: document)
    try show(toAll: true)
  }

  func vote(for option: Int, in number: Int?) throws(WireError) {
    let poll = try seen()
    try checkOpen(poll, number)
    guard option <= poll.options.count else {
      throw WireError(.badField, "The options of the poll are 1 to \(poll.options.count)")
    }
    guard poll.vote(of: context.player.id) != nil || poll.votes.count < context.limits.roomMembers else {
      throw WireError(.tooMany, .vote, "As many have voted as a room may have members")
    }
    context.emit(.voted(vote: Poll.Vote(player: context.player.id, option: option)), on: document)
    try show()
  }

  func close() throws(WireError) {
    let poll = try poll()
    try checkOpen(poll)
    try checkOwner(of: poll, "closes")
    context.emit(.closed, on: document)
    show(try self.poll(), toAll: true)
  }

  func remove() throws(WireError) {
    let poll = try poll()
    try checkOwner(of: poll, "removes")
    if poll.asker != context.player.id, !context.owns(room) {
      try context.checkActs()
      _ = context.act(.hide, on: poll.asker, target: "\(room.name) poll \(poll.number)", text: nil)
    }
    context.answer(document.remove(in: room, besides: context))
  }

  /// Answers with the poll, and shows it to everybody else in the room where they are to see it.
  func show(toAll: Bool = false) throws(WireError) { show(try seen(), toAll: toAll) }

  private func show(_ poll: Poll, toAll: Bool) {
    var message = poll.message(in: room, for: context)
    context.answer(message)
    message.own = nil
    if toAll { context.tellOthers(in: room, message, by: poll.asker) }
  }

  private func checkOwner(of poll: Poll, _ verb: String) throws(WireError) {
    guard poll.asker == context.player.id || context.keepsOrder(in: room) else {
      throw WireError(.notOwner, "Who has asked, the owner of \(room.name) or a moderator \(verb) the poll")
    }
  }

  private func poll() throws(WireError) -> Poll {
    if let poll = document.state.poll { return poll }
    throw WireError(.notFound, .poll, "There is no poll in \(room.name): /poll QUESTION? OPTION | OPTION asks one")
  }

  /// The poll, as far as the player sees it: what is said by somebody blocked is not read.
  private func seen() throws(WireError) -> Poll {
    let poll = try poll()
    if context.hears(poll.asker) { return poll }
    throw WireError(.notFound, .poll, "The poll in \(room.name) is of somebody whom you have blocked")
  }

  private func checkOpen(_ poll: Poll, _ number: Int? = nil) throws(WireError) {
    if let number, number > poll.number {
      throw WireError(.notFound, .poll, "There is no poll \(number) in \(room.name) yet: the last is \(poll.number)")
    }
    guard poll.isOpen(at: context.now), number ?? poll.number == poll.number else {
      throw WireError(.notFound, .poll, "That poll in \(room.name) is closed")
    }
  }
}
