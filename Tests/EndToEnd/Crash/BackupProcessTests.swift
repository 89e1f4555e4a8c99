import Foundation
import ServerHarness
import TestSeed
import Testing
import WaitingTrait
import WireProtocol

@Suite("Backups of a server's folder", .waiting)
final class BackupProcessTests {
  private let home = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-bk-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: home) }

  private func path(_ name: String) -> String { home.appendingPathComponent(name).path }

  /// `PARLOR_BACKUPS` sets the number of backups, `PARLOR_CRASH_SEED` repeats a run.
  @Test("A backup under load restores everything acknowledged before it, and nothing never requested")
  func ledger() throws {
    let environment = ProcessInfo.processInfo.environment
    let backups = TestLength.count(short: 6, long: 60, variable: "PARLOR_BACKUPS")
    let seed = environment["PARLOR_CRASH_SEED"].flatMap(UInt64.init) ?? .random(in: 1...999_999_999)
    let run = try BackupRun(seed: seed)
    do {
      try run.run(backups: backups)
    } catch {
      Issue.record("PARLOR_CRASH_SEED=\(seed): \(error)")
    }
    let faults = run.crowd.faults + run.faults
    #expect(faults.isEmpty, "PARLOR_CRASH_SEED=\(seed) \(faults.prefix(5).joined(separator: "\n"))")
    print("PARLOR_CRASH_SEED=\(seed) backups \(run.looked), requests meanwhile \(run.meanwhile): \(run.crowd.checks)")
    #expect(run.looked == backups && run.meanwhile > 0)
  }

  @Test("A backup into a folder is named by the time, and the printed summary is its content")
  func named() throws {
    let server = try ServerProcess(["--data", path("data")])
    let ana = try SocketClient.greeted(port: server.port)
    _ = try ana.ask(#"{"type":"login","name":"ana"}"#)
    let made = try ServerProcess.run(
      ["backup", "--data", path("data"), "--to", home.path, "--clock", "2026-11-20T08:00:00Z"])
    #expect(made.status == 0, "\(made.errors)")
    let file = path("parlor-20261120T080000Z.backup")
    #expect(made.output.first?.contains("\(file): position ") == true)
    #expect(made.output.first?.contains(", 1 players, ") == true)
    let verified = try ServerProcess.run(["verify-backup", file])
    #expect(verified.status == 0)
    #expect(verified.output.first?.hasPrefix("\(file) is whole: position ") == true)
    // No other file is left behind.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: home.path).sorted() == [
        "data", "parlor-20261120T080000Z.backup",
      ])
    let again = try ServerProcess.run(
      ["backup", "--data", path("data"), "--to", home.path, "--clock", "2026-11-20T08:00:00Z"])
    #expect(again.status == 73)
    #expect(again.errors.first?.contains("overwrites nothing") == true)
  }

  private func keep(_ count: Int, hour: Int) throws -> ChildProcess.Ending {
    try ServerProcess.run([
      "backup", "--data", path("data"), "--to", path("backups"), "--keep", "\(count)", "--clock",
      "2026-11-20T\(10 + hour):00:00Z",
    ])
  }

  private func name(_ hour: Int) -> String { "parlor-20261120T\(10 + hour)0000Z.backup" }

  private var kept: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path("backups")).sorted() }
  }

  @Test("--keep removes older backups, and prints which were removed and which were left")
  func keeps() throws {
    try FileManager.default.createDirectory(atPath: path("backups"), withIntermediateDirectories: true)
    let server = try ServerProcess(["--data", path("data")])
    for hour in 1...3 { #expect(try keep(2, hour: hour).status == 0) }
    #expect(try kept == [name(2), name(3)])
    try Data("x".utf8).write(to: URL(fileURLWithPath: path("backups/" + name(0))))
    let ending = try keep(2, hour: 4)
    #expect(
      ending.output.dropFirst() == [
        "removed \(name(2))", "left \(name(0)): it is damaged", "2 of at most 2 were kept",
      ])
    // A backup that fails removes none.
    #expect(try keep(1, hour: 4).status == 73)
    #expect(try kept == [name(0), name(3), name(4)])
    for count in ["0", "-1", "many", ""] {
      #expect(
        try ServerProcess.run(["backup", "--data", path("data"), "--to", path("backups"), "--keep", count]).status == 64
      )
    }
    let file = try ServerProcess.run(["backup", "--data", path("data"), "--to", path("one"), "--keep", "2"])
    #expect(file.status == 64 && file.errors.first?.contains("an existing folder") == true)
    #expect(!FileManager.default.fileExists(atPath: path("one")))
    server.terminate()
    #expect(server.exitStatus() == 0)
  }

  @Test("After a kill at any time the remaining backups verify, including the newest, and the next run cleans up")
  func killedWhileItRemoves() throws {
    try FileManager.default.createDirectory(atPath: path("backups"), withIntermediateDirectories: true)
    let server = try ServerProcess(["--data", path("data")])
    server.terminate()
    #expect(server.exitStatus() == 0)
    for round in 0..<TestLength.count(short: 2, long: 20) {
      for hour in 0..<4 {
        try? FileManager.default.removeItem(atPath: path("backups/" + name(hour)))
        #expect(try keep(9, hour: hour).status == 0)
      }
      let last = name(5 + round % 4)
      let command = try ChildProcess(
        ServerProcess.path(of: "parlor-server"),
        [
          "backup", "--data", path("data"), "--to", path("backups"), "--keep", "1", "--clock",
          "2026-11-20T\(15 + round % 4):00:00Z",
        ], environment: [:])
      // Removal has begun, or everything is done.
      let end = Date(timeIntervalSinceNow: Patience.seconds)
      while try kept.contains(name(3)), Date() < end {}
      command.send(SIGKILL)
      _ = command.wait()
      #expect(try kept.contains(last))
      for file in try kept where file.hasSuffix(".backup") {
        #expect(try ServerProcess.run(["verify-backup", path("backups/" + file)]).status == 0, "\(file)")
      }
      #expect(
        try ServerProcess.run([
          "backup", "--data", path("data"), "--to", path("backups"), "--keep", "1", "--clock", "2026-11-20T23:00:00Z",
        ]).status == 0)
      #expect(try kept == [name(13)])
      try FileManager.default.removeItem(atPath: path("backups/" + name(13)))
    }
  }

  @Test("Each cause of a failed backup, verification or restore has an exit status")
  func refusals() throws {
    #expect(try ServerProcess.run(["backup"]).status == 64)
    #expect(try ServerProcess.run(["backup", "--to", "-"]).status == 64)
    #expect(try ServerProcess.run(["backup", "--to", path("b")]).status == 66)
    #expect(try ServerProcess.run(["backup", "--data", path("nowhere"), "--to", path("b")]).status == 66)
    #expect(try ServerProcess.run(["verify-backup", path("nowhere")]).status == 66)
    #expect(try ServerProcess.run(["restore", path("nowhere"), "--data", path("new")]).status == 66)
    #expect(!FileManager.default.fileExists(atPath: path("new")))
    try Data(repeating: 0x41, count: 8_192).write(to: home.appendingPathComponent("no.backup"))
    #expect(try ServerProcess.run(["restore", path("no.backup"), "--data", path("new")]).status == 65)
    let server = try ServerProcess(["--data", path("data")])
    #expect(try ServerProcess.run(["backup", "--data", path("data"), "--to", path("no/b")]).status == 66)
    #expect(try ServerProcess.run(["backup", "--data", path("data"), "--to", path("b")]).status == 0)
    #expect(try ServerProcess.run(["restore", path("b"), "--data", path("data")]).status == 73)
    server.terminate()
    #expect(server.exitStatus() == 0)
  }

  private static let prlimit = "/usr/bin/prlimit"

  @Test(
    "A full disk is reported, and leaves no backup and no partial folder",
    .enabled(if: FileManager.default.isExecutableFile(atPath: prlimit)))
  func fullDisk() throws {
    let server = try ServerProcess(["--data", path("data")])
    let limited = [Self.prlimit, "--fsize=65536:65536"]
    let made = try ServerProcess.run(["backup", "--data", path("data"), "--to", path("b")], under: limited)
    #expect(made.status == 74)
    #expect(made.errors.count == 1)
    #expect(try ServerProcess.run(["backup", "--data", path("data"), "--to", path("b")]).status == 0)
    let restored = try ServerProcess.run(["restore", path("b"), "--data", path("new")], under: limited)
    #expect(restored.status == 74)
    #expect(!FileManager.default.fileExists(atPath: path("new/parlor.sqlite")))
    // The failed attempt does not hinder the next one.
    #expect(try ServerProcess.run(["restore", path("b"), "--data", path("new")]).status == 0)
    server.killNow()
    let next = try ServerProcess(["--data", path("new")])
    next.terminate()
    #expect(next.exitStatus() == 0)
  }
}
