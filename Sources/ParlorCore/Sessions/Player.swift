package import GameKit
import WireProtocol

/// Somebody who plays: a guest, or the owner of a name.
package final class Player {
  /// What its facts have led to: the state of its ``PlayerDocument``.
  package private(set) var kept: StoredPlayer
  /// The connection through which the player is here; cleared when it closes, which ends the cycle.
  var session: Session? {
    didSet { address = session?.address ?? address }
  }
  /// Where the player was last here from; `nil` for a player who has not been here since the start.
  package private(set) var address: String?
  /// When the player was here for the first time; `nil` for a guest of whom that is not known any more.
  package internal(set) var cameAt: Instant?
  /// Whether storage knows the player: since the first move, or the login.
  package internal(set) var isStored = false
  /// Rises with whatever the player shares, or of it is taken back: what storage has answered about it is old then.
  var shareChanges: UInt32 = 0
  /// When the player took a name; `nil` for guests.
  var namedAt: Instant?
  /// The day of the player's last visit that is stored.
  var seenDay: Day?
  /// How many rooms the player owns.
  var ownedRooms = 0
  /// Puzzles that the player has seen, by game: practice gives others while there are any.
  var seenPuzzles: [String: PuzzleSet] = [:]
  /// Rooms that keep a place while the connection is gone.
  var awayFrom: [Room] = []
  /// Numbers of rooms that may hold something of the player: the player has been in them. Some may be gone.
  var visited: Set<Int64> = []
  /// The room of the player's own that a feature has opened.
  package internal(set) var soloRoom: (any SoloRoom)?
  /// What was counted of the player's visits; `nil` before the first.
  @OutOfLine var visits: VisitCounter? = nil
  /// How far the player's last export has come.
  @OutOfLine var export: ExportProgress? = nil

  /// A guest who has just come.
  init(id: PlayerID, name: String, at now: Instant) {
    kept = StoredPlayer(id: id, name: name, isGuest: true, isBot: false, createdAt: now, seenAt: now)
  }

  /// Somebody whom storage knows.
  ///
  /// - Parameter address: where the player was last here from.
  init(_ stored: StoredPlayer, address: String? = nil) {
    self.address = address
    kept = stored
    isStored = true
    cameAt = stored.createdAt
    namedAt = stored.isGuest ? nil : stored.createdAt
  }

  /// A change of ``kept``: the hub's, which stores the fact as well.
  func apply(_ fact: PlayerFact) { kept.apply(fact) }
}

extension Player {
  /// Whether a ``PackedPlayer`` holds all of the player, once nothing refers to it: storage knows the rest. Somebody of
  /// whom visits were left out stays until that is stored.
  var mayBePacked: Bool {
    isStored && canReturn && session == nil && soloRoom == nil && export == nil && awayFrom.isEmpty && ownedRooms == 0
      && visits?.gaps.isEmpty != false
  }

  package var id: PlayerID { kept.id }
  package var name: String { kept.name }
  /// Guests have a name that nobody keeps for them.
  package var isGuest: Bool { kept.isGuest }
  /// Marked at login: other limits, other leaderboards.
  package var isBot: Bool { kept.isBot }
  var tokens: [SHA256.Digest] { kept.tokens }
  /// What a password is checked against (`PasswordVerifier`); `nil` without a password.
  var verifier: String? { kept.verifier }
  var theme: Theme { kept.theme }
  var ratings: PlayerRatings { kept.ratings }
  /// The rating in a game as people read it; `nil` where no match was rated.
  package func rating(in game: String) -> Int? { ratings[game]?.rating.shown }
  /// Whether anybody can ever be this player again after the connection is gone.
  package var canReturn: Bool { kept.canReturn }
}
