import FeatureList
import GameKit
import Kernel
import WireProtocol

@testable import ParlorCore

/// The part that outlives the server's process. The simulation decides when a commit is done, and whether.
protocol Disk: AnyObject {
  /// Applies a whole batch.
  func apply(_ records: [DocumentLine]) throws(StorageFailure)
  /// All open state, for a starting server.
  func load(at now: Instant, today: Int) throws(StorageFailure) -> StoredState
  func answers(to queries: [any StoredQuery]) -> [StoredAnswer]
  /// Open rooms and matches, if the disk knows them.
  var openCounts: (rooms: Int, matches: Int)? { get }
}

/// Documents in memory, folded by their kinds, and answers to the core's queries.
final class MemoryDisk: Disk {
  private var players: [PlayerID: StoredPlayer] = [:]
  private var rooms: [Int64: [DocumentLine]] = [:]
  private var closedRooms: Set<Int64> = []
  /// The last event number of each room, open or closed.
  private var roomSeqs: [Int64: Int] = [:]
  private var matches: [Int64: MatchState] = [:]
  /// The open ones, by room.
  private var open: [Int64: Set<Int64>] = [:]
  /// The finished ones, by player.
  private var finished: [PlayerID: Set<Int64>] = [:]
  private var dailies: Set<Daily> = []
  private var lastNumber: Int64 = 0
  private var lastSeq = 0
  private var features: [any SimulatedTables]
  private var documents: PlantedDocuments
  /// The number of words of players who are not stored.
  var strayWords: Int {
    lines.count { $0.document.kind == Self.words && players[PlayerID($0.document.key)] == nil }
  }
  private var latestDay: Int?
  private var lines: [DocumentLine] = []
  private let window: Int
  private let plant: Plant?
  private var batches = 0
  /// Lines that a planted bug has trimmed from the log before the tables had them.
  private var untaken: [DocumentLine] = []
  private var snapshotsBehind: [Int64: JSONObject] = [:]

  /// Every third word, for a planted bug.
  private static func isWordToLose(_ line: DocumentLine) -> Bool {
    guard line.document.kind == Self.words, let fact = try? JSON(parsing: line.bytes) else { return false }
    return fact["fact"] == "word" && (fact["word"]?.intValue ?? 0) % 3 == 0
  }

  private static let forms = Parlor.documents() + FeatureList.documents
  private static let reportsOfTrials = forms.first { $0.name == "reports of trials" }?.number
  private static let words = forms.first { $0.name == "words" }?.number
  private static let kindsOfPlayers = Set(forms.filter(\.belongsToPlayer).map(\.number))
  private static let kindsLoadedLater = Set(forms.filter { !$0.isResident }.map(\.number))

  private struct Daily: Hashable {
    let player: PlayerID
    let game: String
    let day: Int
  }

  init(window: Int, plant: Plant? = nil) {
    self.window = max(1, window)
    self.plant = plant
    features = SimulatedFeatures.tables.map { $0.init(plant: plant) }
    documents = PlantedDocuments(plant)
  }

  var openCounts: (rooms: Int, matches: Int)? { (rooms.count, open.values.reduce(0) { $0 + $1.count }) }

  func apply(_ records: [DocumentLine]) throws(StorageFailure) {
    guard plant != .trimsEarly else {
      defer { untaken = records }
      return try take(untaken)
    }
    try take(records)
  }

  private func take(_ records: [DocumentLine]) throws(StorageFailure) {
    for record in records {
      try apply(record)
      if let fact = MatchDocument.ownFact(of: record), let line = fact.toldLine {
        try tell(isLost(fact) ? Self.nothing(in: line) : line)
      }
    }
    batches += 1
    if plant == .appliesTwice, batches % 16 == 0 { for record in records { try apply(record) } }
  }

  /// Whether a planted bug loses a fact's room event.
  private func isLost(_ fact: MatchFact) -> Bool {
    switch fact {
    case .moved: plant == .losesTellings
    case .finished: plant == .losesEnds
    default: false
    }
  }

  /// An empty line with the number of another.
  private static func nothing(in line: DocumentLine) -> DocumentLine {
    guard var fact = (try? JSON(parsing: line.bytes))?.objectValue else { return line }
    (fact["fact"], fact["secret"]) = ("removed", [:])
    return DocumentLine(line.document, bytes: Array(JSON.object(fact).text.utf8))
  }

  private func apply(_ line: DocumentLine) throws(StorageFailure) {
    switch line.document.kind {
    case ServerDocument.number:
      guard case .day(let day, _) = ServerDocument.fact(of: line) else { return }
      if plant != .forgetsDays { latestDay = day }
      close { $0.day.map { $0 < day - 1 } ?? false }
    case PlayerDocument.number where PlayerDocument.isForgotten(line): forget(PlayerID(line.document.key))
    case MatchDocument.number: try followMatch(line)
    case RoomDocument.number: try followRoom(line)
    default:
      if plant == .losesTrials, line.document.kind == Self.reportsOfTrials { break }
      if plant == .losesWords, Self.isWordToLose(line) { break }
      if line.document.kind == PlayerDocument.number { try follow(line) }
      for index in features.indices { if let fault = features[index].follow(line) { try check(false, fault) } }
      if !features.contains(where: { $0.loses(line) }) { lines.append(line) }
    }
  }

  private func followMatch(_ line: DocumentLine) throws(StorageFailure) {
    let id = line.document.key
    guard let fact = MatchDocument.fact(of: line) else {
      return try check(false, "line of match \(id) that cannot be read")
    }
    let before = matches[id]
    switch fact {
    case .opened(let match):
      try check(before == nil, "two matches \(id)")
      open[match.room, default: []].insert(id)
      lastNumber = max(lastNumber, id)
    case .moved(let move, _):
      if plant == .losesMoves, move.index % 2 == 1 { return }
      let known = before?.moves.count ?? 0
      try check(plant == .losesMoves || known == move.index, "move \(move.index) of \(id) after \(known)")
    case .finished(let result, _): try finish(result, before)
    case .givenUp(let result):
      let known = (before?.results ?? []) + (before?.givenUp ?? [])
      try check(!known.contains { $0.player == result.player }, "given up \(id) after its end")
      try check(before?.moves.isEmpty == false, "given up \(id) without a move")
    case .closed: if let room = before?.match?.room { open[room]?.remove(id) }
    case .played: try check(false, "match \(id) is packed in the log")
    }
    MatchDocument.apply(fact, to: &matches[id, default: MatchState()])
  }

  private func finish(_ result: StoredResult, _ match: MatchState?) throws(StorageFailure) {
    try check(match?.results.contains { $0.player == result.player } != true, "two results in \(result.match)")
    if result.mode == "daily", let day = match?.match?.day {
      let isFirst = dailies.insert(Daily(player: result.player, game: result.game, day: day)).inserted
      try check(isFirst, "\(result.player) finishes day \(day) of \(result.game) twice")
    }
    finished[result.player, default: []].insert(result.match)
  }

  private func followRoom(_ line: DocumentLine) throws(StorageFailure) {
    let number = line.document.key
    switch RoomDocument.reach(of: line) {
    case .round(let round):
      let last = plant == .closesEarly ? round : round - 1
      close { $0.room == number && $0.round.map { $0 < last } ?? false }
      try tell(line)
    case .closed(let lastSeq):
      self.lastSeq = max(self.lastSeq, lastSeq)
      rooms[number] = nil
      closedRooms.insert(number)
      open[number] = nil
    case nil: try tell(line)
    }
  }

  /// Adds a line of a room, with the effect of a planted bug.
  private func tell(_ line: DocumentLine) throws(StorageFailure) {
    guard var fact = (try? JSON(parsing: line.bytes))?.objectValue, let seq = fact["seq"]?.intValue else {
      return try check(false, "line of room \(line.document.key) that cannot be read")
    }
    let room = line.document.key
    lastNumber = max(lastNumber, room)
    guard fact["folded"] != nil else {
      let last = roomSeqs.updateValue(seq, forKey: room) ?? seq - 1
      try check(seq == last + 1, "\(room) has \(seq) after \(last)")
      try check(!closedRooms.contains(room), "\(room) has \(seq) after its end")
      rooms[room, default: []].append(plant.flatMap(FactLoss.init)?.line(of: line) ?? line)
      return prune(room)
    }
    let isRewritten = fact["fact"] == "rewritten" && plant != .keepsForgottenTalk
    roomSeqs[room] = seq
    let behind = snapshotsBehind.updateValue(fact, forKey: room)
    if plant == .snapshotsTooOld, let behind { fact["secret"] = behind["secret"] }
    if plant == .snapshotsTooNew { fact["seq"] = .int(seq + 1) }
    if plant == .keepsForgottenTalk { fact["fact"] = "snapshot" }
    if isRewritten { rooms[room] = [] }
    rooms[room, default: []].append(DocumentLine(line.document, bytes: Array(JSON.object(fact).text.utf8)))
    prune(room)
  }

  private static func seq(_ line: DocumentLine) -> Int {
    (try? JSON(parsing: line.bytes))?["seq"]?.intValue ?? 0
  }

  private static func fact(_ line: DocumentLine) -> String? {
    (try? JSON(parsing: line.bytes))?["fact"]?.stringValue
  }

  private static func isSnapshot(_ line: DocumentLine) -> Bool { ["snapshot", "rewritten"].contains(fact(line)) }

  /// Drops outdated lines of a room.
  private func prune(_ room: Int64) {
    guard let lines = rooms[room], lines.count > 3 * window + 64 else { return }
    rooms[room] = needed(lines)
  }

  private func needed(_ lines: [DocumentLine]) -> [DocumentLine] {
    let last = lines.last.map(Self.seq) ?? 0
    let snapshot = lines.lastIndex(where: Self.isSnapshot) ?? lines.endIndex
    // A rewritten snapshot contains events itself.
    let first =
      lines.firstIndex { Self.seq($0) > last - window && (!Self.isSnapshot($0) || Self.fact($0) == "rewritten") }
      ?? lines.endIndex
    return Array(lines[min(snapshot, first)...])
  }

  private func close(where isOver: (StoredMatch) -> Bool) {
    for (room, matches) in open { open[room] = matches.filter { self.matches[$0]?.match.map(isOver) != true } }
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
    for index in features.indices { features[index].forget(id) }
    for form in features.compactMap({ type(of: $0).namingForm }) { forget(id, in: form) }
    lines.removeAll { line in
      let isSpared = plant == .keepsForgottenWords && line.document.kind == Self.words
      return !isSpared && Self.kindsOfPlayers.contains(line.document.kind) && line.document.key == id.number
    }
    for (number, state) in matches where state.match?.player == id {
      matches[number] = nil
      if let room = state.match?.room { open[room]?.remove(number) }
    }
    for match in finished.removeValue(forKey: id) ?? [] where matches[match] != nil {
      MatchDocument.forget(id.number, in: &matches[match, default: MatchState()])
    }
  }

  /// Removes a player's name from others' documents.
  private func forget(_ id: PlayerID, in form: DocumentForm) {
    let documents = Dictionary(grouping: lines.filter { $0.document.kind == form.number }, by: \.document)
    lines.removeAll { $0.document.kind == form.number }
    for (document, own) in documents.sorted(by: { $0.key.key < $1.key.key }) {
      lines += (form.pack(own.map(\.bytes), document.key, id.number) ?? []).map { DocumentLine(document, bytes: $0) }
    }
  }

  func load(at now: Instant, today: Int) throws(StorageFailure) -> StoredState {
    untaken = []
    let daily = dailies.filter { $0.day >= today - 2 && finished[$0.player] != nil }
    var state = StoredState(
      lastNumber: lastNumber, lastSeq: lastSeq, players: players.values.sorted { $0.id < $1.id }.map(documents.packed),
      rooms: rooms.keys.sorted().compactMap(state(of:)),
      finishedDays: daily.sorted { ($0.day, $0.game, $0.player) < ($1.day, $1.game, $1.player) }.map {
        .init(game: $0.game, day: $0.day, player: $0.player)
      })
    state.lines = lines.filter { !Self.kindsLoadedLater.contains($0.document.kind) }
    state.latestDay = latestDay
    for tables in features { state.lastKeys.merge(tables.lastKeys) { $1 } }
    return state
  }

  private func state(of number: Int64) -> StoredRoomState? {
    guard var lines = rooms[number].map(needed) else { return nil }
    if plant == .readsTailLate, let snapshot = lines.lastIndex(where: Self.isSnapshot) {
      lines.removeSubrange(snapshot + 1..<min(snapshot + 3, lines.endIndex))
    }
    let histories = (open[number] ?? []).sorted().compactMap(playable)
    return StoredRoomState(
      number: number, lines: lines.map(\.bytes), matches: histories.filter { $0.match.day == nil },
      dayBoards: histories.map(\.match).compactMap { match in
        guard let player = match.player, let day = match.day else { return nil }
        return StoredDayBoard(match: match.id, player: player, day: day)
      })
  }

  /// A match for a replay.
  private func playable(_ match: Int64) -> StoredMatchHistory? {
    guard var found = history(of: match) else { return nil }
    if plant == .comparesNoHashes { found.moves = UncomparedMoves.moves(found.moves, of: found.match) }
    return found
  }

  /// A player's results.
  private func results(of player: PlayerID) -> [StoredResult] {
    (finished[player] ?? []).compactMap { matches[$0]?.results.first { $0.player == player } }
  }

  func answers(to queries: [any StoredQuery]) -> [StoredAnswer] { queries.map { .success(answer($0)) } }

  private func answer(_ query: any StoredQuery) -> any Sendable {
    switch query {
    case let query as FinishedMatchQuery: return finishedMatch(query)
    case let query as HistoryQuery:
      let own = results(of: query.player).filter { (query.game ?? $0.game) == $0.game }
        .sorted { ($0.finishedAt, $0.match) > ($1.finishedAt, $1.match) }
      let page = query.before.map { before in own.drop { $0.match != before }.dropFirst() } ?? own[...]
      return Page(Array(page), limit: query.limit)
    case let query as MatchQuery: return history(of: query.match).map { query.replayer.replay($0) }
    case let query as DayBoardQuery: return query.answer(of: playable(query.board.match))
    case let query as ReplayQuery: return history(of: query.match).map { query.answer(of: $0) }
    case let query as HadPuzzlesQuery:
      let own = matches.values.compactMap(\.match).filter { $0.player == query.player }
      return own.map { HadPuzzle(game: $0.game, key: PuzzleKey($0.puzzleKey)) }
    case let query as DocumentQuery: return document(query.id)
    case is TimelineQuery: return Page<StoredMoment>(rows: [], more: false)
    case is ExportQuery: return StoredExport()
    case let query as DailiesQuery:
      func day(_ result: StoredResult) -> Int? { matches[result.match]?.match?.day }
      let own = results(of: query.player).filter { $0.game == query.game && day($0).map(query.days.contains) ?? false }
      return own.sorted { day($0) ?? 0 < day($1) ?? 0 }
    default:
      for tables in features { if let answer = tables.answer(to: query, company) { return answer } }
      preconditionFailure("\(query) is not answered here")
    }
  }

  private func finishedMatch(_ query: FinishedMatchQuery) -> ReplayedMatch? {
    let finished = company.finished(query.player)
    let match: Int64? =
      switch query.wanted {
      case .last: finished.first?.match
      case .lastInRoom(let room): finished.first { history(of: $0.match)?.match.room == room }?.match
      case .match(let match): finished.first { $0.match == match }?.match
      case .text(let texts): finished.first { texts.contains($0.share) }?.match
      }
    return match.flatMap(history(of:)).map { query.replayer.replay($0) }
  }

  private func document(_ id: DocumentID) -> StoredDocument? {
    guard let form = Self.forms.first(where: { $0.number == id.kind }) else { return nil }
    let fetched = documents.fetched(id)
    let stored = lines.filter { $0.document == fetched }.map(\.bytes)
    return StoredDocument(
      state: form.fold(documents.folded(stored, of: id, form), id.key).state, isDamaged: false)
  }

  private func history(of id: Int64) -> StoredMatchHistory? {
    guard let state = matches[id], let match = state.match else { return nil }
    return StoredMatchHistory(
      match: match, isOpen: open[match.room]?.contains(id) ?? false, moves: state.moves, names: [:],
      results: state.results)
  }

  private var company: Company {
    Company(
      finished: { [unowned self] player in
        results(of: player).sorted { ($0.finishedAt, $0.match) > ($1.finishedAt, $1.match) }
      },
      history: { [unowned self] in history(of: $0) },
      player: { [players] in players[$0] },
      hasFinished: { [unowned self] player, room, round in
        finished[player]?.contains { matches[$0]?.match.map { $0.room == room && $0.round == round } ?? false } ?? false
      },
      finishedMatch: { [unowned self] in finishedMatch($0) })
  }
}
