import ServerHarness
import WireProtocol

/// A cluster client that repeats pending requests after a takeover or a lost link, as PROTOCOL.md asks of clients. It
/// keeps all messages.
final class PatientClient {
  let client: SocketClient
  /// All messages received so far.
  private(set) var told: [JSON] = []
  private var last = 0

  init(_ server: ServerProcess) throws { client = try SocketClient(port: server.port) }

  init(consoleOf server: ServerProcess) throws { client = try SocketClient(path: server.adminSocket) }

  /// Sends a request, and reads until its answer.
  ///
  /// - Parameter fields: the request's fields, such as `"type":"who"`. It may be sent twice, so one that is not
  ///   idempotent needs a key, such as a `move_id`.
  func ask(_ fields: String) throws -> JSON {
    last += 1
    let line = #"{"id":\#(last),\#(fields)}"#
    client.send(line: line)
    while true {
      let message = try next()
      if message["re"]?.intValue == last { return message }
      if message["type"] == "takeover", message["state"] == "resumed" { client.send(line: line) }
    }
  }

  /// The first message that fits, among those received or to come.
  @discardableResult
  func message(where fits: (JSON) -> Bool) throws -> JSON {
    if let known = told.first(where: fits) { return known }
    while true {
      let message = try next()
      if fits(message) { return message }
    }
  }

  private func next() throws -> JSON {
    let message = try client.message()
    told.append(message)
    return message
  }
}
