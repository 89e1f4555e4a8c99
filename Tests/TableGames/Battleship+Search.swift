import GameKit
import WireProtocol

extension Battleship: SearchableGame {
  static func determinization(
    of observation: Observation, settings: Settings, using generator: inout SeededGenerator
  ) -> Battleship? {
    var game = Battleship(puzzle: NoPuzzle(), settings: settings)
    guard observation.players.count == 2, let own = observation.players.firstIndex(of: observation.player)
    else { return nil }
    game.turns = Turns(players: observation.players, toMove: observation.toMove.first ?? observation.player)
    game.until = Int64(settings.seconds) * 1000
    let seas = observation.board.parts.compactMap(\.grid)
    guard let ownSea = seas.last else { return nil }
    // While ships are being hidden only one's own sea is shown; later the other's comes first.
    let theirSea = seas.count > 1 ? seas.first : nil
    if let theirSea { game.seas[1 - own].shots = cells(in: theirSea) { $0 == "X" || $0 == "o" } }
    game.seas[own].shots = cells(in: ownSea) { $0 == "X" || $0 == "o" }
    game.seas[own].ships = game.ships(of: cells(in: ownSea) { $0 == "X" || $0 == "#" })
    // While both hide their ships it does not matter how many the other has hidden.
    guard !observation.toMove.contains(observation.players[1 - own]) || theirSea != nil else { return game }
    let hits = theirSea.map { cells(in: $0) { $0 == "X" } } ?? []
    guard let hidden = game.hidden(from: own, hits: hits, using: &generator) else { return nil }
    game.seas[1 - own].ships = hidden
    return game
  }

  /// The cells of a sea that show certain letters.
  private static func cells(in sea: Board.Grid, where isMeant: (Character) -> Bool) -> [Cell] {
    sea.rows.enumerated().flatMap { y, row in
      row.letters.enumerated().filter { isMeant($1) }.map { Cell(x: $0.offset, y: y) }
    }
  }

  /// Ships that cover some cells: which cell belongs to which ship makes no difference to the rules.
  private func ships(of cells: [Cell]) -> [[Cell]] {
    var left = cells[...]
    return lengths.compactMap { length in
      guard left.count >= length else { return nil }
      defer { left = left.dropFirst(length) }
      return Array(left.prefix(length))
    }
  }

  /// Ships of the other that explain all hits and no water, placed at random; `nil` where none were found.
  private func hidden(from seat: Int, hits: [Cell], using generator: inout SeededGenerator) -> [[Cell]]? {
    let water = seas[1 - seat].shots.filter { !hits.contains($0) }
    for _ in 0..<50 {
      var other = self
      other.seas[1 - seat].ships = []
      for length in lengths {
        let places = other.places(length, 1 - seat).compactMap { other.ship($0, length, 1 - seat) }
          .filter { ship in !ship.contains { water.contains($0) } }
        let open = hits.filter { hit in !other.seas[1 - seat].ships.contains { $0.contains(hit) } }
        let explaining = places.filter { ship in ship.contains { open.contains($0) } }
        let choice = explaining.isEmpty ? places : explaining
        guard !choice.isEmpty else { break }
        let ship = choice[generator.number(below: choice.count)]
        other.seas[1 - seat].ships.append(ship)
      }
      let ships = other.seas[1 - seat].ships
      let covered = hits.allSatisfy { hit in ships.contains { $0.contains(hit) } }
      if ships.count == lengths.count, covered, !hits.containsAll(of: ships) { return ships }
    }
    return nil
  }
}

extension [Cell] {
  /// Whether all of some ships are among the cells: then the match would be over.
  fileprivate func containsAll(of ships: [[Cell]]) -> Bool { ships.allSatisfy { $0.allSatisfy(contains) } }
}
