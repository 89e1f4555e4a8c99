/// Handles a line.
extension Person {
  func take(_ line: Line, _ answer: Ask?, _ room: String?, _ view: View?) {
    if habit == .learning { return hearsOfAccount(line, answer) }
    if line.kind == .error, let answer { return refused(line, answer) }
    if room == "trial", line.kind != .trial { return happenedInTrial(line, answer) }
    switch line.kind {
    case .hello:
      isGreeted = true
      epoch = line.string(.epoch) ?? ""
      if identity.token == nil { identity.name = line.string(.you) ?? "" }
      identity.names.insert(identity.name)
    case .login, .rename: loggedIn(line, answer)
    case .forgetMe:
      for share in identity.shares { ledger.channel.isGone(share) }
      let guest = Identity()
      guest.name = line.string(.you) ?? ""
      guest.names = [guest.name]
      identity = guest
      views = [:]
    case .joined: joined(line, answer)
    case .pong: if let expected = answer?.expected { checkPlaces(expected) }
    case .closing, .bye, .error: break
    case .other: takeOther(line, answer, view)
    case .page: seesPage(line, answer)
    case .reveal: checkReveal(line, answer)
    case .trial: trialStands(line, answer)
    case .trialReport: hearsReport(line, answer)
    case .shared, .unshared, .reacted:
      hearsOfChannel(line, answer, view)
      guard let view, let seq = line.int(.seq) else { return }
      happened(line, seq, answer, view)
    case .moved, .finished, .round, .roundOver, .said, .presence, .left, .digest:
      guard let view, let seq = line.int(.seq) else { return }
      happened(line, seq, answer, view)
    }
  }

  private func refused(_ line: Line, _ ask: Ask) {
    let code = line.string(.code) ?? ""
    let isPassing = ["storage_unavailable", "too_fast"].contains(code)
    refusedOfChannel(line, ask, isPassing: isPassing)
    switch ask.kind {
    case .login:
      if isPassing {
        needsLogin = true
      } else if identity.mayBeForgotten {
        identity = Identity()
        needsLogin = false
      } else {
        report("logins are kept", "client \(index): the token of \(identity.name) is refused: \(code)")
      }
    case .again:
      guard !isPassing, let record = identity.records[ask.number], let first = record.answer,
        let view = views[record.room], view.puzzle == first.puzzle, view.isSeated
      else { return }
      let isElsewhere = ["not_in_room", "not_found", "muted", "which_room"].contains(code)
      if !isElsewhere {
        report("a repeated move_id gets its answer", "client \(index): move \(ask.number) in \(record.room): \(code)")
      }
    default: break
    }
  }

  private func loggedIn(_ line: Line, _ answer: Ask?) {
    let you = line.string(.you) ?? ""
    if answer?.kind == .login, !isMe(you) {
      report("logins are kept", "client \(index) was \(identity.name) and comes back as \(you)")
    }
    if answer?.kind == .login || answer?.kind == .claim {
      // Seats that were given up before this login stay given up, even if the server dies before the probe that lists
      // them. Reserved ones are announced next.
      if answer?.kind == .login, wasAwayTooLong {
        identity.places = []
        trial = nil
      }
      isBack = true
      link?.isPlayers = true
    }
    if let token = line.string(.token) { identity.token = token }
    identity.name = you
    identity.names.insert(you)
    if !you.hasPrefix("guest-") { identity.isNamed = true }
  }

  private func joined(_ line: Line, _ answer: Ask?) {
    guard let name = line.string(.room), let seq = line.int(.seq) else { return }
    let room = ledger.room(name)
    let view = View(room: room)
    view.heard = views[name]?.cursor ?? 0
    view.mode = line.string(.mode) ?? ""
    let state = line.string(.state) ?? ""
    view.isSeated = state != "watching"
    view.isPlaying = state == "playing"
    view.wasSeated = identity.seats.contains(name)
    // The puzzle of the seat is known, whatever becomes of the seat.
    if view.wasSeated, let puzzle = Mark.puzzle(ofBoard: line.bytes[...]) { identity.satAt.insert(puzzle) }
    if view.isSeated { identity.seats.insert(name) } else { identity.seats.remove(name) }
    views[name] = view
    announced.insert(name)
    let isDaily = view.mode == "daily"
    if isDaily, let day = line.int(.puzzle) { checkDay(day, answer) }
    let isLeaving = asks.values.contains { $0.kind == .leave && $0.room == name }
    if !isDaily, !isLeaving, name != Self.channel { identity.places.insert(name) }
    view.askedAt = answer?.tick ?? .max
    if let heard = identity.cursors[name], seq < heard {
      report("nothing acknowledged is lost", "\(name) was at \(heard) and is at \(seq), says client \(index)")
    }
    view.last = seq
    takeCursor(line, answer, seq, view)
    // A client that joins between two rounds sees the shared board as a watcher.
    view.isAtBoard =
      view.isPlaying || state == "finished" || (state == "waiting" && view.mode != "together" && line.has(.board))
      || line.has(.outcome)
    if view.isAtBoard {
      checkBoard(line, in: view)
      if state == "finished" { view.done = view.puzzle }
      if state != "playing", let puzzle = view.puzzle { identity.knows.insert(puzzle) }
    }
    if isDaily, view.isSeated, scene.isMarked, let day = line.int(.puzzle), let own = identity.moves[day],
      !own.isEmpty, view.puzzle != day
    {
      report("no seat is lost", "client \(index) played \(own) at #\(day) and has no board of it any more")
    }
    checkMarks(line.bytes[...], view: view)
    view.isDescribing = false
  }

  /// The day of a response is no earlier than any that was sent before the request.
  private func checkDay(_ day: Int, _ answer: Ask?) {
    if let answer, day < answer.day {
      report("a day comes once", "client \(index) is at day \(day), and day \(answer.day) has begun before")
    }
    ledger.day = max(ledger.day, day)
  }

  private func takeCursor(_ line: Line, _ answer: Ask?, _ seq: Int, _ view: View) {
    let name = view.room.name
    view.cursor = seq
    guard let answer, answer.number >= 0, [.join, .watch].contains(answer.kind) else {
      // A reserved seat: `join` with `since` may follow, from the last received event.
      if answer != nil || identity.cursors[name] == nil { identity.cursors[name] = seq }
      return
    }
    if line.isTrue(.recovered) {
      view.cursor = answer.number
      view.resumeEnd = seq
    } else if view.mode == "daily" || name == Self.channel && !ledger.hasForgotten,
      seq - answer.number <= scene.resumeEvents
    {
      report("resume is without gaps", "client \(index) cannot resume \(name) at \(answer.number) of \(seq)")
    }
    identity.cursors[name] = seq
  }

  private func takeOther(_ line: Line, _ answer: Ask?, _ view: View?) {
    if let answer, answer.kind == .statistics, let played = line.int(.played) {
      if played < answer.number, !identity.mayBeForgotten, answer.asker === identity {
        report(
          "nothing acknowledged is lost",
          "client \(index) has finished \(answer.number) boards, statistics say \(played)")
      }
    }
    if let view, view.isAtBoard, line.string(.type) == "board" { checkBoard(line, in: view) }
    // The own history has the own answers, received or not.
    if line.string(.type) == "history", isMe(line.string(.player)) { return }
    // A replay is of an own match, whose end may not have been received.
    if line.string(.type)?.hasPrefix("replay") == true { return checkReveal(line, answer) }
    checkMarks(line.bytes[...], view: view, isTalk: line.string(.type) == "talk")
  }

  private func happened(_ line: Line, _ seq: Int, _ answer: Ask?, _ view: View) {
    let isMine = isMe(line.string(.player))
    let isOld = line.kind == .moved && answer != nil && seq <= view.cursor
    // The answer to a repeated move may have its player's present name.
    if !isOld, answer?.kind != .again, let fault = ledger.note(line, seq: seq, in: view.room) {
      report("an event stays what it is", fault)
    }
    if !isOld { follow(line, seq, view) }
    switch line.kind {
    case .moved:
      if isMine { ownMove(line, seq, answer, view) }
      // A client that watches now sees even an earlier own move as a watcher, and others' boards as well.
      if line.has(.board), !isOld, isMine || view.mode == "together", view.isAtBoard || isMine && view.isSeated {
        checkBoard(line, in: view)
      }
    case .round:
      view.isPlaying = true
      view.isAtBoard = view.isSeated
      if view.isSeated { checkBoard(line, in: view) }
    case .finished where isMine: finished(line, view)
    case .roundOver:
      if view.isSeated, view.isPlaying || view.resumeEnd != nil, let puzzle = view.puzzle {
        identity.knows.insert(puzzle)
      }
      view.isPlaying = false
    case .left where isMine: leave(view.room.name)
    default: break
    }
    // An earlier answer may show a shared board to a client that watches now.
    if answer?.kind == .again, isMine { return }
    checkMarks(line.bytes[...], view: view, isTalk: line.kind == .said)
  }

  func leave(_ room: String) {
    views[room] = nil
    identity.places.remove(room)
  }

  /// No event is missed, and none is repeated.
  private func follow(_ line: Line, _ seq: Int, _ view: View) {
    let name = view.room.name
    if let end = view.resumeEnd, seq > end {
      checkSkipped(after: view.cursor, through: end, in: view)
      view.cursor = max(view.cursor, end)
      view.resumeEnd = nil
    }
    if seq < view.cursor || (seq == view.cursor && line.kind != .digest) {
      report("each event is told once", "client \(index) is told of \(seq) in \(name), and is at \(view.cursor)")
    }
    let first = line.int(.from) ?? seq
    if first > view.cursor + 1 {
      if view.resumeEnd == nil {
        report("seq without gaps", "client \(index) has missed \(view.cursor + 1)..<\(first) in \(name)")
      } else {
        checkSkipped(after: view.cursor, through: first - 1, in: view)
      }
    }
    view.cursor = max(view.cursor, seq)
    identity.cursors[name] = max(identity.cursors[name] ?? 0, seq)
  }

  /// A resume omits the own joins and leaves, and nothing else.
  private func checkSkipped(after cursor: Int, through last: Int, in view: View) {
    guard cursor < last else { return }
    for seq in cursor + 1...last
    where seq > view.heard && !ledger.mayBeOwn(seq, in: view.room) && !ledger.mayBeWithdrawn(seq, in: view.room) {
      report("seq without gaps", "client \(index) resumed \(view.room.name) without \(seq)")
    }
  }

  private func ownMove(_ line: Line, _ seq: Int, _ answer: Ask?, _ view: View) {
    guard let turn = line[.turn],
      let mark = Mark.all(in: line.bytes[turn]).first(where: { $0.client == index })
    else { return }
    let isNew = identity.moves[mark.puzzle]?.contains(mark.move) != true
    if isNew { identity.moves[mark.puzzle, default: []].append(mark.move) }
    identity.tried.insert(mark.puzzle)
    guard let answer, answer.number >= 0, var record = identity.records[answer.number] else { return }
    if let first = record.answer {
      if first.puzzle == mark.puzzle, first.seq != seq {
        report(
          "a repeated move_id gets its answer",
          "client \(index): move \(answer.number) was \(first.seq) and is \(seq) in \(view.room.name)")
      }
    } else {
      record.answer = (mark.puzzle, seq)
      identity.records[answer.number] = record
    }
  }

  private func finished(_ line: Line, _ view: View) {
    guard let outcome = line[.outcome], let mark = Mark.all(in: line.bytes[outcome]).first else { return }
    identity.knows.insert(mark.puzzle)
    identity.tried.insert(mark.puzzle)
    view.done = mark.puzzle
    // A race counts with others, a shared board for those who have moved.
    if ["daily", "practice"].contains(view.mode), !view.room.name.hasPrefix("seeded") {
      identity.finished.insert(mark.puzzle)
    }
  }
}
