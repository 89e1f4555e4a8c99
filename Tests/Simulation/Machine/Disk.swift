import GameKit
import Kernel
import WireProtocol

@testable import ParlorCore

/// What outlives the server's process. When a commit is done, and whether, the simulation says.
protocol Disk: AnyObject {
  /// Applies a batch wholly.
  func apply(_ records: [Record]) throws(StorageFailure)
  /// Everything that is open, for a server that starts.
  func load(at now: Instant, today: Int) throws(StorageFailure) -> StoredState
  func answers(to queries: [Query]) -> [QueryAnswer]
  /// Rooms and matches that are open, where the disk can tell.
  var openCounts: (rooms: Int, matches: Int)? { get }
}

/// Tables in memory that hold the core's own stored forms, as the real storage would.
final class MemoryDisk: Disk {
  private var players: [PlayerID: StoredPlayer] = [:]
  private var rooms: [Int64: StoredRoom] = [:]
  private var events: [Int64: [StoredEvents]] = [:]
  private var matches: [Int64: StoredMatch] = [:]
  private var open: [Int64: Set<Int64>] = [:]
  private var moves: [Int64: [StoredMove]] = [:]
  private var results: [StoredResult] = []
  private var resultsByMatch: [Int64: [StoredResult]] = [:]
  private var dailies: Set<Daily> = []
  private var lastNumber: Int64 = 0
  private var lastSeq = 0
  private var channel: ChannelTables
  private var documents: PlantedDocuments
  /// How many words belong to nobody who is stored.
  var strayWords: Int {
    lines.count { $0.document.kind == NotebookDocument.number && players[PlayerID($0.document.key)] == nil }
  }
  private var latestDay: Int?
  private var lines: [DocumentLine] = []
  private let window: Int
  private let plant: Plant?
  private var batches = 0
  /// What a planted bug has trimmed from the log before the tables had it.
  private var untaken: [Record] = []
  private var rowsBehind: [Int64: StoredRoom] = [:]

  /// Every third word, for a planted bug.
  private static func isWordToLose(_ line: DocumentLine) -> Bool {
    guard line.document.kind == NotebookDocument.number, let fact = try? JSON(parsing: line.bytes) else { return false }
    return fact["fact"] == "word" && (fact["word"]?.intValue ?? 0) % 3 == 0
  }

  private static let kindsOfPlayers = Set(Parlor.documents.filter(\.belongsToPlayer).map(\.number))
  private static let kindsLoadedLater = Set(Parlor.documents.filter { !$0.isResident }.map(\.number))

  private struct Daily: Hashable {
    let player: PlayerID
    let game: String
    let day: Int
  }

  init(window: Int, plant: Plant? = nil) {
    self.window = max(1, window)
    self.plant = plant
    channel = ChannelTables(plant: plant)
    documents = PlantedDocuments(plant)
  }

  var openCounts: (rooms: Int, matches: Int)? { (rooms.count, open.values.reduce(0) { $0 + $1.count }) }

  func apply(_ records: [Record]) throws(StorageFailure) {
    guard plant != .trimsEarly else {
      defer { untaken = records }
      return try take(untaken)
    }
    try take(records)
  }

  private func take(_ records: [Record]) throws(StorageFailure) {
    for record in records {
      try apply(record)
      if let row = record.toldEvents { try store(isLost(record) ? Self.nothing(in: row) : damaged(row)) }
    }
    batches += 1
    if plant == .appliesTwice, batches % 16 == 0 { for record in records { try apply(record) } }
  }

  /// Facts as a planted bug leaves them.
  private func damaged(_ row: StoredEvents) -> StoredEvents {
    guard let plant, let loss = FactLoss(plant) else { return row }
    return StoredEvents(room: row.room, first: row.first, last: row.last, body: loss.body(of: row.body))
  }

  /// Whether a planted bug loses what a record tells.
  private func isLost(_ record: Record) -> Bool {
    switch record {
    case .moved: plant == .losesTellings
    case .finished: plant == .losesEnds
    default: false
    }
  }

  /// Events that tell nothing, with the numbers of a row.
  private static func nothing(in row: StoredEvents) -> StoredEvents {
    let events = (row.first...row.last).map { #"{"s":\#($0),"k":"removed"}"# }.joined(separator: ",")
    return StoredEvents(room: row.room, first: row.first, last: row.last, body: Array("[\(events)]".utf8))
  }

  private func apply(_ record: Record) throws(StorageFailure) {
    switch record {
    case .day(let day, _):
      if plant != .forgetsDays { latestDay = day }
      close { $0.day.map { $0 < day - 1 } ?? false }
    case .playerForgotten(let id): forget(id)
    case .room(let room):
      try check(rooms.values.allSatisfy { $0.number == room.number || $0.folded != room.folded }, "two \(room.folded)")
      rooms[room.number] = snapshot(room)
      lastNumber = max(lastNumber, room.number)
    case .dealt(let deal):
      let last = plant == .closesEarly ? deal.round : deal.round - 1
      close { $0.room == deal.room && $0.round.map { $0 < last } ?? false }
    case .roomClosed(let number, let lastSeq):
      self.lastSeq = max(self.lastSeq, lastSeq)
      rooms[number] = nil
      events[number] = nil
      open[number] = nil
    case .match(let match):
      try check(matches[match.id] == nil, "two matches \(match.id)")
      matches[match.id] = match
      open[match.room, default: []].insert(match.id)
      lastNumber = max(lastNumber, match.id)
    case .moved(let move, _): try store(move)
    case .matchClosed(let match): if let room = matches[match]?.room { open[room]?.remove(match) }
    case .finished(let result, _): try store(result)
    case .events: break
    case .eventsRewritten(let row):
      if plant == .keepsForgottenTalk, let last = events[row.room]?.last?.last {
        guard last < row.last else { return }
        return try store(
          Self.nothing(in: StoredEvents(room: row.room, first: last + 1, last: row.last, body: [])))
      }
      events[row.room] = [row]
    case .line(let line):
      if plant == .losesTrials, line.document.kind == TrialDocument.number { break }
      if plant == .losesWords, Self.isWordToLose(line) { break }
      if line.document.kind == PlayerDocument.number { try follow(line) }
      if let fault = channel.follow(line) { try check(false, fault) }
      if !channel.loses(line) { lines.append(line) }
    case .guestsLapse: break
    }
  }

  /// A snapshot as a planted bug leaves it.
  private func snapshot(_ room: StoredRoom) -> StoredRoom {
    var stored = room
    let behind = rowsBehind.updateValue(room, forKey: room.number)
    switch plant {
    case .snapshotsTooOld: stored.body = behind?.body ?? room.body
    case .snapshotsTooNew: stored.seq = room.seq.map { $0 + 1 }
    default: break
    }
    return stored
  }

  private func close(where isOver: (StoredMatch) -> Bool) {
    for (room, matches) in open { open[room] = matches.filter { self.matches[$0].map(isOver) != true } }
  }

  private func check(_ holds: Bool, _ what: String) throws(StorageFailure) {
    if !holds { throw StorageFailure(message: "unsound: \(what)") }
  }

  private func follow(_ line: DocumentLine) throws(StorageFailure) {
    let id = PlayerID(line.document.key)
    var player = players[id]
    let before = player?.verifier
    guard let fact = PlayerDocument.fact(of: line.bytes, with: JSONDocument()) else {
      return try check(false, "line of \(id) that cannot be read")
    }
    PlayerDocument.apply(fact, to: &player)
    if plant == .forgetsTokens { player?.tokens = [] }
    if plant == .keepsOldPasswords, let before { player?.verifier = before }
    try check(player != nil, "\(fact) of nobody")
    players[id] = player
    lastNumber = max(lastNumber, id.number)
  }

  private func forget(_ id: PlayerID) {
    players[id] = nil
    channel.forget(id)
    forgetInShares(id)
    lines.removeAll { line in
      let isSpared = plant == .keepsForgottenWords && line.document.kind == NotebookDocument.number
      return !isSpared && Self.kindsOfPlayers.contains(line.document.kind) && line.document.key == id.number
    }
    for match in matches.values where match.player == id {
      matches[match.id] = nil
      moves[match.id] = nil
      resultsByMatch[match.id] = nil
      open[match.room]?.remove(match.id)
    }
    results.removeAll { $0.player == id }
    for (match, list) in resultsByMatch where list.contains(where: { $0.player == id }) {
      resultsByMatch[match]?.removeAll { $0.player == id }
    }
  }

  /// Documents of shared results name the player no more.
  private func forgetInShares(_ id: PlayerID) {
    let form = DocumentForm(ShareDocument.self)
    let shares = Dictionary(grouping: lines.filter { $0.document.kind == form.number }, by: \.document)
    lines.removeAll { $0.document.kind == form.number }
    for (share, own) in shares.sorted(by: { $0.key.key < $1.key.key }) {
      lines += (form.pack(own.map(\.bytes), share.key, id.number) ?? []).map { DocumentLine(share, bytes: $0) }
    }
  }

  private func store(_ move: StoredMove) throws(StorageFailure) {
    if plant == .losesMoves, move.index % 2 == 1 { return }
    let known = moves[move.match]?.count ?? 0
    try check(plant == .losesMoves || known == move.index, "move \(move.index) of \(move.match) after \(known)")
    moves[move.match, default: []].append(move)
  }

  private func store(_ result: StoredResult) throws(StorageFailure) {
    let earlier = resultsByMatch[result.match] ?? []
    try check(!earlier.contains { $0.player == result.player }, "two results in \(result.match)")
    if result.mode == "daily", let day = matches[result.match]?.day {
      let isFirst = dailies.insert(Daily(player: result.player, game: result.game, day: day)).inserted
      try check(isFirst, "\(result.player) finishes day \(day) of \(result.game) twice")
    }
    results.append(result)
    resultsByMatch[result.match, default: []].append(result)
  }

  private func store(_ row: StoredEvents) throws(StorageFailure) {
    if let last = events[row.room]?.last?.last {
      try check(row.first == last + 1, "\(row.room) has \(row.first) after \(last)")
    }
    events[row.room, default: []].append(row)
    guard events[row.room]?.count ?? 0 > 2 * window else { return }
    let needless = needless(of: row.room)
    events[row.room]?.removeAll { $0.last <= needless }
  }

  /// Up to which event nobody needs a room's: neither those who resume nor a start.
  private func needless(of room: Int64) -> Int {
    min((events[room]?.last?.last ?? 0) - window, rooms[room]?.seq ?? .max)
  }

  func load(at now: Instant, today: Int) throws(StorageFailure) -> StoredState {
    untaken = []
    let daily = results.compactMap { result -> StoredState.FinishedDay? in
      guard result.mode == "daily", let day = matches[result.match]?.day, day >= today - 2 else { return nil }
      return .init(game: result.game, day: day, player: result.player)
    }
    var state = StoredState(
      lastNumber: lastNumber, lastSeq: lastSeq, players: players.values.sorted { $0.id < $1.id }.map(documents.packed),
      rooms: rooms.keys.sorted().compactMap(room),
      finishedDays: Set(daily).sorted { ($0.day, $0.game, $0.player) < ($1.day, $1.game, $1.player) })
    state.lines = lines.filter { !Self.kindsLoadedLater.contains($0.document.kind) }
    state.latestDay = latestDay
    state.lastShare = channel.last
    return state
  }

  private func room(_ number: Int64) -> StoredRoomState? {
    guard let room = rooms[number] else { return nil }
    let own = (open[number] ?? []).sorted().compactMap { matches[$0] }
    var rows = (events[number] ?? []).filter { $0.last > needless(of: number) }
    if plant == .readsTailLate, let seq = room.seq { rows.removeAll { $0.last > seq && $0.last <= seq + 2 } }
    return StoredRoomState(
      room: room, matches: own.map { ($0, openMoves(of: $0)) }, events: rows,
      results: own.flatMap { (resultsByMatch[$0.id] ?? []).sorted { $0.player < $1.player } })
  }

  private func openMoves(of match: StoredMatch) -> [StoredMove] {
    let moves = moves[match.id] ?? []
    return plant == .comparesNoHashes ? UncomparedMoves.moves(moves, of: match) : moves
  }

  func answers(to queries: [Query]) -> [QueryAnswer] { queries.map(answer) }

  private func answer(_ query: Query) -> QueryAnswer {
    switch query {
    case .statistics(let player, let game, _):
      let own = results.filter { $0.player == player && $0.game == game && $0.isRanked }
      var statistics = PlayerStatistics()
      statistics.played = own.count
      statistics.won = own.count { $0.won }
      return .statistics(statistics)
    case .leaderboard: return .leaderboard([])
    case .history(let player, let game, let before, let limit):
      let own = results.filter { $0.player == player && (game ?? $0.game) == $0.game }
        .sorted { ($0.finishedAt, $0.match) > ($1.finishedAt, $1.match) }
      let page = before.map { before in own.drop { $0.match != before }.dropFirst() } ?? own[...]
      return .history(Array(page.prefix(limit)), more: page.count > limit)
    case .comparison: return .comparison([], summary: ComparisonSummary())
    case .match(let id): return .match(history(of: id))
    case .puzzles(let player):
      let own = matches.values.filter { $0.player == player }
      return .puzzles(own.map { HadPuzzle(game: $0.game, key: PuzzleKey($0.puzzleKey)) })
    case .document(let id):
      guard let form = Parlor.documents.first(where: { $0.number == id.kind }) else {
        return .unavailable(StorageFailure(message: "no kind \(id.kind)"))
      }
      let fetched = documents.fetched(id)
      let stored = lines.filter { $0.document == fetched }.map(\.bytes)
      return .document(form.fold(documents.folded(stored, of: id, form), id.key).state, isDamaged: false)
    case .channel(let query): return .channel(channel.answer(to: query, company))
    case .export: return .export(StoredExport())
    case .dailies(let player, let game, let days):
      let own = results.filter { result in
        guard result.player == player, result.game == game else { return false }
        return matches[result.match]?.day.map(days.contains) ?? false
      }
      return .dailies(own.sorted { matches[$0.match]?.day ?? 0 < matches[$1.match]?.day ?? 0 })
    }
  }

  private func history(of id: Int64) -> StoredMatchHistory? {
    matches[id].map { match in
      StoredMatchHistory(
        match: match, isOpen: open[match.room]?.contains(id) ?? false, moves: moves[id] ?? [], names: [:],
        results: resultsByMatch[id] ?? [])
    }
  }

  private var company: ChannelTables.Company {
    ChannelTables.Company(
      finished: { [results] player in
        results.filter { $0.player == player }.sorted { ($0.finishedAt, $0.match) > ($1.finishedAt, $1.match) }
      },
      history: { [unowned self] in history(of: $0) },
      player: { [players] in players[$0] },
      hasFinished: { [results, matches] player, room, round in
        results.contains { result in
          result.player == player && matches[result.match].map { $0.room == room && $0.round == round } ?? false
        }
      })
  }
}
