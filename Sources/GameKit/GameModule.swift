public import WireProtocol

/// A game and its puzzle source, type-erased together: what the catalogue lists and rooms hold.
///
/// A class, although it is immutable: every move reads its room's game, and for a struct each text of ``info`` would be
/// retained each time.
public final class GameModule: Sendable {
  /// The game's description in the lobby, `help` and `schema`.
  public let info: GameInfo
  /// The game's type, for programs that play it in process; `nil` if its rules run in another process.
  public let game: (any Game.Type)?
  /// The connection to rules in another process, if they are: then calls of the module and its matches may be rejected
  /// with ``Rejection/gameHasNotAnswered``.
  public let remote: (any RemoteGame)?
  /// The word lists that players and bots may read, by name.
  public let publicLists: [String: WordList]
  /// Word decks for learning.
  public let decks: [WordDeck]
  /// Whether finished matches can be analysed: ``AnalysingSource``.
  public let isAnalysed: Bool
  /// Whether players can make puzzles: ``AuthoredPuzzles``.
  public let isAuthored: Bool
  /// Words that no puzzle by a player has: ``AuthoredPuzzles/refusedWords``.
  public let refusedWords: Set<String>
  private let box: any ModuleBox

  /// A module for a source, whose type names the game.
  public init<S: PuzzleSource>(_ source: S) {
    info = S.G.info
    game = S.G.self
    publicLists = source.publicLists
    decks = source.decks
    isAnalysed = source is any AnalysingSource
    isAuthored = source is any AuthoredPuzzles
    refusedWords = (source as? any AuthoredPuzzles)?.refusedWords ?? []
    remote = nil
    box = TypedModule(source: source)
  }

  /// A module for a game in another process.
  ///
  /// - Parameter module: the same game in this process, whose lists and decks are kept.
  package init(_ info: GameInfo, remote: any RemoteGame, box: any ModuleBox, insteadOf module: GameModule?) {
    (self.info, self.remote, self.box) = (info, remote, box)
    (isAnalysed, isAuthored, refusedWords) = (false, false, [])
    (game, publicLists, decks) = (nil, module?.publicLists ?? [:], module?.decks ?? [])
  }

  /// Decodes a client's fields into settings; omitted fields have their defaults.
  ///
  /// - Returns: all fields, in stored form.
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

  /// The key of the day's puzzle, computed without making the puzzle if possible.
  ///
  /// - Throws: the source's rejection; `bad_settings`.
  public func puzzleKey(on day: Day, season: SeasonKey, settings: JSON) throws(Rejection) -> PuzzleKey {
    try box.puzzleKey(on: day, season: season, settings: settings)
  }

  /// A new match on a seeded puzzle.
  ///
  /// - Parameter words: the room creator's own words, if puzzles are made from them.
  /// - Throws: ``Rejection/noPuzzlesLeft``; `bad_settings`.
  public func match(
    seed: UInt64, settings: JSON, excluding: PuzzleSet = [], words: OwnWords? = nil
  ) throws(Rejection) -> Match {
    try box.match(seed: seed, settings: settings, excluding: excluding, words: words)
  }

  /// A new match on a puzzle that a person has chosen; `nil` in a game without such puzzles: ``AuthoredPuzzles``.
  ///
  /// - Throws: `bad_puzzle`, or `bad_settings`.
  public func match(of draft: PuzzleDraft, settings: JSON, seed: UInt64) throws(Rejection) -> Match? {
    try box.match(of: draft, settings: settings, seed: seed)
  }

  /// Moves worth trying that the source makes from a player's board, in logged form:
  /// ``PuzzleSource/candidateMoves(on:settings:limit:using:)``.
  public func candidates(
    on board: Board, settings: JSON, limit: Int, using generator: inout SeededGenerator
  ) -> [JSON] {
    box.candidates(on: board, settings: settings, limit: limit, using: &generator)
  }

  /// The number of puzzles with these settings; `nil` if unknown.
  public func puzzleCount(settings: JSON) -> Int? { box.puzzleCount(settings: settings) }

  /// The number of days without a repeated daily; `nil` if unknown.
  public func dayCount(settings: JSON) -> Int? { box.dayCount(settings: settings) }

  /// A match before its first move on a stored puzzle, from which a replay starts.
  ///
  /// - Throws: a rejection if puzzle or settings do not belong to this game.
  public func match(puzzle: JSON, settings: JSON) throws(Rejection) -> Match {
    try box.match(puzzle: puzzle, settings: settings)
  }
}

/// Uses a module's source with its concrete type.
package protocol SourceVisitor {
  mutating func visit<S: PuzzleSource>(_ source: S)
}

extension GameModule {
  /// Calls the visitor with the source's concrete type.
  package func visit(_ visitor: inout some SourceVisitor) { box.visit(&visitor) }
}

/// The type-erased game and source behind ``GameModule``.
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
  func match(of draft: PuzzleDraft, settings: JSON, seed: UInt64) throws(Rejection) -> Match?
}

extension ModuleBox {
  package func match(of draft: PuzzleDraft, settings: JSON, seed: UInt64) throws(Rejection) -> Match? { nil }
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

  func match(of draft: PuzzleDraft, settings: JSON, seed: UInt64) throws(Rejection) -> Match? {
    guard let source = source as? any AuthoredPuzzles else { return nil }
    let puzzle = try Self.puzzle(of: draft, settings: settings, seed: seed, source)
    return try match(puzzle: puzzle, settings: settings)
  }

  private static func puzzle<Source: AuthoredPuzzles>(
    of draft: PuzzleDraft, settings: JSON, seed: UInt64, _ source: Source
  ) throws(Rejection) -> JSON {
    let decoded: Source.G.Settings
    do { decoded = try settings.decode(Source.G.Settings.self) } catch { throw .badSettings(error.description) }
    let puzzle = try source.puzzle(of: draft, settings: decoded, seed: seed)
    do { return try JSON(writing: puzzle) } catch { throw .badPuzzle("This puzzle cannot be written down") }
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
