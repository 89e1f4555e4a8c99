public import WireProtocol

/// What a played move brought, in two parts: what everyone may see and what only those who may know see.
///
/// The mover, those on the same board and those who may know the puzzle receive both parts as one
/// object; everybody else receives ``open`` alone.
public struct Turn: Hashable, Sendable {
  /// Letters, words, cells: whatever helps those who still play the same puzzle.
  public var secret: JSONObject
  /// Colours and counts.
  public var open: JSONObject
  /// Whether the move spent a try (or counted as a miss).
  public var spentTry: Bool
  /// One line for a person who knows the secret part; empty when the board says it all.
  public var remark: String

  /// The same for everybody else, such as `found a word (1 of 3)`; empty where ``open`` says it well enough.
  public var openRemark: String

  /// What only some players may see, besides the rest: cards that they were dealt.
  public var hands: [Hand]

  /// Whether those at a large table who did not move can do without it until the next digest: nothing on their boards
  /// has changed that they would act on.
  public var isQuiet = false

  /// The field of ``open`` for the numbers of players whom a turn without a mover is about: where the room tells of the
  /// turn their names stand there, and before the remark, `is out of time`.
  public static let players = "players"

  /// A part of a turn for one player, or for a team.
  public struct Hand: Hashable, Sendable {
    /// Who may see it.
    public var players: [PlayerID]
    /// What they see.
    public var fields: JSONObject

    /// A part of a turn.
    public init(for players: [PlayerID], _ fields: JSONObject) {
      self.players = players
      self.fields = fields
    }
  }

  /// A turn; `remark` is for the mover's side only and may hold letters.
  public init(
    secret: JSONObject = [:], open: JSONObject, spentTry: Bool = true, remark: String = "", openRemark: String = "",
    hands: [Hand] = []
  ) {
    self.secret = secret
    self.open = open
    self.spentTry = spentTry
    self.remark = remark
    self.openRemark = openRemark
    self.hands = hands
  }

  /// Both parts in one object, the secret fields first.
  public var full: JSONObject {
    var all = secret
    all.merge(open)
    return all
  }

  /// The same with what is in the player's own hands.
  public func full(for player: PlayerID) -> JSONObject {
    var all = full
    for hand in hands where hand.players.contains(player) { all.merge(hand.fields) }
    return all
  }
}

extension Turn.Hand {
  /// As it is hashed and logged: `[[7],{"cards":["K♠"]}]`.
  package var json: JSON { [.array(players.map { .int(Int($0.number)) }), .object(fields)] }

  /// Reads it again.
  package init?(_ json: JSON) {
    guard let parts = json.arrayValue, parts.count == 2, let numbers = parts[0].arrayValue,
      let fields = parts[1].objectValue
    else { return nil }
    self.init(for: numbers.compactMap { $0.intValue.map { PlayerID(Int64($0)) } }, fields)
  }
}
