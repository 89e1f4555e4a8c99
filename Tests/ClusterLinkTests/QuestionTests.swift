import Testing

@testable import ClusterLink
@testable import LineServer

@Suite("HTTP requests that a node forwards to the owner")
struct QuestionTests {
  private final class Answers {
    var all: [String?] = []

    func note(_ answer: [UInt8]?) { all.append(answer.map { String(decoding: $0, as: UTF8.self) }) }
  }

  @Test("The owner answers each request, at once or later, in any order")
  func answers() {
    let (cluster, owner, edge) = FakeCluster.pair()
    let answers = Answers()
    for question in ["later", "a", "b"] { edge.node.ask(Array(question.utf8), answer: answers.note) }
    cluster.run()
    #expect(answers.all == ["answer to a", "answer to b"])
    owner.host?.owed.first?(Array("at last".utf8))
    cluster.run()
    #expect(answers.all == ["answer to a", "answer to b", "at last"])
  }

  @Test("Without an owner, when it goes, and beyond the limits, there is no answer")
  func noAnswer() {
    let cluster = FakeCluster()
    let (owner, edge) = (cluster.add("owner"), cluster.add("edge"))
    let answers = Answers()
    edge.node.ask([1], answer: answers.note)
    #expect(answers.all == [nil])
    owner.own()
    edge.connect(to: owner)
    cluster.run()
    edge.node.ask([UInt8](repeating: 1, count: UpFrame.mostRequestBytes + 1), answer: answers.note)
    #expect(answers.all == [nil, nil])
    for _ in 0..<300 { edge.node.ask(Array("later".utf8), answer: answers.note) }
    cluster.run()
    #expect(answers.all.count == 2 + 44)
    let held = owner.host?.owed ?? []
    cluster.kill(owner)
    #expect(answers.all.count == 302)
    #expect(answers.all.allSatisfy { $0 == nil })
    // The answer of a lost core is dropped.
    for answer in held { answer([1]) }
    cluster.run()
    #expect(answers.all.count == 302)
  }

  @Test("An answer that is too long for a link counts as none")
  func longAnswer() {
    let (cluster, owner, edge) = FakeCluster.pair()
    let answers = Answers()
    edge.node.ask(Array("later".utf8), answer: answers.note)
    cluster.run()
    owner.host?.owed.first?([UInt8](repeating: 1, count: DownFrame.mostSendBytes + 1))
    cluster.run()
    #expect(answers.all == [nil])
  }

  @Test("An answer without a request ends the link")
  func forged() throws {
    let (cluster, owner, edge) = FakeCluster.pair()
    let client = cluster.client(of: edge)
    #expect(client.told == ["\"hello\""])
    #expect(owner.node.linkCount == 1 && edge.node.hasOwner)
    let answers = Answers()
    edge.node.ask(Array("later".utf8), answer: answers.note)
    cluster.run()
    let answer = try #require(owner.host?.owed.first)
    answer([1])
    answer([2])
    cluster.run()
    #expect(answers.all == ["\u{1}"])
    #expect(!edge.node.hasOwner)
    // A new one is established soon.
    cluster.sleep(milliseconds: 500)
    #expect(edge.node.hasOwner)
  }
}
