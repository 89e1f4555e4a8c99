import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

/// The runbook's commands for starting over with empty data, on this test's folder. With an archive, `OperatingTests`
/// runs them with the rest of the page.
@Suite("Starting over with empty data", .waiting)
struct BeginningAnewTests {
  @Test("The runbook's commands leave empty data, a complete backup, and the old folder")
  func begins() throws {
    let root = try TemporaryFolder()
    let (data, backups) = (root.path + "/data", root.path + "/backups")
    try FileManager.default.createDirectory(atPath: backups, withIntermediateDirectories: true)
    let (oldEpoch, token) = try visit(data, #"{"type":"login","name":"ana","id":1}"#)
    #expect(token != nil)
    let page = try OperatingPage("RUNBOOK.md")
    let block = try #require(page.blocks.first { $0.section == "Beginning anew" })
    // Commands for systemd and other users are replaced.
    let commands = block.commands.replacing("/var/lib/parlor", with: data)
      .replacing("/var/backups/parlor", with: backups).replacing("runuser -u parlor -- ", with: "")
    let programs = URL(fileURLWithPath: ServerProcess.path(of: "parlor-server")).deletingLastPathComponent().path
    let ending = try SystemShell.run(
      "set -e; PATH='\(programs)':$PATH; systemctl() { :; }; \(commands)", shell: "/bin/bash", within: Patience.seconds)
    #expect(ending.status == 0, "\(ending.text)")
    let (newEpoch, again) = try visit(data, #"{"type":"login","name":"ana","id":1}"#)
    #expect(newEpoch != oldEpoch && again != nil && again != token)
    // Both ways back work.
    let restored = root.path + "/restored"
    let restore = try ServerProcess.run(["restore", backups + "/last.backup", "--data", restored])
    #expect(restore.status == 0)
    for folder in [restored, data + ".old"] {
      let (_, you) = try visit(folder, #"{"type":"login","token":"\#(token ?? "")","id":1}"#, "you")
      #expect(you == "ana")
    }
  }

  /// Starts a server on a folder, sends one line, and stops the server.
  private func visit(_ data: String, _ line: String, _ field: String = "token") throws -> (epoch: String?, String?) {
    let server = try ServerProcess(["--data", data])
    let client = try SocketClient(port: server.port)
    let epoch = try JSON(parsing: client.greeting())["epoch"]?.stringValue
    client.send(line: line)
    var answer = try JSON(parsing: client.line())
    while answer["re"]?.intValue != 1 { answer = try JSON(parsing: client.line()) }
    server.terminate()
    #expect(server.exitStatus() == 0)
    return (epoch, answer[field]?.stringValue)
  }
}
