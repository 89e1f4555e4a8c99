package import WireProtocol

/// A document in memory. Handlers read ``state`` in place: after a copy of a large state the next fact would copy it
/// again.
package final class Document<Kind: DocumentKind> {
  package let id: DocumentID
  package fileprivate(set) var state: Kind.State
  /// The commit of its last fact.
  package private(set) var ticket: Commit.Ticket = 0
  /// Whether it is read-only, because a line of it is unreadable.
  package fileprivate(set) var isDamaged = false
  /// Whether it was read since documents were last unloaded.
  fileprivate var isRecent = true
  /// Whether it is more than the initial state.
  fileprivate var hasFacts = false

  fileprivate init(_ key: Int64) {
    id = DocumentID(kind: Kind.number, key: key)
    state = Kind.initialState(key)
  }

  func apply(_ fact: Kind.Fact) {
    hasFacts = true
    Kind.apply(fact, to: &state)
  }

  /// The only way to change a document: applies the fact and appends a line to the log. Handlers call
  /// ``Context/emit(_:on:)``.
  package func emit(_ fact: Kind.Fact, through host: any KernelHost) {
    apply(fact)
    ticket = host.append(Kind.line(fact, of: id.key))
  }

  /// Refuses to change a damaged document.
  ///
  /// - Throws: `data_damaged`.
  package func checkSound() throws(WireError) {
    guard !isDamaged else {
      throw WireError(.dataDamaged, "What is stored of the \(Kind.name) is damaged: it stays as it is")
    }
  }
}

/// The documents of a kind in memory.
package final class DocumentTable<Kind: DocumentKind> {
  private var documents: [Int64: Document<Kind>] = [:]
  /// Documents of a ``ResidentKind`` that were created to be read. Those that still have no facts need no memory.
  private var created: [Int64] = []

  package init() {}

  /// The document if it is in memory; it counts as read.
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
  /// The document of a new key, of which nothing is stored.
  package func new(_ key: Int64) -> Document<Kind> { loadedOrNew(key) }
}

extension DocumentTable where Kind: ResidentKind {
  /// The document, created without facts if there is none.
  package subscript(key: Int64) -> Document<Kind> {
    if documents[key] == nil { created.append(key) }
    return loadedOrNew(key)
  }

  /// All documents, by key.
  package var all: [Document<Kind>] {
    // In generic code a key path would be made at run time, at each call.
    documents.values.sorted { $0.id.key < $1.id.key }
  }
}

/// A table without its kind, for the kernel.
protocol AnyDocumentTable: AnyObject {
  /// Whether a document is deleted with the player whose number is its key.
  var belongsToPlayer: Bool { get }
  func contains(_ key: Int64) -> Bool
  /// Adds a document that was folded elsewhere; ignored if the state is of another kind.
  func add(_ key: Int64, _ state: any Sendable, isDamaged: Bool)
  /// Applies a stored line.
  ///
  /// - Returns: whether it is readable; if not, the document is damaged.
  func fold(_ line: DocumentLine, with document: JSONDocument) -> Bool
  /// The kind's name.
  var name: String { get }
  /// Marks a document that has lost lines.
  func markDamaged(_ key: Int64)
  /// Removes a document from memory.
  func remove(_ key: Int64)
  /// Removes a deleted player's name from all documents in memory.
  func forget(_ player: Int64)
  /// The number of documents that may leave memory; of a ``ResidentKind`` those that may have no facts.
  var unloadableCount: Int { get }
  /// Removes a document from memory if it may leave and is not referenced.
  func unload(_ key: Int64, _ mayGo: (DocumentID, Commit.Ticket) -> Bool)
  /// Removes documents from memory that may leave and are not referenced; of a ``ResidentKind`` those without facts.
  ///
  /// - Parameter keepingRecent: keeps documents that were read since the last call.
  func unload(keepingRecent: Bool, _ mayGo: (DocumentID, Commit.Ticket) -> Bool)
  /// For tests: the shortest lines of all documents, by key.
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
    document.hasFacts = true
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

  var unloadableCount: Int { Kind.self is any ResidentKind.Type ? created.count : documents.count }

  func unload(_ key: Int64, _ mayGo: (DocumentID, Commit.Ticket) -> Bool) {
    guard let index = documents.index(forKey: key), isKnownUniquelyReferenced(&documents.values[index]) else { return }
    let document = documents.values[index]
    if mayGo(document.id, document.ticket) { documents[key] = nil }
  }

  func unload(keepingRecent: Bool, _ mayGo: (DocumentID, Commit.Ticket) -> Bool) {
    guard !(Kind.self is any ResidentKind.Type) else { return unloadEmpty() }
    var unloaded: [Int64] = []
    // Their `indices` would be a second copy of all documents.
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

  private func unloadEmpty() {
    created = created.filter { key in
      guard let index = documents.index(forKey: key) else { return false }
      guard isKnownUniquelyReferenced(&documents.values[index]) else { return true }
      let document = documents.values[index]
      if !document.hasFacts, !document.isDamaged { documents[key] = nil }
      return false
    }
  }

  func packed() -> [DocumentLine] {
    documents.sorted { $0.key < $1.key }.flatMap { key, document in
      Kind.pack(document.state).map { Kind.line($0, of: key) }
    }
  }
}
