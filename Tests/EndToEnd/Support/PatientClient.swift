import ServerHarness
import WireProtocol

/// A client of a cluster that asks again what was under way when the owner, or the link to it, was lost, as the wire's
/// description asks clients to do. It keeps what it was told.
final class PatientClient {
  let client: SocketClient
  /// Everything that has come.
  private(set) var told: [JSON] = []
  private var last = 0

  init(_ server: ServerProcess) throws { client = try SocketClient(port: server.port) }

  init(consoleOf server: ServerProcess) throws { client = try SocketClient(path: server.adminSocket) }

  /// Asks, and reads until the answer is there.
  ///
  /// - Parameter fields: of the request, such as `"type":"who"`. It may be asked twice: one that would then do more
  ///   needs what makes it the same, such as a `move_id`.
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

  /// Reads until something has come that fits, if it has not already.
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
