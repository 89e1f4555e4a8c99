import Testing

@testable import LineServer

@Suite("Broadcasts to many connections")
struct BroadcastTests {
  /// A loop with 300 connections of one address and one of another. A send takes 10 microseconds.
  private func crowd() -> Bench {
    let bench = Bench()
    bench.kernel.waiting += (10..<310).map { Int32($0) }
    while !bench.kernel.waiting.isEmpty {
      bench.kernel.announce(Bench.listener, .readable)
      bench.run()
    }
    bench.kernel.nextPeer = 9
    bench.connect(400)
    bench.kernel.onSend = { bench.sleep(nanoseconds: 10_000) }
    return bench
  }

  private func id(_ slot: Int) -> ConnectionID { ConnectionID(slot: UInt32(slot), generation: 0) }

  private func broadcast(_ text: String, in bench: Bench, to count: Int = 300, after ticket: UInt64 = 0) {
    Array(text.utf8).withUnsafeBytes {
      bench.recorder.output.send($0, to: (0..<count).map { id($0) }, after: ticket)
    }
  }

  private func finish(_ bench: Bench) { while bench.loop.turn(waiting: 0) {} }

  @Test("A broadcast takes many turns, in which others are answered at once")
  func slices() {
    let bench = crowd()
    bench.recorder.onLine = { output, id, line in output.send(Array("pong\n".utf8), to: id) }
    broadcast("news\n", in: bench)
    _ = bench.loop.turn(waiting: 0)
    #expect(bench.kernel.sent.count < 50)
    bench.kernel.arrivals[400] = [.bytes("ping\n")]
    bench.kernel.announce(400, .readable)
    _ = bench.loop.turn(waiting: 0)
    #expect(bench.kernel.sent[400] == "pong\n")
    #expect(bench.kernel.sent.count < 100)
    finish(bench)
    #expect((10..<310).allSatisfy { bench.kernel.sent[$0] == "news\n" })
  }

  @Test("Output that waits for a commit can be dropped, broadcasts included; independent output arrives")
  func forgotten() {
    let bench = crowd()
    broadcast("news\n", in: bench)
    broadcast("never\n", in: bench, after: 1)
    bench.recorder.output.send(Array("nor this\n".utf8), to: id(7), after: 1)
    bench.recorder.output.dropHeld()
    broadcast("closing\n", in: bench)
    bench.recorder.output.release(through: 1)
    finish(bench)
    #expect((10..<310).allSatisfy { bench.kernel.sent[$0] == "news\nclosing\n" })
  }

  @Test("Later output stays behind a broadcast, and nobody gets it twice")
  func order() {
    let bench = crowd()
    broadcast("one\n", in: bench)
    _ = bench.loop.turn(waiting: 0)
    broadcast("two\n", in: bench)
    for slot in [0, 150, 299] { bench.recorder.output.send(Array("own\n".utf8), to: id(slot)) }
    _ = bench.loop.turn(waiting: 0)
    broadcast("three\n", in: bench, to: 70)
    finish(bench)
    for slot in 0..<300 {
      let own = [0, 150, 299].contains(slot) ? "own\n" : ""
      #expect(bench.kernel.sent[Int32(slot + 10)] == "one\ntwo\n" + own + (slot < 70 ? "three\n" : ""), "\(slot)")
    }
  }

  @Test("A connection that is closed during a broadcast gets it first")
  func closing() {
    let bench = crowd()
    broadcast("news\n", in: bench)
    bench.recorder.output.close(id(250))
    finish(bench)
    #expect(bench.kernel.sent[260] == "news\n")
    #expect(bench.journal.contains("closed 250 byServer"))
    #expect(bench.kernel.closed == [260])
  }

  @Test("A stop completes broadcasts before the connections close")
  func stopping() {
    let bench = crowd()
    broadcast("closing\n", in: bench)
    bench.loop.stop(graceNanoseconds: 1_000_000_000)
    finish(bench)
    #expect((10..<310).allSatisfy { bench.kernel.sent[$0] == "closing\n" })
    #expect(bench.kernel.closed.count >= 301)
  }

  @Test("A new connection in the slot of a closed recipient does not get the broadcast")
  func newcomer() {
    let bench = crowd()
    broadcast("news\n", in: bench)
    bench.kernel.announce(300, .hangup)
    bench.kernel.arrivals[300] = [.failure(104)]
    _ = bench.loop.turn(waiting: 0)
    #expect(bench.kernel.closed == [300])
    bench.kernel.waiting += [500]
    bench.kernel.announce(Bench.listener, .readable)
    finish(bench)
    #expect(bench.journal.last == "open 290")
    bench.recorder.output.send(Array("hello\n".utf8), to: ConnectionID(slot: 290, generation: 1))
    finish(bench)
    #expect(bench.kernel.sent[500] == "hello\n")
    #expect(bench.kernel.sent[300] == nil)
    #expect(bench.kernel.sent[309] == "news\n")
  }

  @Test("A broadcast waits for its commit, and later output waits behind it")
  func held() {
    let bench = crowd()
    broadcast("news\n", in: bench, to: 200, after: 1)
    finish(bench)
    bench.recorder.output.send(Array("own\n".utf8), to: id(7))
    finish(bench)
    #expect(bench.kernel.sent.isEmpty)
    // Meanwhile it is in no queue of a connection without other output.
    #expect(bench.recorder.output.unsentBytes == 9)
    broadcast("day\n", in: bench)
    finish(bench)
    #expect(Set(bench.kernel.sent.keys) == Set(210..<310))
    bench.recorder.output.release(through: 1)
    _ = bench.loop.turn(waiting: 0)
    #expect(bench.kernel.sent.count < 200)
    finish(bench)
    #expect(bench.kernel.sent[17] == "news\nown\nday\n")
    #expect((10..<310).allSatisfy { $0 == 17 || bench.kernel.sent[$0] == ($0 < 210 ? "news\nday\n" : "day\n") })
  }

  @Test("Many pending broadcasts all arrive in order")
  func many() {
    let bench = crowd()
    for number in 0..<200 { broadcast("\(number) ", in: bench, to: 100) }
    finish(bench)
    let all = (0..<200).map { "\($0) " }.joined()
    #expect((10..<110).allSatisfy { bench.kernel.sent[$0] == all })
  }
}
