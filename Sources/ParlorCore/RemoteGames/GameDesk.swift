public import GameKit
import Kernel
import WireProtocol

/// Questions to games in other processes. The edge asks them on other threads while the core continues; only the match
/// or room of a question waits: one question at a time, in order.
final class GameDesk {
  /// Questions that were asked together.
  private final class Batch {
    /// The match or room that waits for them; `nil` for none.
    let key: Int64?
    var remaining: Int
    var fault: String?
    let goOn: (String?) -> Void

    init(key: Int64?, count: Int, goOn: @escaping (String?) -> Void) {
      (self.key, remaining, self.goOn) = (key, count, goOn)
    }
  }

  private var games: [any RemoteGame]
  /// Questions that the edge has not taken.
  private var outgoing: [OutgoingQuestion] = []
  private var batches: [Int64: Batch] = [:]
  private var lastNumber: Int64 = 0
  private var lastKey: Int64 = 0
  /// By match or room: work that waits for the present question.
  private var waiting: [Int64: [() -> Void]] = [:]
  /// Invalid answers since the start.
  private(set) var faults = 0

  init(_ games: [any RemoteGame]) { self.games = games }

  /// Registers the metrics, if there are such games.
  func register(in kernel: Kernel) {
    guard !games.isEmpty else { return }
    kernel.gauge(.gameFaults) { [weak self] in Double(self?.faults ?? 0) }
    kernel.gauge(.gameQuestions) { [weak self] in Double(self?.batches.count ?? 0) }
  }

  func add(_ game: any RemoteGame, to kernel: Kernel) {
    games.append(game)
    if games.count == 1 { register(in: kernel) }
  }

  /// A key for questions about no room.
  func freshKey() -> Int64 {
    lastKey -= 1
    return lastKey
  }

  /// Whether a match or room has a pending question.
  func isAsking(_ key: Int64) -> Bool { waiting[key] != nil }

  /// Asks the questions that a game has recorded, once earlier ones about the same match or room are answered.
  ///
  /// - Parameters:
  ///   - key: the number of the match, or of the room.
  ///   - goOn: called with the game's fault, `nil` if it has answered.
  func ask(_ game: any RemoteGame, for key: Int64, then goOn: @escaping (_ fault: String?) -> Void) {
    if waiting[key] != nil {
      waiting[key]?.append { goOn(nil) }
    } else if !send(game, for: key, then: goOn) {
      goOn(nil)
    }
  }

  private func send(_ game: any RemoteGame, for key: Int64?, then goOn: @escaping (String?) -> Void) -> Bool {
    let questions = game.takeQuestions()
    guard !questions.isEmpty else { return false }
    let batch = Batch(key: key, count: questions.count, goOn: goOn)
    if let key { waiting[key] = [] }
    for question in questions {
      lastNumber += 1
      batches[lastNumber] = batch
      outgoing.append(OutgoingQuestion(number: lastNumber, game: game, question: question))
    }
    return true
  }

  /// The pending questions, with those that nobody waits for.
  func take() -> [OutgoingQuestion] {
    for game in games where game.hasQuestions { _ = send(game, for: nil) { _ in } }
    guard !outgoing.isEmpty else { return [] }
    defer { outgoing = [] }
    return outgoing
  }

  /// A question was answered: continues what waits for it, and then later work.
  func finished(_ number: Int64, fault: String?) {
    guard let batch = batches.removeValue(forKey: number) else { return }
    if fault != nil { faults += 1 }
    batch.fault = batch.fault ?? fault
    batch.remaining -= 1
    guard batch.remaining == 0 else { return }
    let next = batch.key.flatMap { waiting.removeValue(forKey: $0) } ?? []
    batch.goOn(batch.fault)
    for goOn in next {
      if let key = batch.key, isAsking(key) { waiting[key]?.append(goOn) } else { goOn() }
    }
  }
}

/// A question for the edge.
public struct OutgoingQuestion: Sendable {
  /// The number for its result.
  public let number: Int64
  /// Its game.
  public let game: any RemoteGame
  /// The question.
  public let question: RemoteQuestion
}

/// A game's answer that a request needs.
struct GameAnswerLack: Sendable {
  let game: any RemoteGame
  /// The room, for a question about one.
  let room: Int64?
  /// The match, or the room.
  let key: Int64
}

extension Hub {
  /// Records that a request needs an answer of a game.
  ///
  /// - Returns: an error to throw: the handler runs again once the game has answered.
  func lackAnswer(of game: any RemoteGame, in room: Int64? = nil, for key: Int64? = nil) -> WireError {
    let lack = GameAnswerLack(game: game, room: room, key: key ?? games.freshKey())
    return kernel.lack(.answer(lack), "The game's answer")
  }
}

extension Parlor {
  /// The pending questions to games in other processes.
  public func takeGameQuestions() -> [OutgoingQuestion] { hub.games.take() }

  /// A question was asked.
  ///
  /// - Parameter fault: the result of ``GameKit/RemoteQuestion/ask``.
  public func finishedGameQuestion(_ number: Int64, fault: String?, at now: Instant) {
    advance(to: now)
    hub.games.finished(number, fault: fault)
  }
}

extension Fetcher {
  /// Asks a game what a request needs.
  func answer(_ lack: GameAnswerLack, _ completion: @escaping (Result<Void, WireError>) -> Void) {
    guard lack.game.hasQuestions || hub.games.isAsking(lack.key) else {
      return completion(.failure(WireError(Rejection.gameIsDown)))
    }
    let askedAt = hub.now
    hub.games.ask(lack.game, for: lack.key) { [unowned self] fault in
      if let fault { lack.room.flatMap { rooms[$0] }?.noteStrike(fault, askedAt: askedAt) }
      completion(.success(()))
    }
  }
}

extension RequestCall {
  /// The request in a form that outlives its line: a typed move refers to that line.
  var kept: RequestCall {
    guard var move = request as? Request.Move, let view = move.move else { return self }
    let document = JSONDocument()
    guard (try? document.parse(view.withSourceBytes { Array($0) })) != nil else { return self }
    move.move = document.root
    return move.call
  }
}
