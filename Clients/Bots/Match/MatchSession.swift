internal import ClientKit
internal import WireProtocol

/// A player of a match on the server: one request at a time, with events in order.
final class MatchSession {
  private let link: any MatchLink
  private let document = JSONDocument()
  private var nextID = 1
  private var pendingEvents: [JSON] = []
  /// The greeting's lines.
  private(set) var greeting: [[UInt8]] = []
  /// The player's name.
  private(set) var name = ""
  /// The match of the last replay.
  private var lastMatch: String?

  /// Waits for the greeting, and logs in as a bot.
  init(_ link: any MatchLink) throws(Failure) {
    self.link = link
    greeting = try lines(before: "ping")
    let hello = try greeting.first.map(json)
    // Without a bot's limits (the address has claimed too many names today) it plays nevertheless, only slower.
    let login = try ask(["type": "login", "bot": true])
    guard let name = (login["you"] ?? hello?["you"])?.stringValue else {
      throw Failure("the server sent no hello: \(hello?["message"]?.stringValue ?? "no reason given")")
    }
    self.name = name
  }

  /// Sends a request, and repeats it while the server answers that it was too fast.
  ///
  /// - Returns: the answer, which may be an `error`.
  func ask(_ request: JSONObject) throws(Failure) -> JSON {
    for _ in 0..<Self.mostAttempts {
      let id = try post(request)
      while true {
        let message = try read()
        guard message["re"]?.intValue == id else {
          pendingEvents.append(message)
          continue
        }
        guard message["code"] == "too_fast" else { return message }
        link.wait(milliseconds: message["retry_after_ms"]?.intValue ?? 100)
        break
      }
    }
    throw Failure("the server has refused the same request as too frequent \(Self.mostAttempts) times")
  }

  private static let mostAttempts = 100

  /// The answer to a request that must succeed.
  func expect(_ request: JSONObject) throws(Failure) -> JSON {
    let answer = try ask(request)
    guard answer["type"] != "error" else {
      throw Failure("the server refused: \(answer["message"]?.stringValue ?? "no reason given")")
    }
    return answer
  }

  /// Takes all events so far.
  func takeEvents() throws(Failure) -> [JSON] {
    _ = try ask(["type": "ping"])
    defer { pendingEvents = [] }
    return pendingEvents
  }

  /// The lines of the match that this player has finished since the last call; `nil` if there is none.
  func takeReplay() throws(Failure) -> [[UInt8]]? {
    guard let (match, lines) = try replay(after: lastMatch) else { return nil }
    lastMatch = match
    return lines
  }

  /// The lines of this player's last finished match; `nil` if that is `known`, or there is none.
  func replay(after known: String?) throws(Failure) -> (match: String, lines: [[UInt8]])? {
    let history = try ask(["type": "history", "limit": 1])
    guard let match = history["results"]?.arrayValue?.first?["match"]?.stringValue, match != known else { return nil }
    let answer = try ask(["type": "replay", "match": .string(match)])
    guard answer["type"] == "replay", let count = answer["count"]?.intValue else { return nil }
    var lines: [[UInt8]] = []
    for _ in 0..<max(0, count) { lines.append(try link.receive()) }
    return (match, lines)
  }

  private func post(_ request: JSONObject) throws(Failure) -> Int {
    let id = nextID
    nextID += 1
    var request = request
    request["id"] = .int(id)
    try link.send(Array(JSON.object(request).text.utf8))
    return id
  }

  private func lines(before type: String) throws(Failure) -> [[UInt8]] {
    let id = try post(["type": .string(type)])
    var lines: [[UInt8]] = []
    while true {
      let line = try link.receive()
      if try json(line)["re"]?.intValue == id { return lines }
      lines.append(line)
    }
  }

  private func read() throws(Failure) -> JSON { try json(try link.receive()) }

  private func json(_ line: [UInt8]) throws(Failure) -> JSON {
    do {
      try document.parse(line)
    } catch {
      throw Failure("the server sent a line that is not JSON: \(String(decoding: line.prefix(80), as: UTF8.self))")
    }
    return document.root.value
  }
}

extension MatchSession: PublicWordLists {
  func words(of game: String, list: String) async throws(RequestError) -> [String] {
    try AcceptedWords.all(of: game, list: list) { request throws(RequestError) in
      do {
        let page: WordsAnswer = try read(try expect(request))
        return (page.words, page.next)
      } catch {
        throw .unreadable(UnreadableMessage("\(error)"))
      }
    }
  }

  /// Parses a message of a type.
  func read<Message: ReadableMessage>(_ json: JSON) throws -> Message {
    try document.parse(Array(json.text.utf8))
    return try Message(reading: MessageFields(document.root))
  }

  /// The board in a message; `nil` if there is none.
  func board(of json: JSON) -> Board? {
    guard let board = json["board"], (try? document.parse(Array(board.text.utf8))) != nil else { return nil }
    return try? Board(reading: MessageFields(document.root))
  }
}
