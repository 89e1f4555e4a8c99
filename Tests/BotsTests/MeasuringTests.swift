import Testing
import WireProtocol

@testable import ParlorBots

@Suite("Measuring a load")
struct MeasuringTests {
  @Test("Percentiles are accurate to 1 %, and never above the longest latency")
  func percentiles() {
    var latencies = Latencies()
    for value in 1...100_000 { latencies.record(UInt64(value) * 10) }
    for (share, expected) in [(0.0, 10.0), (0.5, 500_000), (0.99, 990_000), (1.0, 1_000_000)] {
      let found = Double(latencies.percentile(share))
      #expect(found >= expected && found <= max(expected * 1.01, expected + 1), "\(share): \(found)")
    }
    #expect(latencies.maximum == 1_000_000 && latencies.percentile(1) == 1_000_000)
  }

  @Test("The shortest and the longest possible latency can be recorded")
  func extremes() {
    var latencies = Latencies()
    #expect(latencies.percentile(0.5) == 0)
    latencies.record(0)
    latencies.record(.max)
    #expect(latencies.percentile(0.5) == 0 && latencies.percentile(1) == .max)
  }

  @Test("Send times are returned in order, however many there are")
  func sendTimes() {
    var times = SendTimes(capacity: 2)
    var expected: UInt64 = 0
    for round in 0..<50 as Range<UInt64> {
      times.push(round * 2)
      times.push(round * 2 + 1)
      #expect(times.pop() == expected)
      expected += 1
    }
    while let time = times.pop() {
      #expect(time == expected)
      expected += 1
    }
    #expect(expected == 100)
  }

  @Test("The server can read the templates")
  func templates() throws {
    for bytes in [Templates.ping(.parlor), Templates.start, Templates.say(textBytes: 32), Templates.move("crane")] {
      #expect(bytes.last == UInt8(ascii: "\n"))
      #expect(bytes.dropLast().contains(UInt8(ascii: "\n")) == false)
      #expect(try JSON(parsing: bytes.dropLast())["type"]?.stringValue != nil)
    }
    #expect(try JSON(parsing: Templates.move("crane").dropLast())["move"]?["guess"]?.stringValue == "crane")
    for count in [1, 2, 4, 5, 32, 500] {
      let text = try JSON(parsing: Templates.say(textBytes: count).dropLast())["text"]?.stringValue
      #expect(text?.utf8.count == count && text?.hasSuffix(" ") == false)
    }
    #expect(
      String(decoding: Templates.publish(to: "talk-0", textBytes: 3), as: UTF8.self)
        == "*3\r\n$7\r\nPUBLISH\r\n$6\r\ntalk-0\r\n$3\r\none\r\n")
    #expect(
      String(decoding: Templates.set("move:12", valueBytes: 3), as: UTF8.self)
        == "*3\r\n$3\r\nSET\r\n$7\r\nmove:12\r\n$3\r\none\r\n")
  }

  @Test("Lines are classified by their first bytes")
  func lineKind() {
    func check(_ line: String, _ kind: LineKind) -> (Bool, Bool) {
      Array(line.utf8).withUnsafeBytes { (kind.matches($0), kind.isAnswer($0)) }
    }
    let round = LineKind("round")
    #expect(check(#"{"type":"round","re":2,"room":"a"}"#, round) == (true, true))
    #expect(check(#"{"type":"round","room":"a"}"#, round) == (true, false))
    #expect(check(#"{"type":"round_over","room":"a"}"#, round) == (false, false))
    #expect(check("", round) == (false, false))
  }

  @Test("Numbers are grouped and rounded for people")
  func numbers() {
    #expect(FigureText.text(1_234_567.891, digits: 1) == "1,234,567.9")
    #expect(FigureText.text(0.05, digits: 2) == "0.05")
    #expect(FigureText.text(999, digits: 0) == "999" && FigureText.text(1000, digits: 0) == "1,000")
    #expect(FigureText.text(-1500.5, digits: 1) == "-1,500.5" && FigureText.text(.infinity, digits: 0) == "-")
    #expect(FigureText.median([3, 1, 2]) == 2 && FigureText.median([4, 1, 2, 3]) == 2.5 && FigureText.median([]) == 0)
  }

  @Test("A process's memory is read in bytes")
  func residentMemory() {
    let status = "Name:\tparlor-server\nVmHWM:\t   9000 kB\nVmRSS:\t   1234 kB\n"
    #expect(ProcessFigures.field("VmRSS:", in: status) == 1234 * 1024)
    #expect(ProcessFigures.field("VmSwap:", in: status) == nil && ProcessFigures.field("VmRSS:", in: nil) == nil)
  }

  @Test("A command line is parsed, and each mix has its own defaults")
  func options() throws {
    let options = try LoadOptions.parse(["--mix", "talk", "--port=7999", "--versus", "redis:6379", "--json"])
    #expect(options.mix == .talk && options.connections == 800 && options.outstanding == 8 && options.isJSON)
    #expect(options.endpoint.port == 7999 && options.rival == Endpoint(host: "127.0.0.1", port: 6379))
    #expect(try LoadOptions.parse([]).connections == 50)
    let moves = try LoadOptions.parse(["--mix", "moves", "--versus", "redis:7997"])
    #expect(moves.connections == 50 && moves.outstanding == 1 && moves.rival?.port == 7997)
    let blend = try LoadOptions.parse(
      ["--mix", "blend", "--rooms", "10", "--room-size", "4", "--shares", "ping=1,move=3", "--rate", "500"])
    #expect(blend.connections == 40 && blend.rate == 500)
    #expect(blend.shares.ping == 1 && blend.shares.say == 0 && blend.shares.move == 3)
    let versus = try LoadOptions.parse(["--mix", "talk", "--versus", "nats:4222"])
    #expect(versus.rivalKind == .nats && versus.rival?.port == 4222)
    #expect(try LoadOptions.parse(["--target", "irc"]).endpoint.port == 6667)
  }

  @Test(
    "Invalid options are refused with a sentence that names them",
    arguments: [
      (["--mux", "ping"], "--mux"), (["--mix", "pong"], "pong"), (["--port"], "--port"), (["--port", "0"], "--port"),
      (["--json=yes"], "--json"), (["--versus", "redis"], "--versus"), (["--seconds", "-1"], "--seconds"),
      (["--mix", "daily", "--target", "redis"], "daily"), (["--mix", "talk", "--connections", "9"], "--room-size"),
      (["load"], "load"), (["--rate", "5"], "--rate"), (["--mix", "blend", "--rate", "0"], "--rate"),
      (["--mix", "blend", "--shares", "ping=1,chat=2"], "chat"), (["--mix", "blend", "--shares", "ping=0"], "ping=0"),
      (["--mix", "blend", "--rooms", "3", "--connections", "10"], "--room-size"),
      (["--mix", "blend", "--target", "nats"], "nats"), (["--mix", "moves", "--versus", "irc:6667"], "irc"),
      (["--mix", "idle", "--versus", "redis:6379"], "--target"),
    ])
  func nonsense(arguments: [String], named: String) throws {
    let error = try #require(throws: UsageError.self) { try LoadOptions.parse(arguments[...]) }
    #expect(error.message.contains(named))
  }

  @Test("Talk is recognised among the other lines of other servers")
  func talk() {
    func isTalk(_ line: String, _ target: LoadOptions.Target) -> Bool {
      Array(line.utf8).withUnsafeBytes { Templates.isTalk(target, $0) }
    }
    #expect(isTalk(":n12!n12@host PRIVMSG #talk-1 :hello", .irc) && !isTalk(":irc.local PONG irc.local :x", .irc))
    let line = String(decoding: Templates.talk(.nats, 12, to: "talk-1", textBytes: 32), as: UTF8.self)
    let parts = line.split(separator: "\r\n")
    #expect(parts.count == 2 && parts[0] == "PUB talk-1 32" && parts[1].utf8.count == 32)
    #expect(isTalk(String(parts[1]), .nats) && !isTalk("MSG talk-1 1 32", .nats))
    #expect(Array(parts[1].utf8).starts(with: Templates.ownTalk(.nats, 12)))
    #expect(!Array(parts[1].utf8).starts(with: Templates.ownTalk(.nats, 1)))
  }
}
