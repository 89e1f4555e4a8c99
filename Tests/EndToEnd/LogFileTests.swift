import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("The log file", .waiting)
final class LogFileTests {
  private let home = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-log-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: home) }

  private func text(_ name: String) -> String {
    (try? String(contentsOf: home.appendingPathComponent(name), encoding: .utf8)) ?? ""
  }

  private func waitUntil(_ condition: () throws -> Bool) throws {
    let end = Date(timeIntervalSinceNow: Patience.seconds)
    while try !condition(), Date() < end {}
    #expect(try condition())
  }

  private func start() throws -> (process: ChildProcess, port: UInt16) {
    let environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PARLOR_") }
    let process = try ChildProcess(
      ServerProcess.path(of: "parlor-server"),
      ["--port", "0", "--data", ":memory:", "--limits", "bench", "--log-file", home.path + "/parlor.log"],
      environment: environment)
    try waitUntil { text("parlor.log").contains(" listens on ") && text("parlor.log").hasSuffix("\n") }
    let line = text("parlor.log").split(separator: "\n").first ?? ""
    return (process, try #require(line.split(separator: ":").last.flatMap { UInt16($0) }))
  }

  @Test("Log rotation by rename and SIGHUP under load loses no line")
  func rotates() throws {
    let (process, port) = try start()
    let ana = try SocketClient.greeted(port: port)
    _ = try ana.ask(#"{"type":"login","name":"ana"}"#)
    var made = 0
    for rotation in 0..<10 {
      for number in 0..<20 {
        ana.send(line: #"{"type":"create","room":"r\#(made)","id":\#(made)}"#)
        ana.send(line: #"{"type":"leave","room":"r\#(made)"}"#)
        made += 1
        if number == 10 {
          try FileManager.default.moveItem(
            atPath: home.path + "/parlor.log", toPath: home.path + "/parlor.log.\(rotation)")
          process.send(SIGHUP)
        }
      }
      // The next rename needs the new file.
      try waitUntil { FileManager.default.fileExists(atPath: home.path + "/parlor.log") }
    }
    _ = try ana.line { $0.contains(#""re":\#(made - 1)"#) }
    process.send(SIGTERM)
    #expect(process.wait() == 0)
    let files = try FileManager.default.contentsOfDirectory(atPath: home.path).sorted()
    #expect(files.count == 11)
    let lines = files.flatMap { text($0).split(separator: "\n") }
    for number in 0..<made {
      #expect(lines.count { $0.contains(" room_created room=r\(number) ") } == 1, "r\(number)")
    }
    #expect(text("parlor.log").contains(" stopping "))
  }

  @Test("A log file that cannot be opened is an error; on SIGHUP the old one continues, with a report")
  func cannot() throws {
    let refused = try ServerProcess.run(["--port", "0", "--log-file", home.path + "/no/parlor.log"])
    #expect(refused.status == 73)
    #expect(refused.errors.first?.contains("--log-file") == true)
    let (process, port) = try start()
    let folder = home.path + "-away"
    try FileManager.default.moveItem(atPath: home.path, toPath: folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    process.send(SIGHUP)
    guard case .line(let said) = LineReader(descriptor: process.errors).next(within: Patience.seconds) else {
      Issue.record("nothing is told")
      return
    }
    #expect(said.contains("the old one stays in use"))
    let ana = try SocketClient.greeted(port: port)
    _ = try ana.ask(#"{"type":"login","name":"ana"}"#)
    _ = try ana.ask(#"{"type":"create","room":"talk"}"#)
    process.send(SIGTERM)
    #expect(process.wait() == 0)
    #expect(try String(contentsOfFile: folder + "/parlor.log", encoding: .utf8).contains("room_created room=talk"))
  }
}
