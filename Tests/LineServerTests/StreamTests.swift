import Testing
import WaitingTrait

@testable import LineServer

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Connections of a stream listener on the same loop", .waiting)
struct StreamTests {
  private func bench(_ change: (inout LineServerConfiguration) -> Void = { _ in }) -> Bench {
    Bench {
      $0.streams = [StreamListenerConfiguration()]
      change(&$0)
    }
  }

  @Test("Stream bytes are passed on unchanged: no lines, no telnet, no HTTP detection")
  func raw() {
    let bench = bench()
    bench.connectStreams(10)
    bench.receive(10, .bytes("GET / HTTP/1.1\r\n\u{1}half"), .bytes("more\n\n"))
    #expect(
      bench.journal == [
        "stream 0", "bytes 0 \("GET / HTTP/1.1\r\n\u{1}half".debugDescription)", "bytes 0 \"more\\n\\n\"",
      ])
  }

  @Test("Lines and streams are counted separately, each with its own limits")
  func limits() {
    let bench = bench {
      $0.maximumConnections = 2
      $0.fullMessage = [UInt8]("full\n".utf8)
      $0.streams[0].maximumConnections = 1
      $0.streams[0].fullMessage = [UInt8]("busy\n".utf8)
    }
    bench.connectStreams(10, 11)
    bench.connect(12, 13, 14)
    #expect(bench.journal == ["stream 0", "open 1", "open 2"])
    #expect(bench.kernel.sent == [11: "busy\n", 14: "full\n"])
    #expect(bench.recorder.output.connectionCount == 2)
    #expect(bench.recorder.output.streamCount(of: 0) == 1)
    #expect(bench.outbox.statistics.streams[0].refused == 1)
    #expect(bench.outbox.statistics.refusedFull == 1)
    bench.receive(10, .failure(ECONNRESET))
    bench.connectStreams(15)
    #expect(bench.journal.suffix(2) == ["stream closed 0 reset", "stream 0"])
  }

  @Test("The stream limit of an address does not depend on its lines")
  func perAddress() {
    let bench = bench { $0.streams[0].maximumConnectionsPerAddress = 2 }
    bench.connect(10, 11, 12)
    bench.connectStreams(20, 21, 22)
    #expect(bench.recorder.output.connectionCount == 3)
    #expect(bench.recorder.output.streamCount(of: 0) == 2)
    #expect(bench.kernel.closed == [22])
  }

  @Test("A new stream displaces the one that its handler chooses, which is reported as closed")
  func displaced() {
    let bench = bench { $0.streams[0].maximumConnections = 2 }
    bench.connectStreams(10, 11)
    bench.recorder.streams.displacementCandidate = ConnectionID(slot: 0, generation: 0)
    bench.connectStreams(12)
    #expect(bench.kernel.closed == [10])
    #expect(bench.journal == ["stream 0", "stream 1", "stream closed 0 byServer", "stream 0"])
    #expect(bench.recorder.output.streamCount(of: 0) == 2)
    #expect(bench.outbox.statistics.streams[0].displaced == 1)
    // A connection that is closed already, or none, displaces nothing.
    bench.connectStreams(13)
    bench.recorder.streams.displacementCandidate = nil
    bench.connectStreams(14)
    #expect(bench.kernel.closed == [10, 13, 14])
    #expect(bench.outbox.statistics.streams[0].refused == 2)
  }

  @Test("At the limit of an address one of its own streams is displaced")
  func displacedOfItsOwn() {
    let bench = bench { $0.streams[0].maximumConnectionsPerAddress = 2 }
    bench.connectStreams(20, 21)
    bench.recorder.streams.displacementCandidate = ConnectionID(slot: 1, generation: 0)
    bench.connectStreams(22)
    #expect(bench.kernel.closed == [21])
    #expect(bench.recorder.streams.asked == ["0.0.0.0 isAtLimit"])
  }

  @Test("The end of a peer's sending is reported once, and it still gets its answer")
  func halfClose() {
    let bench = bench()
    bench.connectStreams(10)
    bench.receive(10, .bytes("a"), .end)
    #expect(bench.journal == ["stream 0", "bytes 0 \"a\"", "end 0"])
    #expect(bench.kernel.interests[10] == [])
    let output = bench.recorder.output
    let id = ConnectionID(slot: 0, generation: 0)
    bench.recorder.onTurnEnd = { _ in
      output.send([UInt8]("late".utf8), to: id)
      output.close(id)
    }
    bench.outbox.handlerDeadline = 0
    bench.run()
    #expect(bench.kernel.sent[10] == "late")
    #expect(bench.kernel.closed == [10])
  }

  @Test("A paused stream is not read, and continues where it was")
  func pause() {
    let bench = bench()
    bench.connectStreams(10)
    bench.recorder.streams.onBytes = { output, id, _ in output.pause(id) }
    bench.receive(10, .bytes("a"))
    #expect(bench.kernel.interests[10] == [])
    // A pending event has no effect.
    bench.receive(10, .bytes("b"))
    #expect(bench.journal == ["stream 0", "bytes 0 \"a\""])
    bench.recorder.output.resume(ConnectionID(slot: 0, generation: 0))
    #expect(bench.kernel.interests[10] == .readable)
    bench.kernel.announce(10, .readable)
    bench.run()
    #expect(bench.journal.last == "bytes 0 \"b\"")
  }

  @Test("A lingering close sends output, half-closes, and discards input until the peer has finished")
  func lingering() {
    let bench = bench()
    bench.connectStreams(10)
    bench.recorder.streams.onBytes = { output, id, _ in
      output.send([UInt8]("no".utf8), to: id)
      output.closeLingering(id)
    }
    bench.receive(10, .bytes("a"))
    #expect(bench.kernel.sent[10] == "no")
    #expect(bench.kernel.finished == [10])
    #expect(bench.kernel.closed == [])
    bench.receive(10, .bytes("b"), .bytes("c"))
    #expect(bench.journal == ["stream 0", "bytes 0 \"a\""])
    bench.receive(10, .end)
    #expect(bench.kernel.closed == [10])
    #expect(bench.journal.last == "stream closed 0 byServer")
  }

  @Test("A peer that never finishes is closed after the close timeout")
  func lingeringForEver() {
    let bench = bench { $0.closeTimeoutMilliseconds = 5_000 }
    bench.connectStreams(10)
    bench.recorder.streams.onBytes = { output, id, _ in output.closeLingering(id) }
    bench.receive(10, .bytes("a"))
    bench.sleep(milliseconds: 4_999)
    bench.receive(10, .bytes("b"))
    #expect(bench.kernel.closed == [])
    bench.sleep(milliseconds: 1)
    bench.run()
    #expect(bench.kernel.closed == [10])
  }

  @Test("A stream whose peer does not read is not read from, and its handler is told")
  func slow() {
    let bench = bench {
      $0.softOutputBytes = 100
      $0.hardOutputBytes = 200
    }
    bench.connectStreams(10)
    bench.kernel.capacities[10] = [-Int(EAGAIN)]
    bench.recorder.streams.onBytes = { output, id, _ in output.send([UInt8](repeating: 120, count: 150), to: id) }
    bench.receive(10, .bytes("a"))
    #expect(bench.journal.last == "stream slow 0")
    #expect(bench.kernel.interests[10] == .writable)
    bench.kernel.announce(10, .writable)
    bench.run()
    #expect(bench.journal.last == "stream ready 0")
    #expect(bench.kernel.interests[10] == .readable)
  }

  @Test("The idle timeout of lines does not apply to streams")
  func idle() {
    let bench = bench { $0.idleTimeoutMilliseconds = 1_000 }
    bench.connect(10)
    bench.connectStreams(11)
    bench.receive(11, .bytes("a"))
    bench.sleep(milliseconds: 2_000)
    bench.run()
    #expect(bench.kernel.closed == [10])
  }

  @Test("A stopping server closes both listeners, and streams when their output is sent")
  func stop() {
    let bench = bench()
    bench.connectStreams(10)
    bench.loop.stop(graceNanoseconds: 1_000_000_000)
    bench.run()
    #expect(Set(bench.kernel.closed).isSuperset(of: [Bench.listener, Bench.streamListener, 10]))
    #expect(bench.loop.isFinished)
  }
}
