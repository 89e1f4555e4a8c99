import GameKit
import WireProtocol

/// Somebody who plays: a guest, or the owner of a name.
final class Player {
  let id: PlayerID
  var name: String
  /// Guests have a name that nobody keeps for them.
  var isGuest = true
  /// Marked at login: other limits, other leaderboards.
  var isBot = false
  /// The hashes of the tokens that bring the player back, the latest last; none for a guest who never asked for one.
  var tokenHashes: [SHA256.Digest] = []
  /// What a password is checked against (`PasswordVerifier`); `nil` for whoever has none.
  var verifier: String?
  /// The connection through which the player is here; cleared when it closes, which ends the cycle.
  var session: Session? {
    didSet { address = session?.address ?? address }
  }
  /// Where the player was last here from; `nil` for whoever has not been here since the start.
  private(set) var address: String?
  /// When the player was here for the first time; `nil` for a guest of whom that is not known any more.
  var cameAt: Instant?
  /// When the player took a name; `nil` for guests.
  var namedAt: Instant?

  /// Whether storage knows the player: since the first move, or the login.
  var isStored = false
  /// The day on which storage last heard of the player.
  var seenDay: Day?
  /// When storage first heard of the player.
  var createdAt: Instant?

  /// Whether anybody can ever be this player again after the connection is gone.
  var canReturn: Bool { !isGuest || !tokenHashes.isEmpty }
  /// How many rooms the player owns.
  var ownedRooms = 0
  /// Puzzles that the player has had, by game: practice gives others while there are any.
  var had: [String: PuzzleSet] = [:]
  /// The colours in which tiles are drawn for the player in text.
  var theme = Theme.dark
  /// Rooms that keep a place while the connection is gone.
  var awayFrom: [Room] = []
  /// Numbers of rooms that may hold something of the player: the player has been in them. Some may be gone.
  var visited: Set<Int64> = []
  /// The trial under way, or the last one.
  var trial: Trial?

  /// Rises with whatever the player shares, or of it is taken back: what storage has answered about it is old then.
  var shareChanges = 0

  /// How well the player plays the games that are rated.
  var ratings = PlayerRatings()

  /// The words that the player learns, while the player is here and has asked for them.
  var notebook: Notebook?

  init(id: PlayerID, name: String) {
    self.id = id
    self.name = name
  }
}
