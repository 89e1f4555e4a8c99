package import WireProtocol

/// A document in memory. Handlers read ``state`` where it is: a copy of a large state would be copied again by the next
/// fact.
package final class Document<Kind: DocumentKind> {
  package let id: DocumentID
  package fileprivate(set) var state: Kind.State
  /// The commit that its last fact is part of.
  package private(set) var ticket: Commit.Ticket = 0
  /// Whether a line of it could not be read, so that it is not changed any more.
  package fileprivate(set) var isDamaged = false
  /// Whether it was read since documents were last unloaded.
  fileprivate var isRecent = true

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

  /// A document that is in memory, and counts as read.
  package func loaded(_ key: Int64) -> Document<Kind>? {
    let document = documents[key]
    document?.isRecent = true
    return document
  }

  fileprivate func loadedOrNew(_ key: Int64) -> Document<Kind> {
    if let known = documents[key] { return known }
    let new = Document<Kind>(key)
    documents[key] = new
    return new
  }
}

extension DocumentTable {
  /// The document of a key that was never given before, so that nothing of it is stored.
  package func new(_ key: Int64) -> Document<Kind> { loadedOrNew(key) }
}

extension DocumentTable where Kind: ResidentKind {
  /// A document; one without facts where there was none before.
  package subscript(key: Int64) -> Document<Kind> { loadedOrNew(key) }

  /// All documents, in the order of their keys.
  package var all: [Document<Kind>] {
    // A key path in generic code would be made at run time, at each call.
    documents.values.sorted { $0.id.key < $1.id.key }
  }
}

/// A table as the kernel knows it, whatever its kind.
protocol AnyDocumentTable: AnyObject {
  /// Whether documents are deleted with the player whose number is their key.
  var belongsToPlayer: Bool { get }
  func contains(_ key: Int64) -> Bool
  /// Takes a document that was folded elsewhere; nothing where the state is of another kind.
  func add(_ key: Int64, _ state: any Sendable, isDamaged: Bool)
  /// Applies a line that was stored.
  ///
  /// - Returns: whether it could be read; if not, the document is damaged.
  func fold(_ line: DocumentLine, with document: JSONDocument) -> Bool
  /// The kind's name.
  var name: String { get }
  /// Marks a document of which something is lost.
  func markDamaged(_ key: Int64)
  /// Takes a document out of memory.
  func remove(_ key: Int64)
  /// Takes what names a player who is deleted out of all documents in memory.
  func forget(_ player: Int64)
  /// How many documents may leave memory; none of a ``ResidentKind``.
  var unloadableCount: Int { get }
  /// Takes a document out of memory that may go and that nobody refers to.
  func unload(_ key: Int64, _ mayGo: (DocumentID, Commit.Ticket) -> Bool)
  /// Takes documents out of memory that may go and that nobody refers to; nothing of a ``ResidentKind``.
  ///
  /// - Parameter keepingRecent: leaves those that were read since the last time.
  func unload(keepingRecent: Bool, _ mayGo: (DocumentID, Commit.Ticket) -> Bool)
  /// For tests: the shortest lines of all documents, in the order of their keys.
  func packed() -> [DocumentLine]
}

extension DocumentTable: AnyDocumentTable {
  var belongsToPlayer: Bool { Kind.belongsToPlayer }

  func contains(_ key: Int64) -> Bool { documents[key] != nil }

  func add(_ key: Int64, _ state: any Sendable, isDamaged: Bool) {
    guard let state = state as? Kind.State else { return }
    let document = Document<Kind>(key)
    document.state = state
    document.isDamaged = isDamaged
    documents[key] = document
  }

  func fold(_ line: DocumentLine, with document: JSONDocument) -> Bool {
    let folded = loadedOrNew(line.document.key)
    guard let fact = Kind.fact(of: line.bytes, with: document) else {
      folded.isDamaged = true
      return false
    }
    folded.apply(fact)
    return true
  }

  var name: String { Kind.name }

  func markDamaged(_ key: Int64) { loadedOrNew(key).isDamaged = true }

  func remove(_ key: Int64) { documents[key] = nil }

  func forget(_ player: Int64) {
    for document in documents.values { Kind.forget(player, in: &document.state) }
  }

  var unloadableCount: Int { Kind.self is any ResidentKind.Type ? 0 : documents.count }

  func unload(_ key: Int64, _ mayGo: (DocumentID, Commit.Ticket) -> Bool) {
    guard let index = documents.index(forKey: key), isKnownUniquelyReferenced(&documents.values[index]) else { return }
    let document = documents.values[index]
    if mayGo(document.id, document.ticket) { documents[key] = nil }
  }

  func unload(keepingRecent: Bool, _ mayGo: (DocumentID, Commit.Ticket) -> Bool) {
    guard !(Kind.self is any ResidentKind.Type) else { return }
    var unloaded: [Int64] = []
    // Their `indices` would hold all documents once more.
    var index = documents.startIndex
    while index < documents.endIndex {
      defer { documents.formIndex(after: &index) }
      let isUnused = isKnownUniquelyReferenced(&documents.values[index])
      let document = documents.values[index]
      if isUnused, !(keepingRecent && document.isRecent), mayGo(document.id, document.ticket) {
        unloaded.append(document.id.key)
      }
      document.isRecent = false
    }
    for key in unloaded { documents[key] = nil }
  }

  func packed() -> [DocumentLine] {
    documents.sorted { $0.key < $1.key }.flatMap { key, document in
      Kind.pack(document.state).map { Kind.line($0, of: key) }
    }
  }
}
