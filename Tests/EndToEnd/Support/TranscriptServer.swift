import ServerHarness

/// A server for replays: a core in this process, or a process with sockets.
protocol TranscriptServer: AnyObject {
  /// Connects a client, replacing one of the same name.
  func connect(_ name: String) throws
  /// Connects a client to the console.
  func connectConsole(_ name: String) throws
  func disconnect(_ name: String)
  func send(_ bytes: [UInt8], from name: String) throws
  /// The next line to a client, waiting if necessary.
  func next(_ name: String) throws -> LineReader.Outcome
  /// Stops the server; clients can still read pending output.
  ///
  /// - Returns: the lines of its JSON log.
  func stop() throws -> [String]
}

/// A server process.
final class SocketServer: TranscriptServer {
  private let server: ServerProcess
  /// The edge that clients connect to; `nil` if they connect to the server.
  private let edge: LinkedServers?
  private let byByte: Bool
  private var clients: [String: SocketClient] = [:]

  /// - Parameters:
  ///   - byByte: whether input arrives in pieces of one byte.
  ///   - throughEdge: whether clients connect to an edge in another process than the core.
  init(_ transcript: Transcript, byByte: Bool = false, throughEdge: Bool = false) throws {
    self.byByte = byByte
    let arguments = transcript.serverArguments
    edge = throughEdge ? try LinkedServers(arguments) : nil
    server = try edge?.owner ?? ServerProcess(arguments + ["--log-format", "json"], program: transcript.program)
  }

  func connect(_ name: String) throws { clients[name] = try SocketClient(port: edge?.port ?? server.port) }

  func connectConsole(_ name: String) throws {
    clients[name] = try SocketClient(path: (edge?.edge ?? server).adminSocket)
  }

  func disconnect(_ name: String) { clients.removeValue(forKey: name)?.close() }

  func send(_ bytes: [UInt8], from name: String) throws { try client(name).send(bytes, byByte: byByte) }

  func next(_ name: String) throws -> LineReader.Outcome { try client(name).next() }

  func stop() throws -> [String] {
    server.terminate()
    let log = server.restOfLog()
    // Pending output is in the sockets, since the server flushes before it exits.
    let status = server.exitStatus()
    // An edge without an owner keeps its clients until it is stopped, too.
    edge?.edge.terminate()
    _ = edge?.edge.exitStatus()
    guard status == 0 else {
      throw TranscriptRunner.Mismatch(
        description: "the server did not exit with status 0 but \(status.map(String.init) ?? "not at all")")
    }
    // An edge and its owner log link events as text.
    guard edge == nil else { return [] }
    guard log.contains(where: { $0.contains(#""event":"stopping""#) }) else {
      throw TranscriptRunner.Mismatch(description: "the log has no end")
    }
    return log
  }

  private func client(_ name: String) throws -> SocketClient {
    guard let client = clients[name] else {
      throw TranscriptRunner.Mismatch(description: "\(name) is not connected")
    }
    return client
  }
}
