internal import ClientKit
internal import WireProtocol

/// What the server answers.
extension App {
  mutating func take(_ answer: Answer, to question: Question) {
    switch (question, answer) {
    case (_, .login(let login)):
      submitted = nil
      (name, isLoggedIn) = (login.you, true)
      tell("You are \(login.you).", for: 3)
      settle()
    case (_, .about(let about)): take(about)
    case (.comeBack, _): settle()
    case (_, .theme(let theme)): take(theme, isAnswer: question)
    case (_, .forgotten(let guest)): beForgotten(guest)
    case (.ping(let start), _): tell("The server is there: it answered in \(max(0, now - start)) ms.")
    case (_, .rooms(let list)):
      lobby.list = list.filter { $0.room != SharesState.room }
      lobby.isKnown = isSettled
      lobby.fit(count: lobbyEntries.count)
    case (.followShares, _): shares.isFollowed = true
    case (.join, .joined(let joined)), (.watch, .joined(let joined)), (.create, .joined(let joined)): enter(joined)
    case (_, .board(let answer)): rooms[answer.room]?.board = answer.board
    case (_, .who(let who)): rooms[who.room]?.tell(Self.sentence(who))
    case (.leave(let room), _):
      rooms[room] = nil
      path.removeAll { $0 == .room(room) }
      if path.isEmpty { path = [.lobby] }
      refreshLobby()
    case (.move(let room, _, _, let id), _):
      rooms[room]?.underWay.removeAll { $0.id == id }
      rooms[room]?.pointedMoves.remove(id)
    case (_, .stats(let stats)): lookingBack.take(stats)
    case (_, .leaderboard(let board)): lookingBack.leaderboard = board
    case (_, .history(let history)): lookingBack.take(history)
    case (_, .compare(let comparison)): lookingBack.comparison = comparison
    case (_, .calendar(let calendar)): lookingBack.calendar = calendar
    case (.keepCommitments(_, _, let epoch), .commitments(let kept)): take(kept, of: epoch)
    case (.lookUp(let lookup), .object(let object)): takePage(object, of: lookup)
    case (_, .object(let object)): takeShares(object, to: question)
    default: break
    }
  }

  private mutating func enter(_ joined: Joined) {
    submitted = nil
    if joined.room == SharesState.room { return openShares() }
    if rooms[joined.room] == nil { rooms[joined.room] = RoomState(joined, at: now) }
    // An answer that took its time must not take away the box that somebody is writing in by now.
    let open = dialog
    go(to: .room(joined.room))
    dialog = open
    if joined.mode == .practice, joined.state == .waiting { ask(.start(room: joined.room)) }
  }

  /// What was heard in earlier runs has the first word.
  private mutating func take(_ kept: [String: [String: String]], of epoch: String) {
    guard epoch == hello?.epoch else { return }
    let heard = commitments[hello?.day ?? ""] ?? [:]
    commitments.merge(kept) { _, kept in kept }
    let changed = (kept[hello?.day ?? ""] ?? [:]).filter { heard[$0.key] != nil && heard[$0.key] != $0.value }.keys
    if let game = changed.min() {
      tell("This server has changed what today's \(title(of: game)) was committed to.", isBad: true, for: 20)
    }
  }

  /// It is known who one is: how the player stands, and how the player wants tiles to look.
  private mutating func settle() {
    isSettled = true
    refreshLobby()
    ask(.theme(nil))
  }

  /// What was the player's is gone; what is left is a guest who has just come.
  private mutating func beForgotten(_ guest: String) {
    (name, isLoggedIn) = (guest, false)
    (rooms, path, shares, lookingBack) = ([:], [.lobby], SharesState(), LookingBack())
    lobby.forget()
    tell("You are forgotten. You are the guest \(guest) now.", for: 10)
    refreshLobby()
  }

  private static func sentence(_ who: WhoAnswer) -> String {
    var parts = ["Here: " + (who.players.isEmpty ? "nobody" : who.players.joined(separator: ", "))]
    if who.playerCount > who.players.count { parts[0] += " and \(who.playerCount - who.players.count) more" }
    if !who.watchers.isEmpty { parts.append("looking on: " + who.watchers.joined(separator: ", ")) }
    if !who.away.isEmpty { parts.append("away: " + who.away.joined(separator: ", ")) }
    return parts.joined(separator: "; ")
  }

  mutating func take(_ failure: Failure, of question: Question) {
    switch question {
    case .move(let room, let text, _, let id): refuse(text, id, in: room, failure)
    case .say(let room, let text):
      if failure.isOfLink { rooms[room]?.doubtfulTalk = text }
      if rooms[room]?.talkLine.isEmpty == true { rooms[room]?.talkLine.set(text) }
      tell("\(failure.message) What you wrote is still in the line.", isBad: true)
    case .login(let name, _):
      tell(Self.sentence(failure, login: name), isBad: true, for: 10)
      bringBack(refused: question)
    case .comeBack where failure.isOfLink:
      // Who somebody is is not given up with the link that it was asked over.
      if link.isOnline { ask(question) } else { introduction = question }
    case .comeBack(let name, _, _):
      settle()
      tell(Self.sentence(failure, login: name ?? ""), isBad: true, for: 15)
    // A server that knows no themes draws in the usual one.
    case .about, .rooms, .theme(nil), .keepCommitments: break
    case .theme: tell("The server does not keep it: \(failure.message)", isBad: true)
    case .stats, .leaderboard, .history, .compare, .calendar:
      lookingBack.complaint = failure.message
    case .lookUp: page.complaint = failure.message
    case .share, .shareMatch:
      tell(
        failure.code == "not_a_result" ? "\(failure.message) Nothing was shared." : failure.message, isBad: true,
        for: 10)
    case .shares, .followShares:
      shares.complaint =
        failure.code == "unknown_type" || failure.code == "no_such_room"
        ? "This server has no channel of shared results." : failure.message
    case .join(let room, let code, _) where failure.code == "wrong_code" && code == nil:
      dialog = .code(of: room)
    default:
      tell(failure.message, isBad: true)
      bringBack(refused: question)
    }
  }

  static func sentence(_ failure: Failure, login name: String) -> String {
    switch failure.code {
    case "name_taken":
      "The name \(name) is taken. Choose another one (u in the lobby), or start with --token if it is yours."
    case "bad_token": "That token opens nothing. You are a guest for now."
    default: failure.message
    }
  }

  private mutating func refuse(_ text: String, _ id: Int, in room: String, _ failure: Failure) {
    guard var state = rooms[room] else { return }
    state.underWay.removeAll { $0.id == id }
    state.shakenAt = now
    state.complaint = failure.message
    let wasPointed = state.pointedMoves.remove(id) != nil
    if failure.code == nil, !wasPointed { state.complaint = "\(failure.message) What you typed is still here." }
    if failure.isOfLink { state.doubtfulMove = text }
    // What was typed since then is not written over: arrow up brings the refused move back.
    if state.draft.isEmpty, !wasPointed { state.draft.set(text) }
    rooms[room] = state
  }
}
