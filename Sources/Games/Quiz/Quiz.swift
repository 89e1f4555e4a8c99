public import GameKit
import WireProtocol

/// A room races through the words of a deck: each comes with several answers to choose from, and the first player to
/// choose the right one gets most points.
public struct Quiz: Game {
  /// A word and the answers to choose from.
  public struct Question: Codable, Hashable, Sendable {
    /// The text of the question.
    public let text: String
    /// The answers to choose from: at least two, all different.
    public let choices: [String]
    /// The index of the right answer.
    public let answer: Int

    /// A question.
    public init(text: String, choices: [String], answer: Int) {
      (self.text, self.choices, self.answer) = (text, choices, answer)
    }
  }

  /// The questions in their order.
  public struct Puzzle: Codable, Hashable, Sendable {
    /// The name of their deck.
    public let deck: String
    /// The language that the deck teaches, by its English name.
    public let language: String
    public let questions: [Question]

    /// Questions of a deck.
    public init(deck: String, language: String, questions: [Question]) {
      (self.deck, self.language, self.questions) = (deck, language, questions)
    }
  }

  /// The selection of questions, and the time for each.
  public struct Settings: GameSettings {
    /// The deck's name as in `decks`.
    public var deck = "spanish"
    /// How many questions there are.
    public var questions = 10
    /// The time to answer in seconds.
    public var seconds = 20
    /// The number of answers to choose from.
    public var choices = 4
    /// Whether the meaning is shown and the word asked for.
    public var inverted = false

    public init() {}

    public func validate() throws(Rejection) {
      guard (1...Rules.mostQuestions).contains(questions) else {
        throw .badSettings("\"questions\" is a number from 1 to \(Rules.mostQuestions)")
      }
      guard (5...120).contains(seconds) else { throw .badSettings("\"seconds\" is a number from 5 to 120") }
      guard (2...6).contains(choices) else { throw .badSettings("\"choices\" is a number from 2 to 6") }
    }
  }

  /// An answer.
  public struct Move: Codable, Hashable, Sendable {
    /// The number of the chosen answer, from 1.
    public let choice: Int
    /// The number of the question, from 1; if it is not the current one, the answer comes too late.
    public let question: Int?

    /// An answer.
    public init(choice: Int, question: Int? = nil) { (self.choice, self.question) = (choice, question) }
  }

  /// The constants of the game.
  public enum Rules {
    /// The points of a right answer, however late.
    public static let right: Int64 = 500
    /// The extra points of an immediate right answer; fewer in proportion to the time used.
    public static let speed: Int64 = 500
    /// The extra points per directly preceding right answer.
    public static let streak = 50
    /// The most preceding answers that count.
    public static let longestStreak = 5
    /// The most questions, for so many of which an outcome's score is: leaderboards compare quizzes of any length.
    public static let mostQuestions = 50
    /// How long the right answer is shown, in milliseconds.
    public static let pause: Int64 = 5000

    /// The points of a right answer.
    ///
    /// - Parameters:
    ///   - left: the time left of `limit`, in milliseconds.
    ///   - before: the number of directly preceding right answers.
    public static func points(left: Int64, of limit: Int64, before: Int) -> Int {
      let left = min(max(0, left), limit)
      return Int(right + speed * left / max(1, limit)) + streak * min(before, longestStreak)
    }
  }

  /// Those that are asked: a quiz that is ended early has no others.
  private(set) var questions: [Question]
  let language: String
  let settings: Settings
  /// In order of arrival.
  private(set) var contestants: [Contestant] = []
  /// The indices of the contestants with most points, the best first.
  private(set) var leaders: [Int] = []
  /// The current question; -1 before the match, and the number of questions after it.
  private(set) var position = -1
  /// Whether the answer to the current question is shown.
  private(set) var isAnswered = false
  /// The number of right answers to the last question; `nil` if it counted for nobody.
  private(set) var rightCount: Int?
  /// When the next step happens automatically, in milliseconds since the beginning.
  private var until: Int64 = 0
  /// When the quiz was paused, in milliseconds since the beginning; `nil` if it is not paused.
  private var pausedAt: Int64?
  /// The right answer of the previous question.
  private(set) var last = ""

  public init(puzzle: Puzzle, settings: Settings) {
    questions = puzzle.questions
    language = puzzle.language
    self.settings = settings
  }

  /// Each word is a part of the key, so that a room's next match asks for other words.
  public static func key(of puzzle: Puzzle) -> PuzzleKey {
    PuzzleKey(puzzle.questions.map { part(of: $0.text, in: puzzle.deck) }.joined(separator: " "))
  }

  static func part(of text: String, in deck: String) -> String {
    "\(deck):\(text)".split(separator: " ").joined(separator: "_")
  }

  /// No solution: the quiz advances by time alone.
  public static func solution(of puzzle: Puzzle) -> [Move] { [] }

  public static func parse(_ line: String) throws(Rejection) -> Move {
    if let choice = Int(line) { return Move(choice: choice) }
    let letters = Array(line.lowercased().utf8)
    guard letters.count == 1, let letter = letters.first, (0x61...0x69).contains(letter) else {
      throw .badMove("Type the number of an answer, such as 2")
    }
    return Move(choice: Int(letter) - 0x60)
  }

  // MARK: - State

  /// The current question; `nil` before and after the match.
  var question: Question? { questions.indices.contains(position) ? questions[position] : nil }
  var isOver: Bool { position >= questions.count }
  var isPaused: Bool { pausedAt != nil }
  private var limit: Int64 { Int64(settings.seconds) * 1000 }

  public var deadline: Elapsed? { question == nil || isPaused ? nil : Elapsed(milliseconds: until) }

  func contestant(_ player: PlayerID) -> Contestant? { contestants.first { $0.id == player } }

  // MARK: - Answers

  public mutating func play(_ move: Move, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn {
    guard let question else { throw .gameOver }
    guard let index = contestants.firstIndex(where: { $0.id == player && !$0.isGone }) else { throw .gameOver }
    guard !isPaused else { throw Rejection("paused", "The quiz is paused: answer when it goes on") }
    guard !isAnswered, move.question == nil || move.question == position + 1 else {
      throw Rejection("too_late", "Time is up for that question")
    }
    guard contestants[index].answer == nil else {
      throw Rejection("already_answered", "You have answered: the next question comes by itself")
    }
    guard question.choices.indices.contains(move.choice &- 1) else {
      throw .badMove("Type the number of an answer, from 1 to \(question.choices.count)")
    }
    contestants[index].answer = Contestant.Answer(choice: move.choice &- 1, left: until - elapsed.milliseconds)
    endEarly(at: elapsed)
    var turn = Turn(
      open: ["answered": .int(answeredCount)], openRemark: "has answered (\(answeredCount) of \(askedCount))",
      hands: [Turn.Hand(for: [player], ["choice": .int(move.choice)])])
    turn.isQuiet = true
    return turn
  }

  /// How many players have answered the question.
  var answeredCount: Int { contestants.count { $0.answer != nil } }
  /// How many players have answered it or still can.
  var askedCount: Int { contestants.count { $0.answer != nil || !$0.isGone } }

  /// Ends the question when all have answered.
  private mutating func endEarly(at elapsed: Elapsed) {
    guard question != nil, !isAnswered, contestants.contains(where: { !$0.isGone }),
      contestants.allSatisfy({ $0.isGone || $0.answer != nil })
    else { return }
    until = min(until, elapsed.milliseconds + 1)
  }

  // MARK: - Events

  public mutating func handle(_ event: TableEvent, at elapsed: Elapsed) throws(Rejection) -> Turn {
    switch event {
    case .begin(let players):
      contestants = players.map { Contestant(id: $0) }
      rank()
      return ask(0, at: elapsed)
    case .time: return advance(at: elapsed)
    case .join(let player): return try join(player)
    case .leave(let player):
      guard let index = contestants.firstIndex(where: { $0.id == player && !$0.isGone }) else { throw .notHere }
      contestants[index].isGone = true
      endEarly(at: elapsed)
      return Turn(open: [:], spentTry: false, openRemark: "has left the quiz")
    case .pause(let player): return try pause(at: elapsed, by: player)
    case .unpause(let player):
      guard let since = pausedAt else { throw .notHere }
      until += max(0, elapsed.milliseconds - since)
      pausedAt = nil
      let remark = player == Self.server ? "The quiz goes on" : "goes on with the quiz"
      return Turn(open: [:], spentTry: false, openRemark: remark)
    case .skip: return try skip(at: elapsed)
    case .stop: return try stop()
    case .resign, .draw, .flag: throw .notHere
    }
  }

  private mutating func join(_ player: PlayerID) throws(Rejection) -> Turn {
    guard question != nil else { throw .notHere }
    if let index = contestants.firstIndex(where: { $0.id == player }) {
      guard contestants[index].isGone else { throw .notHere }
      contestants[index].isGone = false
    } else {
      var late = Contestant(id: player)
      late.marks = String(repeating: Tile.open.rawValue, count: position + (isAnswered ? 1 : 0))
      contestants.append(late)
      rank()
    }
    return Turn(open: [:], spentTry: false, openRemark: "is in")
  }

  /// Pauses. An open question is discarded, so that nobody gains by looking the word up while time stands. So a paused
  /// quiz shows an answer, and every view of it may show all of it.
  private mutating func pause(at elapsed: Elapsed, by player: PlayerID) throws(Rejection) -> Turn {
    guard let question, !isPaused else { throw .notHere }
    pausedAt = elapsed.milliseconds
    let remark = player == Self.server ? "The server was away" : "pauses the quiz"
    guard !isAnswered else { return Turn(open: [:], spentTry: false, openRemark: remark) }
    for index in contestants.indices { contestants[index].pass() }
    return show(
      question, at: elapsed, remark: "\(remark); this question counts for nobody: \(Self.sentence(question))")
  }

  /// Who pauses after a restart: no player has the number.
  private static let server = PlayerID(0)

  /// Ends and scores an open question as if its time were up; while an answer is shown, continues with the next
  /// question.
  private mutating func skip(at elapsed: Elapsed) throws(Rejection) -> Turn {
    guard question != nil else { throw .notHere }
    pausedAt = nil
    return isAnswered
      ? ask(position + 1, at: elapsed, remark: "goes on to question")
      : score(at: elapsed, remark: "skips the question: ")
  }

  /// Ends the quiz. An open question counts for nobody, as in a pause.
  private mutating func stop() throws(Rejection) -> Turn {
    guard question != nil else { throw .notHere }
    questions.removeLast(questions.count - position - (isAnswered ? 1 : 0))
    position = questions.count
    pausedAt = nil
    last = ""
    return Turn(open: [:], spentTry: false, openRemark: "ends the quiz")
  }

  private mutating func advance(at elapsed: Elapsed) -> Turn {
    question == nil || isAnswered ? ask(position + 1, at: elapsed) : score(at: elapsed)
  }

  /// Ends the question and gives points for right answers.
  private mutating func score(at elapsed: Elapsed, remark: String = "") -> Turn {
    guard let question else { return ask(position + 1, at: elapsed) }
    let asked = contestants.count { !$0.isGone }
    for index in contestants.indices { contestants[index].settle(question.answer, of: limit) }
    let right = contestants.count { !$0.isGone && $0.marks.last == Tile.right.rawValue }
    rank()
    return show(
      question, at: elapsed,
      remark: "\(remark)\(Self.sentence(question)) · \(right) of \(asked) \(right == 1 ? "was" : "were") right",
      right: right)
  }

  /// Shows the answer; after the last question the match is over.
  private mutating func show(_ question: Question, at elapsed: Elapsed, remark: String, right: Int? = nil) -> Turn {
    var open: JSONObject = ["question": .int(position + 1), "answer": .int(question.answer + 1)]
    if let right { open["right"] = .int(right) }
    rightCount = right
    last = Self.sentence(question)
    isAnswered = true
    until = elapsed.milliseconds + Rules.pause
    if position + 1 == questions.count { position += 1 }
    return Turn(open: open, spentTry: false, remark: remark, openRemark: remark)
  }

  private mutating func ask(_ next: Int, at elapsed: Elapsed, remark: String = "Question") -> Turn {
    position = next
    isAnswered = false
    until = elapsed.milliseconds + limit
    for index in contestants.indices { contestants[index].answer = nil }
    let remark = "\(remark) \(next + 1) of \(questions.count)"
    return Turn(open: ["question": .int(next + 1)], spentTry: false, remark: remark, openRemark: remark)
  }

  private static func sentence(_ question: Question) -> String {
    guard question.choices.indices.contains(question.answer) else { return question.text }
    return "\(question.text) = \(question.choices[question.answer])"
  }

  // MARK: - Standings

  /// The most contestants that a board shows.
  private static let mostShown = 8

  /// Ranks by points; equal points share a place. If nobody has points, no place is shown.
  private mutating func rank() {
    let order = contestants.indices.sorted { left, right in
      let (one, other) = (contestants[left].points, contestants[right].points)
      return one == other ? left < right : one > other
    }
    for (rank, index) in order.enumerated() {
      let before = rank > 0 ? contestants[order[rank - 1]] : nil
      contestants[index].place = before?.points == contestants[index].points ? before?.place ?? 1 : rank + 1
    }
    leaders = Array(order.prefix(Self.mostShown))
  }

  public func progress(of player: PlayerID) -> Int { contestant(player)?.points ?? 0 }
}
