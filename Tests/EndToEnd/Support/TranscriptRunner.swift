import Foundation
import ServerHarness
import Testing
import WireProtocol

final class TranscriptRunner {
  struct Mismatch: Error, CustomStringConvertible {
    let description: String
  }

  private let transcript: Transcript
  private let byByte: Bool
  private let schemas: SchemaFolder
  private let server: ServerProcess
  /// What clients connect to, if it is not the server itself.
  private let edge: LinkedServers?
  private var clients: [String: SocketClient] = [:]
  private var wildcards = Wildcards()
  private var isStopped = false
  private var secrets = TranscriptSecrets()
  /// The server's log, once it has stopped.
  private var log: [String] = []

  /// The flags of every server that replays: the days' words, the clock and the limits are always the same.
  static let usualArguments = ["--season-key", "transcripts", "--clock", "2026-11-20T08:00:00Z"]

  /// - Parameters:
  ///   - byByte: whether what clients send arrives in pieces of one byte.
  ///   - throughEdge: whether clients connect to another process than that of the core.
  init(_ transcript: Transcript, byByte: Bool, throughEdge: Bool = false, schemas: SchemaFolder) throws {
    self.transcript = transcript
    self.byByte = byByte
    self.schemas = schemas
    let arguments = Self.usualArguments + transcript.serverArguments
    edge = throughEdge ? try LinkedServers(arguments) : nil
    server = try edge?.owner ?? ServerProcess(arguments + ["--log-format", "json"], program: transcript.program)
  }

  func run() throws {
    for (index, line) in transcript.lines.enumerated() {
      do {
        try perform(line.step)
      } catch {
        throw Mismatch(description: "\(transcript.url.lastPathComponent):\(index + 1): \(line.text)\n\(error)")
      }
    }
    try seeThatNothingIsLeft()
    if !isStopped { try stop() }
    // An edge and its owner say of links what no other server does.
    if edge == nil { try seeThatLogIsClean() }
  }

  /// Each line of the log is JSON, and none has what people said, typed or had to keep for themselves.
  private func seeThatLogIsClean() throws {
    for line in log {
      guard line.hasPrefix("{"), let entry = try? JSON(parsing: line), entry["event"]?.stringValue != nil else {
        throw Mismatch(description: "\(transcript.url.lastPathComponent): no line of a JSON log: \(line)")
      }
      if let secret = secrets.found(in: line) {
        throw Mismatch(description: "\(transcript.url.lastPathComponent): the log has \(secret): \(line)")
      }
    }
    guard log.contains(where: { $0.contains(#""event":"stopping""#) }) else {
      throw Mismatch(description: "\(transcript.url.lastPathComponent): the log has no end")
    }
  }

  private func perform(_ step: Transcript.Step) throws {
    switch step {
    case .remark, .server, .program, .pause: break
    case .connect(let name):
      let client = try open(name)
      try greet(try received(client), name)
    case .open(let name): _ = try open(name)
    case .admin(let name):
      let client = try SocketClient(path: (edge?.edge ?? server).adminSocket)
      clients[name] = client
      secrets.trust(name)
      wildcards.set("user", SocketClient.userName)
      try greet(try received(client), name)
    case .close(let name):
      try client(name).close()
      clients[name] = nil
    case .closed(let name): try expectEnd(name)
    case .longLine(let name, let count):
      try client(name).send(Array(repeating: UInt8(ascii: "x"), count: count) + [0x0A])
    case .bytes(let name, let bytes): try client(name).send(bytes, byByte: byByte)
    case .stop: try stop()
    case .send(let name, let text):
      secrets.sent(wildcards.filled(text), by: name)
      try client(name).send(Array((wildcards.filled(text) + "\n").utf8), byByte: byByte)
    case .expect(let name, let expected): try expect(expected, name)
    }
  }

  private func open(_ name: String) throws -> SocketClient {
    let client = try SocketClient(port: edge?.port ?? server.port)
    clients[name] = client
    return client
  }

  private func client(_ name: String) throws -> SocketClient {
    guard let client = clients[name] else { throw Mismatch(description: "\(name) is not connected") }
    return client
  }

  private func greet(_ line: String, _ name: String) throws {
    let hello = try? JSON(parsing: line)
    guard let guest = hello?["you"]?.stringValue, let epoch = hello?["epoch"]?.stringValue else {
      throw Mismatch(description: "expected a greeting\ncame     \(line)")
    }
    wildcards.set("guest \(name)", guest)
    wildcards.set("epoch", epoch)
  }

  private func received(_ client: SocketClient) throws -> String {
    let line = try client.line()
    secrets.received(line)
    if line.hasPrefix("{"), let fault = schemas.fault(inServerLine: line) {
      throw Mismatch(description: "came     \(line)\nwhich is not what its schema says: \(fault)")
    }
    return line
  }

  private func expect(_ expected: String, _ name: String) throws {
    let line = try received(try client(name))
    guard !wildcards.matches(line, expected) else { return }
    throw Mismatch(description: "expected \(wildcards.filled(expected))\ncame     \(line)")
  }

  private func expectEnd(_ name: String) throws {
    switch try client(name).next() {
    case .end: clients[name] = nil
    case .line(let line): throw Mismatch(description: "expected the server to close\ncame     \(line)")
    case .timeout: throw Mismatch(description: "the server did not close the connection")
    }
  }

  private func stop() throws {
    isStopped = true
    server.terminate()
    log = server.restOfLog()
    // What is left to read stays in the sockets: the server flushes before it exits.
    let status = server.exitStatus()
    // An edge whose owner is gone keeps its clients until it is stopped too.
    edge?.edge.terminate()
    _ = edge?.edge.exitStatus()
    guard status == 0 else {
      throw Mismatch(
        description: "the server did not exit with status 0 but \(status.map(String.init) ?? "not at all")")
    }
  }

  /// A last `ping` has to be answered by the very next line.
  private func seeThatNothingIsLeft() throws {
    guard !isStopped else { return }
    for (name, client) in clients.sorted(by: { $0.key < $1.key }) {
      client.send(line: #"{"type":"ping","id":"the end"}"#)
      guard case .line(let line) = client.next() else { continue }
      guard (try? JSON(parsing: line))?["re"]?.stringValue == "the end" else {
        throw Mismatch(
          description: "\(transcript.url.lastPathComponent): at the end \(name) is also told\ncame     \(line)")
      }
    }
  }
}
