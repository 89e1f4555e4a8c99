import GameKit
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("The history window of a room")
struct HistoryWindowTests {
  private static let ana = PlayerID(1)
  private static let ben = PlayerID(2)

  private func window(events: Int = 100, bytes: Int = 100_000) -> HistoryWindow {
    var limits = Limits()
    (limits.resumeEvents, limits.resumeBytes) = (events, bytes)
    return HistoryWindow(of: 7, limits)
  }

  private func said(_ text: String, by player: PlayerID = ana, _ seq: Int, _ scope: PuzzleScope? = nil) -> RoomEvent {
    RoomEvent(seq: seq, by: .init("p\(player.number)", player), .said(text, scope: scope))
  }

  private func texts(_ events: [RoomEvent]?) -> [String]? {
    events?.map { event in
      if case .said(let text, _) = event.content { text } else { event.isRemoved ? "removed" : "other" }
    }
  }

  @Test("Events come back as they happened, and none beyond a gap")
  func comesBack() {
    var window = window(events: 3)
    for seq in 11...15 { window.append(said("line \(seq)", seq)) }
    #expect(texts(window.events(after: 12, upTo: 15)) == ["line 13", "line 14", "line 15"])
    #expect(texts(window.events(after: 15, upTo: 15)) == [])
    #expect(window.events(after: 11, upTo: 15) == nil)
    #expect(window.events(after: 16, upTo: 15) == nil)
    // The room has given out a number that the window never saw.
    #expect(window.events(after: 14, upTo: 16) == nil)
  }

  @Test("It has a maximum size in bytes, and keeps the newest events")
  func boundedByBytes() {
    var window = window(bytes: 1_000)
    for seq in 1...200 {
      window.append(said(String(repeating: "x", count: seq), seq))
      #expect(window.byteCount <= 1_000)
      #expect(window.byteCount == window.all.reduce(0) { $0 + $1.count })
    }
    #expect(window.count >= 3)
    #expect(window.events(after: 197, upTo: 200)?.count == 3)
    window.append(said(String(repeating: "x", count: 2_000), 201))
    #expect(window.count == 0)
    #expect(window.byteCount == 0)
    #expect(window.events(after: 200, upTo: 201) == nil)
    window.append(said("short", 202))
    #expect(texts(window.events(after: 201, upTo: 202)) == ["short"])
  }

  @Test("A client cannot resume across a gap in the numbers")
  func gap() {
    var window = window()
    for seq in [1, 2, 3, 6, 7] { window.append(said("\(seq)", seq)) }
    #expect(window.first == 6)
    #expect(texts(window.events(after: 5, upTo: 7)) == ["6", "7"])
    #expect(window.events(after: 4, upTo: 7) == nil)
  }

  @Test("Forgetting a player removes all lines by and about that player")
  func forgets() {
    var window = window()
    window.append(said("secret of ana", 1))
    window.append(said("of ben", by: Self.ben, 2))
    let reaction = SharedReaction(share: 1, owner: Self.ana, emoji: nil, reactions: Reactions())
    window.append(RoomEvent(seq: 3, by: .init("p2", Self.ben), .reacted(reaction)))
    #expect(window.players == [Self.ana, Self.ben])
    let wasNamed = window.forget(Self.ana)
    #expect(wasNamed)
    #expect(window.players == [Self.ben])
    #expect(texts(window.events(after: 0, upTo: 3)) == ["removed", "of ben", "removed"])
    #expect(!window.all.contains { String(decoding: $0, as: UTF8.self).contains("ana") })
    #expect(window.byteCount == window.all.reduce(0) { $0 + $1.count })
  }

  @Test("Talk is found by speaker and number, and hidden talk apart")
  func talk() {
    var window = window()
    let scope = PuzzleScope.dealt(room: 1, round: 1)
    window.append(said("open", 1))
    window.append(said("it is CRANE", by: Self.ben, 2, scope))
    window.append(RoomEvent(seq: 3, by: .init("p1", Self.ana), .directed(.stopped)))
    window.append(said("again", 4))
    #expect(texts(Array(window.talk(after: 0))) == ["again", "it is CRANE", "open"])
    #expect(texts(Array(window.talk(after: 2))) == ["again"])
    #expect(texts(Array(window.talk(after: 0, isHidden: true))) == ["it is CRANE"])
    #expect(window.hasHiddenTalk && window.lastHidden == 2)
    let redacted = [window.redactTalk(of: Self.ana, line: 2), window.redactTalk(of: Self.ana, line: 1)]
    #expect(redacted == [false, true])
    #expect(texts(window.events(after: 0, upTo: 4)) == ["removed", "it is CRANE", "other", "again"])
    let wasSaid = window.redactTalk(of: Self.ben)
    #expect(wasSaid && !window.hasHiddenTalk)
  }

  @Test("What no client is sent is not kept: a round's puzzle, and the address of an excluded player")
  func keepsNoSecrets() {
    var window = window()
    let instant = Instant(milliseconds: 5)
    let deal = Deal(round: 1, endsAt: nil, dealtAt: instant, puzzle: ["word": "crane"], boards: [])
    window.append(RoomEvent(seq: 1, .round(deal)))
    var details = RoomEvent.PresenceDetails(reason: "kicked")
    details.privateDetails.address = Exclusions.Address(text: "192.0.2.7", since: instant, until: instant)
    window.append(RoomEvent(seq: 2, by: .init("p1", Self.ana), .presence(.left, details)))
    let kept = window.all.map { String(decoding: $0, as: UTF8.self) }.joined()
    #expect(!kept.contains("crane") && !kept.contains("192.0.2.7"))
    #expect(kept.contains("kicked"))
  }
}
