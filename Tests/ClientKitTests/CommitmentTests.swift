import Foundation
import Testing
import WireProtocol

@testable import ClientKit

@Suite("Commitments are received, saved, and compared with opened puzzles")
struct CommitmentTests {
  @Test(
    "SHA-256 equals FIPS 180-4's",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (String(repeating: "a", count: 1000), "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
    ])
  func hash(text: String, expected: String) { #expect(SHA256.hash(text.utf8).hex == expected) }

  @Test("A commitment covers the nonce and the puzzle as on the wire")
  func puzzle() throws {
    let puzzle = try JSON(parsing: Array(#"{"answer":"bully"}"#.utf8))
    let whole = SHA256.hash(#"00ff{"answer":"bully"}"#.utf8).hex
    #expect(Commitment.hash(nonce: "00ff", puzzle: puzzle) == "sha256:" + whole)
  }

  @Test("The first received hash is kept, by server and epoch, in a private file")
  func kept() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-seen-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let seen = SeenCommitments(beside: SavedPlayers(configurationFolder: folder.path))
    let home = ServerAddress(host: "localhost")
    #expect(seen.list(at: home, epoch: "e1") == [:])
    try seen.remember(["wordle": "sha256:a"], of: "2026-11-20", at: home, epoch: "e1")
    try seen.remember(["wordle": "sha256:b", "sort": "sha256:c"], of: "2026-11-20", at: home, epoch: "e1")
    try seen.remember(["wordle": "sha256:d"], of: "2026-11-21", at: home, epoch: "e1")
    let days = ["2026-11-20": ["wordle": "sha256:a", "sort": "sha256:c"], "2026-11-21": ["wordle": "sha256:d"]]
    #expect(seen.list(at: home, epoch: "e1") == days)
    #expect(seen.list(at: home, epoch: "e2") == [:])
    #expect(seen.list(at: ServerAddress(host: "localhost", port: 99), epoch: "e1") == [:])
    let file = seen.folder + "/commitments.json"
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    try Data("not JSON".utf8).write(to: URL(fileURLWithPath: file))
    #expect(seen.list(at: home, epoch: "e1") == [:], "a file that is no list of commitments holds none")
  }

  @Test("The newest days of a server are kept")
  func oldest() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-seen-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let seen = SeenCommitments(beside: SavedPlayers(configurationFolder: folder.path), maximumDays: 5)
    let home = ServerAddress(host: "localhost")
    for day in 0...5 {
      try seen.remember(["wordle": "sha256:\(day)"], of: "2026-11-1\(day)", at: home, epoch: "e")
    }
    let days = seen.list(at: home, epoch: "e")
    #expect(days.count == 5)
    #expect(days["2026-11-10"] == nil && days["2026-11-11"] != nil)
  }
}
