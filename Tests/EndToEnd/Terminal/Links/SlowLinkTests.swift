import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("Slow connections", .waiting)
struct SlowLinkTests {
  @Test("With an answer incomplete the client still draws input, shows help and follows resizes")
  func drawsOn() throws {
    let server = try Tables.server()
    let proxy = try Proxy(target: server.port)
    let player = try PlayerAtTerminal(port: proxy.port)
    try player.enter(.wordle)
    // The answer stops before its first byte, after it, or in the middle.
    for (admitted, move) in [(0, "crane"), (1, "moist"), (100, "bulky")] {
      proxy.admit(admitted)
      try player.playMove(move)
      var typed = ""
      for letter in "bully" {
        player.terminal.type(String(letter))
        typed.append(letter)
        try player.terminal.wait(for: "› \(typed)")
      }
      player.terminal.type("\u{1B}OP")
      try player.terminal.wait(for: "╭─ Help")
      player.terminal.type("x")
      try player.terminal.wait(without: "╭─ Help")
      player.terminal.resize(columns: 40, rows: 15)
      try player.terminal.wait(until: "the small window") { $0.contains("› bully") && !$0.contains("here") }
      player.terminal.resize(columns: 80, rows: 24)
      try player.terminal.wait(until: "the large window") { $0.contains("› bully") && $0.contains("here") }
      proxy.admit(nil)
      try player.terminal.wait(for: move == "crane" ? "2/6" : move == "moist" ? "3/6" : "4/6")
      try player.terminal.wait(for: "› bully")
      player.terminal.type(Key.control("u"))
      try player.terminal.wait(without: "› bully")
    }
    try player.playMove("bully")
    try player.terminal.wait(for: WholeGame.wordle.ending)
    player.expectSound()
    try player.leave()
  }

  @Test("A flood of messages changes neither a draft message nor a draft move")
  func flood() throws {
    let server = try Tables.server(["--limits", "bench"])
    let player = try PlayerAtTerminal(port: server.port)
    try player.order("create patio wordle race")
    try player.terminal.wait(for: "Press Enter when everybody is here")
    let talkers = try (0..<3).map { _ in try Witness(in: "patio", port: server.port, isPlaying: true) }
    player.terminal.type(Key.enter)
    try player.terminal.wait(for: "1/6")
    let (move, line) = ("moist", "one line that is written while everybody talks")
    var written = (move: "", line: "")
    for place in 0..<max(move.count, line.count) {
      for talker in talkers {
        for number in 0..<25 { talker.say("noise \(place) \(number)") }
        try talker.catchUp()
      }
      if let letter = move.dropFirst(place).first {
        player.terminal.type(String(letter))
        written.move.append(letter)
        try player.terminal.wait(for: "› \(written.move)")
      }
      if let letter = line.dropFirst(place).first {
        player.terminal.type(Key.tab + String(letter) + Key.tab)
        written.line.append(letter)
      }
    }
    try player.terminal.wait(for: "› moist")
    // A client that is too slow may miss the last message, and shows that; then another one is sent.
    var missed = ""
    talkers[0].say("the end")
    try player.terminal.wait(until: "the end of the flood") { screen in
      if screen.contains("was missed"), screen.text != missed {
        missed = screen.text
        talkers[0].say("the end")
      }
      return screen.contains(": the end")
    }
    player.terminal.type(Key.tab)
    try player.terminal.wait(for: "everybody talks")
    player.terminal.type(Key.enter)
    try talkers[0].wait { $0["text"]?.stringValue == line }
    player.terminal.type(Key.tab)
    try player.terminal.wait(for: "› moist")
    player.terminal.type(Key.enter)
    try player.terminal.wait(for: "2/6")
    player.expectSound()
    try player.leave()
  }
}
