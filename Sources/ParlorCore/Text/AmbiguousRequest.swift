import GameKit
import Names
import WireProtocol

/// A typed request that may have several meanings.
protocol AmbiguousRequest: WireRequest {
  /// Chooses a meaning.
  mutating func settle(_ front: TextFront)
}

extension Request.Join: AmbiguousRequest {
  /// A word after a room's name is its code if it has one, otherwise a setting for the own board.
  mutating func settle(_ front: TextFront) {
    guard let room = front.rooms[PlayerName.fold(room)] else { return }
    if room.plan.code == nil {
      code = nil
      guard beginsToday, let typed = settings else { return }
      var settings: JSONObject = [:]
      for (word, value) in typed.members where word.lowercased() != "today" { settings[word] = value }
      self.settings = settings
    } else {
      settings = nil
    }
  }
}

extension Request.Shares: AmbiguousRequest {
  mutating func settle(_ front: TextFront) { front.settle(&game, &player) }
}

extension Request.Calendar: AmbiguousRequest {
  mutating func settle(_ front: TextFront) { front.settle(&game, &player) }
}

extension Request.Stats: AmbiguousRequest {
  mutating func settle(_ front: TextFront) { front.settle(&game, &player) }
}

extension Request.History: AmbiguousRequest {
  mutating func settle(_ front: TextFront) { front.settle(&game, &player) }
}

extension TextFront {
  /// A word for a game or a player is a game if there is one of that name.
  fileprivate func settle(_ game: inout String?, _ player: inout String?) {
    func isGame(_ word: String) -> Bool {
      hub.kernel.sharedResults?.claimedGames.contains(word.lowercased()) == true
        || hub.recordedGames.contains { $0.id == word.lowercased() }
        || hub.configuration.games.contains { $0.info.id == word.lowercased() }
    }
    guard let word = game, !isGame(word) else { return }
    (game, player) = (player.flatMap { isGame($0) ? $0 : nil }, word)
  }
}
