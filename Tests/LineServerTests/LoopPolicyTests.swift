import Testing

@testable import LineServer

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("The loop's limits")
struct LoopPolicyTests {
  private func echoing(_ change: (inout LineServerConfiguration) -> Void = { _ in }) -> Bench {
    let bench = Bench(change)
    bench.recorder.onLine = { output, id, line in output.send([UInt8]((line + "\n").utf8), to: id) }
    return bench
  }

  @Test("All output of a turn is sent with one call per connection")
  func oneSend() {
    let bench = echoing()
    bench.connect(10, 11)
    bench.recorder.onTurnEnd = { output in
      for slot in 0..<2 { output.send([46], to: ConnectionID(slot: UInt32(slot), generation: 0)) }
    }
    bench.receive(10, .bytes("a\nb\nc\n"))
    #expect(bench.kernel.sent == [10: "a\nb\nc\n.", 11: "."])
    #expect(bench.kernel.sendCalls == 2)
  }

  @Test("A line that has come with the connection is answered in one send with the greeting")
  func linesOfNewConnection() {
    let bench = echoing()
    bench.recorder.onOpen = { output, id in output.send([UInt8]("hello\n".utf8), to: id) }
    bench.kernel.arrivals[10] = [.bytes("a\n")]
    bench.connect(10, 11)
    #expect(bench.kernel.sent == [10: "hello\na\n", 11: "hello\n"])
    #expect(bench.kernel.sendCalls == 2)
  }

  @Test("A client that sends thousands of lines at once shares turns with others, without loss or reordering")
  func manyLines() {
    let bench = echoing()
    bench.connect(10, 11)
    let lines = (1...3000).map { "\($0)\n" }.joined()
    bench.kernel.arrivals[10] = [.bytes(lines + "rest"), .end]
    bench.kernel.arrivals[11] = [.bytes("ping\n")]
    for descriptor: Int32 in [10, 10, 11] { bench.kernel.announce(descriptor, .readable) }
    bench.run()
    let place = bench.journal.firstIndex(of: "line 1 ping") ?? .max
    #expect(place <= 2 + 2 * EventLoop.linesPerPass)
    bench.kernel.announce(10, .readable)
    bench.run()
    #expect(bench.kernel.sent == [10: lines + "rest\n", 11: "ping\n"])
    #expect(bench.journal.last == "closed 0 byPeer")
  }

  @Test("A peer that does not read is closed at the hard limit, at once and without its output")
  func slowConsumer() {
    let bench = Bench {
      $0.softOutputBytes = 100
      $0.hardOutputBytes = 200
    }
    bench.connect(10, 11)
    bench.kernel.capacities[11] = Array(repeating: -Int(EAGAIN), count: 99)
    bench.recorder.onLine = { output, _, line in
      let bytes = [UInt8](repeating: 120, count: Int(line) ?? 0)
      for slot in 0..<2 { output.send(bytes, to: ConnectionID(slot: UInt32(slot), generation: 0)) }
    }
    bench.receive(10, .bytes("150\n"))
    #expect(bench.journal.last == "slow 1")
    bench.receive(10, .bytes("50\n"))
    #expect(bench.recorder.output.connectionCount == 2)
    bench.receive(10, .bytes("1\n"))
    #expect(bench.journal.last == "closed 1 slowConsumer")
    #expect(bench.kernel.sent[10]?.utf8.count == 201)
    #expect(bench.outbox.statistics.closedSlow == 1)
  }

  @Test("A large answer does not close a peer that reads")
  func largeAnswer() {
    let bench = Bench {
      $0.softOutputBytes = 100; $0.hardOutputBytes = 200
    }
    bench.connect(10)
    bench.recorder.onLine = { output, id, _ in
      for _ in 0..<10 { output.send([UInt8](repeating: 120, count: 150), to: id) }
    }
    bench.receive(10, .bytes("go\n"))
    #expect(bench.kernel.sent[10]?.utf8.count == 1500)
    #expect(bench.recorder.output.connectionCount == 1)
  }

  @Test("Requests wait while their client does not read answers, and continue when it does")
  func backpressure() {
    let bench = echoing {
      $0.softOutputBytes = 100; $0.hardOutputBytes = 200
    }
    bench.connect(10)
    bench.kernel.capacities[10] = [-Int(EAGAIN)]
    let line = String(repeating: "y", count: 60)
    bench.receive(10, .bytes("\(line)\n\(line)\nthird\nfourth\nhal"))
    #expect(bench.journal == ["open 0", "line 0 \(line)", "line 0 \(line)", "slow 0"])
    #expect(bench.kernel.interests[10] == .writable)
    bench.kernel.capacities[10] = [10]
    bench.kernel.announce(10, .writable)
    bench.run()
    #expect(bench.journal.count == 4)
    bench.kernel.announce(10, .writable)
    bench.run()
    #expect(
      bench.journal.suffix(3) == ["ready 0", "line 0 third", "line 0 fourth"]
        || bench.journal.suffix(3) == ["line 0 third", "line 0 fourth", "ready 0"])
    bench.receive(10, .bytes("f\n"))
    #expect(bench.journal.last == "line 0 half")
    #expect(bench.kernel.sent[10] == "\(line)\n\(line)\nthird\nfourth\nhalf\n")
  }

  @Test("Kept lines are handled before input that waits in the kernel")
  func backpressureOrder() {
    let bench = echoing {
      $0.softOutputBytes = 10
      $0.readBytesPerTurn = 40
      $0.maximumLineBytes = 20
    }
    bench.connect(10)
    let lines = (0..<200).map { "line \($0)\n" }
    bench.kernel.arrivals[10] = lines.map { .bytes($0 + $0 + $0) }
    let expected = lines.map { $0 + $0 + $0 }.joined()
    for round in 0..<4000 where bench.kernel.sent[10]?.utf8.count != expected.utf8.count {
      bench.kernel.capacities[10] = [round % 7, round % 3]
      bench.kernel.announce(10, [.readable, .writable])
      _ = bench.loop.turn(waiting: 0)
    }
    #expect(bench.kernel.sent[10] == expected)
    #expect(bench.recorder.output.connectionCount == 1)
  }

  @Test("Silence closes a connection, and any byte postpones that")
  func idle() {
    let bench = Bench { $0.idleTimeoutMilliseconds = 1000 }
    bench.connect(10, 11, 12)
    bench.sleep(milliseconds: 600)
    bench.receive(10, .bytes("\n"))
    bench.receive(12, .bytes("x"))
    bench.sleep(milliseconds: 400)
    bench.run()
    #expect(bench.journal.suffix(1) == ["closed 1 idle"])
    #expect(bench.kernel.armed == 2_600_000_000)
    bench.sleep(milliseconds: 600)
    bench.run()
    #expect(bench.journal.suffix(2) == ["closed 0 idle", "closed 2 idle"])
  }

  @Test("Input that arrived in time counts even if the whole machine was suspended beyond the time-out")
  func idleAfterSleep() {
    let bench = Bench { $0.idleTimeoutMilliseconds = 1000 }
    bench.connect(10, 11)
    bench.sleep(milliseconds: 5000)
    bench.receive(10, .bytes("x\n"))
    #expect(bench.journal.suffix(2) == ["line 0 x", "closed 1 idle"])
    #expect(bench.kernel.armed == 7_000_000_000)
  }

  @Test("A deadline is reported once, and not after it was unset")
  func deadline() {
    let bench = Bench()
    bench.recorder.output.setDeadline(monotonicNanoseconds: 1_005_000_000)
    bench.connect(10)
    #expect(bench.kernel.armed == 1_005_000_000)
    bench.sleep(milliseconds: 4)
    bench.run()
    #expect(bench.journal == ["open 0"])
    bench.sleep(milliseconds: 1)
    bench.run()
    #expect(bench.journal == ["open 0", "deadline"])
    bench.recorder.output.setDeadline(monotonicNanoseconds: 1_006_000_000)
    bench.recorder.output.setDeadline(monotonicNanoseconds: nil)
    bench.sleep(milliseconds: 10)
    bench.run()
    #expect(bench.journal.count == 2)
  }

  @Test("Closing waits for all output, held output included, and takes no more input")
  func closing() {
    let bench = Bench()
    bench.recorder.onLine = { output, id, _ in
      output.send([UInt8]("bye".utf8), to: id, after: 2)
      output.close(id)
      output.send([UInt8]("late".utf8), to: id)
    }
    bench.connect(10)
    bench.receive(10, .bytes("a\nb\n"))
    #expect(bench.journal == ["open 0", "line 0 a"])
    #expect(bench.kernel.interests[10] == [])
    bench.outbox.release(through: 2)
    bench.run()
    #expect(bench.kernel.sent[10] == "bye")
    #expect(bench.journal.last == "closed 0 byServer")
  }

  @Test("A closing peer that does not read is given up in time")
  func closingTimeout() {
    let bench = Bench { $0.closeTimeoutMilliseconds = 50 }
    bench.recorder.onLine = { output, id, _ in
      output.send([65], to: id)
      output.close(id)
    }
    bench.connect(10)
    bench.kernel.capacities[10] = [-Int(EAGAIN)]
    bench.receive(10, .bytes("a\n"))
    bench.sleep(milliseconds: 49)
    bench.run()
    #expect(bench.journal.count == 2)
    bench.sleep(milliseconds: 1)
    bench.run()
    #expect(bench.journal.last == "closed 0 byServer")
  }

  @Test("A peer that has finished sending gets its answers before it is closed")
  func halfClose() {
    let bench = echoing()
    bench.connect(10)
    bench.kernel.capacities[10] = [-Int(EAGAIN)]
    bench.receive(10, .bytes("a\nlast"), .end)
    #expect(bench.journal.suffix(2) == ["line 0 a", "line 0 last"])
    #expect(bench.kernel.interests[10] == .writable)
    bench.kernel.announce(10, .writable)
    bench.run()
    #expect(bench.kernel.sent[10] == "a\nlast\n")
    #expect(bench.journal.last == "closed 0 byPeer")
  }

  @Test("A peer that has finished sending also gets output added at the end of the turn")
  func halfCloseTurnEnd() {
    let bench = Bench()
    bench.connect(10)
    bench.recorder.onTurnEnd = { $0.send([46], to: ConnectionID(slot: 0, generation: 0)) }
    bench.receive(10, .end)
    #expect(bench.kernel.sent[10] == ".")
    #expect(bench.journal.last == "closed 0 byPeer")
  }

  @Test("Stopping lets the handler send, closes all connections, and has a time limit")
  func stopping() {
    let bench = Bench()
    bench.connect(10, 11)
    bench.kernel.capacities[11] = Array(repeating: -Int(EAGAIN), count: 9)
    bench.recorder.onTurnEnd = { output in
      for slot in 0..<2 { output.send([46], to: ConnectionID(slot: UInt32(slot), generation: 0)) }
    }
    bench.loop.stop(graceNanoseconds: 30_000_000)
    bench.run()
    #expect(bench.journal.suffix(2) == ["stopping", "closed 0 shuttingDown"])
    #expect(bench.kernel.sent[10] == ".")
    #expect(!bench.loop.isFinished)
    bench.sleep(milliseconds: 30)
    bench.run()
    #expect(bench.journal.last == "closed 1 shuttingDown")
    #expect(bench.loop.isFinished)
  }
}
