internal import WireProtocol

/// Brings connections to where a mix begins: connected, greeted, in their rooms.
///
/// Requests are posted on all connections before the first answer is awaited, so that ten thousand take a second.
enum Preparation {
  /// Connections that have read the greeting; redis has none.
  static func connect(_ count: Int, to endpoint: Endpoint, greets: Bool) throws(Failure) -> [LineConnection] {
    var connections: [LineConnection] = []
    connections.reserveCapacity(count)
    for _ in 0..<count { connections.append(try LineConnection(to: endpoint)) }
    if greets {
      for connection in connections { _ = try connection.readLine() }
    }
    return connections
  }

  /// Puts each group of `size` connections into a talk room of its own.
  static func fillRooms(_ connections: [LineConnection], size: Int) throws(Failure) {
    let run = UInt32.random(in: .min ... .max)
    func name(_ index: Int) -> String { "t\(String(run, radix: 36))-\(index / size)" }
    try all(connections, where: { $0 % size == 0 }) { ["type": "create", "room": .string(name($0))] }
    try all(connections, where: { $0 % size != 0 }) { ["type": "join", "room": .string(name($0))] }
  }

  /// Gives each connection a practice room of Wordle.
  static func openPracticeRooms(_ connections: [LineConnection]) throws(Failure) {
    try all(connections) { _ in ["type": "create", "game": "wordle", "mode": "practice"] }
  }

  /// Joins them all to one room.
  static func join(_ room: String, _ connections: [LineConnection]) throws(Failure) {
    try all(connections) { _ in ["type": "join", "room": .string(room)] }
  }

  /// Sends one ping on each and waits for the answers.
  static func pingOnce(_ connections: [LineConnection]) throws(Failure) {
    try all(connections) { _ in ["type": "ping"] }
  }

  /// Subscribes each group of `size` connections to a channel of its own. RESP3 lets a connection that has subscribed
  /// publish as well, so that a member is one connection with redis as it is with Parlor.
  static func subscribe(_ connections: [LineConnection], size: Int) throws(Failure) {
    for (index, connection) in connections.enumerated() {
      try connection.send(Array("HELLO 3\r\nSUBSCRIBE \(channel(index, size))\r\nPING\r\n".utf8))
    }
    for connection in connections {
      while true {
        let line = String(decoding: try connection.readLine(), as: UTF8.self)
        if line.hasPrefix("-") { throw Failure("redis refused: \(line)") }
        if line.hasPrefix("+PONG") { break }
      }
    }
  }

  /// The channel that stands for a room.
  static func channel(_ index: Int, _ size: Int) -> String { "talk-\(index / size)" }

  private static func all(
    _ connections: [LineConnection], where isMeant: (Int) -> Bool = { _ in true }, _ request: (Int) -> JSONObject
  ) throws(Failure) {
    var posted: [(LineConnection, Int)] = []
    for (index, connection) in connections.enumerated() where isMeant(index) {
      posted.append((connection, try connection.post(request(index))))
    }
    for (connection, id) in posted { _ = try connection.answer(to: id) }
  }
}
