import Testing
import WireProtocol

struct RepeatedMessageTests {
  @Test("A message repeated as an answer equals one written as an answer", arguments: ids)
  func repeated(id: RequestID) {
    let said = Said(place: EventPlace(room: "a,b", from: 5, seq: 7), player: "ana", text: "so, {\"re\":1}")
    #expect(repeats(said, answering: id))
    #expect(repeats(Said(place: EventPlace(room: "café", seq: 1), player: "ben", text: nil), answering: id))
    #expect(repeats(Pong(), answering: id))
  }

  private static let ids: [RequestID] = [.number(0), .number(-12), .text("x,\"y\"")]

  private func repeats(_ message: some ServerMessage, answering id: RequestID) -> Bool {
    var direct = JSONWriter()
    message.write(to: &direct, answering: id)
    var writer = JSONWriter()
    Bye().write(to: &writer)
    let start = writer.count
    message.write(to: &writer)
    let end = writer.count
    writer.message(repeating: start..<end, answering: id)
    return Array(writer.bytes[end...]) == direct.bytes
  }
}
