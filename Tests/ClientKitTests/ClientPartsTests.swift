import GameKit
import ServerHarness
import Testing

@testable import ClientKit

@Suite("Splitting lines")
struct LineTests {
  @Test("Lines are the same however the network splits them")
  func everyCut() {
    let text = "{\"a\":1}\n\n\r\n{\"b\":\"é🟩\"}\r\nlast\n"
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      for second in cut...bytes.count {
        var splitter = LineSplitter()
        var lines: [String] = []
        for part in [bytes[..<cut], bytes[cut..<second], bytes[second...]] { lines += splitter.lines(part) }
        #expect(lines == ["{\"a\":1}", "{\"b\":\"é🟩\"}", "last"])
      }
    }
  }

  @Test("A partial line of a lost link is dropped")
  func reset() {
    var splitter = LineSplitter()
    #expect(splitter.lines("begun".utf8) == [])
    splitter.reset()
    #expect(splitter.lines("new\n".utf8) == ["new"])
  }

  @Test("A line without an end is given up")
  func tooLong() {
    var splitter = LineSplitter()
    let chunk = [UInt8](repeating: 65, count: 1 << 20)
    let taken = (0..<20).count { _ in chunk.withUnsafeBytes { splitter.split($0) { _ in } } }
    #expect(taken == LineSplitter.greatestLine / chunk.count)
  }
}

extension LineSplitter {
  fileprivate mutating func lines(_ bytes: some Sequence<UInt8>) -> [String] {
    var lines: [String] = []
    _ = Array(bytes).withUnsafeBytes { split($0) { lines.append(String(decoding: $0, as: UTF8.self)) } }
    return lines
  }
}

@Suite("The event buffer")
struct EventBufferTests {
  private func number(_ event: RawEvent?) -> Int? {
    if case .passedOver(let number)? = event { number } else { nil }
  }

  @Test("Events arrive in order, for earlier and later consumers, and end with nil")
  func order() async {
    let buffer = EventBuffer(bound: 5000)
    async let first = buffer.take()
    buffer.put((1...3000).map { .passedOver($0) })
    var heard = [number(await first.event)]
    for _ in 0..<2999 { heard.append(number(await buffer.take().event)) }
    #expect(heard == (1...3000).map(Optional.some))
    buffer.put([.passedOver(7)])
    buffer.finish()
    #expect(number(await buffer.take().event) == 7)
    #expect(await buffer.take().event == nil)
  }

  @Test("A full buffer keeps the last state of the link, and reports when half of it is free")
  func bound() async {
    let buffer = EventBuffer(bound: 4)
    buffer.put((1...4).map { .passedOver($0) })
    #expect(buffer.space() == 0)
    for attempt in 1...50 { buffer.put([.link(.connecting(attempt: attempt))]) }
    #expect(buffer.space() == -1)
    #expect(!buffer.press())
    var signals: [Bool] = []
    for _ in 0..<4 { signals.append(await buffer.take().makesRoom) }
    #expect(signals == [false, false, true, false])
    guard case .link(.connecting(50))? = await buffer.take().event else {
      Issue.record("the last state of the link is gone")
      return
    }
    #expect(buffer.space() == 4)
    #expect(buffer.press())
  }

  @Test("A cancelled consumer stops waiting, and takes no events from others")
  func cancellation() async {
    let buffer = EventBuffer(bound: 4)
    let waiting = Task { await buffer.take().event == nil }
    waiting.cancel()
    #expect(await waiting.value)
    buffer.put([.passedOver(1)])
    #expect(number(await buffer.take().event) == 1)
  }

  @Test("With many producers and one consumer nothing is lost", arguments: [1, 2])
  func race(seed: UInt64) async {
    let buffer = EventBuffer(bound: .max)
    await withTaskGroup(of: Void.self) { group in
      for part in 0..<4 {
        group.addTask {
          var random = SeededGenerator(seed: seed &+ UInt64(part))
          var next = 0
          while next < 1000 {
            let count = 1 + random.number(below: 7)
            let numbers = next..<min(next + count, 1000)
            buffer.put(numbers.map { .passedOver(part * 1000 + $0) })
            next += count
          }
        }
      }
      var last = [-1, -1, -1, -1]
      for _ in 0..<4000 {
        guard let number = number(await buffer.take().event) else { break }
        #expect(number % 1000 == last[number / 1000] + 1)
        last[number / 1000] = number % 1000
      }
      #expect(last == [999, 999, 999, 999])
    }
  }
}
