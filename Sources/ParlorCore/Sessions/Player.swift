package import GameKit
import WireProtocol

/// A player: a guest, or the owner of a name.
package final class Player {
  /// The fold of the player's facts: the state of its ``PlayerDocument``.
  package private(set) var kept: StoredPlayer
  /// The player's connection; cleared when it closes, which ends the cycle.
  var session: Session? {
    didSet { address = session?.address ?? address }
  }
  /// The player's last address; `nil` for a player who has not been here since the start.
  package private(set) var address: String?
  /// When the player first came; `nil` for a guest for whom that is not known any more.
  package internal(set) var cameAt: Instant?
  /// Whether storage knows the player: since the first move, or the login.
  package internal(set) var isStored = false
  /// Rises with every change of the player's shares: earlier answers of storage about them are out of date then.
  var shareChanges: UInt32 = 0
  /// When the player took a name; `nil` for guests.
  var namedAt: Instant?
  /// The day of the player's last visit that is stored.
  var seenDay: Day?
  /// The number of rooms that the player owns.
  var ownedRooms = 0
  /// Puzzles that the player has seen, by game: practice gives others while there are any.
  var seenPuzzles: [String: PuzzleSet] = [:]
  /// Rooms that reserve a seat while the connection is gone.
  var awayFrom: [Room] = []
  /// Numbers of rooms that may hold something of the player, some of them closed.
  var visited: RoomNumbers = []
  /// The player's solo room, opened by a feature.
  package internal(set) var soloRoom: (any SoloRoom)?
  /// The counts of the player's visits; `nil` before the first.
  @OutOfLine var visits: VisitCounter? = nil
  /// The nickname that the owner of a room has taken away last.
  @OutOfLine var lostNickname: String? = nil
  /// The progress of the player's last export.
  @OutOfLine var export: ExportProgress? = nil

  /// A new guest.
  init(id: PlayerID, name: String, at now: Instant) {
    kept = StoredPlayer(id: id, name: name, isGuest: true, isBot: false, createdAt: now, seenAt: now)
  }

  /// A stored player.
  ///
  /// - Parameter address: the last address.
  init(_ stored: StoredPlayer, address: String? = nil) {
    self.address = address
    kept = stored
    isStored = true
    cameAt = stored.createdAt
    namedAt = stored.isGuest ? nil : stored.createdAt
  }

  /// A change of ``kept``, for the hub only, which stores the fact as well.
  func apply(_ fact: PlayerFact) { kept.apply(fact) }
}

extension Player {
  /// Whether a ``PackedPlayer`` can hold the player, once nothing refers to it: storage has the rest. A player with
  /// omitted visits stays until these are stored.
  var mayBePacked: Bool {
    isStored && canReturn && session == nil && soloRoom == nil && export == nil && awayFrom.isEmpty && ownedRooms == 0
      && visits?.gaps.isEmpty != false
  }

  package var id: PlayerID { kept.id }
  package var name: String { kept.name }
  /// A guest's name is not reserved.
  package var isGuest: Bool { kept.isGuest }
  /// Marked at login: other limits, other leaderboards.
  package var isBot: Bool { kept.isBot }
  var tokens: [SHA256.Digest] { kept.tokens }
  /// The password's verifier (`PasswordVerifier`); `nil` without a password.
  var verifier: String? { kept.verifier }
  var theme: Theme { kept.theme }
  var ratings: PlayerRatings { kept.ratings }
  /// The rounded rating in a game; `nil` without a rated match.
  package func rating(in game: String) -> Int? { ratings[game]?.rating.shown }
  /// Whether the player can ever return after a disconnection.
  package var canReturn: Bool { kept.canReturn }
}

/// A set of rooms' numbers. Most players are in one room, which needs no memory of its own.
enum RoomNumbers: Equatable, ExpressibleByArrayLiteral {
  case empty
  case one(Int64)
  case several(Set<Int64>)

  init(arrayLiteral numbers: Int64...) { self.init(numbers) }

  init(_ numbers: some Sequence<Int64>) {
    self = .empty
    for number in numbers { insert(number) }
  }

  mutating func insert(_ number: Int64) {
    switch self {
    case .empty: self = .one(number)
    case .one(number): break
    case .one(let first): self = .several([first, number])
    case .several(var numbers):
      self = .empty
      numbers.insert(number)
      self = .several(numbers)
    }
  }

  mutating func remove(_ number: Int64) {
    switch self {
    case .empty: break
    case .one(let only): if only == number { self = .empty }
    case .several(var numbers):
      self = .empty
      numbers.remove(number)
      if numbers.count == 1, let last = numbers.first { self = .one(last) } else { self = .several(numbers) }
    }
  }

  /// The numbers, in no order.
  var all: [Int64] {
    switch self {
    case .empty: []
    case .one(let number): [number]
    case .several(let numbers): Array(numbers)
    }
  }
}
