import GameKit
import Kernel
import Testing
import WireProtocol

@testable import ParlorCore
@testable import Polls

private typealias PollDocument = RoomPostDocument<Poll>

@Suite("The document of a poll")
struct PollDocumentTests {
  private static let poll = Poll(
    question: "Where \"to\" lunch?", options: ["thai", "🍕"], closesAt: 1_795_248_000_000)
  private static let asked = PollDocument.Fact.posted(
    number: 3, postedAt: 1_795_161_600_000, standing: LastPost.Standing(author: PlayerID(7), post: poll))

  private static func fold(_ facts: [PollDocument.Fact]) -> LastPost<Poll> {
    PollDocument.fold(facts.map { PollDocument.line($0, of: 5).bytes }, of: 5).state
  }

  private static func voted(_ player: Int64, for option: Int) -> PollDocument.Fact {
    .changed(change: .voted(vote: Poll.Vote(player: PlayerID(player), option: option)))
  }

  @Test("A line names its fact, and players' words and votes are in its secret part")
  func line() throws {
    let line = PollDocument.line(Self.voted(7, for: 2), of: 5).bytes
    #expect(
      String(decoding: line, as: UTF8.self)
        == #"{"document":[18,5],"fact":"changed","secret":{"change":{"voted":{"vote":{"option":2,"player":7}}}}}"#)
    let asked = try #require(LineParts(PollDocument.line(Self.asked, of: 5).bytes))
    #expect(String(decoding: asked.open.bytes, as: UTF8.self) == #"{"document":[18,5],"fact":"posted"}"#)
  }

  @Test("A snapshot restores an open poll with votes and end, and an ended poll has none")
  func packs() {
    let votes = [1, 2, 1].map { Self.voted(Int64($0), for: 1 + $0) }
    let facts = [Self.asked] + votes + [.changed(change: .closed)]
    let state = Self.fold(facts)
    let poll = state.standing?.post
    #expect(poll?.votes.map(\.player.number) == [2, 1] && poll?.isClosed == true)
    #expect(poll?.question == "Where \"to\" lunch?")
    #expect(Self.fold(PollDocument.pack(state)) == state)
    #expect(PollDocument.pack(Self.fold(facts + [.removed(number: 0, postedAt: 0)])).isEmpty)
  }

  @Test("A poll that is removed, or whose asker is forgotten, keeps only its number and time")
  func removed() throws {
    var forgotten = Self.fold([Self.asked])
    PollDocument.forget(7, in: &forgotten)
    let removed = PollDocument.Fact.removed(number: 3, postedAt: 1_795_161_600_000)
    for state in [Self.fold([Self.asked, removed]), forgotten] {
      #expect(state == LastPost(number: 3, postedAt: 1_795_161_600_000))
      let packed = PollDocument.pack(state).map { PollDocument.line($0, of: 5).bytes }
      #expect(packed.count == 1 && PollDocument.fold(packed, of: 5).state == state)
      #expect(!packed.contains { String(decoding: $0, as: UTF8.self).contains("lunch") })
    }
  }
}
