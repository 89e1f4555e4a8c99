import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("Accounts on a server process", .waiting)
final class AccountProcessTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "parlor-accounts-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func server(_ flags: String...) throws -> ServerProcess {
    try ServerProcess(["--data", folder.path, "--limit", "password_cost=4"] + flags)
  }

  @discardableResult
  private func ask(_ client: SocketClient, _ request: String) throws -> JSON {
    client.send(line: #"{"id":"asked",\#(request.dropFirst())"#)
    return try JSON(parsing: try client.line { $0.contains(#""re":"asked""#) })
  }

  private func register(_ name: String, _ password: String = "rumpelstiltskin") -> String {
    #"{"type":"register","name":"\#(name)","password":"\#(password)"}"#
  }

  private func logIn(_ name: String, _ password: String = "rumpelstiltskin") -> String {
    #"{"type":"login","name":"\#(name)","password":"\#(password)"}"#
  }

  @Test("No log holds passwords or verifiers, nor does the event log printed with --secrets")
  func logs() throws {
    let server = try server("--log-format", "json")
    let client = try SocketClient.greeted(port: server.port)
    try ask(client, register("ana"))
    try ask(client, logIn("ana", "rumpelstilzchen"))
    try ask(client, #"{"type":"password","old":"rumpelstiltskin","new":"rapunzel-rapunzel"}"#)
    try ask(client, #"{"type":"command","text":"/login ana rapunzel-rapunzel"}"#)
    try ask(client, #"{"type":"command","text":"/forget-me"}"#)
    var printed = try ServerProcess.run(["log", "--data", folder.path, "--secrets"]).output
    #expect(printed.contains { $0.contains(#""name":"ana""#) && $0.contains(#""sealed":true"#) })
    server.terminate()
    while case .line(let line) = server.logLine() { printed.append(line) }
    #expect(printed.contains { $0.contains("name_claimed") })
    for secret in ["rumpel", "rapunzel", "scrypt", "verifier"] {
      #expect(printed.allSatisfy { !$0.contains(secret) }, "\(secret)")
    }
  }

  @Test("reset-password sets a new password while the server is stopped, and refuses while it runs")
  func reset() throws {
    let first = try server()
    let client = try SocketClient.greeted(port: first.port)
    let answer = try ask(client, #"{"type":"register","name":"ana","password":"rumpelstiltskin","keep":true}"#)
    let token = try #require(answer["token"]?.stringValue)
    try ask(SocketClient.greeted(port: first.port), #"{"type":"login","name":"eva"}"#)
    let refusal = try ServerProcess.run(["reset-password", "ana", "--data", folder.path])
    #expect(refusal.status == 74)
    #expect(refusal.errors.first?.contains("stop it") == true)
    first.terminate()
    _ = first.exitStatus()
    let nobody = try ServerProcess.run(["reset-password", "ben", "--data", folder.path])
    #expect(nobody.status == 65 && nobody.errors == ["there is no player named ben"])
    #expect(try ServerProcess.run(["reset-password", "ana", "--data", folder.path + "-elsewhere"]).status == 74)
    #expect(try ServerProcess.run(["reset-password"]).status == 64)
    let reset = try ServerProcess.run(["reset-password", "ANA", "--data", folder.path, "--limit", "password_cost=4"])
    #expect(reset.status == 0)
    let made = try #require(reset.output.first?.split(separator: " ").last)
    let given = try ServerProcess.run(
      ["reset-password", "eva", "-", "--data", folder.path, "--limit", "password_cost=4"],
      under: ["/bin/sh", "-c", #"echo given-by-hand | "$0" "$@""#])
    #expect(given.status == 0 && given.output.first == "eva has the given password.")
    #expect(given.errors.last?.hasSuffix("password_reset name=eva") == true)
    for bytes in [#"'given-by-hand\377'"#, #"''"#] {
      let refused = try ServerProcess.run(
        ["reset-password", "eva", "-", "--data", folder.path],
        under: ["/bin/sh", "-c", #"printf \#(bytes) | "$0" "$@""#])
      #expect(refused.status != 0 && refused.output == [] && refused.errors.count == 1)
    }
    let next = try server()
    let back = try SocketClient.greeted(port: next.port)
    #expect(try ask(back, logIn("eva", "given-by-hand"))["you"] == "eva")
    #expect(try ask(back, logIn("ana"))["code"] == "wrong_password")
    #expect(try ask(back, #"{"type":"login","token":"\#(token)"}"#)["code"] == "bad_token")
    #expect(try ask(back, logIn("ana", String(made)))["you"] == "ana")
  }
}
