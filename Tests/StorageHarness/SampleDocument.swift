import Kernel
import ParlorCore
import WireProtocol

/// The simplest document that can be packed: words by number.
enum SampleDocument: ResidentKind {
  enum Fact {
    case added(Int, String)
    case removed(Int)
  }

  static let number: UInt8 = 200
  static let name = "samples"

  static func initialState(_ key: Int64) -> [Int: String] { [:] }

  static func apply(_ fact: Fact, to state: inout [Int: String]) {
    switch fact {
    case .added(let number, let word): state[number] = word
    case .removed(let number): state[number] = nil
    }
  }

  static func write(_ fact: Fact, to line: inout JSONWriter) {
    switch fact {
    case .added(let number, let word):
      line.field("fact", "added")
      line.field("number", number)
      line.field("word", word)
    case .removed(let number):
      line.field("fact", "removed")
      line.field("number", number)
    }
  }

  static func read(_ line: JSONView) -> Fact? {
    guard let number = line["number"]?.int else { return nil }
    return switch line["fact"]?.string {
    case "added": line["word"]?.string.map { .added(number, $0) }
    case "removed": .removed(number)
    default: nil
    }
  }

  static func pack(_ state: [Int: String]) -> [Fact] {
    state.sorted { $0.key < $1.key }.map { .added($0.key, $0.value) }
  }
}

/// The same per player, loaded on demand.
enum OwnedDocument: DocumentKind {
  static let number: UInt8 = 201
  static let name = "samples of a player"
  static let belongsToPlayer = true

  static func initialState(_ key: Int64) -> [Int: String] { [:] }
  static func apply(_ fact: SampleDocument.Fact, to state: inout [Int: String]) {
    SampleDocument.apply(fact, to: &state)
  }
  static func write(_ fact: SampleDocument.Fact, to line: inout JSONWriter) { SampleDocument.write(fact, to: &line) }
  static func read(_ line: JSONView) -> SampleDocument.Fact? { SampleDocument.read(line) }
  static func pack(_ state: [Int: String]) -> [SampleDocument.Fact] { SampleDocument.pack(state) }
}

extension DocumentLine {
  static func added(_ number: Int, _ word: String = "niño", to key: Int64 = 0) -> DocumentLine {
    sample(#""fact":"added","number":\#(number),"word":"\#(word)""#, key)
  }

  static func added(_ number: Int, _ word: String = "niño", of player: Int64) -> DocumentLine {
    sample(#""fact":"added","number":\#(number),"word":"\#(word)""#, player, kind: OwnedDocument.number)
  }

  static func removed(_ number: Int, of player: Int64) -> DocumentLine {
    sample(#""fact":"removed","number":\#(number)"#, player, kind: OwnedDocument.number)
  }

  static func removed(_ number: Int, from key: Int64 = 0) -> DocumentLine {
    sample(#""fact":"removed","number":\#(number)"#, key)
  }

  private static func sample(_ members: String, _ key: Int64, kind: UInt8 = SampleDocument.number) -> DocumentLine {
    let id = DocumentID(kind: kind, key: key)
    return DocumentLine(id, bytes: Array(#"{"document":[\#(id.kind),\#(key)],\#(members)}"#.utf8))
  }
}

/// The fold of the lines of sample documents, by document.
func words(of lines: [DocumentLine], kind: UInt8 = SampleDocument.number) -> [String] {
  let document = JSONDocument()
  var states: [Int64: [Int: String]] = [:]
  for line in lines where line.document.kind == kind {
    guard (try? document.parse(line.bytes)) != nil, let fact = SampleDocument.read(document.root) else { continue }
    SampleDocument.apply(fact, to: &states[line.document.key, default: [:]])
  }
  return states.sorted { $0.key < $1.key }.flatMap { key, state in
    state.sorted { $0.key < $1.key }.map { "document \(key): \($0.key) \($0.value)" }
  }
}
