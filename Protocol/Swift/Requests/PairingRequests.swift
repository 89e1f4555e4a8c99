// Hand-written parts of requests that bring players together.

extension Request.PairingWish {
  /// The request that opens a room for it.
  public func creation(of game: String) -> Request.Create {
    Request.Create(
      game: game, mode: mode, settings: settings, roundSeconds: roundSeconds, clock: clock, bestOf: bestOf,
      isRated: isRated)
  }

  /// `lastword 3+2 rated`, `wordle race hard`: as after `/create ROOM`, and a time control needs no `clock=`.
  fileprivate static func read(
    _ words: some Sequence<String>, example: String
  ) throws(WireError) -> (game: String, wish: Request.PairingWish) {
    var wish = Request.PairingWish()
    var options: [String] = []
    for word in words {
      let lowercased = word.lowercased()
      if lowercased == "bots" {
        wish.allowsBots = true
      } else if lowercased.first?.isNumber == true, ClockRules(lowercased) != nil {
        options.append("clock=\(lowercased)")
      } else {
        options.append(word)
      }
    }
    var create = Request.Create()
    try create.take(options)
    guard let game = create.game else { throw WireError(.badField, "Say which game: \(example)") }
    guard create.code == nil, create.seed == nil, create.pastDay == nil, !create.isNamedOnly else {
      throw WireError(.badField, "Two who are paired have a room to themselves, and a puzzle that is new: \(example)")
    }
    (wish.mode, wish.settings, wish.isRated) = (create.mode, create.settings, create.isRated)
    (wish.clock, wish.bestOf, wish.roundSeconds) = (create.clock, create.bestOf, create.roundSeconds)
    return (game, wish)
  }
}

extension Request.Seek {
  init(typed command: TextCommand) throws(WireError) {
    let (game, wish) = try Request.PairingWish.read(command.words, example: "/seek lastword 3+2 rated")
    self.init(game: game, wish: wish)
  }
}

extension Request.Challenge {
  /// The members that a form asks for.
  package static let asked = ["game", "rated", "clock", "settings"]

  /// `ben wordle race`.
  init(typed command: TextCommand) throws(WireError) {
    let example = "/challenge ben wordle race"
    let player = try command.word(or: example)
    let (game, wish) = try Request.PairingWish.read(command.words.dropFirst(), example: example)
    self.init(player: player, game: game, wish: wish)
  }
}

extension Request.Challenges {
  /// `/challenges`, `/challenges off`.
  init(typed command: TextCommand) throws(WireError) {
    let word = command.words.first?.lowercased()
    guard [nil, "on", "off"].contains(word) else { throw command.typeItLikeThis() }
    self.init(areAllowed: word.map { $0 == "on" })
  }
}
