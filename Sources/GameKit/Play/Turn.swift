public import WireProtocol

/// The result of a move, in two parts: a public one, and one for those who may know the puzzle.
///
/// The mover, the players at the same board and those who may know the puzzle get both parts as one object; all others
/// get ``open`` only.
public struct Turn: Hashable, Sendable {
  /// Letters, words, cells: whatever helps those who are still playing the same puzzle.
  public var secret: JSONObject
  /// Colours and counts.
  public var open: JSONObject
  /// Whether the move spent a try (or counted as a miss).
  public var spentTry: Bool
  /// One line for a person who may know the secret part; empty if the board shows all of it.
  public var remark: String

  /// One line for everybody else, such as `found a word (1 of 3)`; empty if ``open`` suffices.
  public var openRemark: String

  /// Parts for some players only, such as their cards.
  public var hands: [Hand]

  /// Whether the players at a large table who did not move can wait for the next digest: no change affects what they
  /// can do.
  public var isQuiet = false

  /// The field of ``open`` for the numbers of the players that a turn without a mover concerns. The room replaces them
  /// with names, and puts the names before the remark: `is out of time`.
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

  /// A turn; `remark` is for those who may know, and may contain letters.
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

  /// Both parts in one object, secret fields first.
  public var full: JSONObject {
    var all = secret
    all.merge(open)
    return all
  }

  /// The same with the player's own hands.
  public func full(for player: PlayerID) -> JSONObject {
    var all = full
    for hand in hands where hand.players.contains(player) { all.merge(hand.fields) }
    return all
  }
}

extension Turn.Hand {
  /// The hashed and logged form: `[[7],{"cards":["K♠"]}]`.
  package var json: JSON { [.array(players.map { .int(Int($0.number)) }), .object(fields)] }

  /// Reads the logged form.
  package init?(_ json: JSON) {
    guard let parts = json.arrayValue, parts.count == 2, let numbers = parts[0].arrayValue,
      let fields = parts[1].objectValue
    else { return nil }
    self.init(for: numbers.compactMap { $0.intValue.map { PlayerID(Int64($0)) } }, fields)
  }
}
