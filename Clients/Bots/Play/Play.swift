internal import ClientKit
internal import WireProtocol

/// `parlor-bots play`: Wordle over the wire, the day's puzzle or practice ones.
struct Play {
  private let options: PlayOptions
  private let client: Client
  private var solver: Solver
  private var summary = PlaySummary()

  init(_ options: PlayOptions) async throws(ConnectionError) {
    self.options = options
    client = try await Client.connect(to: ServerAddress(host: options.endpoint.host, port: options.endpoint.port))
    solver = Solver(words: [])
  }

  /// Plays and prints.
  mutating func run() async throws {
    try await login()
    solver = Solver(words: try await client.acceptedWords(of: "wordle"))
    if let practice = options.practice {
      for _ in 0..<practice { try await playPractice() }
    } else {
      try await playDaily()
    }
    await client.close()
    // The day's puzzle may have been done before: then there is nothing to sum up for people.
    guard summary.played > 0 || options.isJSON else { return }
    print(options.isJSON ? JSON.object(summary.json).text : summary.text)
  }

  private func login() async throws(RequestError) {
    let answer = try await client.login(name: options.name, token: options.token, isBot: true)
    if options.name != nil, let token = answer.token {
      say("\(answer.you) is yours; come back with --token \(token)")
    }
  }

  private mutating func playDaily() async throws {
    let joined = try await client.join("wordle")
    let title = joined.board?.title ?? "Wordle"
    if joined.state == .finished {
      say("\(title) is done already:\n\(joined.share ?? "")")
      return
    }
    solver.restart()
    // A puzzle that was begun before goes on: its rows tell what is known.
    var earlier = 0
    for row in joined.board?.rows ?? [] {
      guard let guess = Word(row.letters), let colours = Colours(tiles: row.tiles) else { break }
      solver.note(guess, colours)
      earlier += 1
    }
    say(title)
    try await solve("wordle", earlierTries: earlier)
  }

  private mutating func playPractice() async throws {
    if let room = summary.practiceRoom {
      do {
        try await client.start(room)
      } catch {
        // The room has had every puzzle there is: on to a new one.
        guard error.code != nil else { throw error }
        try await client.leave(room)
        try await openPracticeRoom()
      }
    } else {
      try await openPracticeRoom()
    }
    solver.restart()
    say("Practice \(summary.played + 1)")
    try await solve(summary.practiceRoom ?? "", earlierTries: 0)
  }

  private mutating func openPracticeRoom() async throws(RequestError) {
    summary.practiceRoom = try await client.create(game: "wordle", mode: .practice).room
  }

  /// Guesses until the puzzle is solved or the tries are used up.
  private mutating func solve(_ room: String, earlierTries: Int) async throws {
    for tries in (earlierTries + 1)...6 {
      let left = solver.candidates.count
      guard let guess = solver.guess() else {
        throw Failure("no accepted word fits these colours: the server and the bot judge differently")
      }
      let moved = try await client.move(["guess": .string(guess.text)], in: room)
      let tiles = moved.turn["tiles"]?.stringValue ?? ""
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
