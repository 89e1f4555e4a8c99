import GameKit
import Kernel
import Names
import WireProtocol
import TextMode

/// The same server for a person with `nc`: what begins with `/` is a command, anything else a move, or talk in
/// a room without a game.
extension Parlor {
  func handleText(_ line: String, from session: Session) throws(WireError) {
    let pastes = kernel.service((any PasteReader).self)
    if try pastes?.open(line, SessionContext(parlor: self, session: session, re: nil)) == true { return }
    try handleTyped(line, from: session)
  }

  /// A line that is not part of a pasted result.
  func handleTyped(_ line: String, from session: Session) throws(WireError) {
    // Whoever runs the server plays nothing.
    if session.isOperator { return try runCommand(line.drop { $0 == "/" }, from: session) }
    if line.hasPrefix("/") {
      return try runCommand(line.dropFirst(), from: session)
    }
    if soloRoom(nil, of: session) != nil {
      try keepPasswordPrivate(line)
      handle(Request.Move(text: line).call, from: session, re: nil)
      return
    }
    guard let room = session.rooms.last else { return try handleLobbyText(line, from: session) }
    try keepPasswordPrivate(line)
    switch room.mode.typedLine {
    case .result: return try handleChannelText(line, from: session)
    case .talk:
      handle(Request.Say(text: line).call, from: session, re: nil)
      return
    case .move: break
    }
    // Who watches does not move: a command needs no slash.
    if room.members[session.player.id]?.isWatching == true, let command = TextCommand(line),
      try run(command, from: session)
    {
      return
    }
    if line.lowercased() == "help", !isMove(line, in: room, session) { return try runCommand("help", from: session) }
    playTyped(line, in: room, from: session)
  }

  /// Where a slash or a letter is all that lies between a command and talk, a password must not be said for want of it,
  /// nor be repeated in a refusal.
  private func keepPasswordPrivate(_ line: String) throws(WireError) {
    guard let usage = TextCommand.accountUsage(meantBy: line) else { return }
    throw WireError(
      .unknownType,
      "This may hold a password, so it was not sent. If you meant the command, it begins with a slash: \(usage); "
        + "/say TEXT says it")
  }

  /// Carries out a command without its slash.
  ///
  /// - Parameter room: where it is meant; the session's latest room unless said otherwise.
  func runCommand(
    _ line: Substring, in room: String? = nil, from session: Session, re: RequestID? = nil
  ) throws(WireError) {
    guard let command = TextCommand(line) else { return try sendTextHelp(nil, to: session, re: re) }
    guard try !run(command, in: room, from: session, re: re) else { return }
    throw WireError(
      .unknownType,
      "There is no command /\(command.name.prefix(32)); \(hint(for: command, in: session.rooms.last, session))")
  }

  /// Before a room is joined the slash may be left out, and a room's name alone joins it.
  private func handleLobbyText(_ line: String, from session: Session) throws(WireError) {
    guard let command = TextCommand(line), try !enterOrRun(command, line, from: session) else { return }
    let games = hub.configuration.games.map(\.info.id)
    let known = "Type the name of a game to play (\(games.joined(separator: ", "))), or help"
    if let game = hub.configuration.games.first(where: { $0.info.id == command.name }) {
      throw WireError(
        .notFound, .mode, "\(game.info.title) has no puzzle of the day: \(TextHelp.waysToStart(to: game.info))")
    }
    let near =
      TextCommand.meanings[command.name] ?? Spelling.nearest(to: command.name, among: games + commandNames)
    guard let near else { throw WireError(.unknownType, known) }
    let isEnough = games.contains(near) || near == "help"
    throw WireError(
      .unknownType,
      "There is no \(command.name.prefix(32)) here; did you mean \(near)?\(isEnough ? "" : " \(known)")")
  }

  /// Where results are shared nobody talks, so that a command needs no slash there either.
  private func handleChannelText(_ line: String, from session: Session) throws(WireError) {
    guard let command = TextCommand(line), try !enterOrRun(command, line, from: session) else { return }
    throw WireError(
      .noTalk, "Nobody talks here: share posts your last result, react 88 🎉 answers one, leave leaves, help tells more")
  }

  /// Joins the room of which the line is the name, or carries out the command that it is.
  ///
  /// - Returns: whether it is one of them.
  private func enterOrRun(_ command: TextCommand, _ line: String, from session: Session) throws(WireError) -> Bool {
    // `shares` is a room from outside, and the command that looks back inside.
    if let room = rooms[PlayerName.fold(command.name)], session.rooms.last !== room,
      let join = TextCommand("join " + line)
    {
      return try run(join, from: session)
    }
    return try run(command, from: session)
  }

  /// The most bytes that may follow the name of a command which is not about a text.
  private static let mostCommandBytes = 256

  /// Carries a command out.
  ///
  /// - Returns: whether there is such a command.
  private func run(
    _ command: TextCommand, in room: String? = nil, from session: Session, re: RequestID? = nil
  ) throws(WireError) -> Bool {
    guard command.couldBeKnown, isOpen(command, to: session) else { return false }
    if session.isOperator, let own = TextCommand.staffWords[command.name] {
      throw WireError(.unknownType, "Players type \(command.name), which is about themselves; here it is \(own)")
    }
    guard command.rest.utf8.count <= Self.mostCommandBytes || command.takesText else {
      throw WireError(
        .badText, "What follows /\(command.name.prefix(32)) may have at most \(Self.mostCommandBytes) bytes")
    }
    guard var call = try command.call() else { return false }
    switch call.request {
    case let help as Request.Help:
      try sendTextHelp(help.topic, to: session, re: re)
      return true
    case is Request.Limits:
      sendLimits(naming: command.words.first?.lowercased(), to: session, re: re)
      return true
    case let share as Request.Share:
      guard session.format == .text, let text = share.text, let pastes = kernel.service((any PasteReader).self) else {
        break
      }
      pastes.open(afterCommand: text, SessionContext(parlor: self, session: session, re: nil))
      return true
    default: break
    }
    if var request = call.request as? any AmbiguousRequest {
      request.settle(self)
      call.request = request
    }
    if let room { call.take(room: room, game: rooms[PlayerName.fold(room)]?.plan.game?.info.id) }
    let request = call.request
    handle(call, from: session, re: re) { TextCommand.advising($0, on: request) }
    return true
  }

  /// Whether somebody may know of a command: those for keeping order are not there for others.
  private func isOpen(_ command: TextCommand, to session: Session) -> Bool {
    RequestTable.textForm(named: command.name).map { offers($0.row, to: session) } ?? true
  }

  private func sendTextHelp(_ topic: String?, to session: Session, re: RequestID?) throws(WireError) {
    hub.send(TextHelp(subject: try subject(of: topic, session)), to: session, answering: re, after: 0)
  }

  private func subject(of topic: String?, _ session: Session) throws(WireError) -> TextHelp.Subject {
    let games = hub.configuration.games.map(\.info)
    if (topic == nil && session.isOperator) || (topic == "moderating" && may(session, .moderator)) {
      return .staff(RequestTable.rows.filter { $0.isForStaff && offers($0, to: session) })
    }
    guard let topic else {
      return session.rooms.last.map { .room($0.plan.game?.info) } ?? .lobby(games)
    }
    let word = topic.hasPrefix("/") ? String(topic.dropFirst()) : topic
    let lower = word.lowercased()
    if let game = games.first(where: { $0.id == lower }) { return .game(game) }
    if let topic = HelpTopic(word) { return .topic(topic) }
    if lower == "commands" { return .commands }
    if TextCommand.meanings[lower] == "help" { return try subject(of: nil, session) }
    if let row = RequestTable.row(forTopic: word), offers(row, to: session) { return .command(row) }
    let known = games.map(\.id) + HelpTopic.allCases.map(\.rawValue) + commandNames
    let near = TextCommand.meanings[lower] ?? Spelling.nearest(to: word, among: known)
    throw WireError(
      .unknownType,
      "There is no help on \(topic.prefix(32)); \(near.map { "did you mean /help \($0)?" } ?? "/help alone tells all there is")"
    )
  }
}
