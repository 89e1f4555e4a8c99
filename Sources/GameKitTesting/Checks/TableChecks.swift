import GameKit
import WireProtocol

/// What a game that is played with others owes its table: that a match begins, that whoever has the turn can play, that
/// time goes on, and that whatever happens besides moves is taken or refused, and no more.
struct TableChecks<S: PuzzleSource> {
  typealias G = S.G

  let subject: Subject<S>
  let diary: Diary

  private static var mostSteps: Int { 60 }

  func check(seeds: [UInt64]) {
    guard G.info.seats != nil else { return }
    for seed in seeds {
      guard let puzzle = try? subject.puzzle(seed) else { continue }
      var walk = Walk(puzzle: puzzle, game: G(puzzle: puzzle, settings: subject.settings), seed: seed)
      diary.doing("begin a match of \(subject.players.count) on the puzzle of seed \(seed)")
      do throws(Rejection) {
        checkHands(try walk.game.hear(.begin(subject.players), at: .zero), walk)
      } catch {
        return diary.found(
          .beginRefused, "a match of \(subject.players.count) cannot begin: \(error.message)",
          at: subject.place(seed: seed))
      }
      for _ in 0..<Self.mostSteps where !diary.hasFound(.deadlineStands, .wrongTurn) {
        checkTurn(walk)
        tryEvents(walk)
        guard step(&walk) else { break }
      }
    }
    checkChance()
  }

  /// A match on its way.
  private struct Walk {
    let puzzle: G.Puzzle
    var game: G
    let seed: UInt64
    var elapsed = Elapsed.zero
    var told: [String] = []
    var generator: SeededGenerator

    init(puzzle: G.Puzzle, game: G, seed: UInt64) {
      (self.puzzle, self.game, self.seed) = (puzzle, game, seed)
      generator = SeededGenerator(seed: seed &+ 40)
    }
  }

  private func place(_ walk: Walk) -> Finding.Place {
    subject.place(seed: walk.seed, step: walk.told.count, moves: walk.told)
  }

  /// Only those have the turn who play, and they have a move.
  ///
  /// - Parameter newcomers: others who may have sat down.
  private func checkTurn(_ walk: Walk, with newcomers: [PlayerID] = []) {
    for player in walk.game.toMove {
      guard (subject.players + newcomers).contains(player), walk.game.outcome(for: player) == nil else {
        return diary.found(
          .wrongTurn, "it is the turn of player \(player.number), who does not play any more", at: place(walk))
      }
    }
    if let deadline = walk.game.deadline, deadline <= walk.elapsed, !walk.told.isEmpty {
      diary.found(
        .deadlineStands,
        "the next deadline is \(deadline.milliseconds) ms, which is over: \(walk.elapsed.milliseconds) ms have passed",
        at: place(walk))
    }
  }

  /// Every event, on copies: it is taken or refused, twice in the same way, and one that is refused changes nothing.
  private func tryEvents(_ walk: Walk) {
    let player = subject.players[walk.told.count % subject.players.count]
    let stranger = PlayerID(99)
    for event in [
      TableEvent.resign(player), .leave(player), .draw(player), .flag(player), .join(stranger), .leave(stranger),
      .resign(stranger), .pause(player), .unpause(player), .skip(player),
    ] {
      diary.doing("hear \(event.name) of player \(event.player?.number ?? 0), \(place(walk))")
      var (one, other) = (walk.game, walk.game)
      let answers = [hear(event, &one, walk.elapsed), hear(event, &other, walk.elapsed)]
      guard answers[0] == answers[1], subject.look(at: one).map(\.text) == subject.look(at: other).map(\.text) else {
        return diary.found(.differsOnRepeat, "\(event.name), heard twice in the same state, differs", at: place(walk))
      }
      if answers[0].hasPrefix("refused"), subject.state(one) != subject.state(walk.game) {
        diary.found(.refusalChangesState, "\(event.name) is refused and changes the game", at: place(walk))
      }
      var after = walk
      after.game = one
      checkTurn(after, with: event.player == stranger ? [stranger] : [])
    }
  }

  private func hear(_ event: TableEvent, _ game: inout G, _ elapsed: Elapsed) -> String {
    do throws(Rejection) {
      return subject.text(try game.hear(event, at: elapsed))
    } catch {
      return "refused: \(error.code): \(error.message)"
    }
  }

  /// A move of whoever has one or, where time comes first, time.
  ///
  /// - Returns: whether there was one.
  private func step(_ walk: inout Walk) -> Bool {
    let next = Elapsed(milliseconds: walk.elapsed.milliseconds + 700 + Int64(walk.generator.number(below: 6000)))
    let deadline = walk.game.deadline
    if deadline.map({ $0 > next }) ?? true, play(&walk, at: next) { return true }
    return deadline.map { pass($0, &walk) } ?? false
  }

  private func play(_ walk: inout Walk, at elapsed: Elapsed) -> Bool {
    var players = walk.game.toMove.isEmpty ? subject.players : walk.game.toMove
    walk.generator.shuffle(&players)
    for player in players where walk.game.outcome(for: player) == nil {
      let moves = subject.source.candidateMoves(in: walk.game, for: .seat(player), limit: 6, using: &walk.generator)
      for move in moves {
        let text = Subject<S>.text(move) ?? ""
        diary.doing("play \(text) by player \(player.number), \(place(walk))")
        let result = subject.play(move, on: &walk.game, puzzle: walk.puzzle, by: player, at: elapsed)
        guard case .success(let turn) = result else { continue }
        checkHands(turn, walk)
        walk.elapsed = elapsed
        walk.told.append("\(player.number) \(text)")
        return true
      }
    }
    return false
  }

  /// The moment comes that the game has named.
  private func pass(_ deadline: Elapsed, _ walk: inout Walk) -> Bool {
    diary.doing("hear that time is up, \(place(walk))")
    let elapsed = max(deadline, walk.elapsed)
    do throws(Rejection) {
      checkHands(try walk.game.hear(.time, at: elapsed), walk)
    } catch {
      diary.found(
        .deadlineStands, "the game has named \(deadline.milliseconds) ms and refuses to hear of it: \(error.message)",
        at: place(walk))
      return false
    }
    walk.elapsed = elapsed
    walk.told.append("time")
    return true
  }

  // MARK: - Hands and chance

  /// What is in a hand is for those who play, and is not told to everybody under the same name.
  private func checkHands(_ turn: Turn, _ walk: Walk) {
    for hand in turn.hands {
      if let stranger = hand.players.first(where: { !subject.players.contains($0) }) {
        diary.found(.handInPublic, "a hand is for player \(stranger.number), who does not play", at: place(walk))
      }
      for (name, value) in hand.fields.members where turn.open[name] == value {
        diary.found(.handInPublic, "\"\(name)\" of a hand is told to everybody as well", at: place(walk))
      }
    }
  }

  /// Before anybody has moved nothing is to be seen of what chance has brought: not by spectators, nor in the open.
  private func checkChance() {
    guard G.Puzzle.self == Chance.self else { return }
    let starts = [UInt64(1), 2, 3, 4].compactMap { seed -> String? in
      guard let puzzle = try? subject.puzzle(seed) else { return nil }
      var game = G(puzzle: puzzle, settings: subject.settings)
      guard let turn = try? game.hear(.begin(subject.players), at: .zero) else { return nil }
      return subject.openText(turn) + game.board(for: .outsider).json
    }
    guard let first = starts.first, let other = starts.first(where: { $0 != first }) else { return }
    diary.found(
      .chanceInPublic, "what chance has brought at the beginning is seen by spectators: \(difference(first, other))",
      at: subject.place())
  }
}
