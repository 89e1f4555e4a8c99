package import WireProtocol

/// The sender of a request, as far as features need it.
package protocol Caller {
  /// For the server log.
  var name: String { get }
  /// Whether the caller may know the solutions of all dailies of a day, given by its number.
  func mayKnowDailies(ofDay number: Int) -> Bool
}

/// A handler's view of a request: the handler reads, checks, and only then emits facts.
package struct Context {
  package let caller: any Caller
  private let host: any KernelHost
  private let kernel: Kernel
  /// The commit that the answer depends on: the latest of all documents that were read or changed.
  private(set) var ticket: Commit.Ticket = 0

  init(_ caller: any Caller, _ host: any KernelHost, _ kernel: Kernel) {
    self.caller = caller
    self.host = host
    self.kernel = kernel
  }

  /// The present document; the answer depends on its commit.
  package mutating func read<Kind: ResidentKind>(_ key: Int64 = 0, in table: DocumentTable<Kind>) -> Document<Kind> {
    let document = table[key]
    ticket = max(ticket, document.ticket)
    return document
  }

  /// The present document, which may have to be loaded first; the answer depends on its commit.
  ///
  /// - Throws: if it is not in memory: the handler runs again once it is. See ``Kernel/read(_:in:)``.
  package mutating func load<Kind: DocumentKind>(
    _ key: Int64, in table: DocumentTable<Kind>
  ) throws(WireError) -> Document<Kind> {
    let document = try kernel.read(key, in: table)
    ticket = max(ticket, document.ticket)
    return document
  }

  /// A document to be changed.
  ///
  /// - Throws: `data_damaged` for a document that has lost lines.
  package mutating func readToChange<Kind: ResidentKind>(
    _ key: Int64 = 0, in table: DocumentTable<Kind>
  ) throws(WireError) -> Document<Kind> {
    let document = read(key, in: table)
    try document.checkSound()
    return document
  }

  /// Changes a document; the answer depends on its commit.
  package mutating func emit<Kind: DocumentKind>(_ fact: Kind.Fact, on document: Document<Kind>) {
    document.emit(fact, through: host)
    ticket = max(ticket, document.ticket)
  }

  /// Writes to the server log.
  package func log(_ event: String, _ fields: JSONObject) { host.log(event, fields) }
}
