import GameKit
import Kernel
import Names
import WireProtocol
import TextMode

/// Text mode for a person with `nc`: what begins with `/` is a command, anything else a move, or talk in a room without
/// a game.
final class TextFront: CorePart {
  private let soloRooms: SoloRooms
  private let reference: ReferenceRequests
  let handled: HandledRequests

  init(_ all: Directories, _ soloRooms: SoloRooms, _ reference: ReferenceRequests, _ handled: HandledRequests) {
    (self.soloRooms, self.reference, self.handled) = (soloRooms, reference, handled)
    super.init(all)
  }

  /// Recognises pasted results; `nil` on a server that shares none.
  private var pastes: (any PasteReader)? { hub.kernel.service((any PasteReader).self) }

  func handle(_ line: String, _ context: SessionContext) throws(WireError) {
    if try pastes?.open(line, context) == true { return }
    try handleTyped(line, context)
  }

  /// Executes `command`: the request of its line, whose answer also has `drawn`.
  ///
  /// - Returns: whether it was not refused at once.
  func handleCommand(_ command: Request.Command, _ context: SessionContext) -> Bool {
    do throws(WireError) {
      let line = try CleanText.line(command.text, as: "A command", maximum: hub.limits.typedCharacters)
      hub.isTyped = true
      defer { hub.isTyped = false }
      let drawn = SessionContext(parlor: context.parlor, session: context.session, re: context.re.map { .drawn($0) })
      try runCommand(line.drop { $0 == "/" }, in: command.room, drawn)
      return true
    } catch {
      hub.send(ErrorMessage(error), to: context.session, answering: context.re, after: 0)
      return false
    }
  }

  /// Handles a line that is not part of a pasted result.
  func handleTyped(_ line: String, _ context: SessionContext) throws(WireError) {
    let session = context.session
    // The operator does not play.
    if session.isOperator { return try runCommand(line.drop { $0 == "/" }, context) }
    if line.hasPrefix("/") {
      return try runCommand(line.dropFirst(), context)
    }
    if soloRooms.room(nil, of: session) != nil {
      try keepPasswordPrivate(line)
      context.handle(Request.Move(text: line))
      return
    }
    guard let room = session.rooms.last else { return try handleLobbyText(line, context) }
    try keepPasswordPrivate(line)
    switch room.mode.typedLine {
    case .result: return try handleChannelText(line, context)
    case .talk:
      context.handle(Request.Say(text: line))
      return
    case .move: break
    }
    // Watchers do not move: a command needs no slash.
    if room.members[session.player.id]?.isWatching == true, let command = TextCommand(line),
      try run(command, context)
    {
      return
    }
    if line.lowercased() == "help", !isMove(line, in: room, session) { return try runCommand("help", context) }
    playTyped(line, in: room, context)
  }

  /// If only a slash or a letter distinguishes a command from talk, a password must not be sent as talk without it, nor
  /// be repeated in a refusal.
  private func keepPasswordPrivate(_ line: String) throws(WireError) {
    guard let usage = TextCommand.accountUsage(meantBy: line) else { return }
    throw WireError(
      .unknownType,
      "This may hold a password, so it was not sent. If you meant the command, it begins with a slash: \(usage); "
        + "/say TEXT says it")
  }

  /// Executes a command without its slash.
  ///
  /// - Parameter room: its room; the session's latest by default.
  func runCommand(
    _ line: Substring, in room: String? = nil, _ context: SessionContext
  ) throws(WireError) {
    guard let command = TextCommand(line) else { return try sendHelp(nil, context) }
    guard try !run(command, in: room, context) else { return }
    let hint = hint(for: command, in: context.session.rooms.last, context.session)
    throw WireError(.unknownType, "There is no command /\(command.name.prefix(32)); \(hint)")
  }

  /// Before a room is joined the slash is optional, and a room's name alone joins it.
  private func handleLobbyText(_ line: String, _ context: SessionContext) throws(WireError) {
    guard let command = TextCommand(line), try !enterOrRun(command, line, context) else { return }
    let games = hub.configuration.games.map(\.info.id)
    let known = "Type the name of a game to play (\(games.joined(separator: ", "))), or help"
    if let game = hub.configuration.games.first(where: { $0.info.id == command.name }) {
      throw WireError(
        .notFound, .mode, "\(game.info.title) has no puzzle of the day: \(TextHelp.waysToStart(to: game.info))")
    }
    let near =
      TextCommand.meanings[command.name] ?? Spelling.nearest(to: command.name, among: games + handled.commandNames)
    guard let near else { throw WireError(.unknownType, known) }
    let isEnough = games.contains(near) || near == "help"
    throw WireError(
      .unknownType,
      "There is no \(command.name.prefix(32)) here; did you mean \(near)?\(isEnough ? "" : " \(known)")")
  }

  /// The channel has no talk, so a command needs no slash there either.
  private func handleChannelText(_ line: String, _ context: SessionContext) throws(WireError) {
    guard let command = TextCommand(line), try !enterOrRun(command, line, context) else { return }
    throw WireError(
      .noTalk, "Nobody talks here: share posts your last result, react 88 🎉 answers one, leave leaves, help tells more")
  }

  /// Joins the room with the line as its name, or executes the line as a command.
  ///
  /// - Returns: whether it is one of them.
  private func enterOrRun(_ command: TextCommand, _ line: String, _ context: SessionContext) throws(WireError) -> Bool {
    // `shares` is a room's name outside the channel, and a command inside.
    if let room = rooms[PlayerName.fold(command.name)], context.session.rooms.last !== room,
      let join = TextCommand("join " + line)
    {
      return try run(join, context)
    }
    return try run(command, context)
  }

  /// The most bytes after the name of a command without a text.
  private static let mostCommandBytes = 256

  /// Executes a command.
  ///
  /// - Returns: whether there is such a command.
  private func run(
    _ command: TextCommand, in room: String? = nil, _ context: SessionContext
  ) throws(WireError) -> Bool {
    let session = context.session
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
      try sendHelp(help.topic, context)
      return true
    case is Request.Limits:
      reference.sendLimits(naming: command.words.first?.lowercased(), context)
      return true
    case let share as Request.Share:
      guard context.isText, let text = share.text, let pastes else { break }
      pastes.open(afterCommand: text, context.unasked)
      return true
    default: break
    }
    if var request = call.request as? any AmbiguousRequest {
      request.settle(self)
      call.request = request
    }
    if let room { call.take(room: room, game: rooms[PlayerName.fold(room)]?.plan.game?.info.id) }
    let request = call.request
    context.parlor.handle(call, context) { TextCommand.advising($0, on: request) }
    return true
  }

  /// Whether a session may know a command: those for moderators do not exist for others.
  private func isOpen(_ command: TextCommand, to session: Session) -> Bool {
    RequestTable.textForm(named: command.name).map { handled.offers($0.row, to: session, hub) } ?? true
  }

  private func sendHelp(_ topic: String?, _ context: SessionContext) throws(WireError) {
    context.answer(TextHelp(subject: try subject(of: topic, context.session)), after: 0)
  }

  private func subject(of topic: String?, _ session: Session) throws(WireError) -> TextHelp.Subject {
    let games = hub.configuration.games.map(\.info)
    if (topic == nil && session.isOperator) || (topic == "moderating" && session.may(.moderator, hub)) {
      return .staff(RequestTable.rows.filter { $0.isForStaff && handled.offers($0, to: session, hub) })
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
    if let row = RequestTable.row(forTopic: word), handled.offers(row, to: session, hub) { return .command(row) }
    let known = games.map(\.id) + HelpTopic.allCases.map(\.rawValue) + handled.commandNames
    let near = TextCommand.meanings[lower] ?? Spelling.nearest(to: word, among: known)
    throw WireError(
      .unknownType,
      "There is no help on \(topic.prefix(32)); \(near.map { "did you mean /help \($0)?" } ?? "/help alone tells all there is")"
    )
  }
}
