internal import ClientKit
internal import WireProtocol

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A server on standard input and output, if `parlor-bots run` or `compare` has started this program as a bot.
final class PipeServer: BotServer {
  static var isThere: Bool { getenv("PARLOR_STDIO") != nil }

  private let document = JSONDocument()
  private var nextID = 1
  private var steps: [TrialStep] = []

  func words(of game: String, list: String) async throws(RequestError) -> [String] {
    try AcceptedWords.all(of: game, list: list) { request throws(RequestError) in
      let page: WordsAnswer = try ask(request)
      return (page.words, page.next)
    }
  }

  func open(_ trial: Request.Trial) throws -> TrialAnswer {
    var request: JSONObject = ["type": "trial", "game": .string(trial.game)]
    if let puzzles = trial.puzzles { request["puzzles"] = .int(puzzles) }
    if trial.all { request["all"] = true }
    if let seed = trial.seed { request["seed"] = .int(seed) }
    if let settings = trial.settings { request["settings"] = .object(settings) }
    if let name = trial.name { request["name"] = .string(name) }
    if let sendBoards = trial.sendBoards { request["send_boards"] = .bool(sendBoards) }
    return try ask(request)
  }

  func move(_ move: JSON, in puzzle: Int) throws -> MoveAnswer {
    do {
      return .moved(
        try ask(["type": "move", "room": .string(KnownNames.trial), "move": move, "puzzle": .int(puzzle)]))
    } catch {
      guard error.code != nil else { throw error }
      return .refused(error.description)
    }
  }

  func giveUp(_ puzzle: Int) throws -> JSONObject? {
    let finished: Finished = try ask(["type": "give_up", "room": .string(KnownNames.trial), "puzzle": .int(puzzle)])
    return finished.outcome
  }

  func next(after puzzle: Int) throws -> TrialStep {
    while steps.isEmpty { _ = try receive() }
    return steps.removeFirst()
  }

  private func ask<Answer: ReadableMessage>(_ request: JSONObject) throws(RequestError) -> Answer {
    var request = request
    let id = nextID
    nextID += 1
    request["id"] = .int(id)
    print(JSON.object(request).text)
    fflush(nil)
    while try receive() != id {}
    do {
      let fields = MessageFields(document.root)
      if document.root["type"]?.isString("error") == true { throw RequestError.refused(try WireError(reading: fields)) }
      return try Answer(reading: fields)
    } catch let error as RequestError {
      throw error
    } catch let error as UnreadableMessage {
      throw .unreadable(error)
    } catch {
      throw .unreadable(UnreadableMessage("\(error)"))
    }
  }

  /// Reads the next line; returns the number of the request that it answers, if any. Messages about the trial are kept.
  private func receive() throws(RequestError) -> Int? {
    guard let line = readLine() else { throw .closed }
    guard (try? document.parse(Array(line.utf8))) != nil else { return nil }
    let root = document.root
    if let re = root["re"]?.int { return re }
    switch root["type"]?.string {
    case "finished":
      if let finished = try? Finished(reading: MessageFields(root)) { steps.append(.finished(finished.outcome)) }
    case "round":
      if let round = try? Round(reading: MessageFields(root)) { steps.append(.puzzle(round.number, round.board)) }
    case "trial_report":
      if let report = try? TrialReport(reading: MessageFields(root)) { steps.append(.over(report)) }
    default: break
    }
    return nil
  }
}
