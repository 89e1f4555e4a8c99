internal import ClientKit
internal import WireProtocol

/// The login of the line mode: a few lines of JSON before the first line of text.
struct PlainLogin {
  private let server: ServerAddress
  private let saved: SavedPlayers
  private var name: String?
  private var token: String?
  private enum Phase {
    case coming, comingBack
    /// Claiming another name or none, in JSON, so that its token can be saved or removed.
    case claiming
    case done
  }

  private var phase = Phase.coming
  var isDone: Bool { phase == .done }
  private(set) var hasSaidGoodbye = false
  private var isWarned = false
  /// Whether the next line answers the `/ping` that has returned the session to text.
  private var expectsPong = false
  private var rooms: [String] = []
  /// The games' own rooms, which keep boards but not seats.
  private var dailies: [String] = []
  /// The last typed lines that may have named a room, the latest last.
  private var entered: [String] = []

  init(_ options: Options, saved: SavedPlayers = SavedPlayers()) {
    server = options.server
    self.saved = saved
    name = options.preferences.name
    token = options.preferences.token
    guard token == nil, !options.preferences.isGuest else { return }
    token = (try? saved.player(at: server, named: name))?.token
  }

  /// The first lines on a new link. The answer to `ping` arrives when the login is complete.
  mutating func begin() -> [String] {
    if phase != .coming { phase = .comingBack }
    rooms = []
    let fields = JSONObject.given(["type": "login", "token": token, "name": token == nil ? name : nil])
    return [JSON.object(fields).text] + (phase == .coming ? [] : [#"{"type":"rooms"}"#]) + [#"{"type":"ping"}"#]
  }

  /// Handles a line from the server: the lines to show, and the lines to send.
  mutating func take(_ line: String) -> (told: [String], answers: [String]) {
    guard line.hasPrefix("{") else {
      defer { expectsPong = false }
      return (expectsPong && line == "pong" || phase == .comingBack || phase == .claiming ? [] : [line], [])
    }
    guard !isDone, let json = (try? JSON(parsing: Array(line.utf8)))?.objectValue else { return ([], []) }
    switch json["type"]?.stringValue {
    case "hello": return (phase == .coming ? [json["welcome"]?.stringValue].compactMap(\.self) : [], [])
    case "login": return (take(login: json), [])
    case "joined":
      if let room = json["room"]?.stringValue { rooms.append(room) }
      return ([], [])
    case "rooms":
      let list = (json["rooms"]?.arrayValue ?? []).filter { $0["mode"]?.stringValue == ModeKind.daily.rawValue }
      dailies = list.compactMap { $0["room"]?.stringValue }
      return ([], [])
    case "logout": return (leave("logged out", json), [])
    case "forget_me": return (leave("forgotten", json), [])
    case "error": return refused(json)
    case "pong": return finish()
    default: return ([], [])
    }
  }

  private mutating func take(login json: JSONObject) -> [String] {
    let you = json["you"]?.stringValue ?? ""
    token = json["token"]?.stringValue ?? token
    if let token, !KnownNames.isGuest(you) {
      try? saved.remember(SavedPlayer(at: server, name: you, token: token))
    }
    let told = phase == .comingBack ? [] : ["You are \(you)\(phase == .coming ? " at \(server)" : "")."]
    guard let warning = json["warning"]?.stringValue, !isWarned else { return told }
    isWarned = true
    return told + [warning]
  }

  private mutating func leave(_ how: String, _ json: JSONObject) -> [String] {
    forgetToken()
    name = nil
    return ["You are \(how). You are \(json["you"]?.stringValue ?? "a guest") now."]
  }

  private mutating func forgetToken() {
    guard let token else { return }
    try? saved.forget(SavedPlayer(at: server, name: name ?? "", token: token))
    self.token = nil
  }

  private mutating func refused(_ json: JSONObject) -> (told: [String], answers: [String]) {
    let message = json["message"]?.stringValue ?? ""
    if phase == .claiming { return ([message], []) }
    if json["code"]?.stringValue == ErrorCode.badToken.rawValue {
      forgetToken()
      // A server with new data knows no players: the name is free again.
      if name != nil { return ([], begin()) }
    }
    token = nil
    return ([message], [])
  }

  private mutating func finish() -> (told: [String], answers: [String]) {
    defer { phase = .done }
    if phase == .claiming {
      expectsPong = true
      return ([], ["/ping"])
    }
    let back =
      phase == .comingBack
      ? "The connection is back." : "Type the name of a game to play, /help for help, /quit to leave."
    if rooms.isEmpty, let room = entered.last(where: dailies.contains) { return ([back], ["/join \(room)"]) }
    let places = rooms.last.map { ["You are back in \($0)."] } ?? []
    // A line of text makes the server answer in text from here on.
    return ([back] + places, rooms.isEmpty ? [] : ["/board"])
  }

  mutating func lines(for typed: String) -> [String] {
    let words = typed.drop { $0 == "/" }.split(separator: " ").map(String.init)
    switch (words.first?.lowercased(), words.count) {
    case ("quit", 1), ("exit", 1), ("bye", 1): hasSaidGoodbye = true
    case ("name", 2), ("login", 2):
      if words[1].hasPrefix(LoginToken.prefix) { break }
      (phase, name) = (.claiming, words[1])
      return [JSON.object(.given(["type": "login", "name": words[1]])).text, #"{"type":"ping"}"#]
    case ("logout", 1):
      phase = .claiming
      return [#"{"type":"logout"}"#, #"{"type":"ping"}"#]
    case ("forget-me", 2...):
      phase = .claiming
      let password = TextCommand(typed.drop { $0 == "/" })?.optionalPasswordAfterName?.text
      let fields = JSONObject.given(["type": "forget_me", "name": words[1], "password": password])
      return [JSON.object(fields).text, #"{"type":"ping"}"#]
    case ("leave", _) where typed.hasPrefix("/"): entered = []
    case ("join", 2...), ("play", 2...), ("watch", 2...): entered.append(words[1].lowercased())
    case (let word?, 1): entered = entered.suffix(100) + [word]
    default: break
    }
    return [typed]
  }
}
