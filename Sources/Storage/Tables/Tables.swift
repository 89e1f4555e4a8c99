internal import GameKit
internal import Kernel
internal import ParlorCore

/// All tables, as a transaction's facts change them. Index tables, and the lines of matches and windows, are written
/// once at its end, however many facts of each there are.
final class Tables {
  let meta: MetaTable
  private let indexes: [(kind: UInt8, tables: any IndexTables)]
  let documents: DocumentLineTable
  /// The index of the fact that is being applied or written: the one at fault if storage refuses it.
  private(set) var position = 0

  init(_ database: Database, _ forms: [DocumentForm]) throws(DatabaseError) {
    meta = try MetaTable(database)
    var indexes: [(kind: UInt8, tables: any IndexTables)] = []
    let statements = PreparedStatements(database)
    for form in forms { if let index = form.index { indexes.append((form.number, index.init(statements, forms))) } }
    self.indexes = indexes
    documents = try DocumentLineTable(database, forms)
  }

  /// Applies the facts of a part of the log in order, except refused ones. A document that has lost a line is damaged
  /// from then on.
  func apply(_ part: Feed.Part, _ refusals: Refusals) throws(DatabaseError) {
    begin()
    for document in part.lost.compactMap(\.document) { try documents.noteLoss(of: document) }
    for (place, line) in part.lines.enumerated() {
      position = place
      if !refusals.contains(line, at: place) {
        try apply(line)
        // Last, since a fact that undoes another also removes its lines.
        for index in indexes { try index.tables.follow(line, at: place) }
      } else if let told = MatchDocument.ownFact(of: line)?.toldLine {
        try documents.add(told)
      }
    }
    try write()
    position = part.lines.endIndex
    for index in indexes { for document in try index.tables.continueWork() { try delete(document) } }
  }

  private func begin() {
    documents.begin()
    for index in indexes { index.tables.begin() }
  }

  private func write() throws(DatabaseError) {
    for index in indexes { try index.tables.write(&position) }
    try documents.write()
  }

  private func apply(_ line: DocumentLine) throws(DatabaseError) {
    switch line.document.kind {
    case ServerDocument.number:
      if case .day(let day, _) = ServerDocument.fact(of: line) { try meta.store(day: day) }
      return
    case PlayerDocument.number where PlayerDocument.isForgotten(line):
      try write()
      try delete(line.document)
      return try meta.store(needsScrub: true)
    case MatchDocument.number:
      guard let fact = MatchDocument.fact(of: line) else { return }
      if let told = fact.toldLine { try documents.add(told) }
    case RoomDocument.number:
      if RoomDocument.isClosed(line), case .closed(let lastSeq) = RoomDocument.reach(of: line) {
        try documents.removeAll(of: line.document)
        return try meta.close(line.document.key, lastSeq: lastSeq)
      }
    default: break
    }
    try documents.add(line)
  }

  /// Deletes a document that is over. A player's deletion includes all that belongs to the player.
  private func delete(_ document: DocumentID) throws(DatabaseError) {
    guard document.kind == PlayerDocument.number else {
      for index in indexes { try index.tables.delete(document) }
      return
    }
    let player = document.key
    for index in indexes {
      for document in try index.tables.documents(naming: player) { try documents.forget(player, in: document) }
    }
    for index in indexes { try index.tables.forget(player) }
    try documents.forget(player)
  }

  /// The greatest key that any document of each kind with index tables has or had.
  func lastKeys() throws(DatabaseError) -> [UInt8: Int64] {
    var keys: [UInt8: Int64] = [:]
    for index in indexes { keys[index.kind] = try index.tables.lastKey() }
    return keys
  }

  /// Deletes documents that have expired before a server starts.
  func deleteOutdated(atStart now: Instant) throws(DatabaseError) {
    for document in try outdated(atStart: now, notingTime: true) { try delete(document) }
  }

  /// The documents that have expired before a server starts.
  func outdated(atStart now: Instant, notingTime: Bool = false) throws(DatabaseError) -> [DocumentID] {
    var documents: [DocumentID] = []
    for index in indexes {
      documents += try index.tables.outdated(atStart: now.milliseconds, notingTime: notingTime)
    }
    return documents
  }
}
