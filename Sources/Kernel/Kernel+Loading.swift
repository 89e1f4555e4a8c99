package import WireProtocol

/// What a request needs and is not in memory: documents, and answers that take time.
///
/// A handler that reads something which is not there is stopped. It is fetched, and the handler runs once more from its
/// beginning. So it must not have changed or sent anything before it reads; one that has is not run again, and the
/// operator's log names what it read.
extension Kernel {
  /// What a handler lacks.
  package enum Need {
    case document(DocumentID)
    /// An answer that the host gets by its own means: it knows the question.
    case answer(any Sendable)
  }

  /// How a run of something that reads documents ended.
  package enum Run {
    case done
    /// It is to be run again once this is there.
    case lacks(Need)
    /// It read what is not in memory after it had changed or sent something.
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
      host.log("late_read", lacking.fields)
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
    throw lack(.document(id), "What is stored of the \(Kind.name)")
  }

  /// Notes what the handler that runs lacks.
  ///
  /// - Parameter subject: the beginning of the error's sentence.
  /// - Returns: an error to throw, which nobody is sent unless nothing is fetched.
  package func lack(_ need: Need, _ subject: String) -> WireError {
    if lacking == nil { lacking = need }
    return WireError(.storageUnavailable, "\(subject) is not loaded yet: try again")
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

  /// How many documents are in memory that may leave it.
  package var unloadableCount: Int { tables.values.reduce(0) { $0 + $1.unloadableCount } }

  /// Takes out of memory what belongs to a player who is deleted, and out of other documents what names the player.
  package func forget(_ player: Int64) {
    for table in tables.values {
      if table.belongsToPlayer { table.remove(player) } else { table.forget(player) }
    }
  }

  /// Takes a document out of memory that nobody refers to, if it is stored as it is.
  package func unload(_ document: DocumentID, _ isDurable: (Commit.Ticket) -> Bool) {
    tables[document.kind]?.unload(document.key) { !claimed.contains($0) && isDurable($1) }
  }

  /// Takes a document out of memory whose last fact was emitted: nothing reads it any more.
  package func discard(_ document: DocumentID) { tables[document.kind]?.remove(document.key) }

  /// Takes documents out of memory that are stored as they are.
  ///
  /// - Parameter keepingRecent: leaves those that were read since the last time.
  package func unload(keepingRecent: Bool, _ isDurable: (Commit.Ticket) -> Bool) {
    for table in tables.values {
      table.unload(keepingRecent: keepingRecent) { !claimed.contains($0) && isDurable($1) }
    }
  }
}

extension Kernel.Need {
  /// For the operator's log.
  fileprivate var fields: JSONObject {
    switch self {
    case .document(let id): ["kind": .int(Int(id.kind)), "key": .int(Int(id.key))]
    case .answer(let question): ["question": .string("\(type(of: question))")]
    }
  }
}
