import ClientKit
import WireProtocol

@testable import ParlorTerminal

struct Stage {
  var app: App
  private(set) var asked: [Question] = []
  private(set) var effects: [Effect] = []

  init(width: Int = 80, height: Int = 24, look: Look = .signs, isAnimated: Bool = false, isSettled: Bool = true) {
    var preferences = Preferences()
    (preferences.look, preferences.isAnimated) = (look, isAnimated)
    app = App(server: "localhost:7770", preferences: preferences)
    happen(.resized(width: width, height: height))
    let games = [
      About.Game(
        id: "wordle", title: "Wordle", summary: "Guess the word in six tries", modes: [.daily, .race, .practice],
        isAnalysed: true),
      About.Game(id: "field", title: "Field", summary: "Find what is hidden", modes: [.daily, .together]),
    ]
    let hello = Hello(server: "parlor", epoch: "e", you: "guest-1", day: "2026-11-20", lineBytes: 16_384, welcome: "")
    happen(.heard(.link(.online(hello))))
    let about = About(
      games: games, day: "2026-11-20", nextDaySeconds: 3600, commitments: [:], reactions: ["👍", "🎉"],
      claimedGames: ["wordle", "worldle"], recordedGames: [About.RecordedGame(id: "cards", title: "Cards")])
    happen(.answered(.request("about"), .success(.of(about))))
    if isSettled { happen(.answered(.comeBack(name: nil, token: nil, asGuest: false), .success(.login(nil)))) }
  }

  mutating func happen(_ event: AppEvent) {
    let now = app.update(event)
    effects += now
    for case .ask(let question) in now { asked.append(question) }
  }

  mutating func press(_ keys: Key...) { for key in keys { happen(.input(.key(key))) } }

  mutating func type(_ text: String) { for character in text { press(.character(character)) } }

  /// Enters a room with a board.
  mutating func enter(_ board: Board, room: String = "wordle", mode: ModeKind = .daily, players: [String] = ["ana"]) {
    var joined = Joined(room: room, seq: 1, viewer: "ana", game: "wordle", mode: mode, state: .playing, players: [])
    joined.board = board
    joined.players = players
    joined.playerCount = players.count
    joined.puzzle = mode == .daily ? 324 : nil
    happen(.heard(.joined(joined)))
    happen(.answered(.request("join", ["room": .string(room)]), .success(.of(joined))))
  }

  var moves: [String] {
    asked.filter { $0.type == "move" }.compactMap { $0["text"] }
  }

  var lines: [String] { app.frame().lines }
  var text: String { lines.joined(separator: "\n") }

  /// The last move request, to be answered.
  var lastMove: Question? {
    asked.last { $0.type == "move" }
  }

  static func wordle(_ guesses: [(String, String)] = [], keys: [Board.Keys] = []) -> Board {
    var rows = guesses.map { Board.Row(letters: $0.0, tiles: $0.1) }
    while rows.count < 6 { rows.append(Board.Row(letters: "     ", tiles: "⬜⬜⬜⬜⬜")) }
    return Board(
      title: "Wordle 324", rows: rows, keys: keys, prompt: "Guess a five-letter word",
      notes: ["\(guesses.count + 1)/6"],
      gestures: [Gesture(.key, "{letters}")])
  }
}

extension Answer {
  /// A message as sent by the server.
  ///
  /// - Parameter drawn: its text for a person.
  static func of(_ message: some ServerMessage, drawn: String? = nil) -> Answer {
    var writer = JSONWriter()
    message.write(to: &writer, answering: nil)
    var json = (try? JSON(parsing: writer.bytes.dropLast()))?.objectValue ?? [:]
    json["drawn"] = drawn.map { .string($0) }
    return .message(Message(json))
  }

  static func object(_ type: String, _ fields: JSONObject) -> Answer {
    var json: JSONObject = ["type": .string(type)]
    json.merge(fields)
    return .message(Message(json))
  }
}

extension Frame {
  /// The text of each line without trailing spaces.
  var lines: [String] {
    (0..<height).map { y in
      var line = ""
      for x in 0..<width where self[x, y].width > 0 { line.append(self[x, y].text) }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
