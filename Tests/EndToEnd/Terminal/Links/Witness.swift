import ServerHarness
import WireProtocol

/// Looks on in a room over a link of its own that nothing happens to: what it hears is what the server has done.
final class Witness {
  private let client: SocketClient
  private let room: String
  private(set) var heard: [JSON] = []

  /// - Parameter isPlaying: whether it takes a seat instead of looking on.
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

  /// Reads everything that has happened so far: the server answers a ping behind it.
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

  /// Waits until somebody who is not in the list is done, and returns the name and the outcome.
  func waitForFinish(butNotOf known: Set<String> = []) throws -> (player: String, outcome: JSON?) {
    let finished = try wait {
      $0["type"]?.stringValue == "finished" && !known.contains($0["player"]?.stringValue ?? "")
    }
    return (finished["player"]?.stringValue ?? "", finished["outcome"])
  }
}
