import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait

@Suite("Connecting without a server", .waiting)
struct NoServerTests {
  @Test("Without a listener the client reports it, retries, and connects once there is a server")
  func startedFirst() throws {
    let place = try ServerPlace()
    let player = try PlayerAtTerminal(port: place.port)
    try player.terminal.wait(for: "No server listens on 127.0.0.1:\(place.port).")
    try player.terminal.wait(for: "No server yet: this is tried again by itself")
    let server = try place.start()
    try player.waitImpatiently(until: "the lobby") { $0.contains("Today · 2026-11-20") }
    try player.enter(.wordle)
    player.expectSound()
    try player.leave()
    withExtendedLifetime(server) {}
  }

  @Test("Without a listener a script ends at once with an error and exit status 69")
  func script() throws {
    let place = try ServerPlace()
    let player = try PlayerAtTerminal(port: place.port, arguments: ["--plain"])
    #expect(try player.terminal.wait() == .exit(69))
    #expect(player.terminal.screen.contains("parlor: No server listens on 127.0.0.1:\(place.port)."))
  }
}
