import Foundation
import GameKit
import WireProtocol

@testable import GameKitTesting

extension Plant {
  /// Takes longer than the budget of a call.
  static func spin() {
    let end = processorMicroseconds() + 60_000
    var generator = SeededGenerator(seed: 1)
    while processorMicroseconds() < end { for _ in 0..<1000 { _ = generator.next() } }
  }

  static func hang() {
    var steps = 0
    while current != .none { steps &+= 1 }
  }

  static func info(_ info: GameInfo) -> GameInfo {
    var (id, moves, view) = (info.id, info.moveSchema, info.viewSchema)
    let property: JSON = ["type": "object", "properties": ["tries": ["type": "integer"]]]
    switch current {
    case .infoBadID: id = "Bad-1"
    case .schemaOfOtherMoves:
      moves = ["type": "object", "required": ["word"], "properties": ["word": ["type": "string"]]]
    case .schemaTooWide:
      moves = [
        "oneOf": [
          info.moveSchema, ["type": "object", "required": ["pass"], "properties": ["pass": ["const": true]]],
        ]
      ]
    case .boardDataUndescribed, .boardDataOfOtherType: view = property
    default: break
    }
    return GameInfo(
      id: id, title: info.title, summary: info.summary, rules: info.rules, typing: info.typing, modes: info.modes,
      moveSchema: moves,
      settingsSchema: info.settingsSchema, viewSchema: view, seats: info.seats)
  }

  // MARK: - Moves and events

  static func beforeMove<B>(_ game: Faulty<B>, _ move: Faulty<B>.Move, by player: PlayerID) throws(Rejection) {
    switch current {
    case .playTraps: if game.taken == 3 { _ = [Int]()[1] }
    case .playHangs: if game.taken == 2 { hang() }
    case .playSlow: if game.taken == 1 { spin() }
    case .playRefusesWarm:
      let word = game.base.secret(of: nil)
      if let guess = (try? JSON(encoding: move.base))?["guess"]?.stringValue, guess != word, guess.first == word.first {
        throw Rejection("warm", "Very warm")
      }
    default: break
    }
  }

  /// A turn instead of the event's result; `nil` to handle the event normally.
  static func instead<B>(of event: TableEvent, _ game: inout Faulty<B>) throws(Rejection) -> Turn? {
    let isSeated = event.player.map { game.base.table?.seat(of: $0) != nil } ?? true
    let nothing = Turn(open: [:], spentTry: false)
    switch (current, event) {
    case (.handleResignIgnored, .resign), (.handleFlagIgnored, .flag), (.handleLeaveIgnored, .leave),
      (.handleDrawIgnored, .draw):
      return isSeated ? nothing : nil
    case (.handleLeaveRefused, .leave), (.handleTimeRefused, .time), (.handleBeginRefused, .begin): throw .notHere
    case (.handleTimeIgnored, .time): return nothing
    case (.handleBeginManyRefused, .begin(let players)): if players.count > 2 { throw .notHere }
    case (.handleBeginManyTraps, .begin(let players)): if players.count > 2 { _ = [Int]()[1] }
    case (.handleStrangerTraps, .leave): if !isSeated { _ = [Int]()[1] }
    case (.handleHangs, .skip): hang()
    case (.handleResignWins, .resign(let player)), (.handleFlagWins, .flag(let player)):
      guard let seat = game.base.table?.seat(of: player) else { return nil }
      game.base.table?.win(seat)
      return nothing
    case (.handleJoinTwice, .join(let player)):
      guard isSeated else { return nil }
      game.resigned.append(player)
      return nothing
    default: break
    }
    return nil
  }

  // MARK: - Boards

  static func change<B>(_ board: inout Board, _ viewer: Viewer, _ game: Faulty<B>) {
    let word = game.base.secret(of: nil)
    let seated = game.base.table?.players ?? []
    let isOver = game.base.table?.isOver ?? (game.base.outcome(for: PlayerID(1)) != nil)
    let others = seated.filter { viewer != .seat($0) }.map { game.base.secret(of: $0) }.joined(separator: " ")
    let (isOutside, isPlayer) = (viewer == .outsider, viewer != .outsider && viewer != .informed)
    switch current {
    case .boardTellsWord: if isOutside, game.taken > 1 { board.notes.append("it begins with \(word.prefix(1))") }
    case .boardDataTell: if isOutside, game.taken > 1 { board.data["first"] = .string(String(word.prefix(1))) }
    case .boardTellsPlayer: if !isOutside, game.taken > 0 { board.notes.append("it ends with \(word.suffix(1))") }
    case .boardTellsOther: if isPlayer, !isOver { board.notes.append("they have \(others)") }
    case .boardTellsSpectator: if isOutside, !isOver { board.notes.append("they have \(others)") }
    case .boardDataTellOther: if isPlayer, !isOver { board.data["others"] = .string(others) }
    case .boardTellsNextCard: if isPlayer, !isOver { board.notes.append("next is \(game.base.future)") }
    case .boardUneven: changeGrids(&board) { $0.rows[0].letters += " " }
    case .boardBadTile: if !board.rows.isEmpty { board.rows[0].tiles = String(board.rows[0].tiles.dropLast()) + "1️⃣" }
    case .boardBadText: board.notes.append("\u{1B}[2J")
    case .boardBadKeys:
      board.keys = [Board.Keys(tile: .right, letters: "abc"), Board.Keys(tile: .absent, letters: "cd")]
    case .boardBadGesture: if !isOver { board.gestures = [Gesture(.key, "{x1} {letters}")] }
    case .boardDeafGesture: changeGrids(&board) { if !$0.drag.isEmpty { $0.drag = "{x1};{y1}" } }
    case .boardAsksAfterEnd: board.prompt = "Type a word"
    case .boardHashOrder:
      let letters = Set(board.rows.map(\.letters).joined())
      if isPlayer, !letters.isEmpty { board.notes.append("used: " + String(Array(letters))) }
    case .boardByClock: board.notes.append("now \(DispatchTime.now().uptimeNanoseconds / 1000)")
    case .boardSlow: if isOutside, game.taken == 1 { spin() }
    case .boardTraps:
      if case .seat(let player) = viewer { _ = seated.firstIndex(of: player).map { [$0][0] } ?? [Int]()[1] }
    case .boardHangs: if viewer == .informed, game.taken == 2 { hang() }
    case .boardLarge: board.notes += Array(repeating: String(repeating: "a long story ", count: 20), count: 80)
    case .boardSeatTwice: board.seats += board.seats.prefix(1)
    case .boardSeatOfStranger: board.seats.append(Board.Seat(PlayerID(77)))
    case .boardDataUndescribed: board.data["more"] = 1
    case .boardDataOfOtherType: board.data["tries"] = "many"
    case .boardBadChoice: if !isOver, isPlayer { board.choices = [Board.Choice(text: "Zebra", move: "zebra")] }
    case .boardLabelled: board.notes.append("a word in \(word.prefix(2))")
    case .boardWrongPrompt: if !board.prompt.isEmpty { board.prompt = "Wait for the other" }
    case .partTellsOther: if isPlayer, !isOver { board.parts.append(.cards("Theirs", [Board.Card("x", name: others)])) }
    case .partTellsFaceDown: if isPlayer, !isOver { board.parts.append(.cards("Theirs", [.faceDown(name: others)])) }
    case .partLargeGrid: changeGrids(&board) { $0.rows = Array(repeating: $0.rows[0], count: 41) }
    case .partManySigns: changeGrids(&board) { $0.signs = (0..<17).map { _ in Board.Sign("a", "a sign") } }
    case .partBadDrag: changeGrids(&board) { if !$0.drag.isEmpty { $0.drag = "{x1},{z}" } }
    case .partOfStranger: board.parts.append(.cards("Theirs", [.faceDown()]).of(PlayerID(77)))
    case .partKeepsMoves: if isOver, isPlayer { board.parts.append(.cards("Left", [Board.Card("12", move: "12")])) }
    case .partBadText, .partNameless, .partManyCards, .cardRefused, .cardMissing, .cardOutOfTurn:
      changeHand(&board, isOver)
    case .cardToSpectator: if isOutside { board.parts.append(.cards("Play", [Board.Card("12", move: "12")])) }
    case .handleJoinTwice: board.seats += game.resigned.map { Board.Seat($0) }
    default: break
    }
  }

  private static func changeGrids(_ board: inout Board, _ change: (inout Board.Grid) -> Void) {
    for index in board.parts.indices {
      guard var grid = board.parts[index].grid, !grid.rows.isEmpty else { continue }
      change(&grid)
      board.parts[index].content = .grid(grid)
    }
  }

  private static func changeHand(_ board: inout Board, _ isOver: Bool) {
    guard let index = board.parts.firstIndex(where: { $0.title == "Your hand" }),
      var cards = board.parts[index].cards, !cards.isEmpty
    else { return }
    switch current {
    case .partBadText: cards[0].face = "\u{1B}[2J"
    case .partNameless: cards[0] = Board.Card("♠", move: cards[0].move)
    case .partManyCards: cards = Array(repeating: cards[0], count: 121)
    case .cardRefused: if !isOver, !cards[0].move.isEmpty { cards.append(Board.Card("99", move: "99")) }
    case .cardMissing: cards[0].move = ""
    case .cardOutOfTurn: if !isOver { cards[0].move = cards[0].face }
    default: break
    }
    board.parts[index].content = .cards(cards)
  }

  // MARK: - Outcomes

  static func outcome<B>(_ sound: Outcome?, _ player: PlayerID, _ game: Faulty<B>) -> Outcome? {
    if current == .outcomeTraps, player.number > 1000 { _ = [Int]()[1] }
    if current == .outcomeSlow, game.taken == 1 { spin() }
    guard var outcome = sound else {
      guard current == .outcomeVanishes, player == PlayerID(1), game.taken == 2 else { return nil }
      return Outcome(won: false, score: 0, grid: ShareGrid(headline: "early", rows: []))
    }
    let word = game.base.secret(of: nil)
    switch current {
    case .outcomeTellsWord: outcome.open.merge(outcome.secret)
    case .outcomeHeadlineTells: if !outcome.won { outcome.grid.headline = "X, it was \(word)" }
    case .outcomeHeadlineBackwards: if !outcome.won { outcome.grid.headline = "X " + String(word.reversed()) }
    case .outcomeAllWin: return Outcome(.won, headline: "won", rows: [])
    case .outcomeAllLose: return Outcome(.lost, headline: "lost", rows: [])
    case .outcomeWonAgainstResult: outcome.won.toggle()
    case .outcomeOfLoserMissing: if !outcome.won, outcome.verdict == .lost { return nil }
    case .outcomeSwapped:
      if outcome.verdict != .drawn { return Outcome(outcome.won ? .lost : .won, headline: "over", rows: []) }
    case .outcomeDrawnAndWon: if !outcome.won { return Outcome(.drawn, headline: "drawn", rows: []) }
    case .outcomeAlwaysWon: outcome.won = true
    case .outcomeNeverLost: if !outcome.won { return nil }
    case .outcomeScoresReversed: outcome.score = -outcome.score
    case .outcomeBadTile: outcome.grid.rows.append("ab")
    case .outcomeWrongTries: outcome.tries = (outcome.tries ?? 0) + 1
    case .handleResignWinsLater:
      if game.resigned.contains(player), game.base.table?.isOver == true {
        return Outcome(.won, headline: "won", rows: [])
      }
    case .handlePauseChangesEnd: if game.taken >= 1000 { outcome.grid.headline = "paused" }
    case .playAfterTheEnd: if game.taken >= 100 { outcome.grid.headline = "over again" }
    default: break
    }
    return outcome
  }
}
