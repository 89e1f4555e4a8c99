import WireProtocol

@testable import ClientKit

/// Plays server, network and clock for a ``Conversation``, and records its effects.
struct Script {
  var conversation: Conversation
  var now = ContinuousClock.now
  private(set) var sent: [String] = []
  private(set) var events: [Event] = []
  private(set) var answers: [Int: Result<Message, RequestError>] = [:]
  private(set) var connects = 0
  private(set) var isOver = false

  static let hello =
    #"{"type":"hello","protocol":1,"server":"parlor","epoch":"e1","you":"guest-1","day":"2026-11-20","line_bytes":200,"welcome":"hi"}"#

  init(_ options: ClientOptions = .pinned, firstAttemptDecides: Bool = false) {
    conversation = Conversation(
      to: ServerAddress(host: "there"), options: options, firstAttemptDecides: firstAttemptDecides, at: now)
    collect()
  }

  mutating func receive(_ line: String) {
    Array(line.utf8).withUnsafeBytes { conversation.received($0, at: now) }
    collect()
  }

  mutating func ask(
    _ id: Int, _ kind: String, room: String? = nil, token: String? = nil, claimsName: Bool = false,
    limit: Duration = .seconds(30)
  ) {
    var traits = RequestTraits(kind, room: room)
    (traits.token, traits.claimsName) = (token, claimsName)
    let line = Array("{\"type\":\"\(kind)\",\"id\":\(id)}\n".utf8)
    conversation.submit(PendingRequest(id: id, line: line, traits: traits, limit: limit, deadline: now + limit))
    collect()
  }

  mutating func lose(_ error: ConnectionError = .closedByServer) {
    conversation.lost(error, at: now)
    collect()
  }

  mutating func pass(_ duration: Duration) {
    let end = now + duration
    while let next = conversation.nextDeadline, next <= end {
      now = max(now, next)
      conversation.reachTime(now)
      collect()
    }
    now = end
    conversation.reachTime(now)
    collect()
  }

  mutating func enter(_ room: String = "lunch", as name: String? = "ana") {
    receive(Self.hello)
    if let name {
      ask(1, "login")
      receive(#"{"type":"login","re":1,"you":"\#(name)","token":"p1_x"}"#)
    }
    ask(2, "join", room: room)
    receive(
      #"{"type":"joined","re":2,"room":"\#(room)","seq":5,"you":"\#(name ?? "guest-1")","state":"playing","players":[]}"#
    )
    _ = (takeSent(), takeEvents())
  }

  mutating func comeBack(as name: String = "ana") {
    if case .waiting(let until) = conversation.phase { pass(until - now) }
    receive(Self.hello)
    receive(#"{"type":"login","re":\#(lastErrand),"you":"\#(name)"}"#)
  }

  var lastErrand: Int { conversation.nextErrand + 1 }

  mutating func say(_ seq: Int, from: Int? = nil, room: String = "lunch", by player: String = "ben") {
    let from = from.map { "\"from\":\($0)," } ?? ""
    receive(#"{"type":"said","room":"\#(room)",\#(from)"seq":\#(seq),"player":"\#(player)","text":"line \#(seq)"}"#)
  }

  mutating func takeSent() -> [String] {
    defer { sent = [] }
    return sent
  }

  mutating func takeEvents() -> [Event] {
    defer { events = [] }
    return events
  }

  /// The events in a word each: `said 6`, `online`, `resumed lunch`.
  mutating func takeStory() -> [String] { takeEvents().map(\.word) }

  mutating func collect() {
    for effect in conversation.effects {
      switch effect {
      case .connect: connects += 1
      case .answer(let id, let result): answers[id] = result
      case .deliver(let event): events.append(Event(reading: event))
      case .end: isOver = true
      case .disconnect, .finishSending: break
      }
    }
    conversation.effects = []
    sent += String(decoding: conversation.output, as: UTF8.self).split(separator: "\n").map(String.init)
    conversation.output = []
  }
}

extension ClientOptions {
  /// No jitter, no keep-alive: only what the script does.
  static var pinned: ClientOptions {
    var options = ClientOptions()
    options.backoff = Backoff(first: .seconds(1), greatest: .seconds(8), jitter: 0)
    options.keepAlive = nil
    options.generator = FixedGenerator()
    return options
  }
}

struct FixedGenerator: RandomNumberGenerator, Sendable {
  var value: UInt64 = 0
  mutating func next() -> UInt64 { value }
}

extension Event {
  var word: String {
    switch self {
    case .link(let state):
      switch state {
      case .connecting(let attempt): "connecting \(attempt)"
      case .online: "online"
      case .closing(let reason, _): "closing \(reason)"
      case .lost: "lost"
      case .retrying(let wait): "retrying \(wait.shown)"
      case .takenOver: "taken over"
      case .takeover(let state): "takeover \(state.rawValue)"
      case .ended(let end): "ended \(end)"
      }
    case .joined(let joined): "joined \(joined.room)"
    case .resumed(let joined): "resumed \(joined.room)"
    case .resynchronised(let joined): "resynchronised \(joined.room)"
    case .shutOut(let room, let error): "shut out of \(room): \(error.code)"
    case .loginLost(let player, let error): "login of \(player.name) lost: \(error.code)"
    case .passedOver(let count): "passed over \(count)"
    case .newDay(let day): "new day \(day.day)"
    case .announcement(let announcement): "announced \(announcement.text)"
    case .invited(let invited): "invited \(invited.room)"
    case .unsaid(let unsaid): "unsaid \(unsaid.player)"
    case .other(let message): "other \(message.type)"
    case .presence(let presence): "\(presence.change) \(presence.place.seq)"
    default: "\(String("\(self)".prefix { $0 != "(" })) \(place?.seq ?? 0)"
    }
  }
}

extension Result {
  var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
