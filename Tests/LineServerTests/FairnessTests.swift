import Testing

@testable import LineServer

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("One connection or address does not delay the others")
struct FairnessTests {
  private func lines(_ count: Int, _ word: String) -> String { (1...count).map { "\(word)\($0)\n" }.joined() }

  @Test("A paused connection is not read until its time, and then continues in order")
  func pause() {
    let bench = Bench()
    bench.connect(10, 11)
    bench.recorder.onLine = { output, id, line in
      guard line == "a3" else { return }
      output.pause(id, untilMonotonicNanoseconds: 1_100_000_000)
    }
    bench.receive(10, .bytes(lines(5, "a")))
    bench.receive(11, .bytes("b\n"))
    #expect(bench.journal.suffix(4) == ["line 0 a1", "line 0 a2", "line 0 a3", "line 1 b"])
    #expect(bench.kernel.interests[10] == [])
    #expect(bench.kernel.armed == 1_100_000_000)
    bench.receive(10, .bytes("late\n"))
    #expect(bench.journal.last == "line 1 b")
    bench.sleep(milliseconds: 100)
    bench.run()
    #expect(bench.journal.suffix(2) == ["line 0 a4", "line 0 a5"])
    #expect(bench.kernel.interests[10] == .readable)
    bench.kernel.announce(10, .readable)
    bench.run()
    #expect(bench.journal.last == "line 0 late")
  }

  @Test(
    "Resuming a timed pause reads the connection at once, and not again at its time")
  func resume() {
    let bench = Bench()
    bench.connect(10)
    let id = ConnectionID(slot: 0, generation: 0)
    bench.recorder.onLine = { output, id, line in
      if line == "a2" { output.pause(id, untilMonotonicNanoseconds: 1_100_000_000) }
    }
    bench.receive(10, .bytes(lines(4, "a")))
    #expect(bench.journal.last == "line 0 a2")
    bench.recorder.output.resume(id)
    bench.run()
    #expect(bench.journal.suffix(2) == ["line 0 a3", "line 0 a4"])
    #expect(bench.kernel.interests[10] == .readable)
    bench.recorder.output.pause(id, untilMonotonicNanoseconds: 1_300_000_000)
    bench.sleep(milliseconds: 150)
    bench.run()
    // The first pause is over, the second is not.
    #expect(bench.kernel.interests[10] == [])
  }

  @Test("A longer pause outlasts a shorter one, and a connection that ends meanwhile is forgotten")
  func pauses() {
    let bench = Bench()
    bench.connect(10)
    for due: UInt64 in [1_050_000_000, 1_200_000_000, 1_010_000_000] {
      bench.recorder.output.pause(ConnectionID(slot: 0, generation: 0), untilMonotonicNanoseconds: due)
    }
    bench.receive(10, .bytes("a\n"))
    bench.sleep(milliseconds: 100)
    bench.run()
    #expect(bench.journal == ["open 0"])
    bench.kernel.announce(10, .hangup)
    bench.run()
    #expect(bench.journal.last == "closed 0 reset")
    bench.sleep(milliseconds: 100)
    bench.run()
    #expect(bench.journal.count == 2)
  }

  @Test("An address with many connections and one with a single connection share the time equally")
  func addresses() {
    let bench = Bench()
    bench.connect(10, 11, 12, 13)
    bench.kernel.nextPeer = 9
    bench.connect(20)
    // Each line takes a whole quantum.
    bench.recorder.onLine = { _, _, _ in bench.sleep(nanoseconds: UInt64(FairQueue.quantum)) }
    for descriptor: Int32 in 10...13 {
      bench.kernel.arrivals[descriptor] = [.bytes(lines(40, "a"))]
      bench.kernel.announce(descriptor, .readable)
    }
    bench.kernel.arrivals[20] = [.bytes(lines(40, "b"))]
    bench.kernel.announce(20, .readable)
    while bench.loop.turn(waiting: 0) {}
    let order = bench.journal.filter { $0.hasPrefix("line") }
    #expect(order.count == 200)
    // The single connection is finished when the other address has had as much time; the clock is read only after
    // several lines.
    let last = order.lastIndex { $0.contains(" b") } ?? .max
    #expect(last < 100)
  }

  @Test("An address without queued input is served first in the next turn, whatever others have queued")
  func newcomer() {
    let bench = Bench()
    bench.connect(10, 11, 12, 13)
    bench.kernel.nextPeer = 9
    bench.connect(20)
    bench.recorder.onLine = { _, _, _ in bench.sleep(nanoseconds: 20_000) }
    for descriptor: Int32 in 10...13 {
      bench.kernel.arrivals[descriptor] = [.bytes(lines(100, "a"))]
      bench.kernel.announce(descriptor, .readable)
    }
    for _ in 0..<5 { _ = bench.loop.turn(waiting: 0) }
    let before = bench.journal.count
    bench.kernel.arrivals[20] = [.bytes("ping\n")]
    bench.kernel.announce(20, .readable)
    _ = bench.loop.turn(waiting: 0)
    #expect(bench.journal[before...].firstIndex(of: "line 4 ping") == before)
    #expect(bench.journal.count - before < 12)
  }

  @Test("A connection that waits longer than a turn is watched again only after its own turn")
  func muted() {
    let bench = Bench()
    bench.connect(10, 11)
    var watched: [Readiness?] = []
    bench.recorder.onLine = { _, _, line in
      if line.hasPrefix("b") { watched.append(bench.kernel.interests[11]) }
      bench.sleep(milliseconds: 3)
    }
    bench.kernel.arrivals[10] = [.bytes(lines(40, "a"))]
    bench.kernel.arrivals[11] = [.bytes("b1\n"), .bytes("b2\n")]
    bench.kernel.announce(10, .readable)
    bench.kernel.announce(11, .readable)
    _ = bench.loop.turn(waiting: 0)
    #expect(bench.kernel.interests[11] == .readable)
    // The poller reports it again until it is read.
    bench.kernel.announce(11, .readable)
    while bench.loop.turn(waiting: 0) {}
    #expect(watched == [[]])
    #expect(bench.kernel.interests[11] == .readable)
    bench.receive(11, .bytes("b3\n"))
    #expect(bench.journal.suffix(2) == ["line 1 b2", "line 1 b3"] && watched.last == .readable)
  }

  @Test("Output is shared by address too: a large output to one address does not delay another")
  func output() {
    let bench = Bench()
    bench.connect(10, 11, 12, 13, 14, 15)
    bench.kernel.nextPeer = 9
    bench.connect(20)
    bench.kernel.onSend = { bench.sleep(nanoseconds: 40_000) }
    bench.recorder.onLine = { output, _, _ in
      for slot: UInt32 in 0...6 { output.send([65], to: ConnectionID(slot: slot, generation: 0)) }
    }
    bench.kernel.arrivals[20] = [.bytes("all\n")]
    bench.kernel.announce(20, .readable)
    _ = bench.loop.turn(waiting: 0)
    #expect(bench.kernel.sent[20] == "A")
    #expect(bench.kernel.sent.count < 7)
    while bench.loop.turn(waiting: 0) {}
    #expect(bench.kernel.sent.count == 7)
  }

  @Test("Output delayed by a commit does not close a connection whose peer reads, and is bounded")
  func heldOutput() {
    let bench = Bench {
      $0.softOutputBytes = 100
      $0.hardOutputBytes = 200
      $0.heldOutputBytes = 1000
    }
    bench.connect(10, 11)
    let reader = ConnectionID(slot: 0, generation: 0)
    let piece = [UInt8](repeating: 120, count: 90)
    for ticket: UInt64 in 1...10 { bench.recorder.output.send(piece, to: reader, after: ticket) }
    bench.run()
    #expect(bench.recorder.output.connectionCount == 2)
    bench.kernel.capacities[10] = [100]
    bench.recorder.output.release(through: 10)
    bench.recorder.output.send(piece, to: reader)
    bench.run()
    #expect(bench.recorder.output.connectionCount == 2)
    bench.kernel.announce(10, .writable)
    bench.run()
    #expect(bench.kernel.sent[10]?.utf8.count == 990)
    for ticket: UInt64 in 11...22 { bench.recorder.output.send(piece, to: reader, after: ticket) }
    bench.run()
    #expect(bench.journal.last == "closed 0 slowConsumer")
  }
}
