/// The channel: sharing, withdrawing, reacting, reading.
extension Person {
  func channelRequest() -> String {
    // A player who is being forgotten may be somebody else when it is executed.
    guard !identity.mayBeForgotten else { return page() }
    switch chance.below(20) {
    case 0..<6: return share()
    case 6..<9: return claim()
    case 9..<11:
      guard let share = chance.pick(identity.shares.sorted().suffix(4)) else { return share() }
      ledger.channel.mayGo(share)
      return ask("unshare", #","share_id":\#(share)"#, Ask(kind: .unshare, number: share))
    case 11..<15: return react()
    case 15..<17:
      guard let share = chance.pick(ledger.channel.numbers.suffix(8)) else { return page() }
      return ask("reveal", #","share_id":\#(share)"#, Ask(kind: .other, asker: identity))
    default: return page()
    }
  }

  func page() -> String {
    ask("shares", #","limit":\#(chance.pick([3, 20, 100]) ?? 20)"#, Ask(kind: .page, asker: identity))
  }

  private func share() -> String {
    var fields = ""
    switch chance.below(3) {
    case 0: if let room = chance.pick(views.keys.sorted()) { fields = #","room":"\#(room)""# }
    case 1: fields = #","match":"\#(chance.below(400))""#
    default: break
    }
    return ask("share", fields, Ask(kind: .share))
  }

  private func claim() -> String {
    // Each client has puzzles that nobody else claims.
    let (puzzle, tries) = (1000 + index * 3 + chance.below(3), chance.within(1...6))
    ledger.channel.isClaimed(puzzle)
    return ask("share", #","text":"Wordle \#(puzzle) \#(tries)/6""#, Ask(kind: .share, number: puzzle))
  }

  private func react() -> String {
    guard let share = chance.pick(ledger.channel.numbers.suffix(6)) else { return page() }
    identity.reactions[share, default: OwnReaction()].pending += 1
    ledger.channel.answers(share, identity)
    let emoji = chance.oneIn(4) ? "" : #","emoji":"\#(chance.pick(["👍", "🎉", "🔥"]) ?? "👍")""#
    return ask("react", #","share_id":\#(share)\#(emoji)"#, Ask(kind: .react, number: share, asker: identity))
  }

  /// The connection is gone: the outcome of pending requests is unknown.
  func loseRequests() {
    for ask in asks.values {
      switch ask.kind {
      case .react:
        guard ask.asker === identity else { continue }
        identity.reactions[ask.number]?.pending -= 1
        identity.reactions[ask.number]?.isUnsure = true
      case .trialMove, .giveUp: trial?.lost += 1
      case .join: identity.seats.insert(ask.room)
      default: break
      }
    }
  }

  func hearsOfChannel(_ line: Line, _ answer: Ask?, _ view: View?) {
    if line.kind == .shared, let fault = ledger.channel.note(line) { report("a share stays what it is", fault) }
    if let old = line.int(.replaced) { ledger.channel.isGone(old) }
    guard let share = line.int(.shareID) else { return }
    if let view, let end = view.resumeEnd, let seq = line.int(.seq), seq <= end, line.kind != .unshared,
      ledger.channel.wasGone(share, before: view.askedAt)
    {
      report("what is taken back stays away", "client \(index) resumes and is told of share \(share)")
    }
    switch line.kind {
    case .unshared: ledger.channel.isGone(share)
    case .reacted: checkReactions(line, share)
    default: break
    }
    guard let answer else { return }
    switch answer.kind {
    case .share:
      identity.shares.insert(share)
      if answer.number >= 0 { ledger.channel.isSettled(claimOf: answer.number) }
    case .unshare:
      identity.shares.remove(share)
      ledger.channel.isGone(share)
    case .react where answer.asker === identity:
      ledger.channel.moveOn()
      identity.reactions[share]?.pending -= 1
      identity.reactions[share]?.emoji = line.string(.emoji)
      identity.reactions[share]?.isUnsure = false
      identity.reactions[share]?.tick = ledger.channel.tick
    default: break
    }
  }

  func refusedOfChannel(_ line: Line, _ ask: Ask, isPassing: Bool) {
    switch ask.kind {
    case .share:
      if let share = line.int(.shareID), ledger.channel.wasGone(share, before: ask.tick) {
        report("what is taken back stays away", "client \(index) is told that share \(share) is there")
      }
      if ask.number >= 0 { ledger.channel.isSettled(claimOf: ask.number) }
    case .unshare: if isPassing { ledger.channel.stays(ask.number) }
    case .react:
      guard ask.asker === identity else { return }
      identity.reactions[ask.number]?.pending -= 1
      if !isPassing { identity.reactions[ask.number]?.isUnsure = true }
    case .trialMove: refusedInTrial(line.string(.code) ?? "")
    case .trialReport: missesReport(ask, line.string(.code) ?? "")
    default: break
    }
  }

  /// A page of the channel has what was shared, without withdrawn results.
  func seesPage(_ line: Line, _ answer: Ask?) {
    guard let answer, answer.kind == .page else { return }
    let entries = line.objects(.shares)
    let ids = entries.compactMap { $0.int(.shareID) }
    checkedShares += ids.count
    var results: Set<UInt64> = []
    for (id, entry) in zip(ids, entries) {
      if let fault = ledger.channel.note(entry) { report("a share stays what it is", fault) }
      if ledger.channel.wasGone(id, before: answer.tick) {
        report("what is taken back stays away", "client \(index) sees share \(id) again")
      }
      if entry.has(.match), !results.insert(entry.hash(entry[.match], into: entry.hash(entry[.player]))).inserted {
        report("a match is shared once", "client \(index) sees \(entry.beginning) twice")
      }
      checkReactions(entry, id)
      checkOwnReaction(entry, id, answer)
    }
    let first = line.has(.next) ? ids.min() ?? 0 : 0
    if let missing = ledger.channel.missing(in: Set(ids), from: first, askedAt: answer.tick) {
      report("a share stays", "client \(index) does not see share \(missing)")
    }
    checkMarks(line.bytes[...], view: nil)
  }

  private func checkReactions(_ line: Line, _ share: Int) {
    let (count, most) = (line.sum(.reactions), ledger.channel.answererCount(share))
    if count > most {
      report("one reaction a player and share", "\(most) players have answered share \(share) \(count) times")
    }
  }

  private func checkOwnReaction(_ entry: Line, _ share: Int, _ answer: Ask) {
    let own = identity.reactions[share]
    guard own?.pending ?? 0 == 0, own?.isUnsure != true, own?.tick ?? 0 <= answer.tick,
      answer.asker === identity
    else { return }
    if entry.string(.yourReaction) != own?.emoji {
      report(
        "one reaction a player and share", "client \(index) answered \(own?.emoji ?? "nothing"): \(entry.beginning)")
    }
  }

  /// Letters are for players who have finished the puzzle.
  func checkReveal(_ line: Line, _ answer: Ask?) {
    // A player with a name at the request may be a guest at the answer.
    let identity = answer?.asker ?? identity
    for mark in Mark.all(in: line.bytes[...]) where mark.client != index || mark.move == 0 {
      if identity.knows.contains(mark.puzzle) { continue }
      if mark.puzzle < now.day, identity.isNamed { continue }
      let isPlaying = views.values.contains { $0.puzzle == mark.puzzle && $0.isPlaying && $0.done != mark.puzzle }
      let wasThere = identity.satAt.contains(mark.puzzle) || identity.tried.contains(mark.puzzle)
      if isPlaying || !wasThere {
        report("no secret is seen", "client \(index), \(identity.name), is shown #\(mark.puzzle)/\(mark.client)")
      }
    }
  }
}
