internal import GameKit
public import Kernel
public import WireProtocol

/// What happens to a player.
public enum PlayerFact: Hashable, Sendable {
  /// The player as a whole: the first fact, and a snapshot.
  case kept(StoredPlayer)
  /// The player has taken a name, and is no guest any more.
  case named(String)
  case markedAsBot
  /// The player was here.
  case visited(Instant)
  /// A token opens the account from now on, by its hash; the oldest ends where there would be too many.
  case tokenGiven(SHA256.Digest)
  case tokenEnded(SHA256.Digest)
  case tokensEnded
  /// A password opens the account, in place of any before, by what it is checked against.
  case passwordSet(String)
  case themeChosen(Theme)
  /// These ratings, in place of earlier ones of the same games.
  case rated(PlayerRatings)
  /// The player is forgotten: the row, the results and whatever else is the player's alone go; moves in matches with
  /// others stay, under a number that leads nowhere. What is left of all that in files goes before long.
  case forgotten
}

/// A player: one document a player, under its number.
///
/// What opens the account, hashes of tokens and what a password is checked against, stands in the part of a line that
/// nobody is shown.
public enum PlayerDocument: DocumentKind {
  public static let number: UInt8 = 13
  public static let name = "player"
  public static let belongsToPlayer = true

  /// So many tokens of a player are good at a time, one for each place where somebody stays logged in, say.
  static let mostTokens = 8

  package static func id(_ player: Int64) -> DocumentID { DocumentID(kind: number, key: player) }

  /// `nil` before the first fact.
  public static func initialState(_ key: Int64) -> StoredPlayer? { nil }

  public static func apply(_ fact: PlayerFact, to state: inout StoredPlayer?) {
    switch fact {
    case .kept(let player): state = player
    case .forgotten: state = nil
    default: state?.apply(fact)
    }
  }

  public static func pack(_ state: StoredPlayer?) -> [PlayerFact] { state.map { [.kept($0)] } ?? [] }

  public static func write(_ fact: PlayerFact, to line: inout JSONWriter) {
    func sealed(_ name: StaticString, _ key: StaticString, _ value: String) {
      line.fact(name)
      line.sealed { $0.field(key, value) }
    }
    switch fact {
    case .kept(let player): player.write(to: &line)
    case .named(let name):
      line.fact("named")
      line.field("name", name)
    case .markedAsBot: line.fact("marked_as_bot")
    case .visited(let time):
      line.fact("visited")
      line.field("at", time)
    case .tokenGiven(let hash): sealed("token_given", "token", hash.hex)
    case .tokenEnded(let hash): sealed("token_ended", "token", hash.hex)
    case .tokensEnded: line.fact("tokens_ended")
    case .passwordSet(let verifier): sealed("password_set", "verifier", verifier)
    case .themeChosen(let theme):
      line.fact("theme_chosen")
      line.field("theme", theme.rawValue)
    case .rated(let ratings):
      line.fact("rated")
      line.field("ratings", ratings.text)
    case .forgotten: line.fact("forgotten")
    }
  }

  /// Whether boards may have to count the player among others after a line.
  package static func changesKind(_ line: DocumentLine) -> Bool {
    switch fact(of: line) {
    case .kept, .named, .markedAsBot: true
    default: false
    }
  }

  private static let forgottenMark = FactMark("forgotten")

  /// Whether a line says that a player is forgotten.
  package static func isForgotten(_ line: DocumentLine) -> Bool {
    line.document.kind == number && forgottenMark.matches(line.bytes)
  }

  public static func read(_ line: JSONView) -> PlayerFact? {
    let sealed = line["sealed"]
    return switch line["fact"]?.string {
    case "kept": StoredPlayer(line).map { .kept($0) }
    case "named": line["name"]?.string.map { .named($0) }
    case "marked_as_bot": .markedAsBot
    case "visited": line.time("at").map { .visited($0) }
    case "token_given": (sealed?["token"]?.string).flatMap(SHA256.Digest.init(hex:)).map { .tokenGiven($0) }
    case "token_ended": (sealed?["token"]?.string).flatMap(SHA256.Digest.init(hex:)).map { .tokenEnded($0) }
    case "tokens_ended": .tokensEnded
    case "password_set": (sealed?["verifier"]?.string).map { .passwordSet($0) }
    case "theme_chosen": (line["theme"]?.string).flatMap(Theme.init).map { .themeChosen($0) }
    case "rated": line["ratings"]?.string.map { .rated(PlayerRatings($0)) }
    case "forgotten": .forgotten
    default: nil
    }
  }
}

extension StoredPlayer {
  /// What a fact makes of a player; ``PlayerFact/kept(_:)`` puts another in its place.
  package mutating func apply(_ fact: PlayerFact) {
    switch fact {
    case .kept(let player): self = player
    case .named(let name): (self.name, isGuest) = (name, false)
    case .markedAsBot: isBot = true
    case .visited(let time): seenAt = max(seenAt, time)
    case .tokenGiven(let hash):
      tokens.append(hash)
      tokens.removeFirst(max(0, tokens.count - PlayerDocument.mostTokens))
    case .tokenEnded(let hash): tokens.removeAll { $0 == hash }
    case .tokensEnded: tokens = []
    case .passwordSet(let verifier): self.verifier = verifier
    case .themeChosen(let theme): self.theme = theme
    case .rated(let ratings): self.ratings.merge(ratings)
    case .forgotten: break
    }
  }

  fileprivate func write(to line: inout JSONWriter) {
    line.fact("kept")
    line.field("player", id)
    line.field("name", name)
    line.field("guest", isGuest)
    line.field("bot", isBot)
    line.field("created_at", createdAt)
    line.field("seen_at", seenAt)
    line.field("theme", theme.rawValue)
    if !ratings.isEmpty { line.field("ratings", ratings.text) }
    guard !tokens.isEmpty || verifier != nil else { return }
    line.sealed { sealed in
      if !tokens.isEmpty { sealed.field("tokens", tokens.map(\.hex).joined(separator: " ")) }
      sealed.field("verifier", ifPresent: verifier)
    }
  }

  fileprivate init?(_ line: JSONView) {
    guard let id = line.player, let name = line["name"]?.string, let isGuest = line["guest"]?.bool,
      let isBot = line["bot"]?.bool, let createdAt = line.time("created_at"), let seenAt = line.time("seen_at"),
      let theme = (line["theme"]?.string).flatMap(Theme.init)
    else { return nil }
    let sealed = line["sealed"]
    let words = (sealed?["tokens"]?.string ?? "").split(separator: " ")
    let tokens = words.compactMap { SHA256.Digest(hex: String($0)) }
    guard tokens.count == words.count else { return nil }
    self.init(
      id: id, name: name, isGuest: isGuest, isBot: isBot, tokens: tokens, createdAt: createdAt, seenAt: seenAt,
      theme: theme, verifier: sealed?["verifier"]?.string, ratings: PlayerRatings(line["ratings"]?.string ?? ""))
  }
}

extension SHA256.Digest {
  fileprivate init?(hex: String) {
    guard let bytes = Hex.bytes(of: hex) else { return nil }
    self.init(bytes: bytes)
  }
}

extension Hub {
  /// Lets something happen to a player. Of a guest whom storage does not know nothing is stored.
  func change(_ player: Player, _ fact: PlayerFact) {
    player.apply(fact)
    if player.isStored { journal.append(PlayerDocument.line(fact, of: player.id.number)) }
  }

  /// Stores a player whom storage does not know yet.
  func keep(_ player: Player) {
    guard !player.isStored else { return }
    player.isStored = true
    var kept = player.kept
    kept.createdAt = now
    kept.seenAt = now
    player.seenDay = today
    change(player, .kept(kept))
  }

  /// The last day on which it was noted that a player is here, by this server or by one before it; `nil` for never.
  func seenDay(of player: Player) -> Day? {
    player.seenDay ?? (player.isStored ? configuration.calendar.day(at: player.kept.seenAt) : nil)
  }

  /// Notes that a player is here, once a day: a name that is used lapses as little as one that is played under.
  func noteVisit(of player: Player) {
    guard seenDay(of: player) != today else { return }
    player.seenDay = today
    change(player, .visited(now))
  }
}
