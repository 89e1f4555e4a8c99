import WireProtocol

extension CrashCrowd {
  func compareBoards(_ before: Boards) throws {
    for client in players {
      for (room, old) in before[client.label] ?? [:] {
        guard let new = client.boards[room] else {
          faults.append("\(client.label) has no board in \(room) any more")
          continue
        }
        let isAnother = old.day != new.day || hasRoundBegun(in: room, after: old.seq)
        guard !isAnother else { continue }
        checks.boards += 1
        let unanswered = players.flatMap(\.moves).filter { $0.room == room && $0.answer == nil }.map(\.word)
        let heard = players.flatMap(\.moves).filter { $0.room == room && $0.answer != nil }.map(\.word)
        let added = new.words.dropFirst(old.words.count)
        if Array(new.words.prefix(old.words.count)) != old.words
          || !added.allSatisfy({ unanswered.contains($0) || heard.contains($0) })
        {
          faults.append(
            "\(client.label)'s board in \(room) was \(old.words) and is \(new.words); unanswered \(unanswered)")
        }
      }
    }
  }

  private func hasRoundBegun(in room: String, after seq: Int) -> Bool {
    (ledger.rooms[room] ?? [:]).contains { $0.key > seq && $0.value.hasPrefix("round ") }
  }

  /// Each finished board is in the history, once. Statistics have at least those that count whoever else plays.
  func compareResults() throws {
    let shared = Set(Self.shared.map(\.room))
    for client in players {
      let finished = ledger.rooms.mapValues { facts in
        facts.values.count { $0.hasPrefix("finished \(client.label)") }
      }
      let told = finished.values.reduce(0, +)
      let certain = finished.filter { !shared.contains($0.key) }.values.reduce(0, +)
      checks.results += told
      let answer = try client.await(client.ask("stats", ["game": "wordle"]), into: &ledger)
      if answer["played"]?.intValue ?? 0 < certain {
        faults.append("\(client.label) has finished \(certain) boards, and statistics say \(answer.text)")
      }
      let history = try client.await(client.ask("history", ["limit": 50]), into: &ledger)
      let matches = (history["results"]?.arrayValue ?? []).compactMap { $0["match"]?.stringValue }
      if Set(matches).count != matches.count { faults.append("a match stands twice: \(history.text)") }
      if matches.count != min(told, 50) {
        faults.append("\(client.label) has finished \(told) boards, and the history says \(history.text)")
      }
    }
  }

  /// Repeats unanswered moves, and one answered move of each client: each gets its answer and is played once.
  func sendAgain() throws {
    for client in players {
      for move in client.moves where move.answer == nil {
        checks.unanswered += 1
        client.send(move)
      }
      let last = client.moves.last { $0.answer != nil && $0.day == day && isRemembered($0) }
      try client.await(client.ask("ping"), into: &ledger)
      guard let last else { continue }
      checks.repeated += 1
      client.send(last)
      try client.await(client.ask("ping"), into: &ledger)
      if let answer = client.lastAnswer, answer["type"]?.stringValue == "error" {
        faults.append("\(client.label) sent \(last.id) in \(last.room) again: \(answer.text)")
      }
      client.forgetMoves(keeping: 12)
    }
  }

  /// Whether the room still remembers a move: it remembers those of its present round and the one before.
  private func isRemembered(_ move: CrashClient.Move) -> Bool {
    guard let seq = move.answer?["seq"]?.intValue else { return false }
    return (ledger.rooms[move.room] ?? [:]).count { $0.key > seq && $0.value.hasPrefix("round ") } <= 1
  }

  func lookAfterPassingRoom() throws {
    guard let room = passing else { return }
    passing = nil
    let answer = try room.owner.await(room.owner.ask("join", ["room": .string(room.name)]), into: &ledger)
    let isThere = answer["type"]?.stringValue == "joined"
    if room.isLeft && isThere { faults.append("\(room.name) was left and is there again") }
    if room.isCreated && room.departure == nil && !isThere { faults.append("\(room.name) is gone: \(answer.text)") }
    if isThere { try room.owner.await(room.owner.ask("leave", ["room": .string(room.name)]), into: &ledger) }
    room.owner.forget(room.name)
    ledger.forget(room.name)
  }
}
