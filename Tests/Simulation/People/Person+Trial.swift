/// A trial for its client.
struct TrialView {
  /// The report's name; `nil` for a trial that this client found after a reconnect.
  let name: String?
  let puzzles: Int
  /// The server process that it is part of.
  let life: Int
  /// Whether this connection has been told of it.
  var isTold = true
  /// `leave` was sent.
  var isLeaving = false
  var seq = 0
  /// Moves with a `move_id`, and those that were answered as played.
  var sent: Set<Int> = []
  var played: Set<Int> = []
  var rejections = 0
  var solved = 0
  var over = 0
  /// The number of finished puzzles at the last move.
  var overAtLast = 0
  var lost = 0
}

/// The numbers of a report.
struct TrialFigures: Hashable {
  var moves: Int
  var rejections: Int
  var solved: Int
  var tries: UInt64

  init(_ line: Line) {
    moves = line.int(.moves) ?? -1
    rejections = line.int(.rejections) ?? -1
    solved = line.int(.solved) ?? -1
    tries = line.hash(line[.tries])
  }
}

extension Person {
  func openTrial() -> String {
    if trial == nil, let name = chance.pick(identity.reports.keys.sorted().suffix(3)), chance.oneIn(2) {
      return ask("trial_report", #","name":"\#(name)""#, Ask(kind: .trialReport, room: name, asker: identity))
    }
    guard trial == nil, scene.isMarked else { return playTrial() }
    nextName += 1
    let (name, puzzles) = ("trial \(nextName)", chance.within(1...3))
    let fields = #","game":"\#(scene.game)","puzzles":\#(puzzles),"name":"\#(name)""#
    return ask("trial", fields, Ask(kind: .trial, room: name, number: puzzles))
  }

  func playTrial() -> String {
    guard var trial else { return "\n" }
    defer { self.trial = trial }
    switch chance.below(40) {
    case 0: return ask("give_up", #","room":"trial""#, Ask(kind: .giveUp, room: "trial"))
    case 1: return ask("board", #","room":"trial""#, Ask(kind: .other))
    case 2:
      trial.isLeaving = true
      return ask("leave", #","room":"trial""#, Ask(kind: .other))
    default: break
    }
    // Some are repeated, and some are no moves. Answers are kept for this puzzle and the previous one, so repeats must
    // not be older.
    let isFresh = trial.over == trial.overAtLast && asks.values.count { $0.room == "trial" } <= 1
    let again = isFresh && chance.oneIn(6) ? trial.sent.max() : nil
    trial.overAtLast = trial.over
    if again == nil {
      nextMove += 1
      trial.sent.insert(nextMove)
    }
    let move = again ?? nextMove
    let guess = move % 10 == 7 ? 99 : (move * 7 + index) % MarkGame.answers
    let fields = #","room":"trial","text":"\#(index)/\#(move)=\#(guess)","move_id":"t\#(move)""#
    return ask("move", fields, Ask(kind: .trialMove, room: "trial", number: move))
  }

  /// A trial is described: it was opened, or has waited for its player.
  func trialStands(_ line: Line, _ answer: Ask?) {
    let seq = line.int(.seq) ?? 0
    if let answer {
      trial = TrialView(name: answer.room, puzzles: answer.number, life: link?.life ?? now.life)
    } else if let trial {
      if line.int(.solved) ?? 0 < trial.solved || line.int(.n) ?? 0 <= trial.over || seq < trial.seq {
        report("nothing acknowledged is lost", "client \(index) was at \(trial): \(line.beginning)")
      }
      self.trial?.solved = line.int(.solved) ?? 0
      self.trial?.over = (line.int(.n) ?? 1) - 1
    } else {
      trial = TrialView(name: nil, puzzles: line.int(.puzzles) ?? 0, life: link?.life ?? now.life)
      trial?.over = (line.int(.n) ?? 1) - 1
      trial?.solved = line.int(.solved) ?? 0
    }
    trial?.isTold = true
    trial?.seq = seq
    checkMarks(line.bytes[...], view: nil)
  }

  func happenedInTrial(_ line: Line, _ answer: Ask?) {
    guard var trial, let seq = line.int(.seq) else { return }
    defer { self.trial = trial }
    if seq == trial.seq + 1 {
      trial.seq = seq
    } else if seq > trial.seq || answer?.kind != .trialMove || line.kind != .moved {
      report("seq without gaps", "client \(index) is at \(trial.seq) of its trial: \(line.beginning)")
    }
    switch line.kind {
    case .moved: if let answer, answer.kind == .trialMove { trial.played.insert(answer.number) }
    case .finished:
      trial.over += 1
      if let outcome = line[.outcome], Line(Array(line.bytes[outcome]))?.isTrue(.won) == true { trial.solved += 1 }
    default: break
    }
    if line.kind == .left { self.trial = nil }
  }

  func refusedInTrial(_ code: String) {
    if code == "bad_guess" { trial?.rejections += 1 }
    if code == "not_found" { trial = nil }
  }

  /// A report has exactly what happened in the trial.
  func hearsReport(_ line: Line, _ answer: Ask?) {
    let figures = TrialFigures(line)
    if let answer {
      guard answer.asker === identity, let known = identity.reports[answer.room] else { return }
      checkedReports += 1
      if known != figures {
        report("nothing acknowledged is lost", "client \(index) was told \(known): \(line.beginning)")
      }
      return
    }
    guard let trial else { return }
    self.trial = nil
    checkedReports += 1
    let isExact = trial.lost == 0
    let moves = trial.played.count...(isExact ? trial.played.count : trial.sent.count)
    let rejections = trial.rejections...(trial.rejections + trial.lost)
    guard let name = trial.name else { return }
    if !moves.contains(figures.moves) || !rejections.contains(figures.rejections)
      || figures.solved < trial.solved || isExact && figures.solved > trial.solved
      || line.int(.puzzles) != trial.puzzles
    {
      report("a report counts its own moves", "client \(index) has played \(trial), the report says \(figures)")
    }
    if line.isTrue(.kept) { identity.reports[name] = figures }
  }

  func missesReport(_ ask: Ask, _ code: String) {
    guard code == "not_found", ask.asker === identity, !identity.mayBeForgotten else { return }
    report("nothing acknowledged is lost", "client \(index) has no report \(ask.room) any more")
  }
}
