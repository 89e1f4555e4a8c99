import GameKit
import ParlorCore
import TestSeed
import Testing

@testable import Cluster

@Suite("Values of the log's key")
struct LogValueTests {
  private func value(facts: [UInt8]) -> LogValue {
    LogValue(
      .facts, term: 3, by: LogValue.Writer(node: "a.b", process: 0x1F3C9E), number: 17,
      at: Instant(milliseconds: 1_763_625_600_000), facts: facts)
  }

  @Test("A value survives its stored form, with few plain facts or many compressed ones")
  func roundTrips() throws {
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    for count in [0, 1, 1023, 1024, 1025, 20_000, 300_000] {
      let line = Array(#"{"fact":"moved","room":16777333,"seq":312}"#.utf8) + [10]
      let text = value(facts: (0..<count).map { line[$0 % line.count] })
      let noise = value(facts: (0..<count).map { _ in UInt8(generator.number(below: 256)) })
      for value in [text, noise] { #expect(try LogValue(reading: value.bytes) == value, "\(count), seed \(seed)") }
      if count >= 20_000 { #expect(text.bytes.count < count / 4) }
    }
  }

  @Test("Compressed facts that are truncated, or have another size than stated, are damage")
  func damaged() throws {
    let bytes = value(facts: [UInt8](repeating: 65, count: 2000)).bytes
    let text = String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self)
    let block = bytes[text.utf8.count...]
    for said in ["1999", "2001", "-1", "9223372036854775807"] {
      let changed = Array(text.replacing(#""z":2000"#, with: #""z":\#(said)"#).utf8) + block
      #expect(throws: LogValue.Fault.damaged) { try LogValue(reading: changed) }
    }
    #expect(throws: LogValue.Fault.damaged) { try LogValue(reading: bytes.dropLast()) }
  }
}
