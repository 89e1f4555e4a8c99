package import WireProtocol

/// Documents that are loaded when a request needs them.
///
/// A handler that reads one which is not in memory is stopped. It is fetched, and the handler runs once more from its
/// beginning. So it must not have changed or sent anything before it reads; one that has is not run again, and the
/// operator's log names the document.
extension Kernel {
  /// How a run of something that reads documents ended.
  package enum Run {
    case done
    /// It is to be run again once this document is loaded.
    case lacks(DocumentID)
    /// It read a document that is not in memory after it had changed or sent something.
    case tooLate
  }

  /// Runs something that may read documents which are not in memory.
  package func run(for host: any KernelHost, _ body: () -> Void) -> Run {
    let outer = lacking
    lacking = nil
    readTicket = 0
    defer { lacking = outer }
    let before = host.activity
    body()
    guard let lacking else { return .done }
    guard host.activity == before else {
      host.log("late_read", ["kind": .int(Int(lacking.kind)), "key": .int(Int(lacking.key))])
      return .tooLate
    }
    return .lacks(lacking)
  }

  /// A document that is loaded when it is needed.
  ///
  /// - Throws: an error that nobody is sent, where it is not in memory: what runs ends, and runs again.
  package func read<Kind: DocumentKind>(
    _ key: Int64, in table: DocumentTable<Kind>
  ) throws(WireError) -> Document<Kind> {
    let id = DocumentID(kind: Kind.number, key: key)
    if let document = table.loaded(key), !claimed.contains(id) {
      readTicket = max(readTicket, document.ticket)
      return document
    }
    if lacking == nil { lacking = id }
    throw WireError(.storageUnavailable, "What is stored of the \(Kind.name) is not loaded yet: try again")
  }

  /// Whether a document is in memory, and nobody has claimed it.
  package func isReady(_ document: DocumentID) -> Bool {
    !claimed.contains(document) && tables[document.kind]?.contains(document.key) == true
  }

  /// Takes a document that was folded where it was read.
  ///
  /// - Parameter state: what ``DocumentForm/fold`` of its kind has made of its lines.
  package func load(_ document: DocumentID, _ state: any Sendable, isDamaged: Bool) {
    tables[document.kind]?.add(document.key, state, isDamaged: isDamaged)
  }

  // MARK: - Work that takes several turns

  /// Claims a document for work that changes it over several turns: another handler that reads it is stopped, as if it
  /// were not in memory.
  package func claim(_ document: DocumentID) { claimed.insert(document) }

  /// Ends a claim.
  package func release(_ document: DocumentID) { claimed.remove(document) }

  package func isClaimed(_ document: DocumentID) -> Bool { claimed.contains(document) }

  // MARK: - Unloading

  /// Takes out of memory what belongs to a player who is deleted.
  package func forget(_ player: Int64) {
    for table in tables.values where table.belongsToPlayer { table.remove(player) }
  }

  /// Takes a document out of memory that nobody refers to, if it is stored as it is.
  package func unload(_ document: DocumentID, _ isDurable: (Commit.Ticket) -> Bool) {
    tables[document.kind]?.unload(document.key) { !claimed.contains($0) && isDurable($1) }
  }

  /// Takes documents out of memory that are stored as they are.
  ///
  /// - Parameter keepingRecent: leaves those that were read since the last time.
  package func unload(keepingRecent: Bool, _ isDurable: (Commit.Ticket) -> Bool) {
    for table in tables.values {
      table.unload(keepingRecent: keepingRecent) { !claimed.contains($0) && isDurable($1) }
    }
  }
}
