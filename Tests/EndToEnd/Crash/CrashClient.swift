import ServerHarness
import WireProtocol

/// A client that records its requests, their acknowledgements, and its position in each room.
final class CrashClient {
  struct Move {
    let room: String
    let word: String
    let id: String
    /// The answer without `re`; `nil` until there is one.
    var answer: JSON?
    /// Whether the last answer was an error.
    var isRefused = false
    let day: String
  }

  /// A request, repeated when its answer was lost if that is safe.
  struct Asked {
    let kind: String
    let detail: String
    let fields: JSONObject
  }

  struct NotConnected: Error, CustomStringConvertible {
    let description: String
  }

  let label: String
  private(set) var name: String
  private(set) var token: String?
  /// The new name in a `rename` without an answer.
  var wantedName: String?
  var cursors: [String: Int] = [:]
  private(set) var boards: [String: (seq: Int, day: String?, words: [String])] = [:]
  var moves: [Move] = []
  private(set) var acknowledgedMoves = 0
  private(set) var acknowledgedTalk: [String] = []
  var shares = SharedBooks()
  var answers: [Int: JSON] = [:]
  /// The last event number of a running resume, by room.
  private(set) var covers: [String: Int] = [:]
  var resuming: Set<String> = []
  var waiting: [Int: Asked] = [:]
  /// The state that matters when the client changes servers.
  var roaming = Roaming()
  var nextID = 0
  private var socket: SocketClient?
  /// Event numbers that a resume omitted: they must be about the client's own presence.
  private(set) var leftOut: [(room: String, seq: Int)] = []
  var faults: [String] = []
  private(set) var isOpen = false
  private(set) var isLoggedIn = false
  private(set) var lastAnswer: JSON?

  init(_ label: String) {
    self.label = label
    name = label
  }

  /// A disconnected copy of a client with its records.
  init(copying other: CrashClient) {
    (label, name, token, wantedName) = (other.label, other.name, other.token, other.wantedName)
    (cursors, boards, moves, shares) = (other.cursors, other.boards, other.moves, other.shares)
    (acknowledgedMoves, acknowledgedTalk, nextID) = (other.acknowledgedMoves, other.acknowledgedTalk, other.nextID)
    begin()
  }

  /// Connects, and waits for the greeting.
  func connect(port: UInt16) throws {
    try open(port: port)
    try socket?.greeting()
  }

  /// Connects without waiting for the greeting.
  func open(port: UInt16) throws {
    roaming.note("connects to \(port)")
    socket = try SocketClient(port: port)
    isOpen = true
    begin()
  }

  /// Resets the state of the session.
  func begin() {
    isLoggedIn = false
    waiting = [:]
    answers = [:]
    shares.forgetOpen()
    resuming = []
    covers = [:]
    roaming.forgetRequests()
  }

  /// Closes the connection after reading everything that has arrived.
  func leave(into ledger: inout HeardLedger) {
    read(atMost: .max, into: &ledger)
    end()
  }

  @discardableResult
  func ask(_ kind: String, _ fields: JSONObject = [:], detail: String = "") -> Int {
    send(Asked(kind: kind, detail: detail, fields: fields))
  }

  @discardableResult
  func send(_ asked: Asked) -> Int {
    nextID += 1
    var request: JSONObject = ["type": .string(asked.kind), "id": .int(nextID)]
    request.merge(asked.fields)
    waiting[nextID] = asked
    let line = JSON.object(request).text
    roaming.note("> " + line)
    socket?.send(line: line)
    return nextID
  }

  func forgetMoves(keeping count: Int) { moves.removeFirst(max(0, moves.count - count)) }

  func forget(_ room: String) {
    cursors[room] = nil
    boards[room] = nil
    roaming.places[room] = nil
  }

  func takeFaults() -> [String] {
    defer { faults = [] }
    return faults
  }

  func takeLeftOut() -> [(room: String, seq: Int)] {
    defer { leftOut = [] }
    return leftOut
  }

  /// - Parameter seconds: the time limit for the first line.
  func read(atMost count: Int, within seconds: Double = 0, into ledger: inout HeardLedger) {
    var seconds = seconds
    for _ in 0..<count {
      switch socket?.next(within: seconds) {
      case .line(let line): take(line, &ledger)
      case .end: return end()
      case .timeout, nil: return
      }
      seconds = 0
    }
  }

  private func end() {
    socket?.close()
    socket = nil
    isOpen = false
    isLoggedIn = false
  }

  @discardableResult
  func await(_ id: Int, into ledger: inout HeardLedger) throws -> JSON {
    while answers[id] == nil {
      guard let socket else { throw NotConnected(description: "\(label) is not connected") }
      take(try socket.line(), &ledger)
    }
    return answers[id] ?? .null
  }

  /// Records what the resumes omitted at their ends. Call it after the answer to a later request.
  func closeResume() {
    for (room, seq) in covers {
      if let cursor = cursors[room], cursor < seq {
        for missed in cursor + 1...seq { leftOut.append((room, missed)) }
        cursors[room] = seq
      }
    }
    covers = [:]
  }

  func readRest(into ledger: inout HeardLedger) {
    guard let socket, isOpen else { return }
    let (lines, ended) = socket.rest()
    if !ended { faults.append("\(label)'s connection outlives the server") }
    for line in lines { take(line, &ledger) }
    end()
  }

  private func take(_ line: String, _ ledger: inout HeardLedger) {
    roaming.note("< " + line)
    guard let message = try? JSON(parsing: line), let type = message["type"]?.stringValue else {
      if !roaming.takeSentence() { faults.append("\(label) got \(line)") }
      return
    }
    if let re = message["re"]?.intValue {
      guard !isPutOff(re, message) else { return }
      if (waiting.removeValue(forKey: re) ?? roaming.takeLate(re)).map({ settle($0, message) }) == nil {
        faults.append("\(label) got an answer to \(re), which was answered before: \(line)\n\(roaming.trace)")
      }
      answers[roaming.first(re)] = message
    } else if takeNotice(type, message) {
      return
    }
    // The answer to a repeated move is old, but has the player's present name.
    if type == "moved", message["re"] != nil, let room = message["room"]?.stringValue,
      let seq = message["seq"]?.intValue, seq <= cursors[room] ?? 0
    {
      return
    }
    if type == "joined" { takeJoined(message) } else { follow(message) }
    ledger.note(message)
    if let room = message["room"]?.stringValue, let board = message["board"] { takeBoard(board, room, message) }
  }

  private func settle(_ request: Asked, _ answer: JSON) {
    let isError = answer["type"]?.stringValue == "error"
    switch request.kind {
    case "login" where !isError:
      isLoggedIn = true
      if let token = answer["token"]?.stringValue { self.token = token }
      if let you = answer["you"]?.stringValue {
        if you != name, you != wantedName { faults.append("\(label) was \(name) and comes back as \(you)") }
        (name, wantedName) = (you, nil)
      }
    case "login" where isError && token == nil:
      // Unanswered before a crash: the name may be this client's, but the token is lost.
      name += "x"
    case "login" where isError: faults.append("\(name)'s token is refused: \(answer.text)")
    case "rename":
      if !isError, let you = answer["you"]?.stringValue { name = you }
      wantedName = nil
    case "share", "unshare": faults += shares.settle((request.kind, request.detail), answer, of: label)
    case "move": settleMove(request.detail, answer, isError)
    case "say" where !isError: acknowledgedTalk.append(request.detail)
    default: break
    }
  }

  private func settleMove(_ id: String, _ answer: JSON, _ isError: Bool) {
    lastAnswer = answer
    guard let index = moves.firstIndex(where: { $0.id == id }) else { return }
    moves[index].isRefused = isError
    guard !isError else { return }
    var plain = answer.objectValue ?? [:]
    plain["re"] = nil
    let told = JSON.object(plain)
    if let known = moves[index].answer, known["seq"] != told["seq"] || known["turn"] != told["turn"],
      Self.round(told) <= Self.round(known) + 1
    {
      faults.append("\(label)'s \(id) was answered \(known.text)\nand then \(told.text)")
    }
    if moves[index].answer == nil { acknowledgedMoves += 1 }
    moves[index].answer = told
  }

  /// The round of an answer's board, 0 if boards have none: a room remembers moves of its present round and the one
  /// before.
  private static func round(_ answer: JSON) -> Int {
    let title = answer["board"]?["title"]?.stringValue ?? ""
    return title.contains(" round ") ? title.split(separator: " ").last.flatMap { Int($0) } ?? 0 : 0
  }

  private func takeJoined(_ message: JSON) {
    guard let room = message["room"]?.stringValue, let seq = message["seq"]?.intValue else { return }
    covers[room] = seq
    if message["re"] == nil {
      // A kept place, restored by the login; a `join` with `since` follows.
      if message["recovered"] == false { return takeWhole(message, room, seq) }
      if cursors[room] == nil { cursors[room] = seq } else { resuming.insert(room) }
      return
    }
    resuming.remove(room)
    switch message["recovered"]?.boolValue {
    case true?: break
    case false?: faults.append("\(label) cannot resume \(room) at \(cursors[room] ?? 0) of \(seq)")
    case nil: cursors[room] = seq
    }
  }

  /// A state in place of events, for a watcher that reads too slowly, such as one on a paused node. It states which
  /// events it replaces. Players never get one.
  private func takeWhole(_ message: JSON, _ room: String, _ seq: Int) {
    let cursor = cursors[room] ?? seq
    guard roaming.places[room] == true, let from = message["from"]?.intValue, from <= cursor + 1 else {
      return faults.append("\(label) missed something in \(room) after \(cursor), up to \(seq)")
    }
    cursors[room] = max(cursor, seq)
  }

  private func follow(_ message: JSON) {
    guard let room = message["room"]?.stringValue, let seq = message["seq"]?.intValue,
      message["type"]?.stringValue != "error", let cursor = cursors[room]
    else { return }
    guard seq > cursor, !resuming.contains(room) else { return }
    let first = message["from"]?.intValue ?? seq
    if first > cursor + 1 {
      roaming.noteGap()
      for missed in cursor + 1..<first { leftOut.append((room, missed)) }
    }
    if let own = message["from"]?.intValue, own < seq { for skipped in own..<seq { leftOut.append((room, skipped)) } }
    cursors[room] = seq
  }

  private func takeBoard(_ board: JSON, _ room: String, _ message: JSON) {
    let rows = board["rows"]?.arrayValue ?? []
    let words = rows.compactMap { $0["letters"]?.stringValue }.filter { !$0.contains(" ") && !$0.isEmpty }
    if Set(words).count != words.count { faults.append("\(label) sees a move twice in \(room): \(words)") }
    let seq = message["seq"]?.intValue ?? 0
    guard seq >= boards[room]?.seq ?? 0 else { return }
    boards[room] = (seq, message["day"]?.stringValue ?? boards[room]?.day, words)
  }
}
