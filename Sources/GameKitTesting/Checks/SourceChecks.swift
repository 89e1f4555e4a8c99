import GameKit
import WireProtocol

/// What a source promises: the same seed, the same puzzle; no daily again before its time; nothing that was excluded.
struct SourceChecks<S: PuzzleSource> {
  typealias G = S.G

  let subject: Subject<S>
  let diary: Diary

  private static var days: Int { 40 }

  func check(seeds: [UInt64]) {
    guard subject.hasPuzzles else { return }
    var had: PuzzleSet = []
    for seed in seeds { checkSeed(seed, &had) }
    // Seeds are 64 bits: a client may choose any, and those of rounds are by chance.
    for seed in [0, 1 << 63, UInt64.max] { checkSeed(seed, &had) }
    if G.info.modes.contains(.daily) { checkDays() }
  }

  private func checkSeed(_ seed: UInt64, _ had: inout PuzzleSet) {
    let place = subject.place(seed: seed)
    diary.doing("deal the puzzle of seed \(seed)")
    do throws(Rejection) {
      let start = processorMicroseconds()
      let puzzle = try subject.puzzle(seed)
      let time = (processorMicroseconds() - start) / 1000
      if time > subject.budgets.dealMilliseconds {
        diary.found(.tooSlow, "dealing a puzzle took \(time) ms of processor time", at: place)
      }
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
      had.insert(G.key(of: puzzle))
    } catch {
      return diary.found(.noPuzzle, "there is no puzzle for a seed: \(error.message)", at: place)
    }
    diary.doing("deal a puzzle of seed \(seed) with those before excluded")
    guard let other = try? subject.puzzle(seed, excluding: had) else { return }
    let key = G.key(of: other)
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

  private func checkDays() {
    let seasons = [SeasonKey(hashing: [1]), SeasonKey(hashing: [2])]
    var orders: [[PuzzleKey]] = [[], []]
    for (index, season) in seasons.enumerated() {
      for number in 1...Self.days {
        diary.doing("deal the puzzle of day \(number)")
        do throws(Rejection) {
          let puzzle = try subject.source.puzzle(for: Day(number: number), season: season, settings: subject.settings)
          if index == 0 {
            diary.trace("the puzzle of day \(number)", Subject<S>.text(puzzle) ?? "", at: subject.place())
          }
          orders[index].append(G.key(of: puzzle))
        } catch {
          return diary.found(.noPuzzle, "there is no puzzle for day \(number): \(error.message)")
        }
      }
    }
    checkRepeats(orders[0])
    if orders[0] == orders[1], Set(orders[0]).count > 1 {
      diary.found(
        .dailiesArePredictable,
        "two seasons have the same \(Self.days) dailies: whoever has the source can compute those to come")
    }
  }

  /// From the first puzzle that comes again on, none may come that has not been there: all must have been used.
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

/// Solutions win.
struct SolutionChecks<S: PuzzleSource> {
  typealias G = S.G

  let subject: Subject<S>
  let diary: Diary

  func check(_ puzzle: G.Puzzle, seed: UInt64) {
    guard subject.hasPuzzles else { return }
    let player = subject.players[0]
    var game = subject.newGame(puzzle)
    var moves: [String] = []
    for move in G.solution(of: puzzle) {
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
    // Against others there may be nothing to solve.
    guard game.outcome(for: player)?.won != true, G.info.seats == nil || !moves.isEmpty else { return }
    diary.found(
      .solutionFails, moves.isEmpty ? "the puzzle has no solution" : "the solution does not win",
      at: subject.place(seed: seed, step: moves.count, moves: moves))
  }
}
