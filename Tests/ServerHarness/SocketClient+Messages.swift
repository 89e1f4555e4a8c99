import ServerHarness
import WireProtocol

extension SocketClient {
  /// A greeted and logged in client, and its player's token.
  ///
  /// - Parameter fields: the fields of `login`, such as `"name":"ana"`.
  static func loggedIn(at server: ServerProcess, _ fields: String) throws -> (client: SocketClient, token: String) {
    let client = try SocketClient(port: server.port)
    try client.greeting()
    let answer = try JSON(parsing: client.ask(#"{"type":"login",\#(fields)}"#))
    return (client, answer["token"]?.stringValue ?? "")
  }

  /// The next message of any type.
  func message() throws -> JSON { try JSON(parsing: Array(line().utf8)) }

  /// The next message of a type; others are skipped.
  func message(_ type: String) throws -> JSON {
    while true {
      let message = try message()
      if message["type"] == .string(type) { return message }
    }
  }
}
