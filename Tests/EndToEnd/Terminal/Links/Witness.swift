import ServerHarness
import WireProtocol

/// Observes a room over its own undisturbed connection, to know what the server has done.
final class Witness {
  private let client: SocketClient
  private let room: String
  private(set) var heard: [JSON] = []

  /// - Parameter isPlaying: whether it joins as a player instead of as a watcher.
  init(in room: String, port: UInt16, isPlaying: Bool = false) throws {
    client = try SocketClient(port: port)
    self.room = room
    try client.greeting()
    _ = try client.ask(#"{"type":"join","watching":\#(!isPlaying),"room":"\#(room)"}"#)
  }

  func send(_ line: String) { client.send(line: line) }

  func say(_ text: String) { send(#"{"type":"say","room":"\#(room)","text":"\#(text)"}"#) }

  @discardableResult
  func wait(until fits: (JSON) -> Bool) throws -> JSON {
    if let known = heard.first(where: fits) { return known }
    while true {
      let event = try JSON(parsing: try client.line())
      heard.append(event)
      if fits(event) { return event }
    }
  }

  /// Reads all events so far, up to the answer to a ping.
  func catchUp() throws {
    let id = heard.count + 1_000_000
    send(#"{"type":"ping","id":\#(id)}"#)
    try wait { $0["re"]?.intValue == id }
  }

  func turns(of player: String) throws -> [JSON] {
    try catchUp()
    return heard.filter { $0["type"]?.stringValue == "moved" && $0["player"]?.stringValue == player }
      .compactMap { $0["turn"] }
  }

  func talk() throws -> [String] {
    try catchUp()
    return heard.filter { $0["type"]?.stringValue == "said" }.compactMap { $0["text"]?.stringValue }
  }

  /// Waits until a player outside of the set has finished, and returns the name and the outcome.
  func waitForFinish(butNotOf known: Set<String> = []) throws -> (player: String, outcome: JSON?) {
    let finished = try wait {
      $0["type"]?.stringValue == "finished" && !known.contains($0["player"]?.stringValue ?? "")
    }
    return (finished["player"]?.stringValue ?? "", finished["outcome"])
  }
}
