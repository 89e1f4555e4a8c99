import CSystem
import Testing
import WaitingTrait

@testable import LineServer

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("WebSocket connections of lines", .waiting)
struct LineWebSocketTests {
  private let id = ConnectionID(slot: 0, generation: 0)

  /// A connection whose handshake was answered with `ok`.
  private func bench(
    unread: [UInt8] = [], _ change: (inout LineServerConfiguration) -> Void = { _ in }
  ) -> Bench {
    let bench = Bench {
      $0.streams = [StreamListenerConfiguration()]
      change(&$0)
    }
    bench.kernel.nextPeer = 10
    bench.connectStreams(10)
    bench.recorder.streams.onBytes = { output, id, _ in
      output.send([UInt8]("ok".utf8), to: id)
      output.becomeWebSocket(id, unread: unread)
    }
    bench.receive(10, .bytes("please"))
    return bench
  }

  private func serverText(_ text: String) -> [UInt8] { [0x81, UInt8(text.utf8.count)] + [UInt8](text.utf8) }

  private func sent(_ bench: Bench) -> [UInt8] { Array((bench.kernel.sentBytes[10] ?? []).dropFirst(2)) }

  @Test("A stream becomes a connection of lines: the line handler gets its calls, and counts it")
  func becomes() {
    let bench = bench()
    bench.receive(10, .raw(clientText("one") + clientText("two\n")))
    #expect(bench.journal == ["stream 0", "bytes 0 \"please\"", "open 0", "line 0 one", "line 0 two\n"])
    #expect(bench.recorder.output.connectionCount == 1)
    #expect(bench.recorder.output.streamCount(of: 0) == 0)
    #expect(bench.outbox.statistics.accepted == 1)
    bench.receive(10, .failure(ECONNRESET))
    #expect(bench.journal.last == "closed 0 reset")
    #expect(bench.recorder.output.connectionCount == 0)
  }

  @Test("A close frame is sent even if it was queued behind output that is dropped")
  func closesWhileHolding() {
    let bench = bench()
    bench.recorder.output.send([UInt8]("never\n".utf8), to: id, after: 1)
    bench.loop.stop(graceNanoseconds: 1_000_000_000)
    bench.run()
    #expect(sent(bench) == [])
    bench.recorder.output.dropHeld()
    bench.outbox.handlerDeadline = 0
    bench.run()
    #expect(sent(bench) == [0x88, 2, 0x03, 0xE9])
  }

  @Test("Bytes behind the handshake are the first input")
  func unread() {
    let bench = bench(unread: clientText("early"))
    #expect(bench.journal.suffix(2) == ["open 0", "line 0 early"])
    let flooded = self.bench(unread: [UInt8](repeating: 0x81, count: 40)) { $0.maximumLineBytes = 20 }
    #expect(sent(flooded) == [0x88, 2, 0x03, 0xF1])
    #expect(flooded.kernel.finished == [10])
  }

  @Test("Upgrading resumes a paused stream, but not one that is being closed")
  func beforehand() {
    let paused = bench()
    paused.connectStreams(11)
    paused.recorder.streams.onBytes = { output, id, _ in
      output.pause(id)
      output.becomeWebSocket(id, unread: [])
    }
    paused.receive(11, .bytes("please"))
    #expect(paused.kernel.interests[11] == .readable)
    paused.connectStreams(12)
    paused.recorder.streams.onBytes = { output, id, _ in
      output.close(id)
      output.becomeWebSocket(id, unread: [])
    }
    paused.receive(12, .bytes("please"))
    #expect(paused.journal.last == "stream closed 2 byServer")
    #expect(paused.outbox.statistics.accepted == 2)
  }

  @Test("A stream whose peer has finished sending is not upgraded")
  func ended() {
    let bench = bench()
    bench.connectStreams(11)
    bench.recorder.streams.onBytes = { _, _, _ in }
    bench.recorder.streams.onEnd = { output, id in output.becomeWebSocket(id, unread: []) }
    bench.receive(11, .bytes("please"), .end)
    #expect(bench.outbox.statistics.accepted == 1)
    #expect(bench.recorder.output.streamCount(of: 0) == 1)
    #expect(!bench.journal.contains("open 1"))
  }

  @Test("The idle timeout applies from the upgrade on")
  func idle() {
    let bench = bench { $0.idleTimeoutMilliseconds = 1000 }
    bench.sleep(milliseconds: 999)
    bench.run()
    #expect(bench.journal.last == "open 0")
    bench.sleep(milliseconds: 1)
    bench.run()
    #expect(bench.journal.last == "closed 0 idle")
  }

  @Test("Each line is sent as a message, whatever its length, in order")
  func sending() {
    let bench = bench()
    let long = String(repeating: "x", count: 300)
    let huge = String(repeating: "y", count: 70_000)
    bench.recorder.onLine = { output, id, _ in output.send([UInt8]("a\n\nb\n\(long)\n\(huge)\n".utf8), to: id) }
    bench.receive(10, .raw(clientText("go")))
    let expected =
      serverText("a") + serverText("") + serverText("b") + [0x81, 126, 1, 44] + [UInt8](long.utf8)
      + [0x81, 127, 0, 0, 0, 0, 0, 1, 0x11, 0x70] + [UInt8](huge.utf8)
    #expect(sent(bench) == expected)
  }

  @Test(
    "Frame lengths are written in as few bytes as possible",
    arguments: [
      (125, [125]), (126, [126, 0, 126]), (65_535, [126, 0xFF, 0xFF]), (65_536, [127, 0, 0, 0, 0, 0, 1, 0, 0]),
    ] as [(Int, [UInt8])])
  func lengths(count: Int, header: [UInt8]) {
    let bench = bench()
    bench.recorder.onLine = { output, id, _ in output.send([UInt8](repeating: 120, count: count) + [0x0A], to: id) }
    bench.receive(10, .raw(clientText("go")))
    let expected: [UInt8] = [0x81] + header + [UInt8](repeating: 120, count: count)
    #expect(sent(bench) == expected)
  }

  @Test("Held output waits for its commit, and later output waits behind it")
  func tickets() {
    let bench = bench()
    bench.recorder.onLine = { output, id, line in
      if line == "go" {
        output.send([UInt8]("a\n".utf8), to: id, after: 7)
        output.send([UInt8]("b\n".utf8), to: id)
      } else {
        output.release(through: 7)
      }
    }
    bench.receive(10, .raw(clientText("go")))
    #expect(sent(bench) == [])
    bench.receive(10, .raw(clientText("on")))
    #expect(sent(bench) == serverText("a") + serverText("b"))
  }

  @Test("A broadcast is framed for WebSockets only")
  func broadcast() {
    let bench = bench()
    bench.connect(20)
    let other = ConnectionID(slot: 1, generation: 0)
    bench.recorder.onLine = { output, id, _ in
      let more = (2..<100).map { ConnectionID(slot: UInt32($0), generation: 0) }
      Array("hi\n".utf8).withUnsafeBytes { output.send($0, to: [id, other] + more) }
    }
    bench.receive(10, .raw(clientText("go")))
    #expect(sent(bench) == serverText("hi"))
    #expect(bench.kernel.sent[20] == "hi\n")
  }

  @Test("A ping is answered with its bytes; a pong and an empty message are ignored")
  func ping() {
    let bench = bench()
    bench.receive(10, .raw(clientFrame(9, [1, 2]) + clientFrame(10, [3]) + clientText("")))
    #expect(sent(bench) == [0x8A, 2, 1, 2])
    #expect(bench.journal.last == "open 0")
  }

  @Test("A close is answered with its code after pending answers, and ends the connection")
  func closed() {
    let bench = bench()
    bench.recorder.onLine = { output, id, line in output.send([UInt8]("re \(line)\n".utf8), to: id) }
    bench.receive(10, .raw(clientText("a") + clientFrame(8, [0x0F, 0xA0]) + clientText("late")))
    #expect(sent(bench) == serverText("re a") + [0x88, 2, 0x0F, 0xA0])
    #expect(bench.kernel.closed == [10])
    #expect(bench.journal.suffix(2) == ["line 0 a", "closed 0 byPeer"])
  }

  @Test("A close without a code is answered without one")
  func closedSilently() {
    let bench = bench()
    bench.receive(10, .raw(clientFrame(8, [])))
    #expect(sent(bench) == [0x88, 0])
  }

  @Test("The handler's close sends a close frame last, and waits for the peer's answer")
  func closing() {
    let bench = bench()
    bench.recorder.onLine = { output, id, _ in
      output.send([UInt8]("bye\n".utf8), to: id)
      output.close(id)
      output.send([UInt8]("more\n".utf8), to: id)
    }
    bench.receive(10, .raw(clientText("go")))
    #expect(sent(bench) == serverText("bye") + [0x88, 2, 0x03, 0xE8])
    #expect(bench.kernel.finished == [10])
    #expect(bench.kernel.closed == [])
    bench.receive(10, .raw(clientFrame(8, [0x03, 0xE8])), .end)
    #expect(bench.kernel.closed == [10])
  }

  @Test("A message over the limit is reported, and ends the connection")
  func tooLong() {
    let bench = bench { $0.maximumLineBytes = 20 }
    bench.receive(10, .raw(clientText(String(repeating: "x", count: 21))))
    #expect(bench.journal.last == "refused 0 messageTooLong")
    #expect(sent(bench) == [0x88, 2, 0x03, 0xF1])
  }

  @Test("An unmasked frame ends the connection and delivers nothing")
  func violation() {
    let bench = bench()
    bench.receive(10, .raw([0x81, 0x01, 0x61]))
    #expect(sent(bench) == [0x88, 2, 0x03, 0xEA])
    #expect(bench.journal.last == "open 0")
  }

  @Test("A stopping server closes with the code for going away")
  func stopping() {
    let bench = bench()
    bench.loop.stop(graceNanoseconds: 1_000_000_000)
    bench.run()
    #expect(sent(bench) == [0x88, 2, 0x03, 0xE9])
  }

  @Test("A slow WebSocket is closed at the same limit as a line connection")
  func slow() {
    let bench = bench {
      $0.softOutputBytes = 100
      $0.hardOutputBytes = 200
    }
    bench.kernel.capacities[10] = [-Int(EAGAIN)]
    bench.recorder.onLine = { output, id, _ in
      for _ in 0..<4 { output.send([UInt8]((String(repeating: "x", count: 60) + "\n").utf8), to: id) }
    }
    bench.receive(10, .raw(clientText("go")))
    #expect(bench.journal.last == "closed 0 slowConsumer")
  }

  @Test("WebSockets count against the limits of lines, in total and per address")
  func room() {
    let bench = Bench {
      $0.streams = [StreamListenerConfiguration()]
      $0.maximumConnections = 2
      $0.maximumConnectionsPerAddress = 1
    }
    bench.connectStreams(10)
    #expect(bench.recorder.output.hasRoomForLine(id))
    bench.connect(20)
    #expect(!bench.recorder.output.hasRoomForLine(id))
    bench.kernel.nextPeer = 7
    bench.connectStreams(11)
    #expect(bench.recorder.output.hasRoomForLine(ConnectionID(slot: 2, generation: 0)))
    bench.connect(21)
    bench.kernel.nextPeer = 8
    bench.connectStreams(12)
    #expect(!bench.recorder.output.hasRoomForLine(ConnectionID(slot: 4, generation: 0)))
  }
}
