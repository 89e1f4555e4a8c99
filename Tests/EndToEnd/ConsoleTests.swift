import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("The console of a server", .waiting)
struct ConsoleTests {
  private static func folder() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("parlor-\(UUID().uuidString.prefix(8))")
  }

  private func admin(_ data: URL, _ words: String..., under wrapper: [String] = []) throws -> ChildProcess.Ending {
    try ServerProcess.run(["admin", "--data", data.path] + words, under: wrapper)
  }

  @Test("parlor-server admin reports success in its exit status, and fails without a server")
  func command() throws {
    let data = Self.folder()
    defer { try? FileManager.default.removeItem(at: data) }
    #expect(try admin(data, "status").status == 69)
    let server = try ServerProcess(["--data", data.path])
    let mode = try FileManager.default.attributesOfItem(atPath: server.adminSocket)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let told = try admin(data, "announce", "Soon.")
    #expect(told.status == 0 && told.output.first?.hasPrefix("Done (0 people).") == true)
    #expect(try admin(data, "close", "nowhere").status == 1)
    #expect(try admin(data, "nonsense").status == 1)
    let lines = try admin(data, "--json", "audit")
    #expect(try JSON(parsing: lines.output.first ?? "")["acts"]?.arrayValue?.count == 1)
    server.terminate()
    #expect(server.exitStatus() == 0)
    #expect(!FileManager.default.fileExists(atPath: server.adminSocket))
  }

  @Test("A line that is too long is refused; requests may be JSON; flags may stand anywhere")
  func lines() throws {
    let server = try ServerProcess(["--data", Self.folder().path])
    func typed(_ text: String, _ flags: [String] = []) throws -> ChildProcess.Ending {
      try SystemShell.run(
        "\(text) | '\(ServerProcess.path(of: "parlor-server"))' admin --admin-socket '\(server.adminSocket)' "
          + flags.joined(separator: " "))
    }
    let long = try typed("head -c 16500 /dev/zero | tr '\\0' a")
    #expect(long.status == 1 && long.errors.first?.hasPrefix("A line may have at most") == true, "\(long.text)")
    let asked = try typed(#"echo '{"type":"online","id":7}'"#, ["--json"])
    #expect(asked.status == 0 && asked.output.first?.contains(#""re":7"#) == true, "\(asked.text)")
    let help = try ServerProcess.run(["admin", "--help"])
    #expect(help.status == 0 && help.output.contains { $0.hasPrefix("  ban NAME|ADDRESS") })
    let status = try typed("true", ["status", "--json"])
    #expect(status.output.first?.hasPrefix(#"{"type":"status""#) == true, "\(status.text)")
    server.terminate()
  }

  @Test("An export is printed completely, one record per line, whatever its number of pages")
  func exports() throws {
    let data = Self.folder()
    defer { try? FileManager.default.removeItem(at: data) }
    let server = try ServerProcess(["--data", data.path, "--limit", "burst=1000"])
    let client = try SocketClient.greeted(port: server.port)
    client.send(line: #"{"type":"login","name":"ana"}"#)
    client.send(line: #"{"type":"add_language","name":"Spanish"}"#)
    for number in 0..<300 {
      client.send(
        line: #"{"type":"add_word","original":"word number \#(number)","translation":"translation \#(number)"}"#)
    }
    client.send(line: #"{"type":"ping","id":9}"#)
    while try !client.line().contains(#""re":9"#) {}
    let told = try admin(data, "export-player", "ana")
    #expect(told.status == 0)
    let records = try told.output.map { try JSON(parsing: $0)["record"]?.stringValue }
    #expect(records.count { $0 == "words" } == 301)
    #expect(records.count { $0 == "player" } == 1)
    #expect(try admin(data, "--json", "export-player", "ana").output.first?.contains(#""next":1"#) == true)
    #expect(try admin(data, "erase", "ana").status == 1)
    #expect(try admin(data, "erase", "ana", "ana").status == 0)
    #expect(try admin(data, "export-player", "ana").status == 1)
    server.terminate()
  }

  @Test("drain prevents new matches and ends when the last one is over")
  func drains() throws {
    let server = try ServerProcess(["--data", Self.folder().path])
    let client = try SocketClient.greeted(port: server.port)
    let told = try ServerProcess.run(["admin", "--admin-socket", server.adminSocket, "drain", "1"])
    #expect(told.status == 0 && told.output.last == "0 matches run")
    for words in [["0"], ["soon"], ["1", "2"]] {
      let refused = try ServerProcess.run(["admin", "--admin-socket", server.adminSocket, "drain"] + words)
      #expect(refused.status == 1 && refused.errors.first?.hasSuffix("drain [MINUTES], from 1 to 1440") == true)
    }
    let json = try ServerProcess.run(["admin", "--admin-socket", server.adminSocket, "--json", "drain"])
    #expect(json.status == 0 && json.output.count == 2 && json.output.allSatisfy { $0.hasPrefix("{") })
    client.send(line: #"{"type":"create","room":"lunch","game":"wordle","mode":"race","id":1}"#)
    while true {
      let line = try client.line()
      guard line.contains(#""re":1"#) else { continue }
      #expect(line.contains(#""code":"maintenance""#))
      break
    }
    #expect(try ServerProcess.run(["admin", "--admin-socket", server.adminSocket, "maintenance", "off"]).status == 0)
    server.terminate()
  }

  @Test("drain exits with status 1 when maintenance is turned off while a match runs")
  func calledOff() throws {
    let server = try ServerProcess(["--data", Self.folder().path])
    let client = try SocketClient.greeted(port: server.port)
    client.send(line: #"{"type":"create","room":"lunch","game":"wordle","mode":"race","id":1}"#)
    client.send(line: #"{"type":"start","id":2}"#)
    while try !client.line().contains(#""re":2"#) {}
    let socket = server.adminSocket
    let drained = try ServerProcess.begin(["admin", "--admin-socket", socket, "drain", "5"])
    while try !client.line().contains(#""type":"announcement""#) {}
    #expect(try ServerProcess.run(["admin", "--admin-socket", socket, "maintenance", "off"]).status == 0)
    let told = drained()
    #expect(told.status == 1)
    #expect(told.errors.last?.contains("maintenance was turned off meanwhile") == true)
    server.terminate()
  }

  @Test(
    "An interrupted drain leaves maintenance on, and prints how to end it", arguments: [SIGINT, SIGTERM, SIGHUP])
  func interrupted(signal: Int32) throws {
    let server = try ServerProcess(["--data", Self.folder().path])
    let client = try SocketClient.greeted(port: server.port)
    client.send(line: #"{"type":"create","room":"lunch","game":"wordle","mode":"race","id":1}"#)
    client.send(line: #"{"type":"start","id":2}"#)
    while try !client.line().contains(#""re":2"#) {}
    let drain = try ChildProcess(
      ServerProcess.path(of: "parlor-server"), ["admin", "--admin-socket", server.adminSocket, "drain", "5"],
      environment: ProcessInfo.processInfo.environment)
    // It waits after printing that line.
    var said = ""
    let output = FileHandle(fileDescriptor: drain.output, closeOnDealloc: false)
    while !said.contains("1 match runs") {
      let bytes = output.availableData
      guard !bytes.isEmpty else { break }
      said += String(decoding: bytes, as: UTF8.self)
    }
    drain.send(signal)
    #expect(drain.wait() == 128 + signal)
    let errors = FileHandle(fileDescriptor: drain.errors, closeOnDealloc: false).readDataToEndOfFile()
    #expect(String(decoding: errors, as: UTF8.self).contains("maintenance off"))
    let status = try ServerProcess.run(["admin", "--admin-socket", server.adminSocket, "--json", "status"])
    #expect(status.output.joined().contains(#""maintenance":1"#))
    // The player stays connected until here.
    withExtendedLifetime(client) {}
    server.terminate()
  }

  @Test("Bans and the audit log survive kill -9, and a stale socket is replaced")
  func killed() throws {
    let data = Self.folder()
    defer { try? FileManager.default.removeItem(at: data) }
    let first = try ServerProcess(["--data", data.path])
    #expect(try admin(data, "ban", "198.51.100.0/24", "7d", "spam").status == 0)
    #expect(try admin(data, "ban", "127.0.0.0/8", "1h").status == 0)
    first.killNow()
    let second = try ServerProcess(["--data", data.path, "--http", "0"])
    let web = try SocketClient(port: second.httpPort)
    web.send(Array("GET /ready HTTP/1.1\r\nHost: 127.0.0.1:\(second.httpPort)\r\n\r\n".utf8))
    #expect(try web.line().contains(" 403 "))
    let client = try SocketClient(port: second.port)
    #expect(try client.line().contains(#""code":"banned""#))
    guard case .end = client.next() else {
      Issue.record("whoever is banned stays connected")
      return
    }
    let bans = try admin(data, "bans")
    #expect(bans.output.count == 2 && bans.output.first?.hasPrefix("ban 198.51.100.0/24") == true)
    #expect(try admin(data, "audit").output.count == 2)
    #expect(try admin(data, "unban", "127.0.0.0/8").status == 0)
    try SocketClient(port: second.port).greeting()
  }

  /// Whether a program can be run as another user: needs root and util-linux.
  static let canBeNobody = geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")

  @Test("Another user is refused whatever the file's mode, and the log has it", .enabled(if: canBeNobody))
  func stranger() throws {
    let data = Self.folder()
    defer { try? FileManager.default.removeItem(at: data) }
    let server = try ServerProcess(["--data", data.path])
    let nobody = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    // Other users may not be able to read the program's folder, so a Python script connects; that only shows who may
    // open the socket.
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: data.path)
    let script =
      "import socket;s=socket.socket(socket.AF_UNIX);s.connect('\(server.adminSocket)');print(len(s.recv(9)))"
    func attempt() throws -> ChildProcess {
      try ChildProcess(nobody[0], Array(nobody.dropFirst()) + ["/usr/bin/python3", "-c", script], environment: [:])
    }
    let before = try attempt()
    #expect(before.wait() != 0)
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: server.adminSocket)
    let after = try attempt()
    _ = after.wait()
    #expect(LineReader(descriptor: after.output).rest(within: Patience.seconds).lines == ["0"])
    #expect(server.logLines().contains { $0.contains("admin_refused user=") })
    #expect(try admin(data, "audit").output == ["Nothing was done yet."])
  }

  @Test("A socket path that is too long, or names another kind of file, is an error")
  func longPath() throws {
    let long = "/tmp/" + String(repeating: "x", count: 120)
    let refused = try ServerProcess.run(["--port", "0", "--admin-socket", long])
    #expect(refused.status == 69 && refused.errors.first?.contains("may have at most") == true)
    let file = Self.folder()
    try Data("mine".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let other = try ServerProcess.run(["--port", "0", "--admin-socket", file.path])
    #expect(other.status == 69 && other.errors.first?.contains("is no socket") == true)
    #expect(try String(contentsOf: file, encoding: .utf8) == "mine")
  }
}
