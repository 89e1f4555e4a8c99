import GameKit
import ParlorCore
import Storage
import Testing
import Vocabulary

@Suite("Random batches")
struct ModelTests {
  @Test(
    "Storage answers as a plain model does, also after it was opened again", arguments: 1...12 as ClosedRange<UInt64>)
  func agrees(_ seed: UInt64) async throws {
    let folder = TemporaryFolder()
    var play = RandomPlay(seed: seed, window: 8)
    for _ in 0..<4 {
      let day = play.day
      let storage = try SQLiteStorage(
        folder: folder.path,
        options: options {
          $0.today = day
          $0.resumeEvents = 8
        })
      #expect(try lines(of: storage.load(), window: 8) == lines(of: play.model.state(today: day), window: 8))
      try await compare(storage, play)
      for _ in 0..<25 {
        try await storage.store(play.batch())
        if play.generator.number(below: 6) == 0 { play.day += 1 + play.generator.number(below: 3) }
        if play.generator.number(below: 8) == 0 { try await compare(storage, play) }
      }
    }
  }

  private func compare(_ storage: SQLiteStorage, _ play: RandomPlay) async throws {
    let model = play.model
    let state = model.state(today: play.day)
    #expect(
      try storage.rooms(model.rooms.keys.sorted()).flatMap { lines(of: $0, window: 8) }
        == state.rooms.flatMap { lines(of: $0, window: 8) })
    for player in model.players.keys.sorted() + [PlayerID(99_999)] {
      #expect(
        try await storage.statistics(of: player.number, on: play.day) == model.statistics(of: player, today: play.day))
      guard
        case .history(let history, _) = try await storage.answer(
          .history(player: player, game: nil, before: nil, limit: 7))
      else { throw StorageFailure(message: "no history") }
      #expect(history == model.history(of: player, limit: 7))
      try await compareTrials(storage, model, of: player)
      try await compareVocabulary(storage, model, of: player)
    }
    try await compareChannel(storage, play)
    for period in LeaderboardPeriod.allCases where period != .month {
      for (bots, mode) in [(false, "daily"), (true, "daily"), (false, "race")] {
        let expected = model.leaderboard(mode, period, today: play.day, bots: bots, limit: 5)
        #expect(
          try await storage.board(period, mode: mode, on: play.day, bots: bots, limit: 5)
            == expected.map { "\($0.name) \($0.won)/\($0.played) \($0.score)" })
      }
    }
  }
}

extension ModelTests {
  private func compareVocabulary(_ storage: SQLiteStorage, _ model: Model, of player: PlayerID) async throws {
    let query = Query.vocabulary(player: player, CollectionLimits())
    guard case .vocabulary(let found) = try await storage.answer(query) else {
      throw StorageFailure(message: "no vocabulary")
    }
    func text(_ collection: WordCollection) -> [String] {
      ["\(String(describing: collection.practice))", "\(String(describing: collection.lastReview))"]
        + collection.languages.flatMap { language in
          ["\(language.number) \(language.name) \(language.fsrs) \(language.newPerDay)"]
            + language.words.map { "\($0)" }
        }
    }
    #expect(text(found) == text(model.vocabulary[player] ?? WordCollection()))
  }

  private func compareTrials(_ storage: SQLiteStorage, _ model: Model, of player: PlayerID) async throws {
    let own = Array(model.trials.filter { $0.player == player }.reversed())
    for game in ["wordle", nil] {
      guard case .trials(let found) = try await storage.answer(.trials(player: player, game: game, limit: 3)) else {
        throw StorageFailure(message: "no trials")
      }
      #expect(found == own.filter { game == nil || $0.game == game }.prefix(3).map(\.summary))
    }
    for name in (0..<6).map({ "trial \($0)" }) {
      guard case .trial(let found) = try await storage.answer(.trial(player: player, name: name)) else {
        throw StorageFailure(message: "no trial")
      }
      #expect(found == own.first { $0.name == name })
    }
  }
}

/// Records as a server might hand them over, of a few players and rooms, so that they meet often.
struct RandomPlay {
  var generator: SeededGenerator
  var model: Model
  var day = 300
  private var number: Int64 = 0
  private var moves: [Int64: Int] = [:]
  private var seqs: [Int64: Int] = [:]

  init(seed: UInt64, window: Int) {
    generator = SeededGenerator(seed: seed)
    model = Model(window: window)
  }

  mutating func batch() -> [Record] {
    var records: [Record] = []
    for _ in 0...generator.number(below: 12) {
      guard let record = record() else { continue }
      model.apply(record)
      records.append(record)
    }
    return records
  }

  private mutating func record() -> Record? {
    switch generator.number(below: 42) {
    case 0: return newPlayer()
    case 1: return changedPlayer()
    case 2: return model.players.count > 4 ? pick(model.players.keys.sorted()).map { .playerForgotten($0) } : nil
    case 3: return newRoom()
    case 4:
      return model.rooms.count > 3 ? pick(model.rooms.keys.sorted()).map { .roomClosed($0, lastSeq: Int($0)) } : nil
    case 5...8: return newMatch()
    case 9...12: return move()
    case 13: return pick(model.open.sorted()).map { .matchClosed($0) }
    case 31: return deal()
    case 14...17: return result()
    case 18...25: return channelRecord()
    case 26...27: return line()
    case 28...29: return trial()
    case 30: return .day(day)
    case 32...39: return vocabulary()
    default: return events()
    }
  }

  private mutating func line() -> Record? {
    let (number, key) = (generator.number(below: 6), Int64(generator.number(below: 2)))
    return generator.number(below: 3) == 0 ? .removed(number, from: key) : .added(number, "w\(next())", to: key)
  }

  private mutating func trial() -> Record? {
    guard let player = pick(model.players.keys.sorted()) else { return nil }
    let trial = StoredTrial(
      player: player, name: "trial \(generator.number(below: 6))", game: pick(["wordle", "dailysort"]) ?? "wordle",
      finishedAt: now, summary: Array("\(next())".utf8), results: Array("\(next())".utf8))
    return .trial(trial, keeping: 4)
  }

  /// Changes as the core makes them: each of something that there is.
  private mutating func vocabulary() -> Record? {
    guard let player = pick(model.players.keys.sorted()) else { return nil }
    let collection = model.vocabulary[player] ?? WordCollection()
    let words = collection.languages.flatMap { $0.words.map(\.number) }
    guard let language = pick(collection.languages), generator.number(below: 8) > 0 else {
      return (try? collection.adding(languageNamed: "language \(next())")).map { .vocabulary(player, $0) }
    }
    let entry = Word.Entry(original: "ñ \(next())", translation: "\(next())", note: pick(["", "note"]) ?? "")
    let number = pick(words)
    let change: VocabularyChange? =
      switch generator.number(below: 17) {
      case 12 where !words.isEmpty:
        .practiceBegun(PracticeRun(language: language.number, left: words.suffix(5), hasChoices: next() % 2 == 0))
      case 13...14: collection.practice.flatMap { pick($0.left) }.map { .practised(number: $0, .again) }
      case 0: .languageDeleted(language.number)
      case 1: try? collection.changing(language, name: "renamed \(next())", retention: 85, newPerDay: Int(next() % 50))
      case 2: number.map { .wordDeleted($0) }
      case 15...16: try? collection.undoingReview()
      case 3...4: number.flatMap { try? collection.changing($0, to: entry) }
      case 5...6: number.map { .marked(number: $0, generator.number(below: 3) > 0) }
      case 7...8: number.map { .reviewed(number: $0, .hard, .sample(reviews: 1 + generator.number(below: 9))) }
      default: try? collection.adding(entry, to: language)
      }
    return change.map { .vocabulary(player, $0) }
  }

  mutating func pick<Value>(_ values: [Value]) -> Value? {
    values.isEmpty ? nil : values[generator.number(below: values.count)]
  }

  private mutating func next() -> Int64 {
    number += 1
    return number
  }

  private mutating func newPlayer() -> Record {
    let number = next()
    return .player(
      .sample(
        number, name: "name \(number)", isGuest: generator.number(below: 3) == 0,
        isBot: generator.number(below: 3) == 0))
  }

  private mutating func deal() -> Record? {
    guard let room = pick(model.rooms.keys.sorted()) else { return nil }
    return .dealt(.sample(room, seq: nil, round: generator.number(below: 6)))
  }

  private mutating func changedPlayer() -> Record? {
    guard var player = pick(model.players.values.sorted { $0.id < $1.id }) else { return nil }
    player.isGuest = false
    player.isBot = player.isBot || generator.number(below: 4) == 0
    player.name = "renamed \(next())"
    player.folded = player.name
    return .player(player)
  }

  private mutating func newRoom() -> Record {
    if let old = pick(model.rooms.keys.sorted()), generator.number(below: 3) == 0 {
      return .room(.sample(old, body: "[\(generator.number(below: 100))]"))
    }
    return .room(.sample(next()))
  }

  private mutating func newMatch() -> Record? {
    guard let room = pick(model.rooms.keys.sorted()), let player = pick(model.players.keys.sorted()) else { return nil }
    let isRanked = generator.number(below: 5) > 0
    return switch generator.number(below: 3) {
    case 0: .match(.sample(next(), room: room, mode: "together", day: nil, round: 1, isRanked: isRanked))
    case 1: .match(.sample(next(), room: room, mode: "race", day: nil, player: player.number, isRanked: isRanked))
    default: .match(.sample(next(), room: room, day: day, player: player.number, isRanked: isRanked))
    }
  }

  private mutating func move() -> Record? {
    guard let match = pick(model.open.sorted()), let player = pick(model.players.keys.sorted()) else { return nil }
    defer { moves[match, default: 0] += 1 }
    return .moved(
      .sample(match, moves[match] ?? 0, player: model.matches[match]?.player?.number ?? player.number), told: nil)
  }

  private mutating func result() -> Record? {
    guard let id = pick(model.open.sorted()), let match = model.matches[id],
      let anyone = pick(model.players.keys.sorted())
    else { return nil }
    let player = match.player ?? anyone
    guard match.day ?? day == day, !model.results.contains(where: { $0.match == id && $0.player == player }) else {
      return nil
    }
    let tries = 1 + generator.number(below: 6)
    return .finished(
      .sample(
        id, player: player.number, mode: match.mode, day: day, tries: tries, won: generator.number(below: 4) > 0,
        isRanked: match.isRanked), told: nil)
  }

  private mutating func events() -> Record? {
    guard let room = pick(model.rooms.keys.sorted()) else { return nil }
    let first = (seqs[room] ?? 0) + 1
    let last = first + generator.number(below: 4)
    seqs[room] = last
    return .events(.sample(room, first...last))
  }
}
