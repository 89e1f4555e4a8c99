import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("Erasure of forgotten players from files", .waiting)
final class ForgottenFilesTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "parlor-forget-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static let secrets = [
    "zaphodia", "walks at midnight", "zebus", "wolpertinger", "chimaera", "bestiary", "scrypt$",
  ]
  private static let flags = ["--limits", "bench", "--limit", "password_cost=4"]

  private func found(_ secrets: [String] = secrets) throws -> [String: Int] {
    var found: [String: Int] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      guard let bytes = try? Data(contentsOf: folder.appendingPathComponent(name)) else { continue }
      for secret in secrets {
        var rest = bytes[...]
        while let range = rest.range(of: Data(secret.utf8)) {
          found["\(name): \(secret)", default: 0] += 1
          rest = rest[range.upperBound...]
        }
      }
    }
    return found
  }

  private func player(_ name: String, on server: ServerProcess) throws -> SocketClient {
    let client = try SocketClient.greeted(port: server.port)
    try ask(client, #"{"type":"login","name":"\#(name)"}"#)
    return client
  }

  @discardableResult
  private func ask(_ client: SocketClient, _ request: String) throws -> String {
    client.send(line: #"{"id":"asked",\#(request.dropFirst())"#)
    return try client.line { $0.contains(#""re":"asked""#) }
  }

  /// A registered player with messages and moves in several rooms, some of them in overwritten and deleted rows, and a
  /// copy from before an update; then `forget_me`.
  private func forget(on server: ServerProcess, _ other: SocketClient) throws {
    let client = try SocketClient.greeted(port: server.port)
    try ask(client, #"{"type":"register","name":"zaphodia","password":"rumpelstiltskin"}"#)
    try ask(client, #"{"type":"add_language","name":"bestiary","original":"wolpertinger","translation":"chimaera"}"#)
    try ask(other, #"{"type":"create","room":"lounge"}"#)
    try ask(other, #"{"type":"create","room":"race","game":"wordle"}"#)
    for room in ["lounge", "race", "wordle", "shares"] { try ask(client, #"{"type":"join","room":"\#(room)"}"#) }
    try ask(other, #"{"type":"join","room":"wordle"}"#)
    try ask(other, #"{"type":"start","room":"race"}"#)
    for room in ["race", "wordle"] {
      #expect(try ask(client, #"{"type":"move","room":"\#(room)","text":"zebus"}"#).contains(#""type":"moved""#))
    }
    for number in 1...60 {
      try ask(client, #"{"type":"say","room":"lounge","text":"\#(number): she walks at midnight"}"#)
      try ask(other, #"{"type":"say","room":"lounge","text":"\#(number): and I sleep"}"#)
    }
    try ask(client, #"{"type":"share","text":"Wordle 1,492 3/6\n\n⬛🟨⬛⬛⬛\n🟩⬛🟨⬛🟩\n🟩🟩🟩🟩🟩"}"#)
    try ask(client, #"{"type":"create","room":"alone"}"#)
    try ask(client, #"{"type":"say","room":"alone","text":"who walks at midnight?"}"#)
    try ask(client, #"{"type":"leave","room":"alone"}"#)
    let copies = try found()
    for secret in Self.secrets { #expect(copies["log.sqlite-wal: \(secret)"] ?? 0 > 0) }
    let forgetting = #"{"type":"forget_me","name":"zaphodia","password":"rumpelstiltskin"}"#
    // A password is never stored, not even a valid one.
    #expect(try found(["rumpelstiltskin"]) == [:])
    #expect(try ask(client, forgetting).contains("guest-"))
    client.close()
  }

  private func expectNothing() throws {
    let deadline = Date(timeIntervalSinceNow: Patience.seconds)
    while try !found().isEmpty, Date() < deadline { usleep(20_000) }
    #expect(try found() == [:])
  }

  private func expectOthersTalk(on server: ServerProcess, _ other: SocketClient, since epoch: String) throws {
    other.send(line: #"{"type":"join","room":"lounge","since":{"epoch":"\#(epoch)","seq":1},"id":"back"}"#)
    let joined = try JSON(parsing: try other.line { $0.contains(#""re":"back""#) })
    #expect(joined["recovered"] == true)
    var texts: [String] = []
    var last = 1
    while texts.last != "60: and I sleep" {
      let event = try JSON(parsing: try other.line { $0.contains(#""room":"lounge""#) })
      #expect(event["from"]?.intValue ?? event["seq"]?.intValue == last + 1)
      last = event["seq"]?.intValue ?? 0
      texts.append(event["text"]?.stringValue ?? "")
      #expect(Self.secrets.allSatisfy { !event.text.contains($0) })
    }
    #expect(texts == (1...60).map { "\($0): and I sleep" })
  }

  @Test(
    "An idle server erases name, words, messages and moves from all files after scrub_s; others' talk stays"
  )
  func idle() throws {
    let server = try ServerProcess(["--data", folder.path, "--limit", "scrub_s=1"] + Self.flags)
    let first = try SocketClient(port: server.port)
    let epoch = try JSON(parsing: try first.greeting())["epoch"]?.stringValue ?? ""
    let other = try player("ben", on: server)
    try forget(on: server, other)
    try expectNothing()
    try expectOthersTalk(on: server, other, since: epoch)
    #expect(try ask(other, #"{"type":"say","room":"lounge","text":"quiet"}"#).contains(#""type":"said""#))
    #expect(try found() == [:])
  }

  @Test("A server that was killed before erases at its next start")
  func nextStart() throws {
    let first = try ServerProcess(["--data", folder.path] + Self.flags)
    let other = try SocketClient(port: first.port)
    let epoch = try JSON(parsing: try other.greeting())["epoch"]?.stringValue ?? ""
    let token = try JSON(parsing: try ask(other, #"{"type":"login","name":"ben"}"#))["token"]?.stringValue ?? ""
    try forget(on: first, other)
    first.killNow()
    #expect(try !found().isEmpty)
    let next = try ServerProcess(["--data", folder.path] + Self.flags)
    try expectNothing()
    let back = try SocketClient.greeted(port: next.port)
    try ask(back, #"{"type":"login","token":"\#(token)"}"#)
    try expectOthersTalk(on: next, back, since: epoch)
  }
}
