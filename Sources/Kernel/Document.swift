package import WireProtocol

/// A document in memory. Handlers read ``state`` where it is: a copy of a large state would be copied again by the next
/// fact.
package final class Document<Kind: DocumentKind> {
  package let id: DocumentID
  package fileprivate(set) var state: Kind.State
  /// The commit that its last fact is part of.
  private(set) var ticket: Commit.Ticket = 0
  /// Whether a line of it could not be read, so that it is not changed any more.
  fileprivate(set) var isDamaged = false

  fileprivate init(_ key: Int64) {
    id = DocumentID(kind: Kind.number, key: key)
    state = Kind.initialState(key)
  }

  func apply(_ fact: Kind.Fact) { Kind.apply(fact, to: &state) }

  /// The only change of a document: the fact is applied and becomes a line of the log. Handlers do so by
  /// ``Context/emit(_:on:)``.
  package func emit(_ fact: Kind.Fact, through host: any KernelHost) {
    apply(fact)
    ticket = host.append(Kind.line(fact, of: id.key))
  }

  /// Refuses a change of a document of which something is lost.
  ///
  /// - Throws: `data_damaged`.
  package func checkSound() throws(WireError) {
    guard !isDamaged else {
      throw WireError(.dataDamaged, "What is stored of the \(Kind.name) is damaged: it stays as it is")
    }
  }
}

/// The documents of a kind that are in memory.
package final class DocumentTable<Kind: DocumentKind> {
  private var documents: [Int64: Document<Kind>] = [:]

  package init() {}

  /// A document; one without facts where there was none before.
  package subscript(key: Int64) -> Document<Kind> {
    if let known = documents[key] { return known }
    let new = Document<Kind>(key)
    documents[key] = new
    return new
  }
}

/// A table as the kernel knows it, whatever its kind.
protocol AnyDocumentTable: AnyObject {
  /// Applies a line that was stored.
  ///
  /// - Returns: whether it could be read; if not, the document is damaged.
  func fold(_ line: DocumentLine, with document: JSONDocument) -> Bool
  /// The kind's name.
  var name: String { get }
  /// Marks a document of which something is lost.
  func markDamaged(_ key: Int64)
  /// For tests: the shortest lines of all documents, in the order of their keys.
  func packed() -> [DocumentLine]
}

extension DocumentTable: AnyDocumentTable {
  func fold(_ line: DocumentLine, with document: JSONDocument) -> Bool {
    let folded = self[line.document.key]
    guard let fact = Kind.fact(of: line.bytes, with: document) else {
      folded.isDamaged = true
      return false
    }
    folded.apply(fact)
    return true
  }

  var name: String { Kind.name }

  func markDamaged(_ key: Int64) { self[key].isDamaged = true }

  func packed() -> [DocumentLine] {
    documents.sorted { $0.key < $1.key }.flatMap { key, document in
      Kind.pack(document.state).map { Kind.line($0, of: key) }
    }
  }
}
