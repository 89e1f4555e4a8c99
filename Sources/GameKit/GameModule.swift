public import WireProtocol

/// A game and the source of its puzzles, erased together: what the catalogue lists and rooms hold.
///
/// A class, although nothing in it changes: every move looks at its room's game, and a struct would have every text of
/// ``info`` retained each time.
public final class GameModule: Sendable {
  /// What the lobby, `help` and `schema` say about the game.
  public let info: GameInfo
  /// The game itself, for programs that play it in their own process; `nil` where its rules are in another one.
  public let game: (any Game.Type)?
  /// Where the rules are, if they are in another process: then what the module and its matches do may be rejected with
  /// ``Rejection/gameIsAsked``.
  public let remote: (any RemoteGame)?
  /// The word lists that players and bots may read, by name.
  public let publicLists: [String: WordList]
  /// Decks of words to learn.
  public let decks: [WordDeck]
  private let box: any ModuleBox

  /// A module around a source, whose type names the game.
  public init<S: PuzzleSource>(_ source: S) {
    info = S.G.info
    game = S.G.self
    publicLists = source.publicLists
    decks = source.decks
    remote = nil
    box = TypedModule(source: source)
  }

  /// A module around a game in another process.
  ///
  /// - Parameter module: the same game in this process, whose lists and decks it keeps.
  package init(_ info: GameInfo, remote: any RemoteGame, box: any ModuleBox, insteadOf module: GameModule?) {
    (self.info, self.remote, self.box) = (info, remote, box)
    (game, publicLists, decks) = (nil, module?.publicLists ?? [:], module?.decks ?? [])
  }

  /// The settings that a client's fields stand for: defaults where it says nothing.
  ///
  /// - Returns: all fields, in the form in which a room stores them.
  /// - Throws: `bad_settings` naming the field.
  public func settings(from fields: JSONObject) throws(Rejection) -> JSON {
    try box.settings(from: fields)
  }

  /// A new match on the day's puzzle.
  ///
  /// - Throws: the source's rejection; `bad_settings`.
  public func match(on day: Day, season: SeasonKey, settings: JSON) throws(Rejection) -> Match {
    try box.match(on: day, season: season, settings: settings)
  }

  /// What names the day's puzzle, without making more of it than that takes.
  ///
  /// - Throws: the source's rejection; `bad_settings`.
  public func puzzleKey(on day: Day, season: SeasonKey, settings: JSON) throws(Rejection) -> PuzzleKey {
    try box.puzzleKey(on: day, season: season, settings: settings)
  }

  /// A new match on a seeded puzzle.
  ///
  /// - Parameter words: those of whoever has opened the room, where its puzzles are made from them.
  /// - Throws: ``Rejection/noPuzzlesLeft``; `bad_settings`.
  public func match(
    seed: UInt64, settings: JSON, excluding: PuzzleSet = [], words: OwnWords? = nil
  ) throws(Rejection) -> Match {
    try box.match(seed: seed, settings: settings, excluding: excluding, words: words)
  }

  /// Moves worth trying that the source makes from a player's board, in logged form:
  /// ``PuzzleSource/candidateMoves(on:settings:limit:using:)``.
  public func candidates(
    on board: Board, settings: JSON, limit: Int, using generator: inout SeededGenerator
  ) -> [JSON] {
    box.candidates(on: board, settings: settings, limit: limit, using: &generator)
  }

  /// How many puzzles there are with these settings; `nil` where that is not known.
  public func puzzleCount(settings: JSON) -> Int? { box.puzzleCount(settings: settings) }

  /// For how many days dailies come without one that has come before; `nil` where that is not known.
  public func dayCount(settings: JSON) -> Int? { box.dayCount(settings: settings) }

  /// A match before its first move, on a stored puzzle: the start of every replay.
  ///
  /// - Throws: a rejection when puzzle or settings are not of this game.
  public func match(puzzle: JSON, settings: JSON) throws(Rejection) -> Match {
    try box.match(puzzle: puzzle, settings: settings)
  }
}

/// Does something with a module's source, whose type only the module knows.
package protocol SourceVisitor {
  /// Is called with the source.
  mutating func visit<S: PuzzleSource>(_ source: S)
}

extension GameModule {
  /// Opens the erasure again.
  package func visit(_ visitor: inout some SourceVisitor) { box.visit(&visitor) }
}

/// A game with its source, behind ``GameModule``.
package protocol ModuleBox: Sendable {
  func visit(_ visitor: inout some SourceVisitor)
  func settings(from fields: JSONObject) throws(Rejection) -> JSON
  func match(on day: Day, season: SeasonKey, settings: JSON) throws(Rejection) -> Match
  func puzzleKey(on day: Day, season: SeasonKey, settings: JSON) throws(Rejection) -> PuzzleKey
  func match(seed: UInt64, settings: JSON, excluding: PuzzleSet, words: OwnWords?) throws(Rejection) -> Match
  func candidates(on board: Board, settings: JSON, limit: Int, using generator: inout SeededGenerator) -> [JSON]
  func puzzleCount(settings: JSON) -> Int?
  func dayCount(settings: JSON) -> Int?
  func match(puzzle: JSON, settings: JSON) throws(Rejection) -> Match
}

private struct TypedModule<S: PuzzleSource>: ModuleBox {
  typealias Settings = S.G.Settings
  let source: S

  func visit(_ visitor: inout some SourceVisitor) { visitor.visit(source) }

  func settings(from fields: JSONObject) throws(Rejection) -> JSON {
    guard let defaults = try? JSON(encoding: Settings()), case .object(var merged) = defaults else {
      throw .badSettings("The settings of \(S.G.info.title) cannot be written down")
    }
    for (key, value) in fields.members {
      guard merged[key] != nil else {
        let known = merged.members.map(\.key).joined(separator: ", ")
        throw .badSettings(
          known.isEmpty
            ? "\(S.G.info.title) has no settings, so no \"\(key)\""
            : "\(S.G.info.title) has no setting \"\(key)\"; it has \(known)")
      }
      merged[key] = value
    }
    let whole = JSON.object(merged)
    try decoded(whole).validate()
    return whole
  }

  func match(on day: Day, season: SeasonKey, settings: JSON) throws(Rejection) -> Match {
    let settings = try decoded(settings)
    return match(try source.puzzle(for: day, season: season, settings: settings), settings)
  }

  func puzzleKey(on day: Day, season: SeasonKey, settings: JSON) throws(Rejection) -> PuzzleKey {
    try source.key(for: day, season: season, settings: try decoded(settings))
  }

  func match(seed: UInt64, settings: JSON, excluding: PuzzleSet, words: OwnWords?) throws(Rejection) -> Match {
    let settings = try decoded(settings)
    guard let words else {
      return match(try source.puzzle(seed: seed, settings: settings, excluding: excluding), settings)
    }
    return match(try source.puzzle(seed: seed, settings: settings, excluding: excluding, words: words), settings)
  }

  func match(puzzle: JSON, settings: JSON) throws(Rejection) -> Match {
    let settings = try decoded(settings)
    do {
      return match(try puzzle.decode(S.G.Puzzle.self), settings)
    } catch {
      throw Rejection("bad_puzzle", "That is not a puzzle of \(S.G.info.title): \(error.description)")
    }
  }

  func candidates(on board: Board, settings: JSON, limit: Int, using generator: inout SeededGenerator) -> [JSON] {
    guard let settings = try? decoded(settings) else { return [] }
    let moves = source.candidateMoves(on: board, settings: settings, limit: limit, using: &generator)
    return moves.prefix(max(0, limit)).compactMap { try? JSON(writing: $0) }
  }

  func puzzleCount(settings: JSON) -> Int? { (try? decoded(settings)).flatMap { source.puzzleCount(settings: $0) } }

  func dayCount(settings: JSON) -> Int? { (try? decoded(settings)).flatMap { source.dayCount(settings: $0) } }

  private func match(_ puzzle: S.G.Puzzle, _ settings: Settings) -> Match {
    Match(S.G(puzzle: puzzle, settings: settings), puzzle: puzzle, settings: settings, source: source)
  }

  private func decoded(_ settings: JSON) throws(Rejection) -> Settings {
    do {
      return try settings.decode(Settings.self)
    } catch {
      throw .badSettings(error.description)
    }
  }
}
