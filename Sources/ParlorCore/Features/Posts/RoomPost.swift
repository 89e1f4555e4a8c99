package import GameKit
import Kernel
import TextMode
package import WireProtocol

/// A player's post in a room for talking, such as a poll, which stays next to the talk until it is removed. A room has
/// one of a kind at a time.
///
/// ``RoomPosts`` treats it like talk: it is shown to new members, but not to those who have blocked its author; reports
/// copy it, `hide` redacts it, and it is deleted with its room and with its author's account.
package protocol RoomPost: Codable, Hashable, Sendable {
  /// A change after it was posted.
  associatedtype Change: Codable, Sendable
  /// Its message to clients.
  associatedtype Message: Drawable
  /// The message that it is gone.
  associatedtype Removal: Drawable

  /// The number of its kind of documents, see `DocumentKind`.
  static var documentNumber: UInt8 { get }
  /// The name of its kind of documents.
  static var documentName: String { get }
  /// Its subject in errors.
  static var subject: WireError.Subject { get }
  /// How to post one, for errors.
  static var hint: String { get }

  /// Its words, for reports and personal exports.
  var text: String { get }
  /// Total: an invalid change is ignored.
  mutating func apply(_ change: Change)
  /// Removes a deleted player's name.
  mutating func forget(_ player: Int64)

  /// Whether it accepts no more changes.
  func isOver(at now: Instant) -> Bool
  /// - Parameter reader: the player whose part is shown; `nil` for a broadcast.
  func message(_ frame: PostFrame, to reader: PlayerID?, at now: Instant) -> Message
  static func removal(in room: String, number: Int) -> Removal
}

/// The context of a post.
package struct PostFrame {
  /// The room's name.
  package let room: String
  /// The post's number in the room, from 1 on.
  package let number: Int
  /// The author's name; `nil` for a deleted author.
  package let author: String?
}

/// The last post of a room, or what is left of a removed one.
package struct LastPost<Post: RoomPost>: Hashable, Sendable {
  /// A post with its author.
  package struct Standing: Codable, Hashable, Sendable {
    package let author: PlayerID
    package fileprivate(set) var post: Post
  }

  /// The post's number in the room, from 1 on; 0 before the first.
  package var number = 0
  /// When it was posted, in milliseconds since 1970.
  package var postedAt: Int64 = 0
  package var standing: Standing?
}

/// The last post of a room. The key is the room's number.
package enum RoomPostDocument<Post: RoomPost>: ResidentKind {
  package enum Fact: Codable, Sendable {
    /// A post, which replaces the previous one; in a snapshot, with all its changes.
    case posted(number: Int, postedAt: Int64, standing: LastPost<Post>.Standing)
    case changed(change: Post.Change)
    /// It was removed; its number and time stay. Both are 0 after the room is closed.
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
