import GameKit
import WireProtocol

/// The typed form of a request that opens a room, as its game parses it.
extension Request.Create {
  /// The same with settings in the game's form.
  func typed(for games: [GameModule], _ source: (any WordSource)?) -> Request.Create {
    var request = self
    guard let game = games.first(where: { $0.info.id == game?.lowercased() }) else { return request }
    request.gatherDeck(game, source)
    request.giveTime(to: game)
    return request
  }

  /// A typed deck's name of several words is split: what is no setting of the game belongs to it.
  private mutating func gatherDeck(_ game: GameModule, _ source: (any WordSource)?) {
    guard game.info.takesWords, let settings, let name = settings["deck"]?.stringValue,
      source?.holds(name) == true
    else { return }
    let known = game.info.settingsSchema["properties"]?.objectValue
    var (words, kept) = ([name], JSONObject())
    for (word, value) in settings.members where word != "deck" {
      if known?[word] == nil, value == true { words.append(word) } else { kept[word] = value }
    }
    kept["deck"] = .string(words.joined(separator: " "))
    self.settings = kept
  }

  /// `time=30` is a game's setting `seconds` if it has that: its rounds have no time limit of their own.
  private mutating func giveTime(to game: GameModule) {
    guard let seconds = roundSeconds, settings?["seconds"] == nil,
      game.info.settingsSchema["properties"]?["seconds"] != nil
    else { return }
    settings = settings ?? JSONObject()
    settings?["seconds"] = .int(seconds)
    roundSeconds = nil
  }
}
