package import WireProtocol

extension SocketClient {
  /// A client that has read the greeting.
  package static func greeted(port: UInt16) throws -> SocketClient {
    let client = try SocketClient(port: port)
    try client.greeting()
    return client
  }

  /// A greeted and logged in client, and its player's token.
  ///
  /// - Parameter fields: the fields of `login`, such as `"name":"ana"`.
  package static func loggedIn(
    at server: ServerProcess, _ fields: String
  ) throws -> (client: SocketClient, token: String) {
    let client = try greeted(port: server.port)
    let answer = try JSON(parsing: client.ask(#"{"type":"login",\#(fields)}"#))
    return (client, answer["token"]?.stringValue ?? "")
  }

  /// The next message of any type.
  package func message() throws -> JSON { try JSON(parsing: Array(line().utf8)) }

  /// The next message of a type; others are skipped.
  package func message(_ type: String) throws -> JSON {
    while true {
      let message = try message()
      if message["type"] == .string(type) { return message }
    }
  }
}
