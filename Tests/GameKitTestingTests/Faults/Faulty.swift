import Foundation
import GameKit
import Synchronization
import WireProtocol

/// A sound game with the accessors that faults need.
protocol Plantable: Game {
  /// The stored form of a puzzle: a separate type if a fault breaks its coding.
  associatedtype Stored: Codable & Sendable
  static func puzzle(_ stored: Stored) -> Puzzle

  /// A player's secret, or the puzzle's for `nil`; empty if there is none.
  func secret(of player: PlayerID?) -> String
  /// The next hidden draw.
  var future: String { get }
  /// The turns, if the game has seats.
  var table: Turns? { get set }
  /// Removes the moves so far.
  mutating func rewind()
}

/// A sound game with the fault that ``Plant/current`` names.
struct Faulty<B: Plantable>: Game {
  typealias Puzzle = B.Stored

  var base: B
  /// The number of accepted moves.
  var taken = 0
  var lost = Lost()
  var resigned: [PlayerID] = []
  var text = ""
  var box: Box?
  var number: Double?
  /// How often a move was repeated.
  var repeated = 0

  static var info: GameInfo { Plant.info(B.info) }

  static func key(of puzzle: Puzzle) -> PuzzleKey {
    Plant.is(.keyOfAll) ? PuzzleKey("all") : B.key(of: B.puzzle(puzzle))
  }

  static func solution(of puzzle: Puzzle) -> [Move] {
    let moves = B.solution(of: B.puzzle(puzzle)).map { Move(base: $0) }
    return Plant.is(.solutionWrong) ? moves.compactMap { $0.mapped { String($0.reversed()) } } : moves
  }

  init(puzzle: Puzzle, settings: Settings) {
    base = B(puzzle: B.puzzle(puzzle), settings: settings.base)
    if Plant.is(.settingsForgotten) { lost.count = JSON.text(of: settings) == JSON.text(of: Settings()) ? 0 : 1 }
    if Plant.is(.playShares) || Plant.is(.playSharesRefused) { box = Box() }
    if Plant.is(.stateUnwritable) { number = .infinity }
  }

  static func parse(_ line: String) throws(Rejection) -> Move {
    switch Plant.current {
    case .parseTraps: _ = Array(line)[3]
    case .parseHangs: if line.contains(",") { Plant.hang() }
    case .parseSlow: if line.hasPrefix("c") { Plant.spin() }
    default: break
    }
    var move = Move(base: try B.parse(line))
    move.isTyped = Plant.is(.parseDiffers)
    return move
  }
}

/// Encodes as nothing, so that its value is lost in a restore.
struct Lost: Codable, Sendable {
  var count = 0
  init() {}
  init(from decoder: any Decoder) throws {}
  func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: NoKey.self) }
  private enum NoKey: CodingKey {}
}

/// A counter with reference semantics, shared by all copies.
final class Box: Codable, Sendable {
  private let count = Mutex(0)
  init() {}
  init(from decoder: any Decoder) throws { _ = try decoder.singleValueContainer().decode(Int.self) }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(count.withLock { $0 })
  }
  func increment() { count.withLock { $0 += 1 } }
}

// MARK: - Moves and settings

extension Faulty {
  struct Move: Codable, Sendable {
    let base: B.Move
    /// A property that typed moves have and their JSON lacks.
    var isTyped = false

    init(base: B.Move) { self.base = base }

    init(from decoder: any Decoder) throws {
      base = try B.Move(from: decoder)
      if Plant.is(.moveTraps), JSON.text(of: base).count > 300 { _ = [Int]()[1] }
    }

    func encode(to encoder: any Encoder) throws {
      guard Plant.is(.moveLost) else { return try base.encode(to: encoder) }
      let other = mapped { String($0.dropLast()) + "b" } ?? self
      try other.base.encode(to: encoder)
    }

    /// The move with its strings and numbers changed.
    func mapped(_ change: (String) -> String) -> Move? {
      func changed(_ value: JSON) -> JSON {
        switch value {
        case .string(let text): .string(change(text))
        case .int(let number): .int(number + 1)
        case .array(let elements): .array(elements.map(changed))
        case .object(let object):
          .object(object.members.reduce(into: JSONObject()) { $0[$1.key] = changed($1.value) })
        default: value
        }
      }
      return (try? changed(try JSON(encoding: base)).decode(B.Move.self)).map { Move(base: $0) }
    }
  }

  struct Settings: GameSettings {
    var base = B.Settings()

    init() {}
    init(from decoder: any Decoder) throws { base = try B.Settings(from: decoder) }

    func encode(to encoder: any Encoder) throws {
      var json = try JSON(encoding: base).objectValue ?? [:]
      if Plant.is(.settingsUnwritten) { json["seconds"] = nil }
      if Plant.is(.settingsClamped) { json["tries"] = .int(min(10, json["tries"]?.intValue ?? 0)) }
      var container = encoder.container(keyedBy: Name.self)
      for (key, value) in json.members { try container.encode(value.intValue ?? 0, forKey: Name(stringValue: key)) }
    }

    func validate() throws(Rejection) {
      switch Plant.current {
      case .settingsUnbounded where [":4}", ":6}"].contains(where: JSON.text(of: base).hasSuffix): return
      case .settingsTooNarrow where JSON.text(of: base).contains("300"): throw .badSettings("\"seconds\" is too much")
      default: try base.validate()
      }
    }
  }
}

struct Name: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension JSON {
  static func text(of value: some Encodable) -> String { (try? JSON(encoding: value))?.text ?? "" }
}

// MARK: - Playing

extension Faulty {
  mutating func play(_ move: Move, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn {
    try Plant.beforeMove(self, move, by: player)
    let wasOver = outcome(for: player) != nil
    var turn: Turn
    do throws(Rejection) {
      turn = try base.play(move.base, by: player, at: elapsed)
    } catch {
      turn = try refuse(error, player)
    }
    if wasOver, Plant.is(.playAfterTheEnd) { taken += 100 }
    let again = JSON.text(of: move.base)
    repeated = text.hasSuffix(again) ? repeated + 1 : 1
    if Plant.is(.playRepeatTells) || Plant.is(.playHintRepeatTells) { text = again }
    taken += 1
    lost.count += 1
    if Plant.is(.playGrows) { text += String(repeating: "a", count: 30_000) }
    if Plant.is(.playShares) { box?.increment() }
    if Plant.is(.playNeverEnds), taken.isMultiple(of: 7) { base.rewind() }
    change(&turn, move, player)
    return turn
  }

  /// Throws the rejection, or returns a turn instead.
  private mutating func refuse(_ rejection: Rejection, _ player: PlayerID) throws(Rejection) -> Turn {
    if Plant.is(.playSharesRefused) { box?.increment() }
    let isOutOfTurn = rejection == .notYourTurn
    if isOutOfTurn, Plant.is(.playOutOfTurn), base.table?.seat(of: player) != nil {
      return Turn(open: ["sneaks": true])
    }
    if isOutOfTurn, Plant.is(.playByStrangers), base.table?.seat(of: player) == nil { return Turn(open: ["who": true]) }
    if rejection == .gameOver, Plant.is(.playAfterTheEnd) { return Turn(open: ["late": true]) }
    if Plant.is(.playBadCode) { throw Rejection("Bad Code", rejection.message) }
    if Plant.is(.playRefusesWithWord) { throw Rejection("bad", "That is not \(base.secret(of: nil))") }
    throw rejection
  }

  private func change(_ turn: inout Turn, _ move: Move, _ player: PlayerID) {
    let word = base.secret(of: nil)
    let held = turn.hands.first?.fields ?? [:]
    switch Plant.current {
    case .rulesChange: turn.open["hits"] = .int((turn.open["hits"]?.intValue ?? 0) + 1)
    case .playByChance: turn.open["luck"] = .int(.random(in: 0...1_000_000))
    case .playByClock: turn.open["now"] = .int(Int(DispatchTime.now().uptimeNanoseconds / 1000))
    case .playTellsMove: turn.open.merge(turn.secret)
    case .playRemarksMove: turn.openRemark = "says \(JSON.text(of: move.base))"
    case .playRemarksFirstLetter: turn.openRemark = "not a word in \(word.prefix(1))"
    case .playRemarksWord: if !JSON.text(of: move.base).contains(word) { turn.openRemark = "still not \(word)" }
    case .playTellsHand: turn.open.merge(held)
    case .playTellsHandAtBoard: turn.secret.merge(held)
    case .playTellsHandRenamed: turn.open["seen"] = .array(held.members.map(\.value))
    case .playRemarksHand:
      turn.openRemark += held.members.flatMap { $0.value.arrayValue ?? [] }.map { " \($0.stringValue ?? "")" }.joined()
    case .playHandsToStranger: if !turn.hands.isEmpty { turn.hands[0].players.append(PlayerID(77)) }
    case .playHandToAll: if !turn.hands.isEmpty { turn.hands[0].players = base.table?.players ?? [] }
    case .playForgets: turn.open["count"] = .int(lost.count)
    case .playForgetsLate: if taken > 3 { turn.open["count"] = .int(lost.count) }
    case .parseDiffers: if move.isTyped { turn.open["typed"] = true }
    case .playBadRemark: turn.openRemark = "line\nbreak"
    case .playRepeatTells: if repeated > 2, !JSON.text(of: move.base).contains("hint") { turn.remark = "It is \(word)" }
    case .playHintRepeatTells:
      if repeated > 2, JSON.text(of: move.base).contains("hint") { turn.remark = "It is \(word)" }
    case .settingsForgotten: turn.open["set"] = .int(lost.count - taken)
    default: break
    }
  }

  mutating func handle(_ event: TableEvent, at elapsed: Elapsed) throws(Rejection) -> Turn {
    let isOver = base.table?.isOver == true
    if !isOver, let turn = try Plant.instead(of: event, &self) { return turn }
    if isOver, case .pause = event, Plant.is(.handlePauseChangesEnd) {
      taken = 1000
      return Turn(open: [:])
    }
    var turn: Turn
    do throws(Rejection) {
      turn = try base.handle(event, at: elapsed)
    } catch {
      guard case .draw = event, error.code == "already_offered", Plant.is(.handleDrawTwice) else { throw error }
      base.table?.draw()
      return Turn(open: [:])
    }
    if case .resign(let player) = event { resigned.append(player) }
    if case .draw = event, Plant.is(.handleDrawByOne) { base.table?.draw() }
    lost.count += 1
    switch Plant.current {
    case .handleByChance: turn.open["luck"] = .int(.random(in: 0...1_000_000))
    case .handleForgets: turn.openRemark = "has happened \(lost.count) times"
    case .handleDealsOpenly: if let hand = turn.hands.first { turn.open.merge(hand.fields) }
    case .handleSlow: if case .resign = event, taken == 0 { Plant.spin() }
    default: break
    }
    return turn
  }
}

// MARK: - Views

extension Faulty {
  func board(for viewer: Viewer) -> Board {
    var board = base.board(for: viewer)
    Plant.change(&board, viewer, self)
    return board
  }

  func outcome(for player: PlayerID) -> Outcome? { Plant.outcome(base.outcome(for: player), player, self) }

  var toMove: [PlayerID] {
    var players = base.toMove
    let seated = base.table?.players ?? []
    switch Plant.current {
    case .toMoveKeepsQuitter: if !resigned.isEmpty { return [resigned[0]] }
    case .toMoveTwice: players += players
    case .toMoveStranger: players.append(PlayerID(77))
    case .toMoveOfOther: return seated.filter { !players.contains($0) && base.table?.isOver != true }
    case .toMoveByChance: return [PlayerID(.random(in: 1...1_000_000))]
    case .toMoveForgets: if lost.count > 1 { return Array(players.suffix(1)) }
    case .toMoveNobody: return []
    default: break
    }
    return players
  }

  var deadline: Elapsed? {
    let deadline = base.deadline
    switch Plant.current {
    case .deadlineOver: return taken > 1 ? deadline.map { _ in Elapsed(milliseconds: 1) } : deadline
    case .deadlineForgets: return deadline.map { Elapsed(milliseconds: $0.milliseconds + Int64(lost.count)) }
    case .deadlineByChance: return deadline.map { Elapsed(milliseconds: $0.milliseconds + .random(in: 0...1000)) }
    case .deadlineAfterTheEnd: return deadline ?? Elapsed(milliseconds: 1 << 40)
    case .deadlineTells:
      let first = base.secret(of: base.table?.players.first).utf8.reduce(0) { $0 + Int64($1) }
      return deadline.map { Elapsed(milliseconds: $0.milliseconds + first) }
    default: return deadline
    }
  }

  func timeIsUp(for player: PlayerID) -> Elapsed? {
    if Plant.is(.timeIsUpTraps) { _ = base.table?.players.firstIndex(of: player).map { _ in 0 } ?? [Int]()[1] }
    if Plant.is(.timeIsUpEarly) { return base.deadline.map { Elapsed(milliseconds: $0.milliseconds - 500) } }
    return base.timeIsUp(for: player)
  }

  func progress(of player: PlayerID) -> Int {
    Plant.is(.progressByChance) ? .random(in: 0...1_000_000) : base.progress(of: player)
  }

  func missed(by player: PlayerID) -> [MissedWord] {
    if Plant.is(.missedTraps) { _ = [Int]()[1] }
    return base.missed(by: player)
  }
}

// MARK: - Searching

extension Faulty {
  func candidates(for player: PlayerID) -> [Move] {
    if Plant.is(.listsTrap) { _ = base.table?.players.firstIndex(of: player).map { _ in taken > 2 ? [0][1] : 0 } }
    var moves = base.candidates(for: player).map { Move(base: $0) }
    switch Plant.current {
    case .listsRefused: moves = moves.compactMap { $0.mapped { $0 } }
    case .listsTooMany: moves = moves.flatMap { Array(repeating: $0, count: 300) }.suffix(300)
    case .listsOutOfTurn:
      if moves.isEmpty { moves = base.toMove.flatMap { base.candidates(for: $0) }.map { Move(base: $0) } }
    case .listsKnowHand:
      let others = (base.table?.players ?? []).filter { $0 != player }.map { base.secret(of: $0) }.joined()
      if others.utf8.reduce(0, { $0 &* 31 &+ Int($1) }).isMultiple(of: 2) { moves.reverse() }
    case .listsByChance: moves.shuffle()
    case .listsForgets: if lost.count > 1 { moves.reverse() }
    // A match generated from a board does not have the number of moves.
    case .worldMoves: if taken > 1 { moves.reverse() }
    default: break
    }
    return moves
  }
}

extension Faulty.Move: Equatable where B.Move: Equatable {}
extension Faulty.Move: Hashable where B.Move: Hashable {}

extension Faulty: SearchableGame where B: SearchableGame {
  static func determinization(
    of observation: Observation, settings: Settings, using generator: inout SeededGenerator
  ) -> Faulty? {
    if Plant.is(.worldTraps) { _ = [Int]()[1] }
    guard !Plant.is(.worldNone),
      var base = B.determinization(of: observation, settings: settings.base, using: &generator)
    else { return nil }
    if Plant.is(.worldOther) { base.rewind() }
    return Faulty(base: base)
  }

  private init(base: B) { self.base = base }
}
