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

  /// `PARLOR_BACKUPS` for hundreds, `PARLOR_CRASH_SEED` to have a run again.
  @Test("A backup taken under load restores to what was acknowledged before it, and to nothing that nobody asked for")
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

  @Test("A folder that is given as the target gets a file named by the time; what it prints is what it holds")
  func named() throws {
    let server = try ServerProcess(["--data", path("data")])
    let ana = try SocketClient(port: server.port)
    try ana.greeting()
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
    // Nothing is left beside it, nor of the command in the folder but the time.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: home.path).sorted() == [
        "data", "parlor-20261120T080000Z.backup",
      ])
    let again = try ServerProcess.run(
      ["backup", "--data", path("data"), "--to", home.path, "--clock", "2026-11-20T08:00:00Z"])
    #expect(again.status == 73)
    #expect(again.errors.first?.contains("overwrites nothing") == true)
  }

  @Test("What cannot be backed up, verified or restored is a sentence with a status of its own")
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
    "A disk without room leaves neither a backup nor half a folder, and says so",
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
    // What is left of it is not in the way.
    #expect(try ServerProcess.run(["restore", path("b"), "--data", path("new")]).status == 0)
    server.killNow()
    let next = try ServerProcess(["--data", path("new")])
    next.terminate()
    #expect(next.exitStatus() == 0)
  }
}
