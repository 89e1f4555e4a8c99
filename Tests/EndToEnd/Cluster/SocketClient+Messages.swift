import ServerHarness
import WireProtocol

extension SocketClient {
  /// The next message, whatever it is.
  func message() throws -> JSON {
    while true {
      let line = try line()
      // The greeting is for people as well.
      if line.hasPrefix("{") { return try JSON(parsing: Array(line.utf8)) }
    }
  }

  /// The next message of a type.
  func message(_ type: String) throws -> JSON {
    while true {
      let message = try message()
      if message["type"] == .string(type) { return message }
    }
  }
}
