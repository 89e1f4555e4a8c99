import Kernel
import Testing
import WireProtocol

/// A sum that is loaded when it is needed.
private enum Owned: DocumentKind {
  static let number: UInt8 = 98
  static let name = "sums of players"
  static let belongsToPlayer = true

  static func initialState(_ key: Int64) -> Int { 0 }
  static func apply(_ fact: Int, to state: inout Int) { state &+= fact }
  static func write(_ fact: Int, to line: inout JSONWriter) { line.field("add", fact) }
  static func read(_ line: JSONView) -> Int? { line["add"]?.int }
  static func pack(_ state: Int) -> [Int] { state == 0 ? [] : [state] }
}

/// Numbers of players.
private enum NameList: DocumentKind {
  static let number: UInt8 = 99
  static let name = "lists of players"

  static func initialState(_ key: Int64) -> Set<Int64> { [] }
  static func apply(_ fact: Int64, to state: inout Set<Int64>) { state.insert(fact) }
  static func forget(_ player: Int64, in state: inout Set<Int64>) { state.remove(player) }
  static func write(_ fact: Int64, to line: inout JSONWriter) { line.field("add", Int(fact)) }
  static func read(_ line: JSONView) -> Int64? { line["add"]?.int.map { Int64($0) } }
  static func pack(_ state: Set<Int64>) -> [Int64] { state.sorted() }
}

/// The log, and what is stored of it.
private final class Host: KernelHost {
  var lines: [DocumentLine] = []
  var events: [String] = []
  var durable: Commit.Ticket = 0
  var activity: Int { lines.count }

  func append(_ line: DocumentLine) -> Commit.Ticket {
    lines.append(line)
    return Commit.Ticket(lines.count)
  }

  func log(_ event: String, _ fields: JSONObject) { events.append(event) }

  /// Loads a document as storage would.
  func load(_ id: DocumentID, into kernel: Kernel) {
    let (state, isWhole) = DocumentForm(Owned.self).fold(lines.filter { $0.document == id }.map(\.bytes), id.key)
    kernel.load(id, state, isDamaged: !isWhole)
  }
}

@Suite("Documents loaded on demand")
struct LoadingTests {
  private let kernel = Kernel([])
  private let sums = DocumentTable<Owned>()
  private let host = Host()
  private let first = DocumentID(kind: Owned.number, key: 1)

  init() { kernel.add(sums) }

  /// Adds to sums, and says what they are; `nil` where the run was stopped.
  private func add(_ keys: Int64...) -> (run: Kernel.Run, sums: [Int]?) {
    var found: [Int]? = []
    let run = kernel.run(for: host) {
      for key in keys {
        guard let sum = try? kernel.read(key, in: sums) else { return found = nil }
        sum.emit(1, through: host)
        found?.append(sum.state)
      }
    }
    return (run, found)
  }

  private func lacks(_ run: Kernel.Run) -> DocumentID? {
    if case .lacks(.document(let id)) = run { id } else { nil }
  }

  @Test("A handler that needs a slow answer is aborted with its query before it has changed anything")
  func questions() {
    let run = kernel.run(for: host) { _ = kernel.lack(.answer("how many?"), "What is stored") }
    guard case .lacks(.answer(let question)) = run else {
      Issue.record("\(run)")
      return
    }
    #expect(question as? String == "how many?")
    host.load(first, into: kernel)
    let late = kernel.run(for: host) {
      _ = add(1)
      _ = kernel.lack(.answer("how many?"), "What is stored")
    }
    guard case .tooLate = late else {
      Issue.record("\(late)")
      return
    }
    #expect(host.events == ["late_read"])
  }

  @Test("Other players' documents that name a forgotten player stay without the name")
  func namesNobody() throws {
    let kernel = Kernel([])
    let lists = DocumentTable<NameList>()
    kernel.add(lists)
    for player in [3, 5, 7] { lists.new(1).emit(Int64(player), through: host) }
    kernel.forget(5)
    #expect(try kernel.read(1, in: lists).state == [3, 7])
  }

  @Test("A handler that reads a document that is not in memory is aborted, and runs completely once it is loaded")
  func runsAgain() {
    #expect(lacks(add(1).run) == first)
    #expect(host.lines.isEmpty && host.events.isEmpty)
    host.load(first, into: kernel)
    #expect(add(1).sums == [1] && add(1).sums == [2])
    #expect(host.lines.count == 2)
  }

  @Test("A handler that reads a document too late, after a change, is not run again, and the log names it")
  func late() {
    host.load(first, into: kernel)
    let (run, found) = add(1, 2)
    guard case .tooLate = run else {
      Issue.record("\(run)")
      return
    }
    #expect(found == nil && host.events == ["late_read"])
  }

  @Test("A document leaves memory once it is stored and unreferenced, and is the same when loaded again")
  func unloads() throws {
    host.load(first, into: kernel)
    _ = add(1)
    func unload(keepingRecent: Bool = false) { kernel.unload(keepingRecent: keepingRecent) { $0 <= host.durable } }
    unload()
    #expect(add(1).sums == [2], "its facts are not stored yet")
    host.durable = 2
    var held: Document<Owned>? = try kernel.read(1, in: sums)
    unload()
    #expect(lacks(kernel.run(for: host) { _ = try? kernel.read(1, in: sums) }) == nil)
    #expect(held?.state == 2)
    held = nil
    unload(keepingRecent: true)
    #expect(lacks(kernel.run(for: host) { _ = try? kernel.read(1, in: sums) }) == nil, "it was read a moment ago")
    unload(keepingRecent: true)
    unload(keepingRecent: true)
    #expect(lacks(add(1).run) == first)
    host.load(first, into: kernel)
    #expect(add(1).sums == [3])
  }

  @Test("A forgotten player's document leaves memory at once, whether or not that is stored yet")
  func forgets() {
    host.load(first, into: kernel)
    _ = add(1)
    kernel.forget(1)
    #expect(lacks(add(1).run) == first)
  }

  @Test("A handler that reads a claimed document waits as if it were not in memory")
  func claims() {
    host.load(first, into: kernel)
    kernel.claim(first)
    #expect(lacks(add(1).run) == first && !kernel.isReady(first))
    kernel.release(first)
    #expect(add(1).sums == [1] && kernel.isReady(first))
  }

  @Test("A document with an unreadable line is loaded without that line, and is read-only")
  func damaged() throws {
    host.lines = [
      DocumentLine(first, bytes: Array(#"{"add":1}"#.utf8)), DocumentLine(first, bytes: Array("{}".utf8)),
      DocumentLine(first, bytes: Array(#"{"add":5}"#.utf8)),
    ]
    host.load(first, into: kernel)
    let sum = try kernel.read(1, in: sums)
    #expect(sum.state == 6)
    #expect(throws: WireError.self) { try sum.checkSound() }
  }

  @Test("Output that depends on a document waits for the commit of its last fact")
  func tickets() {
    host.load(first, into: kernel)
    _ = add(1)
    _ = kernel.run(for: host) { _ = try? kernel.read(1, in: sums) }
    #expect(kernel.readTicket == 1)
    _ = kernel.run(for: host) {}
    #expect(kernel.readTicket == 0)
  }
}
