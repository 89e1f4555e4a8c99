import Testing

@testable import ParlorCore

@Suite("What can be read of a room's lines")
struct RoomLinesTests {
  @Test("Numbers of lines beyond all bounds, which only damage brings about, lose what follows and trap nowhere")
  func greatestNumbers() {
    for lost in [Int.max, RoomLines.greatest] {
      let lines = RoomLines([Array("no JSON".utf8)], lost: lost, games: [])
      #expect(lines.seq == RoomLines.greatest && lines.events.isEmpty && lines.snapshot == nil)
    }
    let lines = RoomLines([Array("no JSON".utf8)], lost: 2, games: [])
    #expect(lines.seq == 3 && lines.unreadable.last?.upperBound == 3)
  }
}
