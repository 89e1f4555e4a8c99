import GameKit
import Kernel
import Testing
import WireProtocol

@testable import Polls

@Suite("The document of a poll")
struct PollDocumentTests {
  private static let asked = Poll(
    number: 3, asker: PlayerID(7), askedAt: 1_795_161_600_000,
    closesAt: 1_795_248_000_000, question: "Where \"to\" lunch?", options: ["thai", "🍕"])

  private static func fold(_ facts: [PollDocument.Fact]) -> RoomPolls {
    PollDocument.fold(facts.map { PollDocument.line($0, of: 5).bytes }, of: 5).state
  }

  @Test("A line names its fact, and all of what players have said and chosen is its secret part")
  func line() throws {
    let vote = Poll.Vote(player: PlayerID(7), option: 2)
    #expect(
      String(decoding: PollDocument.line(.voted(vote: vote), of: 5).bytes, as: UTF8.self)
        == #"{"document":[18,5],"fact":"voted","secret":{"vote":{"option":2,"player":7}}}"#)
    let asked = try #require(LineParts(PollDocument.line(.asked(poll: Self.asked), of: 5).bytes))
    #expect(String(decoding: asked.open.bytes, as: UTF8.self) == #"{"document":[18,5],"fact":"asked"}"#)
  }

  @Test("The snapshot of a poll leads to the same poll, votes and end, and an ended one is nothing")
  func packs() {
    let votes = [1, 2, 1].map { Poll.Vote(player: PlayerID(Int64($0)), option: 1 + $0) }
    let facts =
      [PollDocument.Fact.asked(poll: Self.asked)] + votes.map { PollDocument.Fact.voted(vote: $0) } + [.closed]
    let state = Self.fold(facts)
    #expect(state.poll?.votes.map(\.player.number) == [2, 1] && state.poll?.isClosed == true)
    #expect(state.poll?.question == "Where \"to\" lunch?")
    #expect(Self.fold(PollDocument.pack(state)) == state)
    #expect(PollDocument.pack(Self.fold(facts + [.removed(number: 0, askedAt: 0)])).isEmpty)
  }

  @Test("Of a poll that is removed, or whose asker is forgotten, its number and time are left and nothing else")
  func removed() throws {
    var forgotten = Self.fold([.asked(poll: Self.asked)])
    PollDocument.forget(7, in: &forgotten)
    for state in [Self.fold([.asked(poll: Self.asked), .removed(number: 3, askedAt: Self.asked.askedAt)]), forgotten] {
      #expect(state == RoomPolls(number: 3, askedAt: 1_795_161_600_000))
      let packed = PollDocument.pack(state).map { PollDocument.line($0, of: 5).bytes }
      #expect(packed.count == 1 && PollDocument.fold(packed, of: 5).state == state)
      #expect(!packed.contains { String(decoding: $0, as: UTF8.self).contains("lunch") })
    }
  }
}
