import Testing

@testable import LineServer

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("The loop survives errors of the kernel")
struct LoopFaultTests {
  @Test("Without descriptors, pending clients are rejected with the spare one, and the listener pauses")
  func noDescriptors() {
    let bench = Bench { $0.fullMessage = [UInt8]("full\n".utf8) }
    bench.connect(10, -EMFILE, 11, 12)
    #expect(bench.journal == ["open 0"])
    #expect(bench.kernel.sent[11] == "full\n")
    #expect(bench.kernel.closed == [900, 11, 12])
    #expect(bench.kernel.interests[Bench.listener] == [])
    #expect(bench.outbox.statistics.refusedFull == 2)

    // Nothing is accepted before the pause is over.
    let calls = bench.kernel.acceptCalls
    bench.sleep(milliseconds: 99)
    bench.kernel.announce(Bench.listener, .readable)
    bench.run()
    #expect(bench.kernel.acceptCalls == calls)
    #expect(bench.kernel.armed.map { $0 <= 1_100_000_000 } == true)
    bench.sleep(milliseconds: 1)
    bench.run()
    #expect(bench.kernel.interests[Bench.listener] == .readable)
    bench.connect(13)
    #expect(bench.journal == ["open 0", "open 1"])
  }

  @Test("Without even a spare descriptor the listener pauses", arguments: [ENFILE, EMFILE])
  func noSpare(code: Int32) {
    let bench = Bench()
    bench.kernel.spares = []
    bench.connect(-code, -code)
    #expect(bench.kernel.closed == [900])
    #expect(bench.kernel.acceptCalls == 2)
    bench.sleep(milliseconds: 100)
    bench.run()
    bench.connect(-code)
    #expect(bench.kernel.acceptCalls == 3)
    #expect(bench.outbox.statistics.acceptPauses == 2)
  }

  @Test("Without memory the listener pauses", arguments: [ENOBUFS, ENOMEM, EBADF])
  func noMemory(code: Int32) {
    let bench = Bench()
    bench.connect(10, -code, 11)
    #expect(bench.journal == ["open 0"])
    #expect(bench.kernel.interests[Bench.listener] == [])
    bench.sleep(milliseconds: 100)
    bench.connect(12)
    bench.connect()
    #expect(bench.journal == ["open 0", "open 1", "open 2"])
  }

  @Test(
    "A connection that failed before it was accepted does not affect others", arguments: [ECONNABORTED, EINTR])
  func aborted(code: Int32) {
    let bench = Bench()
    bench.connect(-code, 10, -code, 11)
    #expect(bench.journal == ["open 0", "open 1"])
    #expect(bench.outbox.statistics.acceptPauses == 0)
  }

  @Test("A connection that the poller cannot watch is rejected without a leak")
  func unwatchable() {
    let bench = Bench()
    bench.kernel.watchFailure = -ENOMEM
    bench.connect(10)
    #expect(bench.journal == [])
    #expect(bench.kernel.closed == [10])
    #expect(bench.recorder.output.connectionCount == 0)
  }

  @Test("The connections accepted per turn are bounded")
  func boundedAccept() {
    let bench = Bench()
    bench.kernel.waiting = (1000..<1400).map { Int32($0) }
    bench.kernel.announce(Bench.listener, .readable)
    _ = bench.loop.turn(waiting: 0)
    #expect(bench.journal.count == Acceptor.mostPerTurn)
  }

  @Test("Unsent output waits until the socket is writable, which is watched only then")
  func shortWrite() {
    let bench = Bench()
    bench.recorder.onLine = { output, id, line in output.send([UInt8](line.utf8), to: id) }
    bench.connect(10)
    bench.receive(10, .bytes("abcdef\n"))
    #expect(bench.kernel.interests[10] == .readable)
    bench.kernel.capacities[10] = [2, -Int(EAGAIN), 1]
    bench.receive(10, .bytes("ghijkl\n"))
    #expect(bench.kernel.sent[10] == "abcdefgh")
    #expect(bench.kernel.interests[10] == [.readable, .writable])

    // While it is blocked, more output causes no send.
    let calls = bench.kernel.sendCalls
    bench.receive(10, .bytes("mn\n"))
    #expect(bench.kernel.sendCalls == calls)
    for _ in 0..<3 {
      bench.kernel.announce(10, .writable)
      bench.run()
    }
    #expect(bench.kernel.sent[10] == "abcdefghijklmn")
    #expect(bench.kernel.interests[10] == .readable)
    #expect(bench.kernel.sendCalls == calls + 3)
  }

  @Test(
    "A send without kernel memory is retried after a delay",
    arguments: [ENOBUFS, ENOMEM])
  func sendWithoutMemory(code: Int32) {
    let bench = Bench()
    bench.recorder.onLine = { output, id, line in output.send([UInt8](line.utf8), to: id) }
    bench.connect(10)
    bench.kernel.capacities[10] = [-Int(code), -Int(code)]
    bench.receive(10, .bytes("abc\n"))
    #expect(bench.kernel.sendCalls == 1)
    bench.sleep(milliseconds: 10)
    bench.run()
    #expect(bench.kernel.sendCalls == 2)
    bench.sleep(milliseconds: 10)
    bench.run()
    #expect(bench.kernel.sent[10] == "abc")
  }

  @Test(
    "A failing connection is closed once, with its reason",
    arguments: [
      (ECONNRESET, CloseReason.reset), (EPIPE, .reset), (ETIMEDOUT, .error(ETIMEDOUT)),
    ])
  func failing(code: Int32, reason: CloseReason) {
    let bench = Bench()
    bench.recorder.onLine = { output, id, line in output.send([UInt8](line.utf8), to: id) }
    bench.connect(10, 11, 12)
    bench.receive(10, .failure(code))
    bench.kernel.capacities[11] = [-Int(code)]
    bench.receive(11, .bytes("abc\n"))
    #expect(bench.journal.suffix(3) == ["closed 0 \(reason)", "line 1 abc", "closed 1 \(reason)"])
    bench.kernel.announce(11, .hangup)
    bench.run()
    #expect(bench.kernel.closed == [10, 11])
    #expect(bench.recorder.output.connectionCount == 1)
  }

  @Test("A hung-up connection without input is not polled for ever")
  func silentHangup() {
    let bench = Bench()
    bench.connect(10)
    bench.kernel.announce(10, .hangup)
    bench.run()
    #expect(bench.journal == ["open 0", "closed 0 reset"])
  }

  @Test("An event for a connection that ended earlier in the batch does not affect another one")
  func staleEvent() {
    let bench = Bench()
    bench.connect(10)
    let old = bench.kernel.tokens[10] ?? 0
    bench.receive(10, .failure(ECONNRESET))
    bench.connect(10)
    bench.kernel.arrivals[10] = [.bytes("secret\n")]
    bench.kernel.events.append(PollEvent(token: old, ready: [.readable, .hangup]))
    bench.run()
    #expect(bench.journal == ["open 0", "closed 0 reset", "open 0"])
    #expect((bench.kernel.tokens[10] ?? 0) != old)
  }
}
