import GameKit
import WireProtocol

/// Checks that all forms of a move agree: JSON by the schema, typed lines, choices and gestures of a board.
struct MoveForms<S: PuzzleSource> {
  typealias G = S.G

  let subject: Subject<S>
  let diary: Diary
  private let schema = ValueSchema(G.info.moveSchema)

  private static var mostSteps: Int { 8 }

  init(subject: Subject<S>, diary: Diary) { (self.subject, self.diary) = (subject, diary) }

  func check(seeds: [UInt64]) {
    if !schema.saysSomething { diary.missed("the schema of moves says nothing of them: see moveSchema") }
    var typed = false
    for seed in seeds.prefix(2) {
      guard let puzzle = try? subject.puzzle(seed) else { continue }
      if check(puzzle, seed) { typed = true }
    }
    if !typed {
      diary.missed("no line was found that types a move: neither gestures nor choices nor words of moves do")
    }
  }

  /// - Returns: whether a typed line was accepted as a move.
  private func check(_ puzzle: G.Puzzle, _ seed: UInt64) -> Bool {
    var walk = Walk<S>(puzzle: puzzle, game: subject.newGame(puzzle), seed: seed)
    var typed = false
    for _ in 0..<Self.mostSteps {
      let players = subject.toMove(walk.game)
      for player in players.isEmpty ? subject.players : players where subject.outcome(walk.game, of: player) == nil {
        let moves =
          subject.candidates(walk.game, .seat(player), 4, using: &walk.generator)
          + subject.solution(of: puzzle).prefix(2)
        for move in moves { fits(move, walk) }
        let board = subject.board(walk.game, for: .seat(player))
        checkGestures(board, walk)
        checkChoices(board, player, walk)
        checkCards(board, player, walk)
        for line in lines(moves, board) where tryLine(line, player, walk) { typed = true }
        if walk.steps.count == 0 { checkSamples(moves, walk) }
      }
      checkIdle(walk)
      guard walk.advance(subject) else { break }
    }
    return typed
  }

  // MARK: - The schema

  private func fits(_ move: G.Move, _ walk: Walk<S>) {
    guard let json = try? JSON(writing: move), let complaint = schema.complaint(about: json) else { return }
    diary.found(
      .schemaDisagrees, "the move \(json.text) is none that the schema of moves describes: \(complaint)",
      at: walk.place(subject))
  }

  /// Values that the schema allows can be decoded.
  private func checkSamples(_ moves: [G.Move], _ walk: Walk<S>) {
    guard schema.saysSomething else { return }
    let texts = moves.compactMap { Subject<S>.text($0) }.flatMap(Mangling.strings)
    for sample in schema.samples(texts) {
      diary.doing("read the move \(sample.text), which the schema allows")
      do {
        _ = try subject.move(sample.text)
      } catch {
        diary.found(
          .schemaDisagrees, "the schema of moves allows \(sample.text), which cannot be read: \(error)",
          at: walk.place(subject))
      }
    }
  }

  // MARK: - Lines

  /// Possible typed forms of moves: their words and numbers, cells by name, and the lines of gestures and choices.
  private func lines(_ moves: [G.Move], _ board: Board) -> [String] {
    var lines = (board.choices.map(\.move) + board.actions.map(\.move) + board.cardMoves).filter { !$0.isEmpty }
    for move in moves {
      guard let json = try? JSON(writing: move) else { continue }
      lines += Mangling.strings(in: json.text) + json.cells.map { Board.cellName($0) ?? "" }
      lines.append(json.cells.compactMap { Board.cellName($0) }.joined(separator: " "))
      lines += (json.objectValue?.members ?? []).map(\.key)
    }
    return lines.reduce(into: []) { if !$1.isEmpty, !$0.contains($1) { $0.append($1) } }
  }

  /// - Returns: whether the line is an accepted move.
  private func tryLine(_ line: String, _ player: PlayerID, _ walk: Walk<S>) -> Bool {
    diary.doing("parse the line \(JSON.string(line).text), \(walk.place(subject))")
    guard let move = try? subject.parse(line), let text = Subject<S>.text(move) else { return false }
    guard let again = try? subject.move(text) else {
      diary.found(
        .formsDisagree, "the line \"\(line)\" is the move \(text), which cannot be read as JSON",
        at: walk.place(subject))
      return false
    }
    diary.doing("play \(text) by player \(player.number), \(walk.place(subject))")
    var (one, other) = (walk.game, walk.game)
    let results = (
      subject.play(move, on: &one, puzzle: walk.puzzle, by: player, at: walk.next),
      subject.play(again, on: &other, puzzle: walk.puzzle, by: player, at: walk.next)
    )
    let texts = (subject.text(results.0), subject.text(results.1))
    let difference =
      texts.0 == texts.1
      ? subject.differing(subject.look(at: one), subject.look(at: other)) : difference(texts.0, texts.1)
    if let difference {
      diary.found(
        .formsDisagree, "the line \"\(line)\" does something else than its move \(text): \(difference)",
        at: walk.place(subject))
    }
    guard !results.0.isRefused else { return false }
    fits(move, walk)
    return true
  }

  // MARK: - Boards

  private func checkChoices(_ board: Board, _ player: PlayerID, _ walk: Walk<S>) {
    for choice in board.choices where !choice.move.isEmpty {
      if let complaint = refusal(of: choice.move, player, walk) {
        diary.found(
          .badChoice, "player \(player.number) may choose \"\(choice.move)\", which is refused: \(complaint)",
          at: walk.place(subject))
      }
    }
  }

  /// Why a line that the board offers is refused; `nil` if it is accepted.
  private func refusal(of line: String, _ player: PlayerID, _ walk: Walk<S>) -> String? {
    diary.doing("choose \(line), \(walk.place(subject))")
    do throws(Rejection) {
      let move = try subject.parse(line)
      var next = walk.game
      _ = try subject.play(move, on: &next, puzzle: walk.puzzle, by: player, at: walk.next).get()
      return nil
    } catch {
      return error.message
    }
  }

  /// Offered cards are playable, and if some cards are offered, all playable cards of that kind are.
  private func checkCards(_ board: Board, _ player: PlayerID, _ walk: Walk<S>) {
    let offered = board.cardMoves
    for line in offered {
      if let complaint = refusal(of: line, player, walk) {
        diary.found(
          .badChoice, "player \(player.number) is offered the card \"\(line)\", which is refused: \(complaint)",
          at: walk.place(subject))
      }
    }
    let shown = Set(offered.compactMap { (try? subject.parse($0)).flatMap { Subject<S>.text($0) } })
    let kinds = Set(shown.compactMap(Self.kind))
    var generator = walk.generator
    for move in subject.candidates(walk.game, .seat(player), 200, using: &generator) {
      guard let text = Subject<S>.text(move), let kind = Self.kind(of: text), kinds.contains(kind),
        !shown.contains(text)
      else { continue }
      return diary.found(
        .badChoice, "player \(player.number) may play \(text), and no card on the board offers it",
        at: walk.place(subject))
    }
  }

  /// The name of a move's only member, which distinguishes moves of cards from others.
  private static func kind(of move: String) -> String? {
    guard let fields = (try? JSON(parsing: move))?.objectValue?.members, fields.count == 1 else { return nil }
    return fields.first?.key
  }

  /// Players without the turn are not offered cards that would be refused; spectators are not offered any.
  private func checkIdle(_ walk: Walk<S>) {
    let toMove = subject.toMove(walk.game)
    for player in subject.players where !toMove.contains(player) && !toMove.isEmpty {
      for line in subject.board(walk.game, for: .seat(player)).cardMoves {
        guard let complaint = refusal(of: line, player, walk) else { continue }
        return diary.found(
          .badChoice,
          "player \(player.number), who does not have the turn, is offered the card \"\(line)\": \(complaint)",
          at: walk.place(subject))
      }
    }
    if let line = subject.board(walk.game, for: .outsider).cardMoves.first {
      diary.found(
        .badChoice, "a spectator, who cannot move, is offered the card \"\(line)\"", at: walk.place(subject))
    }
  }

  /// The lines of drags between two cells and of swaps of two tiles can be parsed.
  private func checkGestures(_ board: Board, _ walk: Walk<S>) {
    var gestures = (board.rows.first?.tiles.count ?? 0) > 1 ? board.gestures.filter { $0.act != .key } : []
    for grid in board.parts.compactMap(\.grid) where !grid.drag.isEmpty && (grid.rows.first?.tiles.count ?? 0) > 1 {
      gestures.append(Gesture(.drag, grid.drag))
    }
    for gesture in gestures {
      let first = gesture.act == .swap ? 1 : 0
      let places = [("{x1}", first), ("{y1}", first), ("{x2}", first + 1), ("{y2}", first)]
      let line = places.reduce(gesture.text) { $0.replacing($1.0, with: "\($1.1)") }
      diary.doing("parse the line \(JSON.string(line).text), \(walk.place(subject))")
      do throws(Rejection) {
        _ = try subject.parse(line)
      } catch {
        diary.found(
          .badGesture, "the gesture \(gesture.act.rawValue) says \"\(line)\", which is refused: \(error.message)",
          at: walk.place(subject))
      }
    }
  }
}

extension Board {
  /// The moves of its cards.
  var cardMoves: [String] { parts.flatMap { $0.cards ?? [] }.map(\.move).filter { !$0.isEmpty } }
}

extension JSON {
  /// The pairs of numbers in it, which can be cells.
  fileprivate var cells: [JSON] {
    switch self {
    case .array(let elements): Board.cellName(self) == nil ? elements.flatMap(\.cells) : [self]
    case .object(let object): object.members.flatMap { $0.value.cells }
    default: []
    }
  }
}

/// Checks that repeating one move never discloses the solution.
struct RepeatedMoves<S: PuzzleSource> {
  typealias G = S.G

  let subject: Subject<S>
  let diary: Diary

  private static var times: Int { 12 }

  func check(seeds: [UInt64]) {
    guard subject.hasPuzzles else { return }
    for seed in seeds.prefix(2) {
      guard let puzzle = try? subject.puzzle(seed) else { continue }
      let player = subject.players[0]
      let game = subject.newGame(puzzle)
      let secrets = SecretWords(subject, puzzle, hiddenFrom: .seat(player))
      for move in moves(game, seed) { play(move, game, puzzle, player, secrets, seed) }
    }
  }

  private func moves(_ game: G, _ seed: UInt64) -> [G.Move] {
    var generator = SeededGenerator(seed: seed)
    let guesses = subject.candidates(game, .outsider, 2, using: &generator)
    let texts = guesses.compactMap { Subject<S>.text($0) }.flatMap(Mangling.strings)
    // Moves with a title in the schema are hints or giving up: they may disclose the solution at a price.
    var schema = G.info.moveSchema
    for key in ["oneOf", "anyOf"] {
      guard var object = schema.objectValue, let parts = object[key]?.arrayValue else { continue }
      object[key] = .array(parts.filter { $0["title"] == nil })
      schema = .object(object)
    }
    return guesses + ValueSchema(schema).samples(texts).compactMap { try? subject.move($0.text) }
  }

  private func play(
    _ move: G.Move, _ start: G, _ puzzle: G.Puzzle, _ player: PlayerID, _ secrets: SecretWords, _ seed: UInt64
  ) {
    let text = Subject<S>.text(move) ?? ""
    var game = start
    for time in 1...Self.times {
      diary.doing("play \(text) for the time \(time), seed \(seed)")
      let elapsed = Elapsed(milliseconds: Int64(time) * 1000)
      let result = subject.play(move, on: &game, puzzle: puzzle, by: player, at: elapsed)
      guard subject.outcome(game, of: player) == nil else { return }
      let shown = [subject.text(result)] + subject.board(game, for: .seat(player)).texts
      guard let word = secrets.first(in: shown, besides: text) else { continue }
      return diary.found(
        .secretByRepeating, "\(text), played \(time) times, shows \"\(word)\" of the solution during the match",
        at: subject.place(seed: seed))
    }
  }
}
