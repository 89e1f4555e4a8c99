internal import GameKit
internal import Kernel
internal import ParlorCore

/// All tables, as the facts of a transaction change them. Index tables, and the lines of matches and windows, are
/// written once, at its end, however many facts there are of each.
final class Tables {
  let players: PlayerTable
  let meta: MetaTable
  private let indexes: [(kind: UInt8, tables: any IndexTables)]
  let documents: DocumentLineTable
  private var lapse: Lapse
  /// The place of the fact that is being applied or written: the one at fault where it does not go with what is
  /// stored.
  private(set) var position = 0

  init(_ database: Database, _ forms: [DocumentForm]) throws(DatabaseError) {
    players = try PlayerTable(database, forms)
    meta = try MetaTable(database)
    var indexes: [(kind: UInt8, tables: any IndexTables)] = []
    for form in forms { if let index = form.index { indexes.append((form.number, try index.init(database))) } }
    self.indexes = indexes
    documents = try DocumentLineTable(database, forms)
    lapse = Lapse(database, meta: meta, players: players)
  }

  /// Applies the facts of a part of the log in order, but for those that are refused. A document that has lost a line
  /// there is damaged from then on.
  func apply(_ part: Feed.Part, _ refusals: Refusals) throws(DatabaseError) {
    begin()
    for document in part.lost.compactMap(\.document) { try documents.noteLoss(of: document) }
    for (place, line) in part.lines.enumerated() {
      position = place
      if !refusals.contains(line, at: place) {
        try apply(line)
        // Last: what a fact takes back takes its lines along.
        for index in indexes { try index.tables.follow(line, at: place) }
      } else if let told = MatchDocument.ownFact(of: line)?.toldLine {
        try documents.add(told)
      }
    }
    try write()
    position = part.lines.endIndex
    try lapse.goOn(forgetWritten)
    for index in indexes {
      for document in try index.tables.continueWork() {
        for other in indexes { try other.tables.delete(document) }
      }
    }
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
    case ServerDocument.number: return try applyToAll(line)
    case PlayerDocument.number where PlayerDocument.isForgotten(line):
      try write()
      try forgetWritten(PlayerID(line.document.key))
      return try meta.store(needsScrub: true)
    case MatchDocument.number:
      guard let fact = MatchDocument.fact(of: line) else { return }
      if let told = fact.toldLine { try documents.add(told) }
    case RoomDocument.number:
      if case .closed(let lastSeq) = RoomDocument.reach(of: line) {
        try documents.removeAll(of: line.document)
        return try meta.close(line.document.key, lastSeq: lastSeq)
      }
    default: try players.follow(line)
    }
    try documents.add(line)
  }

  private func applyToAll(_ line: DocumentLine) throws(DatabaseError) {
    switch ServerDocument.fact(of: line) {
    case .day(let day, _): try meta.store(day: day)
    case .guestsLapse(let now, let present): try lapse.begin(now: now, except: present)
    case nil: break
    }
  }

  /// Forgets a player of whom nothing is left to write.
  private func forgetWritten(_ player: PlayerID) throws(DatabaseError) {
    for index in indexes {
      for document in try index.tables.documents(naming: player.number) {
        try documents.forget(player.number, in: document)
      }
    }
    for index in indexes { try index.tables.forget(player.number) }
    try documents.forget(player.number)
    try players.forget(player)
  }

  /// The greatest key that any document of each kind with index tables has or had.
  func lastKeys() throws(DatabaseError) -> [UInt8: Int64] {
    var keys: [UInt8: Int64] = [:]
    for index in indexes { keys[index.kind] = try index.tables.lastKey() }
    return keys
  }

  /// Forgets those who have lapsed before a server starts.
  func lapseAtStart(now: Instant) throws(DatabaseError) { try lapse.atStart(now: now, forgetWritten) }

  /// Who has lapsed.
  func lapsed(at now: Instant) throws(DatabaseError) -> [PlayerID] { try lapse.found(at: now) }
}
