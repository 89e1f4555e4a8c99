import Testing

@testable import LineServer

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Several stream listeners, and outgoing connections")
struct ConnectingTests {
  private func bench(_ change: (inout LineServerConfiguration) -> Void = { _ in }) -> Bench {
    Bench {
      var link = StreamListenerConfiguration()
      link.output = StreamOutputLimits(soft: 1000, hard: 2000)
      $0.softOutputBytes = 100
      $0.hardOutputBytes = 200
      $0.streams = [StreamListenerConfiguration(), link]
      change(&$0)
    }
  }

  private let first = ConnectionID(slot: 0, generation: 0)

  @Test("Each stream listener has its own handler and counters")
  func handlers() {
    let bench = bench { $0.streams[1].maximumConnections = 1 }
    bench.connectStreams(10)
    bench.kernel.waiting += [11, 12]
    bench.kernel.announce(Bench.linkListener, .readable)
    bench.run()
    bench.receive(11, .bytes("a"))
    #expect(bench.journal == ["stream 0", "link 1", "bytes 1 \"a\""])
    #expect(bench.kernel.closed == [12])
    #expect(bench.recorder.output.streamCount(of: 0) == 1)
    #expect(bench.recorder.output.streamCount(of: 1) == 1)
    #expect(bench.outbox.statistics.streams.map(\.refused) == [0, 1, 0])
  }

  @Test("An outgoing connection is reported when established; earlier output is sent then, and it is read from")
  func connects() {
    let bench = bench()
    bench.kernel.connecting = [20]
    #expect(bench.recorder.output.connect(toHost: "10.0.0.1", port: 7, as: 1) == first)
    bench.recorder.output.send([UInt8]("hello".utf8), to: first)
    bench.run()
    #expect(bench.kernel.sent[20] == nil)
    #expect(bench.kernel.interests[20] == .writable)
    bench.kernel.announce(20, .writable)
    bench.run()
    #expect(bench.journal == ["link connected 0"])
    #expect(bench.kernel.sent[20] == "hello")
    #expect(bench.kernel.interests[20] == .readable)
    bench.receive(20, .bytes("b"))
    #expect(bench.journal.last == "bytes 0 \"b\"")
  }

  @Test("A failed attempt is reported as closed, with the reason")
  func refused() {
    let bench = bench()
    bench.kernel.connecting = [20]
    bench.kernel.connectResults[20] = -ECONNREFUSED
    #expect(bench.recorder.output.connect(toHost: "10.0.0.1", port: 7, as: 0) == first)
    bench.kernel.announce(20, [.writable, .hangup, .readable])
    bench.run()
    #expect(bench.journal == ["stream closed 0 error(\(ECONNREFUSED))"])
    #expect(bench.kernel.closed == [20])
  }

  @Test("An attempt that is given up before it is established is closed")
  func givenUp() {
    let bench = bench()
    bench.kernel.connecting = [20]
    _ = bench.recorder.output.connect(toHost: "10.0.0.1", port: 7, as: 1)
    bench.recorder.output.close(first)
    bench.run()
    #expect(bench.journal == ["link closed 0 byServer"])
  }

  @Test("Without a descriptor or a handler, or while the server stops, no attempt is made")
  func impossible() {
    let bench = bench()
    #expect(bench.recorder.output.connect(toHost: "10.0.0.1", port: 7, as: 1) == nil)
    bench.kernel.connecting = [20]
    #expect(bench.recorder.output.connect(toHost: "10.0.0.1", port: 7, as: 2) == nil)
    bench.loop.stop(graceNanoseconds: 1)
    #expect(bench.recorder.output.connect(toHost: "10.0.0.1", port: 7, as: 1) == nil)
  }

  @Test("A connection with output limits of its own may hold more, and is read from while it is slow")
  func ownBounds() {
    let bench = bench()
    bench.kernel.waiting += [11]
    bench.kernel.announce(Bench.linkListener, .readable)
    bench.run()
    bench.kernel.capacities[11] = [-Int(EAGAIN)]
    bench.recorder.output.send([UInt8](repeating: 120, count: 1500), to: first)
    bench.outbox.handlerDeadline = 0
    bench.run()
    bench.run()
    #expect(bench.journal == ["link 0", "deadline", "link slow 0"])
    bench.receive(11, .bytes("a"))
    #expect(bench.journal.last == "bytes 0 \"a\"")
    bench.kernel.announce(11, .writable)
    bench.run()
    #expect(bench.journal.last == "link ready 0")
    bench.kernel.capacities[11] = [-Int(EAGAIN)]
    bench.recorder.output.send([UInt8](repeating: 120, count: 2001), to: first)
    bench.outbox.handlerDeadline = 0
    bench.run()
    #expect(bench.journal.last == "link closed 0 slowConsumer")
  }

  @Test("A handler that answers later closes a faulty connection itself; it is not read meanwhile")
  func saysLater() {
    let bench = bench()
    bench.recorder.saysLater = true
    bench.connect(10)
    bench.receive(10, .bytes("GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
    #expect(bench.journal == ["open 0", "refused 0 httpRequest"])
    #expect(bench.kernel.closed == [])
    #expect(bench.kernel.interests[10] == [])
    bench.recorder.output.send([UInt8]("no\n".utf8), to: first)
    bench.recorder.output.close(first)
    bench.outbox.handlerDeadline = 0
    bench.run()
    #expect(bench.kernel.sent[10] == "no\n")
    #expect(bench.kernel.closed == [10])
  }

  @Test("An unlimited pause lasts until it is resumed, and is not in the queue of timed pauses")
  func pauseForGood() {
    let bench = bench()
    bench.connect(10)
    bench.recorder.output.pause(first, untilMonotonicNanoseconds: .max)
    #expect(bench.outbox.nextDue == nil)
    #expect(bench.kernel.interests[10] == [])
    bench.recorder.output.resume(first)
    bench.receive(10, .bytes("a\n"))
    #expect(bench.journal == ["open 0", "line 0 a"])
  }
}
