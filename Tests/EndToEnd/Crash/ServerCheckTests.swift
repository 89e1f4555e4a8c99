import Foundation
import ServerHarness
import Testing
import WaitingTrait

/// `parlor-server --check`.
@Suite("parlor-server --check", .waiting)
final class ServerCheckTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("parlor-check-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private var data: String { folder.appendingPathComponent("data").path }

  private func check(_ arguments: String..., with environment: [String: String] = [:]) throws -> ChildProcess.Ending {
    try ServerProcess.run(["--check", "--port", "0", "--data", data] + arguments, environment: environment)
  }

  /// The lines of standard error, without warnings, which depend on the machine.
  private func faults(_ ending: ChildProcess.Ending) -> [String] { ending.errors.filter { !$0.hasPrefix("warning:") } }

  /// All files below the folder, with content and modification time.
  private func snapshot() throws -> [String: String] {
    var found: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let path = folder.path + "/" + name
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let isFile = attributes[.type] as? FileAttributeType == .typeRegular
      let bytes = isFile ? FileManager.default.contents(atPath: path) : nil
      found[name] = "\(attributes[.modificationDate] ?? "") \(bytes.map { "\($0.hashValue) \($0.count)" } ?? "")"
    }
    return found
  }

  @Test("Without a folder a start would work, and nothing is created")
  func new() throws {
    let ending = try check()
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.output == ["a start would work"])
    #expect(faults(ending) == [])
    #expect(try snapshot() == [:])
  }

  @Test("The check passes beside a running server, after kill -9 and after a stop, and changes nothing")
  func beside() throws {
    let server = try ServerProcess(["--data", data, "--http", "0"])
    let client = try SocketClient.greeted(port: server.port)
    #expect(try client.ask(#"{"type":"login","name":"ana"}"#).contains("token"))
    // Paused, since a running server writes in the background.
    server.pause()
    var before = try snapshot()
    let ending = try check()
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.output == ["a server (process \(server.identifier)) runs on \(data) now", "a start would work"])
    #expect(try snapshot() == before)
    server.resume()
    #expect(try client.ask(#"{"type":"ping"}"#).contains("pong"))
    server.killNow()
    before = try snapshot()
    #expect(try check().output == ["a start would work"])
    #expect(try snapshot() == before)
    let next = try ServerProcess(["--data", data])
    next.terminate()
    #expect(next.exitStatus() == 0)
    before = try snapshot()
    #expect(try check().output == ["a start would work"])
    #expect(try snapshot() == before)
  }

  @Test("All errors in flags and variables are reported at once, without possible secrets")
  func settings() throws {
    let ending = try check(
      "--zone", "Nowhere", "--prot", "1", "--limit", "burst", "--http-tokne=sesame-sesame", "--daily", "chess:level=1",
      "--challenges", folder.path + "/none.txt", "--host", "192.0.2.1",
      "--admin-socket", folder.path + "/nowhere/admin.sock", "--http-token", "a",
      with: ["PARLOR_HTTP": "many", "PARLOR_PORTT": "1"])
    #expect(ending.status == 64)
    let said = faults(ending)
    for part in [
      "\"--prot\"", "--limit takes", "\"--http-tokne\"", "PARLOR_HTTP: --http takes", "no time zone \"Nowhere\"",
      "there is no game \"chess\"", "cannot read \(folder.path)/none.txt", "--host 192.0.2.1",
      "--admin-socket: \(folder.path)/nowhere/admin.sock cannot be made", "--http-token takes",
    ] {
      #expect(said.count { $0.contains(part) } == 1, "\(part) in \(said)")
    }
    #expect(said.count == 10)
    #expect(said.allSatisfy { $0.hasPrefix("parlor-server: ") && !$0.contains("sesame-sesame") })
    #expect(ending.errors.contains { $0.hasPrefix("warning: ") && $0.contains("PARLOR_PORTT is not a setting") })
    #expect(ending.output == [])
  }

  @Test(
    "A folder on which no server would start is an error with status 65, and is not changed",
    arguments: ["a file", "another layout", "no database", "a backup", "lost its data", "lost its tables", "a pipe"])
  func folders(_ fault: String) throws {
    let server = try ServerProcess(["--data", data])
    server.terminate()
    #expect(server.exitStatus() == 0)
    let tables = data + "/parlor.sqlite"
    func edit(_ body: (inout Data) -> Void) throws {
      var bytes = try #require(FileManager.default.contents(atPath: tables))
      body(&bytes)
      try bytes.write(to: URL(fileURLWithPath: tables))
    }
    let part: String
    switch fault {
    case "a file":
      try FileManager.default.removeItem(atPath: data)
      try Data("x".utf8).write(to: URL(fileURLWithPath: data))
      part = "is a file"
    case "another layout":
      try edit { $0[63] = 3 }
      part = "layout 3"
    case "no database":
      try edit { $0[0] = 0x41 }
      part = "is no database"
    case "a backup":
      try edit { $0[71] = UInt8(ascii: "B") }
      part = "parlor-server restore"
    case "lost its data":
      for name in ["parlor.sqlite", "log.sqlite"] { try FileManager.default.removeItem(atPath: data + "/" + name) }
      part = "has lost its data"
    case "lost its tables":
      try FileManager.default.removeItem(atPath: tables)
      part = "put it back beside its log"
    default:
      try FileManager.default.removeItem(atPath: tables)
      #expect(mkfifo(tables, 0o600) == 0)
      part = "is no file"
    }
    let before = try snapshot()
    let ending = try check()
    #expect(ending.status == 65)
    #expect(faults(ending).count == 1 && faults(ending).first?.contains(part) == true, "\(ending.errors)")
    #expect(try snapshot() == before)
    if fault != "a pipe" { #expect(try ServerProcess.run(["--port", "0", "--data", data]).status == 74) }
  }

  @Test(
    "A check as the server's user finds missing write permission; root is told to check as that user",
    .enabled(if: geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")))
  func rights() throws {
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    #expect(try check().errors.contains { $0.contains("runuser -u parlor") })
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    let ending = try ServerProcess.run(
      ["--check", "--port", "0", "--data", data],
      under: ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"])
    #expect(ending.status == 65, "\(ending.errors)")
    #expect(faults(ending) == ["parlor-server: the data folder \(data) cannot be used: Permission denied"])
  }

  @Test("The log is no pipe, a misspelt limit is a short error, and no clock is before 1970")
  func shortFaults() throws {
    let pipe = folder.path + "/log"
    #expect(mkfifo(pipe, 0o600) == 0)
    let ending = try check(
      "--log-file", pipe, "--limit", "brust=5", "--limit", "x=5", "--clock", "0001-01-01T00:00:00Z")
    #expect(ending.status == 64)
    #expect(
      Set(faults(ending)) == [
        "parlor-server: there is no limit \"brust\"; did you mean burst?",
        "parlor-server: there is no limit \"x\"; parlor-server --help lists them",
        "parlor-server: --clock takes a time from 1970 on, like 2026-11-20T08:00:00Z, not \"0001-01-01T00:00:00Z\"",
        "parlor-server: --log-file: \(pipe) is not a file",
      ])
    #expect(try ServerProcess.run(["--port", "0", "--data", data, "--log-file", pipe]).status == 73)
  }

  @Test("A data folder with other programs' files is a warning")
  func othersFolder() throws {
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    func put(_ name: String) throws {
      try Data("0123456789abcdef0123\n".utf8).write(to: URL(fileURLWithPath: "\(data)/\(name)"))
    }
    func isWarned() throws -> Bool { try check().errors.contains { $0.contains("contains other files") } }
    for name in ["lost+found", "http-token"] {
      try put(name)
      #expect(try !isWarned())
    }
    try put("passwd")
    #expect(try isWarned())
    try put("parlor.lock")
    #expect(try !isWarned())
  }

  @Test("With --log-format json every line of the check is JSON")
  func json() throws {
    let ending = try check("--log-format", "json", "--zone", "Nowhere")
    #expect(ending.status == 64)
    #expect(ending.errors.allSatisfy { $0.hasPrefix(#"{"time":""#) && $0.contains(#""event":"check_"#) })
    #expect(ending.errors.contains { $0.contains(#""event":"check_fails""#) })
  }

  @Test("The unit's check and start have the same flags, and neither unit nor socket is ever given up")
  func units() throws {
    let release = Repository.root.appendingPathComponent("Sources/ParlorServer/Release")
    let unit = try String(contentsOf: release.appendingPathComponent("parlor.service"), encoding: .utf8)
    func value(_ name: String) -> Substring? {
      unit.split(separator: "\n").first { $0.hasPrefix(name + "=") }?.dropFirst(name.count + 1)
    }
    let start = try #require(value("ExecStart"))
    #expect(value("ExecStartPre") == Substring(start.replacing("parlor-server ", with: "parlor-server --check ")))
    #expect(value("StartLimitIntervalSec") == "0")
    let socket = try String(contentsOf: release.appendingPathComponent("parlor.socket"), encoding: .utf8)
    #expect(socket.contains("\nTriggerLimitIntervalSec=0\n"))
    // systemd must restart after either status.
    let prevented = value("RestartPreventExitStatus")?.split(separator: " ") ?? []
    #expect(!prevented.contains("64") && !prevented.contains("65"))
  }
}
