package import WireProtocol

/// Who asks, as far as a feature needs to know.
package protocol Caller {
  /// For the operator's log.
  var name: String { get }
  /// Whether they may know the solutions of all games' puzzles of a day, given by its number.
  func mayKnowDailies(ofDay number: Int) -> Bool
}

/// What a handler sees while it carries out a request: it reads, checks, and only then emits facts.
package struct Context {
  package let caller: any Caller
  private let host: any KernelHost
  private let kernel: Kernel
  /// The commit that the answer depends on: that of all documents that were read or changed.
  private(set) var ticket: Commit.Ticket = 0

  init(_ caller: any Caller, _ host: any KernelHost, _ kernel: Kernel) {
    self.caller = caller
    self.host = host
    self.kernel = kernel
  }

  /// A document as it is now, which the answer then depends on.
  package mutating func read<Kind: ResidentKind>(_ key: Int64 = 0, in table: DocumentTable<Kind>) -> Document<Kind> {
    let document = table[key]
    ticket = max(ticket, document.ticket)
    return document
  }

  /// A document as it is now, which may have to be loaded first; the answer then depends on it.
  ///
  /// - Throws: where it is not in memory: the handler runs again once it is. See ``Kernel/read(_:in:)``.
  package mutating func load<Kind: DocumentKind>(
    _ key: Int64, in table: DocumentTable<Kind>
  ) throws(WireError) -> Document<Kind> {
    let document = try kernel.read(key, in: table)
    ticket = max(ticket, document.ticket)
    return document
  }

  /// A document that is to be changed.
  ///
  /// - Throws: `data_damaged` for one of which something is lost.
  package mutating func readToChange<Kind: ResidentKind>(
    _ key: Int64 = 0, in table: DocumentTable<Kind>
  ) throws(WireError) -> Document<Kind> {
    let document = read(key, in: table)
    try document.checkSound()
    return document
  }

  /// Changes a document, on whose commit the answer then depends.
  package mutating func emit<Kind: DocumentKind>(_ fact: Kind.Fact, on document: Document<Kind>) {
    document.emit(fact, through: host)
    ticket = max(ticket, document.ticket)
  }

  /// Tells the operator's log.
  package func log(_ event: String, _ fields: JSONObject) { host.log(event, fields) }
}
