internal import CPoll
internal import WireProtocol

/// A player whose link is lost when the server restarts, and who reconnects as clients do: greeting, token, room, and
/// then a move.
struct ReturningPlayer {
  /// The state of a player.
  enum Step: Int, CaseIterable {
    case connection, greeting, login, room, move
  }

  /// The connection's source address, so that limits per address do not apply to all players together.
  let source: String?
  let name: String
  private(set) var token: String?
  private(set) var step = Step.connection
  /// When each step of the present connection was completed, in nanoseconds of the monotonic clock.
  private(set) var done = [UInt64](repeating: 0, count: Step.allCases.count)
  /// Whether all steps are completed.
  private(set) var isPlaying = false
  /// Whether the room still had all missed events.
  private(set) var hasRecovered = false
  /// The delay that the server announced when it closed, in milliseconds.
  private(set) var announcedWait: Int?
  private var greetingEpoch = ""
  /// The last known event of the room; `nil` before the first connection.
  private var lastEvent: (epoch: String, seq: Int)?

  init(source: String?, name: String) {
    self.source = source
    self.name = name
  }

  /// Begins a new connection.
  mutating func begin() {
    step = .connection
    isPlaying = false
    hasRecovered = false
    done = Array(repeating: 0, count: done.count)
  }

  /// The connection is established.
  mutating func connected(at now: UInt64) {
    guard step == .connection else { return }
    finish(.connection, at: now)
    step = .greeting
  }

  private mutating func finish(_ step: Step, at now: UInt64) { done[step.rawValue] = now }

  /// Handles a line from the server.
  ///
  /// - Returns: the line to send.
  /// - Throws: the server's refusal.
  mutating func receive(
    _ line: JSONView, in room: String, moving word: String, at now: UInt64
  ) throws(Failure) -> JSONObject? {
    let type = line["type"]?.string
    if step == .move, line["room"] != nil, let seq = line["seq"]?.int { lastEvent?.seq = seq }
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
      return joinRequest(room)
    case (.room, _) where line["re"]?.int == 2:
      try check(line)
      hasRecovered = line["recovered"]?.bool == true
      lastEvent = (greetingEpoch, line["seq"]?.int ?? 0)
      finish(.room, at: now)
      step = .move
      return ["type": "move", "id": 3, "move": ["guess": .string(word)]]
    case (.move, _) where line["re"]?.int == 3:
      // A player who has found the word by chance gets a refusal.
      finish(.move, at: now)
      isPlaying = true
    case (.greeting, _): throw Failure("the greeting was \(type ?? "no line of Parlor's")")
    default: break
    }
    return nil
  }

  private func joinRequest(_ room: String) -> JSONObject {
    var request: JSONObject = ["type": "join", "id": 2, "room": .string(room)]
    if let lastEvent { request["since"] = ["epoch": .string(lastEvent.epoch), "seq": .int(lastEvent.seq)] }
    return request
  }

  private func check(_ line: JSONView) throws(Failure) {
    guard line["type"]?.isString("error") == true else { return }
    throw Failure("the server refused: \(line["message"]?.string ?? "no reason given")")
  }
}
