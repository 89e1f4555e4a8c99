import GameKit
import WireProtocol

/// The same server for a person with `nc`: what begins with `/` is a command, anything else a move, or talk in
/// a room without a game.
extension Parlor {
  func handleText(_ line: String, from session: Session) throws(WireError) {
    if openPaste(line, of: session) { return }
    try handleTyped(line, from: session)
  }

  /// A line that is not part of a pasted result.
  func handleTyped(_ line: String, from session: Session) throws(WireError) {
    if line.hasPrefix("/") {
      guard let command = TextCommand(line.dropFirst()) else { return sendTextHelp(nil, to: session) }
      guard try run(command, from: session) else {
        let near = Spelling.nearest(to: command.name, among: TextCommand.names)
        let hint = near.map { "did you mean /\($0)?" } ?? "/help lists the commands"
        throw WireError(.unknownType, "There is no command /\(command.name.prefix(32)); \(hint)")
      }
      return
    }
    guard let room = session.rooms.last else { return try handleLobbyText(line, from: session) }
    let request: Request =
      room.plan.game == nil ? .say(room: nil, text: line) : .move(Request.Move(content: .text(line)))
    handle(request, from: session, re: nil)
  }

  /// Before a room is joined the slash may be left out, and a room's name alone joins it.
  private func handleLobbyText(_ line: String, from session: Session) throws(WireError) {
    guard let command = TextCommand(line) else { return }
    let enters = rooms[PlayerName.fold(command.name)] != nil
    if enters, let join = TextCommand("join " + line) {
      _ = try run(join, from: session)
    } else {
      guard try !run(command, from: session) else { return }
      let games = hub.configuration.games.map(\.info.id)
      let near = Spelling.nearest(to: command.name, among: games + TextCommand.names)
      throw WireError(
        .unknownType,
        near.map { "There is no \(command.name.prefix(32)) here; did you mean \($0)?" }
          ?? "Type the name of a game to play (\(games.joined(separator: ", "))), or help")
    }
  }

  /// Carries a command out.
  ///
  /// - Returns: whether there is such a command.
  private func run(_ command: TextCommand, from session: Session) throws(WireError) -> Bool {
    if command.name == "help" || command.name == "?" {
      sendTextHelp(command.words.first, to: session)
      return true
    }
    guard var request = try command.request() else { return false }
    if case .share(let share) = request, let text = share.text {
      beginPaste(text, of: session)
      return true
    }
    switch request {
    case .join(var join):
      settle(&join)
      request = .join(join)
    case .watch(var join):
      settle(&join)
      request = .watch(join)
    case .shares(var shares):
      settle(&shares.game, &shares.player)
      request = .shares(shares)
    case .calendar(var calendar):
      settle(&calendar.game, &calendar.player)
      request = .calendar(calendar)
    default: break
    }
    handle(request, from: session, re: nil)
    return true
  }

  /// A word after a room's name is its code where it has one, else a setting for a board of one's own.
  private func settle(_ join: inout Request.Join) {
    guard let room = rooms[PlayerName.fold(join.room)] else { return }
    if room.plan.code == nil {
      join.code = nil
    } else {
      join.settings = nil
    }
  }

  /// A word that may stand for a game or a player is a game where there is one of that name.
  private func settle(_ game: inout String?, _ player: inout String?) {
    func isGame(_ word: String) -> Bool {
      ClaimedGame(rawValue: word.lowercased()) != nil
        || hub.configuration.games.contains { $0.info.id == word.lowercased() }
    }
    guard let word = game, !isGame(word) else { return }
    (game, player) = (player.flatMap { isGame($0) ? $0 : nil }, word)
  }

  private func sendTextHelp(_ topic: String?, to session: Session) {
    let game = topic.flatMap { topic in hub.configuration.games.first { $0.info.id == topic.lowercased() } }
    let help = TextHelp(
      games: hub.configuration.games.map(\.info), room: session.rooms.last?.name,
      game: (game ?? session.rooms.last?.plan.game)?.info, topic: game == nil ? topic : nil)
    hub.send(help, to: session, dependent: false)
  }
}
