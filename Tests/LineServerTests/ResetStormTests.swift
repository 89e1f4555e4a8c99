import Dispatch
import LineServer
import TestSeed
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension LineServerTests {
  /// Resets by clients crash libdispatch on Linux after 12 thousand to 1 million of them, if each connection has its
  /// own source. `PARLOR_STORM` sets their number.
  @Test("A storm of reset connections does not affect others")
  func resetStorm() async throws {
    let count = TestLength.count(short: 20_000, long: 200_000, variable: "PARLOR_STORM")
    let warm = try ScriptedServer()
    await warm.server.stop()
    let before = openDescriptors()
    let scripted = try ScriptedServer()
    let port = scripted.port
    let witness = try #require(TestClient(port: port))
    #expect(witness.ask("echo before") == "before")

    let threads = 4
    let connected = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        let tally = LineTally()
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
          for index in 0..<(count / threads) where attack(port, index &+ thread) { tally.add() }
        }
        continuation.resume(returning: tally.value)
      }
    }
    #expect(connected >= count / threads * threads * 99 / 100)
    #expect(witness.ask("echo after") == "after")
    for _ in 0..<5000 where witness.ask("count") != "1" { usleep(2000) }
    #expect(witness.ask("count") == "1")
    await scripted.server.stop()
    // Other tests of this process use descriptors too; a leak would have the size of the storm.
    if before >= 0 { #expect(openDescriptors() < before + count / 20, "the storm's descriptors are closed") }
  }
}

/// Opens one connection and resets it: at once, with input unread at the server, or with an answer unread at the
/// client.
private func attack(_ port: UInt16, _ index: Int) -> Bool {
  guard let client = TestClient(port: port) else { return false }
  switch index % 4 {
  case 0: client.resetOnClose()
  case 1:
    client.send("echo a\necho half")
    client.resetOnClose()
  case 2:
    client.send("echo a\n")
    client.resetOnClose()
    client.finishSending()
  default:
    client.send("echo a\n")
    _ = client.peek()
  }
  return true
}

private func openDescriptors() -> Int {
  #if os(Linux)
    guard let folder = opendir("/proc/self/fd") else { return -1 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count
  #else
    return -1
  #endif
}
