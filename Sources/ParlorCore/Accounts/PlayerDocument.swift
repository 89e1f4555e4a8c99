internal import GameKit
public import Kernel
public import WireProtocol

/// A change of a player.
public enum PlayerFact: Hashable, Sendable {
  /// The whole player: the first fact, and a snapshot.
  case kept(StoredPlayer)
  /// The player has taken a name, and is not a guest any more.
  case named(String)
  /// A guest is called something else, and stays a guest.
  case nicknamed(String)
  case markedAsBot
  /// The player was here.
  case visited(Instant)
  /// A token, by its hash, opens the account from now on; the oldest beyond the limit ends.
  case tokenGiven(SHA256.Digest)
  case tokenEnded(SHA256.Digest)
  case tokensEnded
  /// A password, by its verifier, opens the account, and replaces the previous one.
  case passwordSet(String)
  case themeChosen(Theme)
  /// These ratings replace earlier ones of the same games.
  case rated(PlayerRatings)
  /// The player is forgotten: the row, the results and all that belongs to the player alone are deleted; moves in
  /// matches with others stay, under an unassigned number. Storage overwrites the remains in files later.
  case forgotten
}

/// A player: one document per player, with the player's number as its key.
///
/// Token hashes and password verifiers are in the part of a line that is never shown.
public enum PlayerDocument: DocumentKind {
  public static let number: UInt8 = 13
  public static let name = "player"
  public static let belongsToPlayer = true

  /// The most valid tokens of a player: one per place where the player stays logged in.
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
    case .nicknamed(let name):
      line.fact("nicknamed")
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

  /// Whether a line may move the player to another kind for leaderboards.
  package static func changesKind(_ line: DocumentLine) -> Bool {
    switch fact(of: line) {
    case .kept, .named, .markedAsBot: true
    default: false
    }
  }

  private static let forgottenMark = FactMark("forgotten")

  /// Whether a line says that a player is forgotten.
  package static func isForgotten(_ line: DocumentLine) -> Bool {
    guard line.document.kind == number else { return false }
    return madeFact(of: line).map { $0 == .forgotten } ?? forgottenMark.matches(line.bytes)
  }

  public static func read(_ line: JSONView) -> PlayerFact? {
    let sealed = line["sealed"]
    return switch line["fact"]?.string {
    case "kept": StoredPlayer(line).map { .kept($0) }
    case "named": line["name"]?.string.map { .named($0) }
    case "nicknamed": line["name"]?.string.map { .nicknamed($0) }
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
  /// Applies a fact; ``PlayerFact/kept(_:)`` replaces the player.
  package mutating func apply(_ fact: PlayerFact) {
    switch fact {
    case .kept(let player): self = player
    case .named(let name): (self.name, isGuest) = (name, false)
    case .nicknamed(let name): if isGuest { self.name = name }
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
  /// Changes a player. Nothing is stored for a guest whom storage does not know.
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

  /// The last day on which the player's presence was noted, by this server process or an earlier one; `nil` for never.
  func seenDay(of player: Player) -> Day? {
    player.seenDay ?? (player.isStored ? configuration.calendar.day(at: player.kept.seenAt) : nil)
  }

  /// Notes a player's presence, once a day, which keeps the name from expiring.
  func noteVisit(of player: Player) {
    guard seenDay(of: player) != today else { return }
    player.seenDay = today
    change(player, .visited(now))
  }
}
