import Kernel
import Testing
import WireProtocol

@testable import Goal

@Suite("The document of a goal")
struct GoalDocumentTests {
  private typealias Fact = GoalDocument.Fact

  private static func fold(_ facts: [Fact]) -> GoalState {
    GoalDocument.fold(facts.map { GoalDocument.line($0, of: 5).bytes }, of: 5).state
  }

  @Test("A line names its fact; the player's progress is in its secret part")
  func line() {
    #expect(
      String(decoding: GoalDocument.line(.played(game: "wordle", day: 324), of: 5).bytes, as: UTF8.self)
        == #"{"document":[23,5],"fact":"played","secret":{"day":324,"game":"wordle"}}"#)
  }

  @Test("A snapshot restores the same goal, and an empty goal has none")
  func packs() {
    let work = GoalState.Work(id: "cards", title: "Cards", day: 330, isDone: true)
    let facts: [Fact] =
      [.chose(games: ["wordle", "quordle"]), .sharing(from: 327), .worked(work: work)]
      + [330, 324, 325, 327, 326].flatMap { [.played(game: "wordle", day: $0), .reached(day: $0)] }
      + [.played(game: "absurdle", day: 326)]
    let state = Self.fold(facts)
    #expect(state.reached.runs == [DayRuns.Run(first: 324, last: 327), DayRuns.Run(first: 330, last: 330)])
    #expect(state.played.map(\.game) == ["absurdle", "wordle"] && state.played.last?.days == [326, 327, 330])
    #expect(state.work == [work] && state.sharedBefore == 327)
    #expect(Self.fold(GoalDocument.pack(state)) == state)
    #expect(GoalDocument.pack(GoalState()).isEmpty)
  }

  @Test("A repeated fact changes nothing")
  func twice() {
    let facts: [Fact] = [.played(game: "wordle", day: 324), .reached(day: 324)]
    #expect(Self.fold(facts + facts) == Self.fold(facts))
  }
}
