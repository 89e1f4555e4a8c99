package import GameKit
package import Kernel
package import WireProtocol

/// The posts of a kind in all rooms, with the part common to all kinds.
package struct RoomPosts<Post: RoomPost> {
  private let documents = DocumentTable<RoomPostDocument<Post>>()

  /// Registers the kind in a kernel.
  package init(in kernel: Kernel) {
    kernel.add(documents)
    kernel.contribute(self as any PostedTexts)
    kernel.react { [self] (entered: RoomEntered) in
      guard let document = documents.loaded(entered.room.number) else { return }
      let desk = RoomPostDesk(room: entered.room, document: document, context: entered.context)
      guard let standing = try? desk.readable(), entered.isBack || !standing.post.isOver(at: entered.context.now)
      else { return }
      entered.context.send(desk.message(of: standing, to: entered.context.player.id))
    }
    kernel.react { [self] (asked: PersonalRecords) in
      for document in documents.all where document.state.standing?.author == asked.player.id {
        asked.add(document)
      }
    }
    kernel.react { [self] (closed: RoomClosed) in
      guard let document = documents.loaded(closed.number) else { return }
      closed.end(document, with: .removed(number: 0, postedAt: 0))
    }
    kernel.react { [self] (gone: PlayerGone) in
      // A guest's post stays after the guest has left: leaving must not cost time proportional to all posts.
      guard gone.isForgotten else { return }
      for document in documents.all where document.state.standing?.author == gone.player {
        if let room = gone.room(document.id.key) { document.remove(in: room) }
      }
    }
  }

  /// The post of a request's room.
  ///
  /// - Throws: `no_talk`, `not_in_room`, `which_room`, `not_found`; `data_damaged`.
  package func desk(_ name: String?, _ context: SessionContext) throws(WireError) -> RoomPostDesk<Post> {
    let room = try context.roomForTalking(name)
    let document = documents[room.number]
    try document.checkSound()
    return RoomPostDesk(room: room, document: document, context: context)
  }

  /// A room's present post.
  package struct Entry {
    /// The room's number.
    package let room: Int64
    /// The post's number in the room, from 1 on.
    package let number: Int
    package let post: Post
  }

  /// The present posts of all rooms.
  package var all: [Entry] {
    documents.all.compactMap { document in
      document.state.standing.map { Entry(room: document.id.key, number: document.state.number, post: $0.post) }
    }
  }
}

extension PersonalRecords {
  /// The player's present posts.
  fileprivate func add<Post: RoomPost>(_ document: Document<RoomPostDocument<Post>>) {
    guard let standing = document.state.standing else { return }
    add(Post.noun) { json in
      json.field("at_ms", Int(document.state.postedAt))
      json.field("room", ifPresent: self.room(document.id.key)?.name)
      json.field("text", standing.post.text)
    }
  }
}

/// A feature's texts that players have posted in rooms.
protocol PostedTexts {
  /// A player's visible post in a room.
  func text(of author: PlayerID, in room: RoomHandle) -> String?
  /// Removes a player's post in a room, and notifies its members.
  ///
  /// - Returns: whether there was one.
  func remove(of author: PlayerID, in room: RoomHandle) -> Bool
}

extension RoomPosts: PostedTexts {
  func text(of author: PlayerID, in room: RoomHandle) -> String? {
    guard let standing = documents.loaded(room.number)?.state.standing, standing.author == author else { return nil }
    return standing.post.text
  }

  func remove(of author: PlayerID, in room: RoomHandle) -> Bool {
    guard let document = documents.loaded(room.number), document.state.standing?.author == author,
      !document.isDamaged
    else { return false }
    document.remove(in: room)
    return true
  }
}

extension SessionContext {
  /// A player's visible posts of all features in a room.
  package func posts(of author: PlayerID, in room: RoomHandle) -> [String] {
    parlor.kernel.contributions((any PostedTexts).self).compactMap { $0.text(of: author, in: room) }
  }

  /// Removes a player's posts of all features in a room.
  ///
  /// - Returns: whether there was one.
  package func removePosts(of author: PlayerID, in room: RoomHandle) -> Bool {
    parlor.kernel.contributions((any PostedTexts).self).reduce(false) { $1.remove(of: author, in: room) || $0 }
  }
}
