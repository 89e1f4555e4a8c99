import Kernel
import Testing
import WireProtocol

/// A document that holds a sum.
private enum Sum: ResidentKind {
  static let number: UInt8 = 99
  static let name = "sum"

  static func initialState(_ key: Int64) -> Int { 0 }
  static func apply(_ fact: Int, to state: inout Int) { state &+= fact }
  static func write(_ fact: Int, to line: inout JSONWriter) { line.field("add", fact) }
  static func read(_ line: JSONView) -> Int? { line["add"]?.int }
  static func pack(_ state: Int) -> [Int] { state == 0 ? [] : [state] }
}

/// `score` reads a sum, `delete_score` adds to it.
private struct Adding: Feature {
  static var documents: [DocumentForm] { [DocumentForm(Sum.self)] }

  func register(in kernel: Kernel) {
    let sums = DocumentTable<Sum>()
    kernel.add(sums)
    kernel.gauge(.scores) { Double(sums[1].state) }
    kernel.handle { (request: Request.ShowScore, context) throws(WireError) in
      Sentence("\(context.read(Int64(request.score), in: sums).state)")
    }
    kernel.handle { (request: Request.DeleteScore, context) throws(WireError) in
      let sum = try context.readToChange(Int64(request.score), in: sums)
      guard sum.state < 3 else { throw WireError(.badField, "enough") }
      context.emit(1, on: sum)
      return Sentence("\(sum.state)")
    }
  }
}

private final class Host: KernelHost {
  var lines: [DocumentLine] = []
  var ticket: Commit.Ticket = 5
  var events: [String] = []
  var activity: Int { lines.count }

  func append(_ line: DocumentLine) -> Commit.Ticket {
    lines.append(line)
    return ticket
  }

  func log(_ event: String, _ fields: JSONObject) { events.append(event) }
}

private struct Nobody: Caller {
  var name: String { "nobody" }
  func mayKnowDailies(ofDay number: Int) -> Bool { false }
}

@Suite("The kernel")
struct KernelTests {
  private let kernel = Kernel([Adding()])
  private let host = Host()

  private func ask(_ request: some WireRequest, of kernel: Kernel? = nil) -> Answer? {
    (kernel ?? self.kernel).answer(request.call, for: Nobody(), host)
  }

  private func add(to id: Int, of kernel: Kernel? = nil) -> Answer? {
    ask(Request.DeleteScore(score: id), of: kernel)
  }

  private func text(_ answer: Answer?) -> String? {
    switch answer?.result {
    case .success(let message?): message.drawn()
    case .failure(let error): error.code
    case .success(.none), nil: nil
    }
  }

  @Test("A fact changes its document at once and becomes one line that names it")
  func emits() {
    #expect(text(add(to: 1)) == "1" && text(add(to: 1)) == "2" && text(add(to: 2)) == "1")
    #expect(
      host.lines.map { String(decoding: $0.bytes, as: UTF8.self) } == [
        #"{"document":[99,1],"add":1}"#, #"{"document":[99,1],"add":1}"#, #"{"document":[99,2],"add":1}"#,
      ])
    #expect(kernel.gauges.map { $0.value() } == [2])
  }

  @Test("The lines of the log fold to the same documents, and so do their snapshots")
  func folds() {
    for id in [1, 1, 2, 1, 7] { _ = add(to: id) }
    let restored = Kernel([Adding()])
    #expect(restored.load(host.lines, damaged: []) == [])
    #expect(restored.packed() == kernel.packed())
    let packed = Kernel([Adding()])
    #expect(packed.load(kernel.packed(), damaged: []) == [])
    #expect(packed.packed() == kernel.packed())
    #expect(kernel.packed().count == 3)
  }

  @Test("An answer or a refusal depends on the commits of exactly the documents that were read")
  func tickets() {
    #expect(add(to: 1)?.ticket == 5)
    host.ticket = 6
    for _ in 1...3 { #expect(add(to: 2)?.ticket == 6) }
    #expect(ask(Request.ShowScore(score: 1))?.ticket == 5)
    #expect(ask(Request.ShowScore(score: 2))?.ticket == 6)
    #expect(ask(Request.ShowScore(score: 3))?.ticket == 0)
    let refused = add(to: 2)
    #expect(text(refused) == "bad_field" && refused?.ticket == 6)
  }

  @Test("A resident document that was only read leaves memory, and one with facts stays")
  func readOnly() {
    _ = add(to: 1)
    for _ in 1...2 { #expect(text(ask(Request.ShowScore(score: 2))) == "0") }
    #expect(kernel.unloadableCount == 2)
    kernel.unload(keepingRecent: true) { _ in true }
    #expect(kernel.unloadableCount == 0)
    #expect(text(add(to: 2)) == "1" && text(add(to: 1)) == "2")
    kernel.unload(keepingRecent: false) { _ in true }
    #expect(kernel.packed().count == 2)
  }

  @Test("A line that is made of a fact equals the one that was written, and keeps the fact")
  func madeLine() {
    _ = add(to: 2)
    let written = DocumentLine(
      DocumentID(kind: 99, key: 2), bytes: Array(#"{"document":[99,2],"add":1}"#.utf8))
    #expect(host.lines == [written])
    #expect(String(decoding: host.lines[0].bytes, as: UTF8.self) == #"{"document":[99,2],"add":1}"#)
    #expect(Sum.madeFact(of: host.lines[0]) == 1)
    #expect(Sum.madeFact(of: written) == nil)
  }

  @Test("A document with an unreadable line can be read but not changed; others can be changed")
  func damage() {
    for id in [1, 1, 2] { _ = add(to: id) }
    let broken = DocumentLine(DocumentID(kind: 99, key: 1), bytes: Array(#"{"document":[99,1],"add":"#.utf8))
    let restored = Kernel([Adding()])
    let damaged = restored.load(host.lines + [broken], damaged: [DocumentID(kind: 99, key: 3)])
    #expect(damaged.map(\.key).sorted() == [1, 3])
    #expect(text(ask(Request.ShowScore(score: 1), of: restored)) == "2")
    #expect(text(add(to: 1, of: restored)) == "data_damaged")
    #expect(text(add(to: 3, of: restored)) == "data_damaged")
    #expect(text(add(to: 2, of: restored)) == "2")
  }

  @Test("A document, metric or request registered by two features is named")
  func duplicates() {
    #expect(kernel.registrationFaults == [])
    #expect(
      Kernel([Adding(), Adding()]).registrationFaults == [
        #""sum" and "sum" are both documents of kind 99"#, #"the metric "parlor_scores" has two owners"#,
        #"the request "score" has two handlers"#, #"the request "delete_score" has two handlers"#,
      ])
  }

  @Test("A request without a handler gets no answer, and lines of unknown documents are ignored")
  func unknown() {
    #expect(text(ask(Request.Scores())) == nil)
    let line = DocumentLine(DocumentID(kind: 1), bytes: Array(#"{"document":[1,0]}"#.utf8))
    #expect(kernel.load([line], damaged: []) == [])
    #expect(kernel.packed() == [])
  }

  @Test(
    "A line names its document",
    arguments: [
      (#"{"document":[7,0],"fact":"reset"}"#, DocumentID(kind: 7)),
      (#"{"document":[255,-9223372036854775808]}"#, DocumentID(kind: 255, key: .min)), (#"{"document":[256,0]}"#, nil),
      (#"{"document":[7,0,1]}"#, nil), (#"{"document":[7]}"#, nil), (#"{"document":7}"#, nil),
      (#"{"document":[7,0.5]}"#, nil), (#"{"fact":"day"}"#, nil),
    ])
  func address(_ text: String, _ expected: DocumentID?) throws {
    let document = JSONDocument()
    try document.parse(Array(text.utf8))
    #expect(DocumentLine(document.root)?.document == expected)
  }
}
