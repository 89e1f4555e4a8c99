public import GameKit
import WireProtocol

public let highCard = GameModule(highCardSource)

let highCardSource = ChanceSource<HighCard>()

/// Each holds three cards of 1 to 30 that nobody else sees, plays one and draws another; the highest of a trick takes
/// it, and who has most of five tricks wins.
struct HighCard: TurnGame {
  struct Move: Codable, Hashable { let card: Int }

  static let tricks = 5
  static let cards = Array(1...30)

  var turns = Turns()
  var chance: Chance
  var deck = cards
  /// By seat.
  var hands: [[Int]] = []
  /// What lies on the table, by seat.
  var trick: [Int?] = []
  var taken: [Int] = []
  /// Cards of tricks that are over, which everybody has seen.
  var played: [Int] = []

  init(puzzle: Chance, settings: NoSettings) { chance = puzzle }

  mutating func handle(_ event: TableEvent, at elapsed: Elapsed) throws(Rejection) -> Turn {
    var turn = try turns.handle(event)
    guard case .begin(let players) = event else { return turn }
    chance.shuffle(&deck)
    hands = players.map { _ in (0..<3).compactMap { _ in deck.popLast() } }
    trick = players.map { _ in nil }
    taken = players.map { _ in 0 }
    turn.hands = players.enumerated().map { Turn.Hand(for: [$1], ["hand": .array(hands[$0].map(JSON.int))]) }
    return turn
  }

  func candidates(for player: PlayerID) -> [Move] {
    guard turns.player == player, let seat = turns.seat(of: player) else { return [] }
    return hands[seat].map { Move(card: $0) }
  }

  mutating func play(_ move: Move, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn {
    let seat = try turns.seat(moving: player)
    guard let index = hands[seat].firstIndex(of: move.card) else {
      throw Rejection("not_yours", "You do not hold that card")
    }
    hands[seat].remove(at: index)
    trick[seat] = move.card
    var turn = Turn(open: ["card": .int(move.card)], openRemark: "plays \(move.card)")
    if let card = deck.popLast() {
      hands[seat].append(card)
      turn.hands = [Turn.Hand(for: [player], ["drawn": .int(card)])]
    }
    turns.pass()
    if let next = turns.seat(of: turns.player ?? player), trick[next] != nil { finishTrick() }
    return turn
  }

  private mutating func finishTrick() {
    guard let best = trick.indices.max(by: { (trick[$0] ?? 0) < (trick[$1] ?? 0) }) else { return }
    taken[best] += 1
    played += trick.compactMap { $0 }
    trick = trick.map { _ in nil }
    guard taken.reduce(0, +) == Self.tricks, let most = taken.max() else { return }
    let winners = taken.indices.filter { taken[$0] == most }
    if winners.count == 1 { turns.win(winners[0]) } else { turns.draw() }
  }
}

extension HighCard {
  static let info = GameInfo(
    id: "highcard", title: "High Card", summary: "The highest card takes the trick",
    rules: ["Type a card of yours, such as 12."], modes: [.together], seats: Seats(2...6))

  static func parse(_ line: String) throws(Rejection) -> Move {
    guard let card = Int(line) else { throw .badMove("Type a card, such as 12") }
    return Move(card: card)
  }

  func board(for viewer: Viewer) -> Board {
    var board = Board(title: "High Card", rows: [])
    board.seats = turns.players.enumerated().map { Board.Seat($1, score: taken[$0]) }
    board.data = [
      "trick": .array(trick.map { $0.map(JSON.int) ?? .null }), "played": .array(played.map(JSON.int)),
      "held": .array(hands.map { .int($0.count) }),
      "out": .array(turns.out.compactMap { turns.seat(of: $0).map(JSON.int) }),
    ]
    let table = zip(turns.players, trick).compactMap { player, card in
      card.map { Board.Part.cards("Played", [Board.Card("\($0)")]).of(player) }
    }
    board.parts = table + [.cards("Deck", deck.map { _ in .faceDown() })]
    if case .seat(let player) = viewer, let seat = turns.seat(of: player) {
      let isAsked = turns.player == player
      let hand = hands[seat].map { Board.Card("\($0)", move: isAsked ? "\($0)" : "") }
      board.parts.append(.cards("Your hand", hand))
      board.data["hand"] = .array(hands[seat].map(JSON.int))
      if !turns.isOver { board.prompt = isAsked ? "Play a card" : "Wait for the others" }
    }
    return board
  }
}

extension HighCard: SearchableGame {
  static func determinization(
    of observation: Observation, settings: NoSettings, using generator: inout SeededGenerator
  ) -> HighCard? {
    func numbers(_ name: String) -> [Int] {
      observation.board.data[name]?.arrayValue?.compactMap(\.intValue) ?? []
    }
    let (players, held, hand) = (observation.players, numbers("held"), numbers("hand"))
    guard let own = players.firstIndex(of: observation.player), held.count == players.count else { return nil }
    var game = HighCard(puzzle: Chance(seed: generator.next()), settings: settings)
    let out = numbers("out").filter(players.indices.contains).map { players[$0] }
    game.turns = Turns(players: players, toMove: observation.toMove.first, out: out)
    game.trick = observation.board.data["trick"]?.arrayValue?.map(\.intValue) ?? []
    game.taken = observation.board.seats.map { $0.score ?? 0 }
    game.played = numbers("played")
    let seen = Set(game.played + game.trick.compactMap { $0 } + hand)
    game.deck = cards.filter { !seen.contains($0) }
    generator.shuffle(&game.deck)
    game.hands = players.indices.map { seat in
      seat == own ? hand : (0..<max(0, held[seat])).compactMap { _ in game.deck.popLast() }
    }
    return game
  }
}
