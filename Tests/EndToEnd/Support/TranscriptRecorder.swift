import Foundation
import ServerHarness
import WireProtocol

/// Rewrites a transcript's expected lines, for an author who has changed the server's output on purpose.
final class TranscriptRecorder {
  /// The duration of each step on the core's clock, long enough for short pauses in reading.
  private static let moment = 0.1

  private let transcript: Transcript
  private let server: CoreServer
  private var clients: [String] = []
  private var wildcards = Wildcards()
  private var recorded: [String] = []

  init(_ transcript: Transcript) throws {
    self.transcript = transcript
    guard !transcript.needsSockets else {
      throw Transcript.Malformed(description: "\(transcript.name) is edited by hand: it needs sockets")
    }
    server = try CoreServer(transcript)
  }

  func record() throws {
    for line in transcript.lines {
      if case .expect = line.step { continue }
      recorded.append(line.text)
      try act(line.step)
      server.wait(seconds: Self.moment)
      for name in clients {
        while let line = server.takeLine(name) {
          let text = masked(line, name)
          recorded.append(text.isEmpty ? "\(name)<" : "\(name)< \(text)")
        }
      }
    }
    try (recorded.joined(separator: "\n") + "\n").write(to: transcript.url, atomically: true, encoding: .utf8)
  }

  private func act(_ step: Transcript.Step) throws {
    switch step {
    case .remark, .server, .program, .expect: break
    case .connect(let name):
      open(name)
      _ = server.takeLine(name).map { masked($0, name) }
    case .open(let name): open(name)
    case .admin(let name):
      server.connectConsole(name)
      remember(name)
      _ = server.takeLine(name).map { masked($0, name) }
    case .close(let name):
      server.disconnect(name)
      clients.removeAll { $0 == name }
    case .closed(let name): clients.removeAll { $0 == name }
    case .longLine(let name, let count):
      try server.send(Array(repeating: UInt8(ascii: "x"), count: count) + [0x0A], from: name)
    case .bytes(let name, let bytes): try server.send(bytes, from: name)
    case .stop: _ = server.stop()
    case .pause(let seconds): server.wait(seconds: seconds)
    case .send(let name, let text): try server.send(Array((wildcards.filled(text) + "\n").utf8), from: name)
    }
  }

  private func open(_ name: String) {
    server.connect(name)
    remember(name)
  }

  private func remember(_ name: String) {
    clients.removeAll { $0 == name }
    clients.append(name)
  }

  /// Replaces values that differ between runs by wildcards.
  private func masked(_ line: String, _ client: String) -> String {
    if let hello = try? JSON(parsing: line), hello["type"]?.stringValue == "hello" {
      wildcards.set("guest \(client)", hello["you"]?.stringValue ?? "")
      wildcards.set("epoch", hello["epoch"]?.stringValue ?? "")
    }
    if let made = line.firstMatch(of: #/(?:[a-z2-9]{5}-){3}[a-z2-9]{5}/#) {
      wildcards.set("password", String(made.output))
    }
    let code = #/(?:"code":"|[Pp]uzzle |\/puzzle\/)([0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5})/#
    if let made = line.firstMatch(of: code), !wildcards.values.values.contains(String(made.output.1)) {
      let count = wildcards.values.keys.count { $0.hasPrefix("puzzle") }
      wildcards.set(count == 0 ? "puzzle" : "puzzle \(count + 1)", String(made.output.1))
    }
    if let room = line.firstMatch(of: #/\b(?:practice|race|together)-[0-9a-f]+/#),
      !wildcards.values.values.contains(String(room.output))
    {
      let count = wildcards.values.keys.count { $0.hasPrefix("room") }
      wildcards.set(count == 0 ? "room" : "room \(count + 1)", String(room.output))
    }
    if let ending = line.firstMatch(of: #/with the line: end (\d{6})/#) {
      let count = wildcards.values.keys.count { $0.hasPrefix("ending ") }
      wildcards.set("ending \(count + 1)", String(ending.output.1))
    }
    if let token = line.firstMatch(of: #/p1_[0-9a-f]{48}/#) { wildcards.set("token \(client)", String(token.output)) }
    for name in line.matches(of: #/guest-[0-9a-f]{4,}/#).map({ String($0.output) })
    where !wildcards.values.values.contains(name) {
      // A guest name from no greeting, such as a forgotten player's.
      wildcards.set("guest \(client) again", name)
    }
    var text = line
    for (name, value) in wildcards.values where !value.isEmpty {
      text = text.replacing(
        name == "epoch" ? "\"\(value)\"" : value, with: name == "epoch" ? "\"{{epoch}}\"" : "{{\(name)}}")
    }
    text = text.replacing(
      #/"(next_day_in_s|opens_in_s|ends_in_s|next_in_s|expires_in_s|waited_s|elapsed_ms|ends_in_ms|ms|retry_after_ms|started_at_ms|median_us|p99_us|max_us)":\d+/#
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
