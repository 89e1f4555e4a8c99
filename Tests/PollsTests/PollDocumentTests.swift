import GameKit
import Kernel
import Testing
import WireProtocol

@testable import Polls

@Suite("The document of a poll")
struct PollDocumentTests {
  private static let asked = Poll(
    number: 3, asker: PlayerID(7), askedAt: 1_795_161_600_000, question: "Where \"to\" lunch?", options: ["thai", "🍕"])

  private static func fold(_ facts: [PollDocument.Fact]) -> Poll? {
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
    let facts = [.asked(poll: Self.asked)] + votes.map { PollDocument.Fact.voted(vote: $0) } + [.closed]
    let poll = Self.fold(facts)
    #expect(poll?.votes.map(\.player.number) == [2, 1] && poll?.isClosed == true)
    #expect(poll?.question == "Where \"to\" lunch?")
    #expect(Self.fold(PollDocument.pack(poll)) == poll)
    #expect(PollDocument.pack(Self.fold(facts + [.ended])).isEmpty)
  }
}
