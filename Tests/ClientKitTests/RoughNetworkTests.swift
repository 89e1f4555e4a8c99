import ClientKit
import Foundation
import ServerHarness
import TestSeed
import Testing
import WaitingTrait
import WireProtocol

@Suite("Unreliable networks", .waiting)
struct RoughNetworkTests {
  @Test(
    "With links cut at random, no event is lost or repeated, and the match ends",
    arguments: 1...UInt64(TestLength.count(short: 2, long: 12)))
  func cuts(seed: UInt64) async throws {
    let server = try ServerProcess(["--limits", "bench"])
    let proxy = try Proxy(target: server.port, seed: seed)
    let table = try await PlayedTable(behind: proxy.port, auditedAt: server.port, seed: seed)
    proxy.cut(within: 24_000)
    await table.play(moves: 80)
    proxy.cut(within: nil)
    let faults = try await table.settle()
    #expect(faults == [])
    #expect(proxy.cuts > 3)
  }

  @Test(
    "The same with a server that is killed in the middle of a match and restarted",
    arguments: 5...UInt64(TestLength.count(short: 5, long: 10)))
  func kills(seed: UInt64) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-kit-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let arguments = ["--limits", "bench", "--data", folder.path]
    var server = try ServerProcess(arguments)
    let proxy = try Proxy(target: server.port, seed: seed)
    let table = try await PlayedTable(behind: proxy.port, auditedAt: proxy.port, seed: seed)
    for life in 0..<3 {
      async let playing: Void = table.play(moves: 25)
      await table.receive(moreMoves: 10 + 7 * life)
      server.killNow()
      server = try ServerProcess(arguments)
      proxy.redirect(to: server.port)
      await playing
    }
    let faults = try await table.settle()
    #expect(faults == [])
  }
}
