/// A result in the channel: text that the server has made, never a letter.
public struct SharedResult: Sendable {
  /// Names it in the channel.
  public var id: Int
  /// Who has shared it.
  public var player: String
  /// Whether a program has played it.
  public var isBot: Bool
  /// The game's id; of a claimed result, a game's that is played elsewhere.
  public var game: String
  /// The number of the puzzle, for dailies and claimed results.
  public var puzzle: Int?
  /// The civil day on which it was finished; of a claimed result, shared.
  public var day: String
  /// How it was played here.
  public var mode: ModeKind?
  /// Names the match here.
  public var match: String?
  /// Whether the puzzle was solved.
  public var won: Bool
  /// Tries, where the game counts them.
  public var tries: Int?
  /// The result as players share it, in dark tiles.
  public var text: String
  /// Whether it was played elsewhere, and is only as true as whoever pasted it.
  public var isClaimed: Bool

  /// A result; see the properties.
  public init(
    id: Int, player: String, isBot: Bool, game: String, puzzle: Int?, day: String, mode: ModeKind?, match: String?,
    won: Bool, tries: Int?, text: String, isClaimed: Bool
  ) {
    self.id = id
    self.player = player
    self.isBot = isBot
    self.game = game
    self.puzzle = puzzle
    self.day = day
    self.mode = mode
    self.match = match
    self.won = won
    self.tries = tries
    self.text = text
    self.isClaimed = isClaimed
  }

  func write(to json: inout JSONWriter) {
    json.field("share_id", id)
    json.field("player", player)
    if isBot { json.field("bot", true) }
    json.field("game", game)
    json.field("puzzle", ifPresent: puzzle)
    json.field("day", day)
    json.field("mode", ifPresent: mode?.rawValue)
    json.field("match", ifPresent: match)
    json.field("won", won)
    json.field("tries", ifPresent: tries)
    if isClaimed { json.field("claimed", true) }
    json.field("text", text)
  }
}

/// A result was posted to the channel. Whoever asked and does not follow the channel is answered without a place.
public struct Shared: ServerMessage {
  public static let type: StaticString = "shared"
  /// Where; `nil` for who does not follow the channel.
  public var place: EventPlace?
  /// What.
  public var result: SharedResult
  /// The earlier claim for the same puzzle, which is gone.
  public var replaced: Int?

  /// The news of a shared result.
  public init(place: EventPlace?, result: SharedResult, replaced: Int? = nil) {
    self.place = place
    self.result = result
    self.replaced = replaced
  }

  public func writeFields(to json: inout JSONWriter) {
    place?.write(to: &json)
    result.write(to: &json)
    json.field("replaced", ifPresent: replaced)
  }
}

/// Results are gone from the channel: one, or all that a player has shared.
public struct Unshared: ServerMessage {
  public static let type: StaticString = "unshared"
  /// Where; `nil` for who does not follow the channel.
  public var place: EventPlace?
  /// The player whose result it is.
  public var player: String
  /// Which; `nil` when the player was forgotten and everything of theirs is gone.
  public var share: Int?

  /// The news that results are gone.
  public init(place: EventPlace?, player: String, share: Int?) {
    self.place = place
    self.player = player
    self.share = share
  }

  public func writeFields(to json: inout JSONWriter) {
    place?.write(to: &json)
    json.field("player", player)
    if let share { json.field("share_id", share) } else { json.field("all", true) }
  }
}

/// The emoji with which shared results can be answered, the most used first.
public enum Reaction: String, CaseIterable, Sendable {
  /// Well done.
  case thumbsUp = "👍"
  /// Hooray.
  case party = "🎉"
  /// On fire.
  case fire = "🔥"
  /// Did not see that coming.
  case surprise = "😮"
  /// Funny.
  case laughter = "😂"
  /// With love.
  case heart = "💚"
}

/// Somebody has answered a shared result with an emoji, or has taken it back.
public struct Reacted: ServerMessage {
  public static let type: StaticString = "reacted"
  /// Where; `nil` for who does not follow the channel.
  public var place: EventPlace?
  /// The result.
  public var share: Int
  /// Who.
  public var player: String
  /// With what; `nil` when it was taken back.
  public var emoji: Reaction?
  /// All reactions to the result after this one.
  public var reactions: [(emoji: Reaction, count: Int)]

  /// The news of a reaction.
  public init(
    place: EventPlace?, share: Int, player: String, emoji: Reaction?, reactions: [(emoji: Reaction, count: Int)]
  ) {
    self.place = place
    self.share = share
    self.player = player
    self.emoji = emoji
    self.reactions = reactions
  }

  public func writeFields(to json: inout JSONWriter) {
    place?.write(to: &json)
    json.field("share_id", share)
    json.field("player", player)
    json.field("emoji", ifPresent: emoji?.rawValue)
    json.field(reactions: reactions)
  }
}

/// The answer to `shares`.
public struct SharesAnswer: ServerMessage {
  public static let type: StaticString = "shares"
  /// A result as the channel's pages show it.
  public struct Entry: Sendable {
    /// The result.
    public var result: SharedResult
    /// How it was answered, in the order of the list of reactions.
    public var reactions: [(emoji: Reaction, count: Int)]
    /// The asker's own reaction.
    public var own: Reaction?
    /// The path of its page over HTTP, on servers that have such pages.
    public var link: String?
    /// An entry.
    public init(
      result: SharedResult, reactions: [(emoji: Reaction, count: Int)], own: Reaction?, link: String? = nil
    ) {
      self.result = result
      self.reactions = reactions
      self.own = own
      self.link = link
    }
  }
  /// The newest first.
  public var entries: [Entry]
  /// Whether older ones follow: ask again with `before`.
  public var more: Bool

  /// A page of the channel.
  public init(entries: [Entry], more: Bool) {
    self.entries = entries
    self.more = more
  }

  public func writeFields(to json: inout JSONWriter) {
    json.key("shares")
    json.beginArray()
    for entry in entries {
      json.beginObject()
      entry.result.write(to: &json)
      if !entry.reactions.isEmpty { json.field(reactions: entry.reactions) }
      json.field("your_reaction", ifPresent: entry.own?.rawValue)
      json.field("link", ifPresent: entry.link)
      json.endObject()
    }
    json.endArray()
    json.field("more", more)
  }
}

/// The answer to `reveal`: the letters of a shared grid.
public struct RevealAnswer: ServerMessage {
  public static let type: StaticString = "reveal"
  /// The result.
  public var share: Int
  /// Who has played it.
  public var player: String
  /// The game's id.
  public var game: String
  /// The number of the row that was asked for, where it is one.
  public var row: Int?
  /// The rows with their letters.
  public var rows: [Board.Row]

  /// The letters of a shared grid.
  public init(share: Int, player: String, game: String, row: Int?, rows: [Board.Row]) {
    self.share = share
    self.player = player
    self.game = game
    self.row = row
    self.rows = rows
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("share_id", share)
    json.field("player", player)
    json.field("game", game)
    json.field("row", ifPresent: row)
    json.field(rows: rows)
  }
}

extension JSONWriter {
  fileprivate mutating func field(reactions: [(emoji: Reaction, count: Int)]) {
    key("reactions")
    beginObject()
    for reaction in reactions {
      key(reaction.emoji.rawValue)
      int(reaction.count)
    }
    endObject()
  }
}
