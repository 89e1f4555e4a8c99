import GameKit
import WireProtocol

/// Checks the source's guarantees: a seed always gives the same puzzle, dailies do not repeat early, excluded puzzles
/// are not dealt.
struct SourceChecks<S: PuzzleSource> {
  typealias G = S.G

  let subject: Subject<S>
  let diary: Diary

  private static var days: Int { 40 }
  private static var mostCounted: Int { 40 }

  func check(seeds: [UInt64]) {
    guard subject.hasPuzzles else { return }
    var had: PuzzleSet = []
    for seed in seeds { checkSeed(seed, &had) }
    // Clients may choose any 64-bit seed, and rounds use random ones.
    for seed in [0, 1 << 63, UInt64.max] { checkSeed(seed, &had) }
    if G.info.modes.contains(.daily) { checkDays() }
    checkKeys(seeds)
    checkCount()
  }

  private func checkSeed(_ seed: UInt64, _ had: inout PuzzleSet) {
    let place = subject.place(seed: seed)
    diary.doing("deal the puzzle of seed \(seed)")
    do throws(Rejection) {
      let puzzle = try subject.puzzle(seed)
      let text = Subject<S>.text(puzzle)
      let again = Subject<S>.text(try subject.puzzle(seed))
      if text != again {
        diary.found(
          .differsOnRepeat, "the source gives two puzzles for one seed: \(difference(text ?? "", again ?? ""))",
          at: place)
      }
      checkSize(text, place)
      if text != (try? JSON(encoding: puzzle))?.text {
        diary.found(.puzzleLost, "the puzzle is another one as its Codable conformance writes it", at: place)
      }
      had.insert(subject.key(of: puzzle))
    } catch {
      return diary.found(.noPuzzle, "there is no puzzle for a seed: \(error.message)", at: place)
    }
    diary.doing("deal a puzzle of seed \(seed) with those before excluded")
    guard let other = try? subject.puzzle(seed, excluding: had) else { return }
    let key = subject.key(of: other)
    if had.contains(key) {
      diary.found(.excludedPuzzle, "the puzzle \"\(key.text)\" is dealt although it was excluded", at: place)
    }
  }

  private func checkSize(_ text: String?, _ place: Finding.Place) {
    guard let bytes = text?.utf8.count else {
      return diary.found(.puzzleLost, "the puzzle cannot be written as JSON", at: place)
    }
    diary.figures.puzzleBytes = max(diary.figures.puzzleBytes, bytes)
    if bytes > subject.budgets.puzzleBytes {
      diary.found(
        .tooLarge, "the puzzle takes \(bytes) bytes of JSON, more than the \(subject.budgets.puzzleBytes) it may",
        at: place)
    }
  }

  /// Puzzles with different solutions have different keys, and a decoded puzzle keeps its key.
  private func checkKeys(_ seeds: [UInt64]) {
    var known: [(key: PuzzleKey, solution: String, text: String)] = []
    for seed in seeds {
      guard let puzzle = try? subject.puzzle(seed), let text = Subject<S>.text(puzzle) else { continue }
      let key = subject.key(of: puzzle)
      let solution = subject.solution(of: puzzle).compactMap { Subject<S>.text($0) }.joined(separator: " ")
      if key != subject.key(of: puzzle)
        || (try? JSON(parsing: text).decode(G.Puzzle.self)).map({ subject.key(of: $0) != key }) == true
      {
        diary.found(
          .badKey, "a puzzle's key is another one each time, or once it is stored", at: subject.place(seed: seed))
      }
      for other in known where other.key == key && other.text != text && other.solution != solution {
        diary.found(
          .badKey, "two puzzles with different solutions have one key, \"\(key.text.prefix(80))\"",
          at: subject.place(seed: seed))
      }
      known.append((key, solution, text))
    }
  }

  /// If there are few puzzles, as many as the source counts can be dealt while excluding earlier ones.
  private func checkCount() {
    let count = diary.calls.run(.puzzleCount, diary) { subject.source.puzzleCount(settings: subject.settings) }
    guard let count else { return }
    var had: PuzzleSet = []
    for dealt in 0..<min(max(0, count), Self.mostCounted) {
      guard let puzzle = try? subject.puzzle(1, excluding: had) else {
        return diary.found(.wrongCount, "there are \(count) puzzles, and after \(dealt) there is none left")
      }
      had.insert(subject.key(of: puzzle))
    }
    if count < Self.mostCounted, let puzzle = try? subject.puzzle(1, excluding: had) {
      diary.found(.wrongCount, "there are \(count) puzzles, and one more is dealt: \"\(subject.key(of: puzzle).text)\"")
    }
  }

  private func checkDays() {
    let seasons = [SeasonKey(hashing: [1]), SeasonKey(hashing: [2])]
    var orders: [[PuzzleKey]] = [[], []]
    for (index, season) in seasons.enumerated() {
      for number in 1...Self.days {
        diary.doing("deal the puzzle of day \(number)")
        do throws(Rejection) {
          let puzzle = try subject.puzzle(day: number, season: season)
          if index == 0 {
            diary.trace("the puzzle of day \(number)", Subject<S>.text(puzzle) ?? "", at: subject.place())
          }
          orders[index].append(subject.key(of: puzzle))
          checkKey(of: puzzle, on: number, season)
        } catch {
          return diary.found(.noPuzzle, "there is no puzzle for day \(number): \(error.message)")
        }
      }
    }
    checkRepeats(orders[0])
    let count = diary.calls.run(.dayCount, diary) { subject.source.dayCount(settings: subject.settings) }
    if let count, Set(orders[0].prefix(count)).count < min(count, Self.days) {
      diary.found(.dailyRepeats, "for \(count) days no daily comes again, says the source, and one does")
    }
    if orders[0] == orders[1], Set(orders[0]).count > 1 {
      diary.found(
        .dailiesArePredictable,
        "two seasons have the same \(Self.days) dailies: whoever has the source can compute those to come")
    }
  }

  /// The source's key of a day equals the key of its puzzle.
  private func checkKey(of puzzle: G.Puzzle, on day: Int, _ season: SeasonKey) {
    let key = diary.calls.run(.dailyKey, diary) {
      try? subject.source.key(for: Day(number: day), season: season, settings: subject.settings)
    }
    guard key != subject.key(of: puzzle) else { return }
    diary.found(
      .badKey, "the source names the puzzle of day \(day) \"\(key?.text.prefix(80) ?? "")\", which is another one")
  }

  /// A daily may repeat only after all puzzles were used: no new puzzle may follow a repeated one.
  private func checkRepeats(_ order: [PuzzleKey]) {
    var seen: Set<PuzzleKey> = []
    guard let first = order.firstIndex(where: { !seen.insert($0).inserted }),
      let late = order[first...].first(where: { !seen.contains($0) })
    else { return }
    diary.found(
      .dailyRepeats,
      "the puzzle \"\(order[first].text)\" comes again on day \(first + 1), and \"\(late.text)\" has not come yet")
  }
}

/// Checks that solutions win.
struct SolutionChecks<S: PuzzleSource> {
  typealias G = S.G

  let subject: Subject<S>
  let diary: Diary

  func check(_ puzzle: G.Puzzle, seed: UInt64) {
    guard subject.hasPuzzles else { return }
    let player = subject.players[0]
    var game = subject.newGame(puzzle)
    var moves: [String] = []
    for move in subject.solution(of: puzzle) {
      let text = Subject<S>.text(move) ?? ""
      let place = subject.place(seed: seed, step: moves.count, moves: moves)
      diary.doing("play the solution's \(text), \(place)")
      let time = Elapsed(milliseconds: Int64(moves.count + 1) * 1000)
      if case .failure(let rejection) = subject.play(move, on: &game, puzzle: puzzle, by: player, at: time) {
        return diary.found(
          .solutionFails, "the solution's move \(text) is refused: \(rejection.message)", at: place)
      }
      moves.append("\(player.number) \(text)")
    }
    // Games for several players may have no solution.
    guard subject.outcome(game, of: player)?.won != true, G.info.seats == nil || !moves.isEmpty else { return }
    diary.found(
      .solutionFails, moves.isEmpty ? "the puzzle has no solution" : "the solution does not win",
      at: subject.place(seed: seed, step: moves.count, moves: moves))
  }
}
