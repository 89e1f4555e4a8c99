import Foundation
import ServerHarness
import WireProtocol

/// Writes a transcript's expected lines anew, for an author who has changed what the server says on purpose.
///
/// The recorder cannot know what is to come, so it listens for a while after every act; replays never do.
final class TranscriptRecorder {
  private let transcript: Transcript
  private let server: ServerProcess
  private var clients: [(name: String, socket: SocketClient)] = []
  private var wildcards = Wildcards()
  private var recorded: [String] = []

  init(_ transcript: Transcript) throws {
    self.transcript = transcript
    server = try ServerProcess(
      TranscriptRunner.usualArguments + transcript.serverArguments, program: transcript.program)
  }

  func record() throws {
    var steps = transcript.lines[...]
    while let line = steps.popFirst() {
      if case .expect = line.step { continue }
      recorded.append(line.text)
      var patience = 0.12
      if case .pause(let seconds) = line.step { patience = seconds }
      try act(line.step)
      if case .remark = line.step { continue }
      listen(patience)
    }
    try (recorded.joined(separator: "\n") + "\n").write(to: transcript.url, atomically: true, encoding: .utf8)
    server.terminate()
    _ = server.exitStatus()
  }

  private func act(_ step: Transcript.Step) throws {
    switch step {
    case .remark, .server, .program, .pause, .expect: break
    case .connect(let name):
      try open(name)
      _ = masked(try client(name).greeting(), name)
    case .open(let name): try open(name)
    case .admin(let name):
      clients.removeAll { $0.name == name }
      clients.append((name, try SocketClient(path: server.adminSocket)))
      _ = masked(try client(name).greeting(), name)
    case .close(let name):
      try client(name).close()
      clients.removeAll { $0.name == name }
    case .closed(let name): clients.removeAll { $0.name == name }
    case .longLine(let name, let count):
      try client(name).send(Array(repeating: UInt8(ascii: "x"), count: count) + [0x0A])
    case .bytes(let name, let bytes): try client(name).send(bytes)
    case .stop: server.terminate()
    case .send(let name, let text): try client(name).send(line: wildcards.filled(text))
    }
  }

  private func open(_ name: String) throws {
    clients.removeAll { $0.name == name }
    clients.append((name, try SocketClient(port: server.port)))
  }

  private func client(_ name: String) throws -> SocketClient {
    guard let entry = clients.first(where: { $0.name == name }) else {
      throw Transcript.Malformed(description: "\(name) is not connected")
    }
    return entry.socket
  }

  private func listen(_ seconds: Double) {
    var patience = seconds
    for (name, socket) in clients {
      while case .line(let line) = socket.next(within: patience) {
        let text = masked(line, name)
        recorded.append(text.isEmpty ? "\(name)<" : "\(name)< \(text)")
        if seconds < 1 { patience = 0.06 }
      }
      patience = 0.02
    }
  }

  /// Puts wildcards in the place of what will differ the next time.
  private func masked(_ line: String, _ client: String) -> String {
    if let hello = try? JSON(parsing: line), hello["type"]?.stringValue == "hello" {
      wildcards.set("guest \(client)", hello["you"]?.stringValue ?? "")
      wildcards.set("epoch", hello["epoch"]?.stringValue ?? "")
    }
    if let made = line.firstMatch(of: #/(?:[a-z2-9]{5}-){3}[a-z2-9]{5}/#) {
      wildcards.set("password", String(made.output))
    }
    if let token = line.firstMatch(of: #/p1_[0-9a-f]{48}/#) { wildcards.set("token \(client)", String(token.output)) }
    for name in line.matches(of: #/guest-[0-9a-f]{4,}/#).map({ String($0.output) })
    where !wildcards.values.values.contains(name) {
      // A guest whom no greeting has named: somebody who was forgotten, for example.
      wildcards.set("guest \(client) again", name)
    }
    var text = line
    for (name, value) in wildcards.values where !value.isEmpty {
      text = text.replacing(
        name == "epoch" ? "\"\(value)\"" : value, with: name == "epoch" ? "\"{{epoch}}\"" : "{{\(name)}}")
    }
    text = text.replacing(
      #/"(next_day_in_s|opens_in_s|ends_in_s|next_in_s|elapsed_ms|ends_in_ms|ms|retry_after_ms|started_at_ms|median_us|p99_us|max_us)":\d+/#
    ) {
      "\"\($0.output.1)\":{{time}}"
    }
    text = text.replacing(#/"(at|\w+_at|\w*at_ms|until_ms|since_ms|uptime_s)":\d+/#) { "\"\($0.output.1)\":{{time}}" }
    text = text.replacing("\"by\":\"\(SocketClient.userName)\"", with: "\"by\":\"{{user}}\"")
    text = text.replacing("\"from\":\"local:\(SocketClient.userName)\"", with: "\"from\":\"local:{{user}}\"")
    text = text.replacing(#/,\d+(,[🟩⬛⬜]+)/#) { ",{{time}}\($0.output.1)" }
    text = text.replacing(#/· \d+:\d\d/#, with: "· {{time}}")
    text = text.replacing(#/(try again in )\d+ (?:s|min)\b/#) { "\($0.output.1){{time}}" }
    guard !line.hasPrefix("{") else { return text }
    text = text.replacing("  \(SocketClient.userName)  ", with: "  {{user}}  ")
    text = text.replacing(#/\d+( µs| ms in all)/#) { "{{time}}\($0.output.1)" }
    text = text.replacing(#/\d+ h \d+ min|\d+:\d\d(?::\d\d)?/#, with: "{{time}}")
    text = text.replacing(#/(in |have )\d+ (?:s|min)\b/#) { "\($0.output.1){{time}}" }
    return text.replacing(#/\d+ (?:s|min)( left)/#) { "{{time}}\($0.output.1)" }
  }
}
