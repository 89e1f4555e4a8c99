import Testing

@testable import ParlorCore

@Suite("Reading a room's lines")
struct RoomLinesTests {
  @Test("Line numbers out of range, which only damage can cause, drop what follows and never trap")
  func greatestNumbers() {
    for lost in [Int.max, RoomLines.greatest] {
      let lines = RoomLines([Array("no JSON".utf8)], lost: lost, games: [])
      #expect(lines.seq == RoomLines.greatest && lines.events.isEmpty && lines.snapshot == nil)
    }
    let lines = RoomLines([Array("no JSON".utf8)], lost: 2, games: [])
    #expect(lines.seq == 3 && lines.unreadable.last?.upperBound == 3)
  }
}
