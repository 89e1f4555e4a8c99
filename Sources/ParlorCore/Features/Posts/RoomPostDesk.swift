import GameKit
import Kernel
package import WireProtocol

/// Executes a request about a room's post. Valid during the call only.
package struct RoomPostDesk<Post: RoomPost> {
  package let room: RoomHandle
  let document: Document<RoomPostDocument<Post>>
  package let context: SessionContext

  /// The post's number in the room, from 1 on.
  package var number: Int { document.state.number }

  /// The post for the player, unless its author is blocked.
  ///
  /// - Throws: `not_found`.
  package func readable() throws(WireError) -> LastPost<Post>.Standing {
    let standing = try standing()
    if context.hears(standing.author) { return standing }
    throw WireError(.notFound, Post.subject, "The \(Post.noun) in \(room.name) is of somebody whom you have blocked")
  }

  /// Posts something after the previous one is over, and shows it to all.
  ///
  /// - Parameters:
  ///   - pause: how long after the last one, in seconds.
  ///   - make: makes it for somebody with a name.
  /// - Throws: `not_named`; what `make` throws; `exists`, `too_fast`, `muted`.
  package func add(pause: Int, _ make: () throws(WireError) -> Post) throws(WireError) {
    try context.checkName()
    let post = try make()
    let last = document.state
    if let standing = last.standing, !standing.post.isOver(at: context.now) {
      let whose = context.hears(standing.author) ? "" : " of somebody whom you have blocked"
      throw WireError(
        .exists, Post.subject,
        "There is an open \(Post.noun)\(whose) in \(room.name), which has to be closed or removed first")
    }
    let end = Instant(milliseconds: last.postedAt &+ Int64(pause) * 1000)
    let wait = end.milliseconds(since: context.now)
    guard last.number == 0 || wait <= 0 else {
      throw WireError(
        .tooFast, "The last \(Post.noun) in \(room.name) is too recent", retryAfterMilliseconds: Int(wait))
    }
    try context.checkTalk(in: room)
    context.keep(context.player)
    let standing = LastPost.Standing(author: context.player.id, post: post)
    context.emit(
      .posted(number: last.number &+ 1, postedAt: context.now.milliseconds, standing: standing), on: document)
    show(standing, toAll: true)
  }

  /// Changes the post, and answers with it.
  ///
  /// - Parameter toAll: whether it is shown to everybody.
  package func change(_ change: Post.Change, toAll: Bool = false) throws(WireError) {
    context.emit(.changed(change: change), on: document)
    show(try standing(), toAll: toAll)
  }

  /// Refuses players who may not end or remove the post: they are neither its author nor moderators here.
  ///
  /// - Throws: `not_found`, `not_owner`.
  package func checkKeeper(_ verb: String) throws(WireError) {
    guard try standing().author == context.player.id || context.keepsOrder(in: room) else {
      throw WireError(
        .notOwner, "Only its author, the owner of \(room.name) or a moderator \(verb) the \(Post.noun)")
    }
  }

  /// Removes the post. A removal by a moderator of the server is an act.
  ///
  /// - Throws: `not_found`, `not_owner`, `data_damaged`.
  package func remove() throws(WireError) {
    try checkKeeper("removes")
    let author = try standing().author
    if author != context.player.id, !context.owns(room) {
      try context.checkActs()
      _ = context.act(.hide, on: author, target: "\(room.name) \(Post.noun) \(number)", text: nil)
    }
    context.answer(document.remove(in: room, besides: context))
  }

  /// Answers with the post.
  ///
  /// - Throws: `not_found`.
  package func show() throws(WireError) {
    show(try readable(), toAll: false)
  }

  /// Answers with the post; with `toAll` all other members get it who have not blocked its author.
  private func show(_ standing: LastPost<Post>.Standing, toAll: Bool) {
    context.answer(message(of: standing, to: context.player.id))
    if toAll { context.tellOthers(in: room, message(of: standing, to: nil), by: standing.author) }
  }

  func message(of standing: LastPost<Post>.Standing, to reader: PlayerID?) -> Post.Message {
    let author = context.player(standing.author)?.name
    return standing.post.message(
      PostFrame(room: room.name, number: number, author: author), to: reader, at: context.now)
  }

  /// The post, also of a blocked author, whose post a moderator can end and remove.
  ///
  /// - Throws: `not_found`.
  package func standing() throws(WireError) -> LastPost<Post>.Standing {
    if let standing = document.state.standing { return standing }
    throw WireError(.notFound, Post.subject, "There is no \(Post.noun) in \(room.name): \(Post.hint)")
  }
}

extension RoomPost {
  /// Its noun in messages.
  static var noun: String { subject.rawValue }
}

extension Document {
  /// Removes the post, and notifies the room's members.
  @discardableResult
  func remove<Post>(
    in room: RoomHandle, besides context: SessionContext? = nil
  ) -> Post.Removal where Kind == RoomPostDocument<Post> {
    let removal = Post.removal(in: room.name, number: state.number)
    room.emit(.removed(number: state.number, postedAt: state.postedAt), on: self)
    room.sendToAll(removal, besides: context)
    return removal
  }
}
