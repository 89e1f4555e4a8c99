import GameKit
import TestSeed
import Testing

@testable import LineServer

/// A poller that reports each arrival once: whatever the loop does not read at once, nothing reminds it of.
@Suite("Reading what is reported once")
struct ReadinessTests {
  private func bench(_ change: (inout LineServerConfiguration) -> Void = { _ in }) -> Bench {
    let bench = Bench(repeatsEvents: false, change)
    bench.connect(10)
    bench.run()
    return bench
  }

  private func lines(_ count: Int, _ name: String) -> String {
    (0..<count).map { "\(name)\($0)\n" }.joined()
  }

  @Test("Input longer than a read is read to its end")
  func long() {
    let bench = bench { $0.readBytesPerTurn = 1024 }
    bench.kernel.arrive(10, .bytes(lines(2000, "a")))
    bench.run()
    #expect(bench.journal.count == 2001)
    #expect(bench.journal.last == "line 0 a1999")
  }

  @Test("The end is found behind the last line, with which it was reported")
  func end() {
    let bench = bench()
    bench.kernel.arrivals[10] = [.bytes("a\n"), .end]
    bench.kernel.announce(10, [.readable, .finished])
    bench.run()
    #expect(bench.journal == ["open 0", "line 0 a", "closed 0 byPeer"])
  }

  @Test("The end is found when it comes after the report and before the read")
  func lateEnd() {
    let bench = bench()
    bench.kernel.arrive(10, .bytes("a\n"))
    bench.kernel.arrive(10, .end)
    bench.run()
    #expect(bench.journal == ["open 0", "line 0 a", "closed 0 byPeer"])
  }

  @Test("Input that comes while earlier lines wait for their turn is read after them")
  func unfinished() {
    let bench = bench()
    var isFirst = true
    bench.recorder.onLine = { _, _, _ in
      bench.sleep(milliseconds: 1)
      if isFirst { bench.kernel.arrive(10, .bytes("b0\n")) }
      isFirst = false
    }
    bench.kernel.arrive(10, .bytes(lines(40, "a")))
    bench.run()
    #expect(bench.journal.suffix(2) == ["line 0 a39", "line 0 b0"])
  }

  @Test("What a client still sends is discarded to its end once the server has finished")
  func draining() {
    let bench = bench { $0.readBytesPerTurn = 1024 }
    bench.recorder.onLine = { output, id, _ in
      for _ in 0..<3 { bench.kernel.arrive(10, .bytes(String(repeating: "x", count: 3000))) }
      bench.kernel.arrive(10, .end)
      output.closeLingering(id)
    }
    bench.kernel.arrive(10, .bytes("a\n"))
    bench.run()
    #expect(bench.kernel.finished == [10])
    #expect(bench.journal == ["open 0", "line 0 a", "closed 0 byServer"])
  }

  @Test("Lines come once and in order, however they arrive and whenever the connection is paused")
  func random() {
    var random = SeededGenerator(seed: TestSeed.make())
    for _ in 0..<TestLength.count(short: 50, long: 1000) {
      let bench = bench { $0.readBytesPerTurn = 1024 }
      let id = ConnectionID(slot: 0, generation: 0)
      bench.recorder.onLine = { output, _, _ in
        bench.sleep(nanoseconds: UInt64(random.number(below: 400_000)))
        guard random.number(below: 8) == 0 else { return }
        output.pause(id, untilMonotonicNanoseconds: bench.outbox.clock() + 1_000_000)
      }
      var sent = 0
      while sent < 1000 {
        let count = 1 + random.number(below: 200)
        bench.kernel.arrive(10, .bytes((sent..<sent + count).map { "\($0)\n" }.joined()))
        sent += count
        for _ in 0..<random.number(below: 4) { _ = bench.loop.turn(waiting: 0) }
        if random.number(below: 3) == 0 { bench.sleep(milliseconds: 2) }
      }
      bench.kernel.arrive(10, .end)
      for _ in 0..<100_000 where bench.journal.last != "closed 0 byPeer" {
        if !bench.loop.turn(waiting: 0) { bench.sleep(milliseconds: 2) }
      }
      #expect(bench.journal == ["open 0"] + (0..<sent).map { "line 0 \($0)" } + ["closed 0 byPeer"])
    }
  }
}
