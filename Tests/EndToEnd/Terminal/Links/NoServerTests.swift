import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait

@Suite("No server", .waiting)
struct NoServerTests {
  @Test("Nothing listens: the client says so and keeps trying, and is in as soon as the server is there")
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

  @Test("Nothing listens: q leaves at once, and the terminal is as it was")
  func leaves() throws {
    let place = try ServerPlace()
    let player = try PlayerAtTerminal(port: place.port)
    try player.terminal.wait(for: "No server listens on")
    player.terminal.type("q")
    #expect(try player.terminal.wait() == .exit(0))
    player.expectRestored()
  }

  @Test("Nothing listens: a script is told so at once, by a sentence and the exit status")
  func script() throws {
    let place = try ServerPlace()
    let player = try PlayerAtTerminal(port: place.port, arguments: ["--plain"])
    #expect(try player.terminal.wait() == .exit(69))
    #expect(player.terminal.screen.contains("parlor: No server listens on 127.0.0.1:\(place.port)."))
  }

  @Test("A server that takes the connection and says nothing is given up, in a sentence")
  func mute() throws {
    let listener = try MuteListener()
    let player = try PlayerAtTerminal(port: listener.port)
    try player.terminal.wait(for: "Connecting…")
    try player.terminal.wait(for: "127.0.0.1:\(listener.port) did not answer within 10 s. Trying again")
    player.expectSound()
    try player.leave()
  }

  @Test(
    "Something else that listens there is told from a Parlor server",
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

  @Test("Something that hangs up at once is told, too")
  func hangsUp() throws {
    let listener = try TalkingListener(greeting: "", closes: true)
    let player = try PlayerAtTerminal(port: listener.port)
    try player.terminal.wait(for: "The server closed the connection. Trying again")
    player.expectSound()
    try player.leave()
  }
}
