internal import WireProtocol

/// Prepares connections for a mix: connected, greeted, in their rooms.
///
/// Requests are sent on all connections before the first answer is awaited, so that ten thousand take a second.
enum Preparation {
  /// Connections that have read the greeting, and have registered if a server requires that.
  static func connect(
    _ count: Int, to endpoint: Endpoint, _ target: LoadOptions.Target
  ) throws(Failure) -> [LineConnection] {
    var connections: [LineConnection] = []
    connections.reserveCapacity(count)
    for _ in 0..<count { connections.append(try LineConnection(to: endpoint)) }
    switch target {
    case .parlor, .nats:
      for connection in connections { _ = try connection.readLine() }
      guard target == .nats else { break }
      for connection in connections { try connection.send(Array("CONNECT {\"verbose\":false}\r\n".utf8)) }
    case .irc:
      // A client's own lines are only echoed with this capability, and there is no other answer.
      for (index, connection) in connections.enumerated() {
        let lines = "CAP REQ :echo-message\r\nCAP END\r\nNICK n\(index)\r\nUSER n\(index) 0 * :n\r\n"
        try connection.send(Array(lines.utf8))
      }
      try awaitLine(connections) { $0.contains(" 376 ") || $0.contains(" 422 ") }
    case .redis: break
    }
    return connections
  }

  /// Puts each group of `size` connections into its own room or channel.
  static func fillRooms(
    _ connections: [LineConnection], size: Int, _ target: LoadOptions.Target
  ) throws(Failure) {
    switch target {
    case .parlor: _ = try fillNamedRooms(connections, size: size)
    case .redis:
      // With RESP3 a subscribed connection can publish as well: a member is one connection, as with Parlor.
      try sendAll(connections) { "HELLO 3\r\nSUBSCRIBE \(channel($0, size))\r\nPING\r\n" }
      try awaitLine(connections) { $0.hasPrefix("+PONG") }
    case .irc:
      try sendAll(connections) { "JOIN #\(channel($0, size))\r\n" }
      // The end of the channel's list of names.
      try awaitLine(connections) { $0.contains(" 366 ") }
    case .nats:
      try sendAll(connections) { "SUB \(channel($0, size)) 1\r\nPING\r\n" }
      try awaitLine(connections) { $0.hasPrefix("PONG") }
    }
  }

  private static func sendAll(_ connections: [LineConnection], _ text: (Int) -> String) throws(Failure) {
    for (index, connection) in connections.enumerated() { try connection.send(Array(text(index).utf8)) }
  }

  private static func awaitLine(_ connections: [LineConnection], _ isReady: (String) -> Bool) throws(Failure) {
    for connection in connections {
      while true {
        let line = String(decoding: try connection.readLine(), as: UTF8.self)
        if line.hasPrefix("-") || line.hasPrefix("ERROR") { throw Failure("the server refused: \(line)") }
        if isReady(line) { break }
      }
    }
  }

  /// Puts each group of `size` connections into its own talk room; returns the room of each connection.
  static func fillNamedRooms(_ connections: [LineConnection], size: Int) throws(Failure) -> [String] {
    let run = String(UInt32.random(in: .min ... .max), radix: 36)
    let names = connections.indices.map { "t\(run)-\($0 / size)" }
    try all(connections, where: { $0 % size == 0 }) { ["type": "create", "room": .string(names[$0])] }
    try all(connections, where: { $0 % size != 0 }) { ["type": "join", "room": .string(names[$0])] }
    return names
  }

  /// Creates a Wordle practice room for each connection; returns the rooms.
  static func openNamedPracticeRooms(_ connections: [LineConnection]) throws(Failure) -> [String] {
    let run = String(UInt32.random(in: .min ... .max), radix: 36)
    let names = connections.indices.map { "p\(run)-\($0)" }
    try all(connections) {
      ["type": "create", "room": .string(names[$0]), "game": "wordle", "mode": "practice"]
    }
    return names
  }

  static func openPracticeRooms(_ connections: [LineConnection], of game: String) throws(Failure) {
    try all(connections) { _ in ["type": "create", "game": .string(game), "mode": "practice"] }
  }

  /// Gives each connection a name, for which the words of a deck are stored.
  static func learn(_ deck: String, _ connections: [LineConnection]) throws(Failure) {
    let run = String(UInt32.random(in: .min ... .max), radix: 36)
    try all(connections) { ["type": "login", "name": .string("w\(run)-\($0)"), "bot": true] }
    var (offset, rest) = (0, deck.utf8[...])
    while !rest.isEmpty {
      // Cut between lines, so that no character is split.
      let end = rest.prefix(partBytes).lastIndex(of: UInt8(ascii: "\n")).map { rest.index(after: $0) } ?? rest.endIndex
      let part = String(decoding: rest[..<end], as: UTF8.self)
      try all(connections) { _ in ["type": "import", "text": .string(part), "at": .int(offset), "language": "Measured"]
      }
      offset += part.utf8.count
      rest = rest[end...]
    }
    try all(connections) { _ in ["type": "import_add"] }
  }

  private static let partBytes = 12_000

  static func join(_ room: String, _ connections: [LineConnection]) throws(Failure) {
    try all(connections) { _ in ["type": "join", "room": .string(room)] }
  }

  static func pingOnce(_ connections: [LineConnection], _ target: LoadOptions.Target) throws(Failure) {
    guard target != .parlor else { return try all(connections) { _ in ["type": "ping"] } }
    let ping = String(decoding: Templates.ping(target), as: UTF8.self)
    try sendAll(connections) { _ in ping }
    try awaitLine(connections) { $0.contains("PONG") }
  }

  /// Connections that have asked once and are answered. Each asks as soon as it is made, without waiting for the
  /// greeting, where the server permits that.
  static func visit(
    _ count: Int, to endpoint: Endpoint, _ target: LoadOptions.Target
  ) throws(Failure) -> [LineConnection] {
    guard target == .parlor || target == .redis else {
      let connections = try connect(count, to: endpoint, target)
      try pingOnce(connections, target)
      return connections
    }
    var connections: [LineConnection] = []
    let ping = Templates.ping(target)
    for _ in 0..<count {
      let connection = try LineConnection(to: endpoint)
      try connection.send(ping)
      connections.append(connection)
    }
    let answer = target == .parlor ? "{\"type\":\"pong\"" : "+PONG"
    try awaitLine(connections) { $0.hasPrefix(answer) }
    return connections
  }

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
