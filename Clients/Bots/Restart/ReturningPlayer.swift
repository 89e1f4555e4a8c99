internal import CPoll
internal import WireProtocol

/// A player whose link is lost when the server restarts, and who comes back as clients do: greeting, token, room, and
/// then a move.
struct ReturningPlayer {
  /// What the player waits for.
  enum Step: Int, CaseIterable {
    case connection, greeting, login, room, move
  }

  /// Where the connection comes from, so that limits by address do not count all players together.
  let source: String?
  let name: String
  private(set) var token: String?
  private(set) var step = Step.connection
  /// When each step of the present coming was done, in nanoseconds of the monotonic clock.
  private(set) var done = [UInt64](repeating: 0, count: Step.allCases.count)
  /// Whether the present coming is complete.
  private(set) var isPlaying = false
  /// Whether the room had kept what was missed.
  private(set) var hasRecovered = false
  /// The server said so when it closed: milliseconds until it is worth coming back.
  private(set) var announcedWait: Int?
  private var greetingEpoch = ""
  /// The last event of the room that the player knows; `nil` before the first coming.
  private var known: (epoch: String, seq: Int)?

  init(source: String?, name: String) {
    self.source = source
    self.name = name
  }

  /// A link is to be opened anew.
  mutating func begin() {
    step = .connection
    isPlaying = false
    hasRecovered = false
    done = Array(repeating: 0, count: done.count)
  }

  /// The link is open.
  mutating func connected(at now: UInt64) {
    guard step == .connection else { return }
    finish(.connection, at: now)
    step = .greeting
  }

  private mutating func finish(_ step: Step, at now: UInt64) { done[step.rawValue] = now }

  /// A line from the server.
  ///
  /// - Returns: what to send.
  /// - Throws: what the server refused, in its words.
  mutating func receive(
    _ line: JSONView, in room: String, moving word: String, at now: UInt64
  ) throws(Failure) -> JSONObject? {
    let type = line["type"]?.string
    if step == .move, line["room"] != nil, let seq = line["seq"]?.int { known?.seq = seq }
    if type == "closing" { announcedWait = line["back_in_s"]?.int.map { $0 * 1000 } }
    switch (step, type) {
    case (.greeting, "hello"):
      greetingEpoch = line["epoch"]?.string ?? ""
      finish(.greeting, at: now)
      step = .login
      announcedWait = nil
      let name: (String, JSON) = token.map { ("token", .string($0)) } ?? ("name", .string(self.name))
      return ["type": "login", "id": 1, name.0: name.1]
    case (.login, _) where line["re"]?.int == 1:
      try check(line)
      token = line["token"]?.string ?? token
      finish(.login, at: now)
      step = .room
      return joining(room)
    case (.room, _) where line["re"]?.int == 2:
      try check(line)
      hasRecovered = line["recovered"]?.bool == true
      known = (greetingEpoch, line["seq"]?.int ?? 0)
      finish(.room, at: now)
      step = .move
      return ["type": "move", "id": 3, "move": ["guess": .string(word)]]
    case (.move, _) where line["re"]?.int == 3:
      // Whoever has found the word by chance is told that the game is over.
      finish(.move, at: now)
      isPlaying = true
    case (.greeting, _): throw Failure("the greeting was \(type ?? "no line of Parlor's")")
    default: break
    }
    return nil
  }

  private func joining(_ room: String) -> JSONObject {
    var request: JSONObject = ["type": "join", "id": 2, "room": .string(room)]
    if let known { request["since"] = ["epoch": .string(known.epoch), "seq": .int(known.seq)] }
    return request
  }

  private func check(_ line: JSONView) throws(Failure) {
    guard line["type"]?.isString("error") == true else { return }
    throw Failure("the server refused: \(line["message"]?.string ?? "no reason given")")
  }
}
