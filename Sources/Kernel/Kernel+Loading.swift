package import WireProtocol

/// What a request needs that is not in memory: documents, and slow answers.
///
/// A handler that reads something missing is aborted; the kernel fetches it and runs the handler again from its
/// beginning. So a handler must read everything before it changes or sends anything; one that reads too late is not run
/// again, and the server log names what it read.
extension Kernel {
  /// Something that a handler needs and that is not in memory.
  package enum Need {
    case document(DocumentID)
    /// An answer that the host fetches: it knows the query.
    case answer(any Sendable)
  }

  /// How the run of a handler ended.
  package enum Run {
    case done
    /// It must run again once this is in memory.
    case lacks(Need)
    /// It read something missing after it had changed or sent something.
    case tooLate
  }

  /// Runs a body that may read documents which are not in memory.
  package func run(for host: any KernelHost, _ body: () -> Void) -> Run {
    let outer = lacking
    lacking = nil
    readTicket = 0
    defer { lacking = outer }
    let before = host.activity
    body()
    guard let lacking else { return .done }
    guard host.activity == before else {
      host.log("late_read", lacking.fields)
      return .tooLate
    }
    return .lacks(lacking)
  }

  /// A document that is loaded on demand.
  ///
  /// - Throws: an error that is sent to nobody, if it is not in memory: the handler ends, and runs again.
  package func read<Kind: DocumentKind>(
    _ key: Int64, in table: DocumentTable<Kind>
  ) throws(WireError) -> Document<Kind> {
    let id = DocumentID(kind: Kind.number, key: key)
    if let document = table.loaded(key), !claimed.contains(id) {
      readTicket = max(readTicket, document.ticket)
      return document
    }
    throw lack(.document(id), "What is stored of the \(Kind.name)")
  }

  /// Records what the running handler needs.
  ///
  /// - Parameter subject: the beginning of the error's sentence.
  /// - Returns: an error to throw, which is sent only if nothing is fetched.
  package func lack(_ need: Need, _ subject: String) -> WireError {
    if lacking == nil { lacking = need }
    return WireError(.storageUnavailable, "\(subject) is not loaded yet: try again")
  }

  /// Whether a document is in memory and not claimed.
  package func isReady(_ document: DocumentID) -> Bool {
    !claimed.contains(document) && tables[document.kind]?.contains(document.key) == true
  }

  /// Adds a document that was folded by storage.
  ///
  /// - Parameter state: the result of its kind's ``DocumentForm/fold``.
  package func load(_ document: DocumentID, _ state: any Sendable, isDamaged: Bool) {
    tables[document.kind]?.add(document.key, state, isDamaged: isDamaged)
  }

  // MARK: - Work that takes several turns

  /// Claims a document for a task of several turns that changes it: handlers that read it are aborted, as if it were
  /// not in memory.
  package func claim(_ document: DocumentID) { claimed.insert(document) }

  /// Ends a claim.
  package func release(_ document: DocumentID) { claimed.remove(document) }

  package func isClaimed(_ document: DocumentID) -> Bool { claimed.contains(document) }

  // MARK: - Unloading

  /// The number of documents in memory that may leave it.
  package var unloadableCount: Int { tables.values.reduce(0) { $0 + $1.unloadableCount } }

  /// Removes a deleted player's documents from memory, and the player's name from others.
  package func forget(_ player: Int64) {
    for table in tables.values {
      if table.belongsToPlayer { table.remove(player) } else { table.forget(player) }
    }
  }

  /// Removes a stored document from memory if it is not referenced.
  package func unload(_ document: DocumentID, _ isDurable: (Commit.Ticket) -> Bool) {
    tables[document.kind]?.unload(document.key) { !claimed.contains($0) && isDurable($1) }
  }

  /// Removes a document from memory whose last fact was emitted: nothing reads it any more.
  package func discard(_ document: DocumentID) { tables[document.kind]?.remove(document.key) }

  /// Removes stored documents from memory.
  ///
  /// - Parameter keepingRecent: keeps documents that were read since the last call.
  package func unload(keepingRecent: Bool, _ isDurable: (Commit.Ticket) -> Bool) {
    for table in tables.values {
      table.unload(keepingRecent: keepingRecent) { !claimed.contains($0) && isDurable($1) }
    }
  }
}

extension Kernel.Need {
  /// For the server log.
  fileprivate var fields: JSONObject {
    switch self {
    case .document(let id): ["kind": .int(Int(id.kind)), "key": .int(Int(id.key))]
    case .answer(let question): ["question": .string("\(type(of: question))")]
    }
  }
}
