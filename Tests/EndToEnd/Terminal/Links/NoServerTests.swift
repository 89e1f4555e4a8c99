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

  @Test("Without a listener q ends the client at once, and the terminal is restored")
  func leaves() throws {
    let place = try ServerPlace()
    let player = try PlayerAtTerminal(port: place.port)
    try player.terminal.wait(for: "No server listens on")
    player.terminal.type("q")
    #expect(try player.terminal.wait() == .exit(0))
    player.expectRestored()
  }

  @Test("Without a listener a script ends at once with an error and exit status 69")
  func script() throws {
    let place = try ServerPlace()
    let player = try PlayerAtTerminal(port: place.port, arguments: ["--plain"])
    #expect(try player.terminal.wait() == .exit(69))
    #expect(player.terminal.screen.contains("parlor: No server listens on 127.0.0.1:\(place.port)."))
  }

  @Test("A server that accepts and sends nothing is a timeout")
  func mute() throws {
    let listener = try MuteListener()
    let player = try PlayerAtTerminal(port: listener.port)
    try player.terminal.wait(for: "Connecting…")
    try player.terminal.wait(for: "127.0.0.1:\(listener.port) did not answer within 10 s. Trying again")
    player.expectSound()
    try player.leave()
  }

  @Test(
    "Another service at the address is recognised as no Parlor server",
    arguments: [
      "SSH-2.0-OpenSSH_9.6\r\n", "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n", "220 mail.example ESMTP\r\n",
      "{\"jsonrpc\":\"2.0\"}\n", "{\"type\":\"welcome\"}\n", "\u{7F}ELF\0\0\n",
    ])
  func somethingElse(greeting: String) throws {
    let listener = try TalkingListener(greeting: greeting, closes: false)
    let player = try PlayerAtTerminal(port: listener.port)
    try player.terminal.wait(for: "What listens on 127.0.0.1:\(listener.port) is no Parlor server.")
    player.expectSound()
    try player.leave()
  }

  @Test("A connection that is closed at once is reported")
  func hangsUp() throws {
    let listener = try TalkingListener(greeting: "", closes: true)
    let player = try PlayerAtTerminal(port: listener.port)
    try player.terminal.wait(for: "The server closed the connection. Trying again")
    player.expectSound()
    try player.leave()
  }
}
