import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("The data folder", .waiting)
final class DataFolderTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-data-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private var data: String { folder.appendingPathComponent("data").path }

  private func player(_ name: String, on server: ServerProcess) throws -> SocketClient {
    let client = try SocketClient.greeted(port: server.port)
    #expect(try client.ask(#"{"type":"login","name":"\#(name)"}"#).contains("token"))
    return client
  }

  @Test("A second server on the same folder is refused, with the first one's process id")
  func secondServer() throws {
    let first = try ServerProcess(["--data", data])
    let ending = try ServerProcess.run(["--port", "0", "--data", data])
    #expect(ending.status == 74)
    #expect(ending.errors.count == 1)
    #expect(ending.errors.first?.contains("another server (process \(first.identifier))") == true)
    first.killNow()
    _ = try ServerProcess(["--data", data])
  }

  @Test("A folder that cannot be created, or holds no database, is an error")
  func unusable() throws {
    let file = folder.appendingPathComponent("file").path
    try Data("x".utf8).write(to: URL(fileURLWithPath: file))
    #expect(try ServerProcess.run(["--port", "0", "--data", file]).status == 74)
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    try Data(repeating: 0x41, count: 8192).write(to: URL(fileURLWithPath: data + "/parlor.sqlite"))
    let ending = try ServerProcess.run(["--port", "0", "--data", data])
    #expect(ending.status == 74)
    #expect(ending.errors.count == 1)
    #expect(ending.errors.first?.contains(data) == true)
  }

  @Test("--durability power survives a kill like process; other values are refused")
  func power() throws {
    #expect(try ServerProcess.run(["--durability", "hope"]).status == 64)
    let server = try ServerProcess(["--data", data, "--durability", "power"])
    let ana = try player("ana", on: server)
    _ = try ana.ask(#"{"type":"create","room":"talk"}"#)
    _ = try ana.ask(#"{"type":"say","text":"kept"}"#)
    server.killNow()
    let next = try ServerProcess(["--data", data, "--durability", "power"])
    let ben = try SocketClient(port: next.port)
    let hello = try JSON(parsing: try ben.greeting())
    #expect(try ben.ask(#"{"type":"login","name":"ana"}"#).contains("name_taken"))
    let epoch = hello["epoch"]?.stringValue ?? ""
    _ = try ben.ask(#"{"type":"join","room":"talk","since":{"epoch":"\#(epoch)","seq":1}}"#)
    #expect(try ben.line().contains(#""text":"kept""#))
  }

  /// Waits until changes are refused, a second after writes began to fail. Pings are answered meanwhile.
  private func gatherNoMore(_ server: ServerProcess) throws {
    let end = ContinuousClock.now + .milliseconds(1200)
    while ContinuousClock.now < end {
      let client = try SocketClient.greeted(port: server.port)
      for _ in 0..<10 { #expect(try client.ask(#"{"type":"ping"}"#) == #"{"type":"pong"}"#) }
    }
  }

  /// Sets the size limit of the server's files, enforced by the system; writes beyond it fail as on a full disk.
  private func limitFiles(of server: ServerProcess, to bytes: String) throws {
    let program = try ChildProcess(
      Self.prlimit, ["--pid", "\(server.identifier)", "--fsize=\(bytes):"], environment: [:])
    #expect(program.wait() == 0)
  }

  private static let prlimit = "/usr/bin/prlimit"

  @Test(
    "A server starts on a full disk, after a kill or a stop: reads work, and writes once there is room",
    .enabled(if: FileManager.default.isExecutableFile(atPath: prlimit)), arguments: [false, true])
  func startsOnFullDisk(isKilled: Bool) throws {
    let first = try ServerProcess(["--data", data, "--http", "0"])
    _ = try player("ana", on: first)
    if isKilled { first.killNow() } else { first.terminate() }
    #expect(first.exitStatus() == (isKilled ? nil : 0))
    try FileManager.default.removeItem(atPath: data + "/http-token")
    let server = try ServerProcess(
      ["--data", data, "--http", "0", "--limits", "bench"], under: [Self.prlimit, "--fsize=0:unlimited"])
    let ben = try SocketClient.greeted(port: server.port)
    #expect(try ben.ask(#"{"type":"login","name":"ana"}"#).contains("name_taken"))
    let kim = try SocketClient.greeted(port: server.port)
    ben.send(line: #"{"type":"login","name":"ben"}"#)
    try gatherNoMore(server)
    #expect(try kim.ask(#"{"type":"login","name":"kim"}"#).contains("storage_unavailable"))
    try limitFiles(of: server, to: "unlimited")
    #expect(try ben.line().contains("token"))
    server.killNow()
    let next = try ServerProcess(["--data", data])
    let carl = try SocketClient.greeted(port: next.port)
    #expect(try carl.ask(#"{"type":"login","name":"ben"}"#).contains("name_taken"))
  }

  @Test(
    "A file descriptor limit that is too low is an error",
    .enabled(if: FileManager.default.isExecutableFile(atPath: prlimit)), arguments: [16, 40])
  func fewDescriptors(_ count: Int) throws {
    let ending = try ServerProcess.run(
      ["--port", "0", "--data", data], under: [Self.prlimit, "--nofile=\(count):\(count)"])
    #expect(ending.status == 71)
    #expect(ending.errors.count == 1)
    #expect(ending.errors.first?.contains("only \(count) files may be open at once") == true)
  }

  @Test(
    "A full disk: nothing is acknowledged or lost, one log line reports it, and recovery is automatic",
    .enabled(if: FileManager.default.isExecutableFile(atPath: prlimit)))
  func fullDisk() throws {
    let server = try ServerProcess(["--data", data, "--limits", "bench"])
    let (ana, ben) = try (player("ana", on: server), player("ben", on: server))
    _ = try ana.ask(#"{"type":"create","room":"talk"}"#)
    _ = try ben.ask(#"{"type":"join","room":"talk"}"#)
    _ = try ana.line()
    let size = try #require(FileManager.default.attributesOfItem(atPath: data + "/log.sqlite-wal")[.size] as? Int)
    try limitFiles(of: server, to: "\(size)")
    let kim = try SocketClient.greeted(port: server.port)
    ana.send(line: #"{"type":"say","text":"kept","id":1}"#)
    try gatherNoMore(server)
    for number in 1...50 {
      let answer = try JSON(parsing: try kim.ask(#"{"type":"create","room":"lost","id":\#(number)}"#))
      #expect(answer["re"]?.intValue == number)
      #expect(answer["code"] == "storage_unavailable", "\(answer.text)")
      #expect(answer["retry_after_ms"] != nil)
    }
    let announcing = try ServerProcess.run(["admin", "--data", data, "announce", "The disk is full: wait."])
    #expect(announcing.status == 0, "\(announcing.errors)")
    // The announcement overtakes the answer that ana waits for.
    for client in [ana, ben, kim] { #expect(try client.line().contains("The disk is full: wait.")) }
    try limitFiles(of: server, to: "unlimited")
    let said = try JSON(parsing: try ana.line())
    #expect(said["re"] == 1)
    #expect(said["seq"] == 3)
    #expect(try ben.line().contains(#""seq":3,"player":"ana","text":"kept""#))
    var log: [String] = []
    while log.last?.contains("storage_works_again") != true, case .line(let line) = server.logLine() {
      log.append(line)
    }
    #expect(log.count { $0.contains("storage_failed") } == 1)
    let audit = try ServerProcess.run(["admin", "--data", data, "audit"])
    #expect(audit.output.contains { $0.contains("The disk is full: wait.") })
    server.killNow()
    let next = try ServerProcess(["--data", data])
    let carl = try player("carl", on: next)
    let epoch = try JSON(parsing: try SocketClient(port: next.port).greeting())["epoch"]?.stringValue ?? ""
    _ = try carl.ask(#"{"type":"join","room":"talk","since":{"epoch":"\#(epoch)","seq":2}}"#)
    #expect(try carl.line().contains(#""seq":3,"player":"ana","text":"kept""#))
  }
}
