internal import WireProtocol

/// `parlor-bots play`: Wordle over the wire, the day's puzzle or practice ones.
struct Play {
  private let options: PlayOptions
  private let connection: LineConnection
  private var solver: Solver
  private var summary = PlaySummary()

  init(_ options: PlayOptions) throws(Failure) {
    self.options = options
    connection = try LineConnection(to: options.endpoint)
    _ = try connection.readMessage()
    solver = Solver(words: [])
  }

  /// Plays and prints.
  mutating func run() throws(Failure) {
    try login()
    solver = Solver(words: try connection.acceptedWords(of: "wordle"))
    if let practice = options.practice {
      for _ in 0..<practice { try playPractice() }
    } else {
      try playDaily()
    }
    // The day's puzzle may have been done before: then there is nothing to sum up for people.
    guard summary.played > 0 || options.isJSON else { return }
    print(options.isJSON ? JSON.object(summary.json).text : summary.text)
  }

  private func login() throws(Failure) {
    var request: JSONObject = ["type": "login", "bot": true]
    if let name = options.name { request["name"] = .string(name) }
    if let token = options.token { request["token"] = .string(token) }
    let answer = try connection.ask(request)
    if options.name != nil, let token = answer["token"]?.stringValue {
      say("\(answer["you"]?.stringValue ?? "") is yours; come back with --token \(token)")
    }
  }

  private mutating func playDaily() throws(Failure) {
    let joined = try connection.ask(["type": "join", "room": "wordle"])
    let title = joined["board"]?["title"]?.stringValue ?? "Wordle"
    if joined["state"]?.stringValue == "finished" {
      say("\(title) is done already:\n\(joined["share"]?.stringValue ?? "")")
      return
    }
    solver.restart()
    // A puzzle that was begun before goes on: its rows tell what is known.
    var earlier = 0
    for row in joined["board"]?["rows"]?.arrayValue ?? [] {
      guard let guess = row["letters"]?.stringValue.flatMap({ Word($0) }),
        let colours = row["tiles"]?.stringValue.flatMap({ Colours(tiles: $0) })
      else { break }
      solver.note(guess, colours)
      earlier += 1
    }
    say(title)
    try solve("wordle", earlierTries: earlier)
  }

  private mutating func playPractice() throws(Failure) {
    if let room = summary.practiceRoom {
      do {
        _ = try connection.ask(["type": "start", "room": .string(room)])
      } catch {
        // The room has had every puzzle there is: on to a new one.
        guard error.code != nil else { throw error }
        _ = try connection.ask(["type": "leave", "room": .string(room)])
        try openPracticeRoom()
      }
    } else {
      try openPracticeRoom()
    }
    solver.restart()
    say("Practice \(summary.played + 1)")
    try solve(summary.practiceRoom ?? "", earlierTries: 0)
  }

  private mutating func openPracticeRoom() throws(Failure) {
    let joined = try connection.ask(["type": "create", "game": "wordle", "mode": "practice"])
    summary.practiceRoom = joined["room"]?.stringValue
  }

  /// Guesses until the puzzle is solved or the tries are used up.
  private mutating func solve(_ room: String, earlierTries: Int) throws(Failure) {
    for tries in (earlierTries + 1)...6 {
      let left = solver.candidates.count
      guard let guess = solver.guess() else {
        throw Failure("no accepted word fits these colours: the server and the bot judge differently")
      }
      let answer = try connection.ask(
        ["type": "move", "room": .string(room), "move": ["guess": .string(guess.text)]])
      let tiles = answer["turn"]?["tiles"]?.stringValue ?? ""
      guard let colours = Colours(tiles: tiles) else { throw Failure("the server answered no colours: \(tiles)") }
      say("  \(tiles)  \(guess.text.uppercased())   \(left) fitted")
      if colours == .solved {
        summary.record(tries: tries)
        return
      }
      solver.note(guess, colours)
    }
    summary.record(tries: nil)
    say("  not solved")
  }

  private func say(_ text: String) {
    if !options.isQuiet { print(text) }
  }
}
