import GameKit
import Names
import WireProtocol
import TextMode

/// Hints at a terminal beyond a refusal: what to type instead.
extension TextFront {
  /// Plays a typed line, and helps a player who meant something else by it.
  func playTyped(_ line: String, in room: Room, _ context: SessionContext) {
    let session = context.session
    if asks(whether: line, isMoveIn: room, session) { return }
    context.parlor.handle(Request.Move(text: line).call, context.unasked) { error in
      self.advised(error, on: line, in: room, session)
    }
  }

  /// `leave` and `start` may be words of a game. If one would count as a move it is to be confirmed, and is played when
  /// it is typed again.
  private func asks(whether line: String, isMoveIn room: Room, _ session: Session) -> Bool {
    let doubted = session.typing.doubted
    session.typing.doubted = nil
    guard line.utf8.count <= TextCommand.longestName else { return false }
    let word = line.lowercased()
    guard handled.commandNames.contains(word), doubted != word, room.mode.seats != nil || !Self.ofTables.contains(word),
      isMove(line, in: room, session)
    else { return false }
    session.typing.doubted = word
    hub.send(Sentence("If you meant the command: /\(word). If it is your move, type it once more."), to: session)
    return true
  }

  /// Commands that have no meaning in a puzzle.
  private static let ofTables: Set = ["draw", "pause", "resign", "skip", "unpause"]

  /// Whether a line would be accepted as a move now.
  func isMove(_ line: String, in room: Room, _ session: Session) -> Bool {
    guard room.isPlaying, let seat = room.seats[session.player.id], !seat.isDone else { return false }
    return (try? seat.played.attempt(.text(line), by: session.player.id, at: hub.now)) != nil
  }

  /// What to type instead of an unknown command.
  func hint(for command: TextCommand, in room: Room?, _ session: Session) -> String {
    let help = (room?.plan.game == nil ? "" : "moves have no slash, and ") + "/help lists the commands"
    guard command.couldBeKnown else { return help }
    if let advice = TextCommand.advice(on: command) { return advice }
    if let room = ownRoom(command.name) {
      return "did you mean /join \(room.name)?"
    }
    if let room, isMove(command.name, in: room, session) { return "type it without the slash: \(command.name)" }
    if let near = Spelling.nearest(to: command.name, among: handled.commandNames) { return "did you mean /\(near)?" }
    return help
  }

  private func advised(_ error: WireError, on line: String, in room: Room, _ session: Session) -> WireError {
    var error = error
    switch error.code {
    case ErrorCode.watching.rawValue:
      error.message = "You are only watching \(room.name): /join \(room.name) to play, /say TEXT to talk"
    case ErrorCode.notPlaying.rawValue where room.dayBoards == nil:
      error.message = whenNothingIsPlayed(room, session) + (otherRoom(line, than: room) ?? "")
    case Rejection.gameOver.code:
      // Elsewhere the message names a command already.
      error.message =
        room.mode.adviceWhenDone(in: room.view).map { $0 + (meant(by: line, in: room) ?? "") }
        ?? whenOver(room, session) + (otherRoom(line, than: room) ?? "")
    default:
      if let meant = meant(by: line, in: room) {
        error.message += meant
      } else if Self.isTalk(line) {
        error.message += " (to talk: /say \(line.prefix(32))\(line.count > 32 ? "…" : ""))"
      }
    }
    return error
  }

  /// A command without its slash, or the name of another game.
  private func meant(by line: String, in room: Room) -> String? {
    if let command = TextCommand.named(line) ?? TextCommand.withoutSlash(by: line) {
      return " (if you meant the command: /\(command))"
    }
    return otherRoom(line, than: room)
  }

  private func otherRoom(_ line: String, than room: Room) -> String? {
    guard let other = ownRoom(line), other !== room else { return nil }
    return " (if you meant to go there: /join \(other.name))"
  }

  /// One of the server's own rooms.
  private func ownRoom(_ name: String) -> Room? {
    rooms[PlayerName.fold(name)].flatMap { $0.mode.isPermanent ? $0 : nil }
  }

  private func whenNothingIsPlayed(_ room: Room, _ session: Session) -> String {
    if room.roundDeadline != nil { return "The round is over: the next one begins by itself; /say TEXT to talk" }
    return "No round is under way: \(nextStep(in: room, session)); /say TEXT to talk"
  }

  private func whenOver(_ room: Room, _ session: Session) -> String {
    let talk = room.mode.isSolitary ? "" : "; /say TEXT to talk"
    if room.isPlaying { return "You are done: wait for the others\(talk)" }
    if room.roundDeadline != nil { return "The round is over: the next one begins by itself\(talk)" }
    return "The round is over: \(nextStep(in: room, session))\(talk)"
  }

  private func nextStep(in room: Room, _ session: Session) -> String {
    if room.view.nextTakesConsent { return "/rematch asks for another" }
    guard let owner = room.owner, owner !== session.player else { return "/start begins one" }
    return "wait for \(owner.name) to type /start"
  }

  /// Several words without a digit: cells and places have digits, and a guessed word is alone.
  private static func isTalk(_ line: String) -> Bool {
    line.unicodeScalars.contains(where: \.isWhiteSpace)
      && !line.unicodeScalars.contains { $0.properties.numericType != nil }
  }
}
