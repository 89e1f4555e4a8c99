import EtcdHarness
import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("A game in another process on three nodes", .waiting, .enabled(if: hasEtcd, "etcd is not installed"))
struct HostedGameTakeoverTests {
  private static let hangman =
    #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" } + "/Clients/Python/hangman.py"

  @Test(
    "A takeover in mid-match loses no move, and a follower without the file has a copy of the log",
    .enabled(if: SystemShell.has("python3")))
  func takeover() throws {
    let game = ["--game", Self.hangman, "--trust-game", "--game-budget", "20000"]
    // The third node never owns and has no such game.
    let nodes = try ClusterNodes(["a", "b"], ownFlags: ["a": game, "b": game, "c": ClusterNodes.neverOwns])
    try nodes.start("c")
    let ana = try PatientClient(nodes.process("c"))
    #expect(try ana.ask(#""type":"login","name":"ana""#)["you"] == "ana")
    _ = try ana.ask(#""type":"create","room":"r","game":"hangman","mode":"together","seed":3"#)
    // It begins once the game has dealt a word.
    try ana.message { $0["type"] == "round" }
    var rows: JSON?
    for letter in ["e", "a", "q"] {
      rows = try ana.ask(#""type":"move","room":"r","text":"\#(letter)""#)["board"]?["rows"]
    }
    try #require(rows != nil)
    let owner = try nodes.owner(besides: "")
    nodes.kill(owner)
    // It is the same board, with the letters that were said before.
    let repeated = try ana.ask(#""type":"move","room":"r","text":"q""#)
    #expect(repeated["type"] == "error" && repeated["code"] != "game_down", "\(repeated)")
    #expect(try nodes.owner(besides: owner) != "c")
    #expect(try ana.ask(#""type":"board","room":"r""#)["board"]?["rows"] == rows)
    let moved = try ana.ask(#""type":"move","room":"r","text":"o""#)
    #expect(moved["turn"]?["guess"] == "o", "\(moved)")
    #expect(try nodes.differencesOfCopies() == [])
  }
}
