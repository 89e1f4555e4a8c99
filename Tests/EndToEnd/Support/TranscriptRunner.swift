import Foundation
import ServerHarness
import Testing
import WireProtocol

final class TranscriptRunner {
  struct Mismatch: Error, CustomStringConvertible {
    let description: String
  }

  private let transcript: Transcript
  private let schemas: SchemaFolder
  private let server: any TranscriptServer
  /// The names of connected clients.
  private var clients: Set<String> = []
  private var wildcards = Wildcards()
  private var isStopped = false
  private var secrets = TranscriptSecrets()
  /// The server's log, after its stop.
  private var log: [String] = []

  /// Flags of every replay: words of the days, clock and limits are always the same.
  static let usualArguments = ["--season-key", "transcripts", "--clock", "2026-11-20T08:00:00Z"]

  init(_ transcript: Transcript, against server: any TranscriptServer, schemas: SchemaFolder) {
    self.transcript = transcript
    self.server = server
    self.schemas = schemas
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
    try seeThatLogIsClean()
  }

  /// Checks that each log line is JSON without anything that people wrote, typed or keep secret.
  private func seeThatLogIsClean() throws {
    for line in log {
      guard line.hasPrefix("{"), let entry = try? JSON(parsing: line), entry["event"]?.stringValue != nil else {
        throw Mismatch(description: "\(transcript.url.lastPathComponent): no line of a JSON log: \(line)")
      }
      if let secret = secrets.found(in: line) {
        throw Mismatch(description: "\(transcript.url.lastPathComponent): the log has \(secret): \(line)")
      }
    }
  }

  private func perform(_ step: Transcript.Step) throws {
    switch step {
    case .remark, .server, .program, .pause: break
    case .connect(let name):
      try open(name)
      try greet(try received(name), name)
    case .open(let name): try open(name)
    case .admin(let name):
      try server.connectConsole(name)
      clients.insert(name)
      secrets.trust(name)
      wildcards.set("user", SocketClient.userName)
      try greet(try received(name), name)
    case .close(let name):
      server.disconnect(name)
      clients.remove(name)
    case .closed(let name): try expectEnd(name)
    case .longLine(let name, let count):
      try server.send(Array(repeating: UInt8(ascii: "x"), count: count) + [0x0A], from: name)
    case .bytes(let name, let bytes): try server.send(bytes, from: name)
    case .stop: try stop()
    case .send(let name, let text):
      secrets.sent(wildcards.filled(text), by: name)
      try server.send(Array((wildcards.filled(text) + "\n").utf8), from: name)
    case .expect(let name, let expected): try expect(expected, name)
    }
  }

  private func open(_ name: String) throws {
    try server.connect(name)
    clients.insert(name)
  }

  private func greet(_ line: String, _ name: String) throws {
    let hello = try? JSON(parsing: line)
    guard let guest = hello?["you"]?.stringValue, let epoch = hello?["epoch"]?.stringValue else {
      throw Mismatch(description: "expected a greeting\ncame     \(line)")
    }
    wildcards.set("guest \(name)", guest)
    wildcards.set("epoch", epoch)
  }

  private func received(_ name: String) throws -> String {
    guard case .line(let line) = try server.next(name) else { throw Mismatch(description: "\(name) is told nothing") }
    secrets.received(line)
    if line.hasPrefix("{"), let fault = schemas.fault(inServerLine: line) {
      throw Mismatch(description: "came     \(line)\nwhich is not what its schema says: \(fault)")
    }
    return line
  }

  private func expect(_ expected: String, _ name: String) throws {
    let line = try received(name)
    guard !wildcards.matches(line, expected) else { return }
    throw Mismatch(description: "expected \(wildcards.filled(expected))\ncame     \(line)")
  }

  private func expectEnd(_ name: String) throws {
    switch try server.next(name) {
    case .end: clients.remove(name)
    case .line(let line): throw Mismatch(description: "expected the server to close\ncame     \(line)")
    case .timeout: throw Mismatch(description: "the server did not close the connection")
    }
  }

  private func stop() throws {
    isStopped = true
    log = try server.stop()
  }

  /// Checks that no output is left: the answer to a last `ping` must be the next line.
  private func seeThatNothingIsLeft() throws {
    guard !isStopped else { return }
    for name in clients.sorted() {
      try server.send(Array("{\"type\":\"ping\",\"id\":\"the end\"}\n".utf8), from: name)
      guard case .line(let line) = try server.next(name) else { continue }
      guard (try? JSON(parsing: line))?["re"]?.stringValue == "the end" else {
        throw Mismatch(
          description: "\(transcript.url.lastPathComponent): at the end \(name) is also told\ncame     \(line)")
      }
    }
  }
}
