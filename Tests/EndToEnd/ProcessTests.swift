import Foundation
import ServerHarness
import TestSeed
import Testing
import WaitingTrait
import WireProtocol

@Suite("The server process", .waiting)
struct ProcessTests {
  @Test(
    "An invalid flag or value is an error with status 64",
    arguments: [
      ["--colour", "blue"], ["wordle"], ["--port"], ["--port", "many"], ["--port", "70000"], ["--clock", "yesterday"],
      ["--clock", "2026-02-30T08:00:00Z"], ["--zone", "Middle/Earth"], ["--season-key", ""], ["--limits", "none"],
      ["--limit", "burst"], ["--limit", "burst=many"], ["--limit", "burst=0"], ["--limit", "bursts=5"],
      ["--log-format", "xml"],
    ])
  func usage(_ arguments: [String]) throws {
    let ending = try ServerProcess.run(arguments)
    #expect(ending.status == 64)
    #expect(ending.output == [])
    #expect(ending.errors.count == 1)
    #expect(ending.errors.first?.hasPrefix("parlor-server: ") == true)
    #expect((ending.errors.first ?? "").count > 30)
  }

  @Test("--help lists every flag and limit; --version names the version")
  func help() throws {
    let help = try ServerProcess.run(["--help"])
    #expect(help.status == 0)
    for flag in [
      "--host", "--port", "--data", "--clock", "--zone", "--season-key", "--limit", "--resources", "--log-format",
    ] {
      #expect(help.output.contains { $0.hasPrefix("  \(flag) ") }, "\(flag)")
    }
    #expect(help.output.contains { $0.hasPrefix("  line_bytes=16384 ") })
    let version = try ServerProcess.run(["--version"])
    #expect(version.status == 0)
    #expect(version.output.count == 1)
    #expect(version.output.first?.hasPrefix("parlor ") == true)
  }

  @Test("A port in use is an error message, not a crash")
  func portInUse() throws {
    let server = try ServerProcess()
    let ending = try ServerProcess.run(["--port", "\(server.port)"])
    #expect(ending.status == 69)
    #expect(ending.errors.count == 1)
    #expect(ending.errors.first?.contains("\(server.port)") == true)
    let client = try SocketClient(port: server.port)
    #expect(try client.greeting().hasPrefix(#"{"type":"hello""#))
  }

  @Test("Missing resource files are an error message")
  func missingResources() throws {
    let ending = try ServerProcess.run(["--port", "0", "--resources", "/nowhere"])
    #expect(ending.status == 78)
    #expect(ending.errors.count == 1)
    #expect(ending.errors.first?.contains("/nowhere") == true)
  }

  @Test("Loading a challenge file reports the counts per language, the skipped entries and the reasons")
  func challengeFiles() throws {
    let made = try ["es", "fr"].flatMap { try ServerProcess.run(["challenges", "to=\($0)", "count=2"]).output }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-\(UUID().uuidString).txt")
    defer { try? FileManager.default.removeItem(at: file) }
    let spread = made[0].replacingOccurrences(of: "],[", with: "],\n[")
    try Data(([spread, "{}"] + made[1...]).joined(separator: "\n").utf8).write(to: file)
    let ending = try ServerProcess.run(["--challenges", file.path, "--challenges", "/nowhere/at.all"])
    #expect(ending.status == 66)
    let line = spread.split(separator: "\n").count + 1
    #expect(
      ending.errors == [
        "\(file.path):\(line): skipped: \"source_language\" is missing or no string",
        "\(file.path): 4 challenges, 2 en→es and 2 en→fr, for rooms with set=file",
        "parlor-server: --challenges: cannot read /nowhere/at.all",
      ])
  }

  @Test("--log-format json writes one JSON object per line, without messages or tokens")
  func jsonLog() throws {
    let server = try ServerProcess(["--log-format", "json", "--clock", "2026-11-20T08:00:00Z"])
    let ana = try SocketClient.greeted(port: server.port)
    let token = try JSON(parsing: try ana.ask(#"{"type":"login","name":"ana"}"#))["token"]?.stringValue
    _ = try ana.ask(#"{"type":"create","room":"lunch","code":"tacos"}"#)
    _ = try ana.ask(#"{"type":"say","text":"between us"}"#)
    _ = try ana.ask(#"{"type":"leave"}"#)
    var events: [String] = []
    while events.last != "room_closed" {
      guard case .line(let line) = server.logLine() else { break }
      let entry = try JSON(parsing: line)
      #expect(entry["time"]?.stringValue?.hasPrefix("2026-11-20T08:00:") == true)
      events.append(try #require(entry["event"]?.stringValue))
      for secret in ["between us", "tacos", token ?? "p1_"] { #expect(!line.contains(secret)) }
    }
    #expect(events == ["name_claimed", "room_created", "room_closed"])
  }

  @Test("On SIGTERM all clients are notified, earlier requests are answered, and the status is 0")
  func stops() throws {
    let server = try ServerProcess()
    let clients = try (0..<20).map { _ in try SocketClient(port: server.port) }
    for client in clients {
      try client.greeting()
      client.send(line: #"{"type":"limits","id":1}"#)
      _ = try client.line()
    }
    server.terminate()
    for client in clients {
      let (lines, ended) = client.rest()
      #expect(lines == [#"{"type":"closing","reason":"restart","back_in_s":5}"#])
      #expect(ended)
    }
    #expect(server.exitStatus() == 0)
  }

  @Test("A SIGTERM right after listening is not lost")
  func stopsAtOnce() throws {
    for _ in 0..<TestLength.count(short: 12, long: 60) {
      let server = try ServerProcess()
      server.terminate()
      #expect(server.exitStatus() == 0)
    }
  }

  @Test("A client that does not read does not block the stop")
  func stopsDespiteSilence() throws {
    let server = try ServerProcess(["--limits", "bench"])
    let silent = try SocketClient(port: server.port, receiveBuffer: 4096)
    let witness = try SocketClient.greeted(port: server.port)
    silent.send(Array(repeating: Array("{\"type\":\"help\"}\n".utf8), count: 500).joined())
    #expect(try witness.ask(#"{"type":"ping"}"#) == #"{"type":"pong"}"#)
    server.terminate()
    #expect(server.exitStatus() == 0)
  }

  @Test("A misspelt PARLOR_ variable is named; variables of other programs are ignored")
  func misspelt() throws {
    let ending = try ServerProcess.run(
      ["--zone", "Nowhere/At"],
      environment: ["PARLOR_PROXY_FORM": "127.0.0.2", "PARLOR_TOKEN": "p1_0", "PARLOR_TEST_SEED": "7"])
    #expect(ending.status == 64)
    let named = ending.errors.filter { $0.contains("in the environment") }
    #expect(named.count == 1 && named.first?.hasSuffix("did you mean PARLOR_PROXY_FROM?") == true, "\(ending.errors)")
  }

  @Test("Flags can be set by environment variables")
  func environment() throws {
    let ending = try ServerProcess.run(["--version"], environment: ["PARLOR_PORT": "many"])
    #expect(ending.status == 64)
    #expect(ending.errors.first?.contains("many") == true)
  }
}
