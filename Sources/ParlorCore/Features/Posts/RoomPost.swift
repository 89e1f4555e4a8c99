package import GameKit
import Kernel
import TextMode
package import WireProtocol

/// What a player posts in a room for talking, and what stands there besides talk until it is removed: a poll. A room
/// has one of a kind at a time.
///
/// With ``RoomPosts`` it is treated like talk: it is shown to those who come, but not to those who have blocked its
/// author; reports copy it, `hide` removes it, and it goes with its room and with its author's account.
package protocol RoomPost: Codable, Hashable, Sendable {
  /// What happens to it after it was posted.
  associatedtype Change: Codable, Sendable
  /// What clients are sent of it.
  associatedtype Message: Drawable
  /// What clients are sent when it is gone.
  associatedtype Removal: Drawable

  /// The number of its kind of documents, see `DocumentKind`.
  static var documentNumber: UInt8 { get }
  /// The name of its kind of documents.
  static var documentName: String { get }
  /// What it is in errors.
  static var subject: WireError.Subject { get }
  /// How one is posted, for somebody who finds none.
  static var hint: String { get }

  /// Its words, which reports copy and personal exports have.
  var text: String { get }
  /// Total: a change that means nothing changes nothing.
  mutating func apply(_ change: Change)
  /// Takes what names a player who is deleted out of it.
  mutating func forget(_ player: Int64)

  /// Whether nothing happens to it any more.
  func isOver(at now: Instant) -> Bool
  /// - Parameter reader: whose part in it is shown; `nil` for many readers.
  func message(_ frame: PostFrame, to reader: PlayerID?, at now: Instant) -> Message
  static func removal(in room: String, number: Int) -> Removal
}

/// What stands around every post of a room.
package struct PostFrame {
  /// The room's name.
  package let room: String
  /// Which post of the room it is, from 1 on.
  package let number: Int
  /// The author's name; `nil` for somebody who is gone.
  package let author: String?
}

/// The last post of a room, and what is left of one that was removed.
package struct LastPost<Post: RoomPost>: Hashable, Sendable {
  /// A post with who has posted it.
  package struct Standing: Codable, Hashable, Sendable {
    package let author: PlayerID
    package fileprivate(set) var post: Post
  }

  /// Which post of the room it is, from 1 on; 0 before the first.
  package var number = 0
  /// When it was posted, in milliseconds since 1970.
  package var postedAt: Int64 = 0
  package var standing: Standing?
}

/// The last post of a room, whose number is the key.
package enum RoomPostDocument<Post: RoomPost>: ResidentKind {
  package enum Fact: Codable, Sendable {
    /// A post in place of the one before; of a snapshot, with all that has happened to it.
    case posted(number: Int, postedAt: Int64, standing: LastPost<Post>.Standing)
    case changed(change: Post.Change)
    /// There is none any more; the number of the last one, and when it was posted, stay. Both are 0 once the room is
    /// gone.
    case removed(number: Int, postedAt: Int64)
  }

  package static var number: UInt8 { Post.documentNumber }
  package static var name: String { Post.documentName }
  package static var packingFact: String? { "removed" }

  package static func initialState(_ key: Int64) -> LastPost<Post> { LastPost() }

  package static func apply(_ fact: Fact, to state: inout LastPost<Post>) {
    switch fact {
    case .posted(let number, let postedAt, let standing):
      state = LastPost(number: number, postedAt: postedAt, standing: standing)
    case .changed(let change): state.standing?.post.apply(change)
    case .removed(let number, let postedAt): state = LastPost(number: number, postedAt: postedAt)
    }
  }

  package static func forget(_ player: Int64, in state: inout LastPost<Post>) {
    state.standing?.post.forget(player)
    if state.standing?.author.number == player { state.standing = nil }
  }

  package static func pack(_ state: LastPost<Post>) -> [Fact] {
    if let standing = state.standing {
      return [.posted(number: state.number, postedAt: state.postedAt, standing: standing)]
    }
    return state.number > 0 ? [.removed(number: state.number, postedAt: state.postedAt)] : []
  }
}
