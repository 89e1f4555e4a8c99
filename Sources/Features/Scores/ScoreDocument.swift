import Kernel
package import WireProtocol

/// The server's document with the list of scores.
package enum ScoreDocument: ResidentKind {
  package enum Fact {
    /// A score with a free number.
    case added(Score)
    case deleted(Int)
    /// The list is the initial one again.
    case reset
  }

  package struct State {
    var book = ScoreBook(ScoreDocument.initial)

    /// All scores, the newest first.
    package var scores: [Score] { book.scores }
  }

  package static let number: UInt8 = 7
  package static let name = "scores"

  /// The initial scores.
  package static let initial = [
    Score(id: 262, date: "2022-03-08", word: "sweet", tries: ["corgi", "pause", "sleds", "sweet"]),
    Score(id: 263, date: "2022-03-09", word: "month", tries: ["stair", "tuned", "monty", "month"]),
    Score(id: 264, date: "2022-03-10", word: "lapse", tries: ["stair", "peony", "lapse"]),
  ]

  package static func initialState(_ key: Int64) -> State { State() }

  package static func apply(_ fact: Fact, to state: inout State) {
    switch fact {
    case .added(let score): state.book.add(score)
    case .deleted(let id): state.book.remove(id)
    case .reset: state = State()
    }
  }

  package static func write(_ fact: Fact, to line: inout JSONWriter) {
    switch fact {
    case .added(let score):
      line.field("fact", "added")
      line.key("secret")
      score.write(to: &line)
    case .deleted(let id):
      line.field("fact", "deleted")
      line.field("score", id)
    case .reset: line.field("fact", "reset")
    }
  }

  package static func read(_ line: JSONView) -> Fact? {
    switch line["fact"]?.string {
    case "added": line["secret"].flatMap { try? Score(reading: $0) }.map { .added($0) }
    case "deleted": line["score"]?.int.map { .deleted($0) }
    case "reset": .reset
    default: nil
    }
  }

  /// The differences from the initial list.
  package static func pack(_ state: State) -> [Fact] {
    let gone = initial.filter { state.book[$0.id] != $0 }.map { Fact.deleted($0.id) }
    let added = state.scores.filter { !initial.contains($0) }.sorted { $0.id < $1.id }.map { Fact.added($0) }
    return gone + added
  }
}
