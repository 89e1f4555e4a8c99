/// A refused request: a stable code and one sentence for people. Never spends a try, never changes state.
public struct WireError: Error, Hashable, Sendable {
  /// `lower_snake_case`; see ``ErrorCode`` for those of the server, games add their own.
  public var code: String
  /// One sentence.
  public var message: String
  /// What it is of which there is none, or too much, or one already: of ``ErrorCode/notFound``, ``ErrorCode/tooMany``
  /// and ``ErrorCode/exists``.
  public var what: Subject?
  /// When it is worth trying again, in milliseconds.
  public var retryAfterMilliseconds: Int?
  /// The shared result that the error speaks of.
  public var share: Int?

  /// An error with any code; games' rejections become errors this way. What it repeats of a request is made
  /// ``Swift/String/showable``.
  public init(code: String, what: Subject? = nil, message: String, retryAfterMilliseconds: Int? = nil) {
    self.code = code
    self.what = what
    self.message = message.showable
    self.retryAfterMilliseconds = retryAfterMilliseconds
  }

  /// An error with one of the server's own codes.
  public init(_ code: ErrorCode, _ message: String, retryAfterMilliseconds: Int? = nil) {
    self.init(code: code.rawValue, message: message, retryAfterMilliseconds: retryAfterMilliseconds)
  }

  /// An error with one of those codes that say what they are about.
  public init(_ code: ErrorCode, _ what: Subject, _ message: String) {
    self.init(code, message)
    self.what = what
  }

  /// Whether it has one of the server's own codes and, where that is said, is about one thing.
  public func isCode(_ code: ErrorCode, _ what: Subject? = nil) -> Bool {
    self.code == code.rawValue && (what == nil || self.what == what)
  }
}

/// The server's own error codes. Stable: a code is never renamed and never changes its meaning.
public enum ErrorCode: String, CaseIterable, Sendable {
  /// The line is not valid JSON, or not valid UTF-8.
  case badJSON = "bad_json"
  /// The line is longer than `limits.line_bytes`; the rest of it was skipped.
  case lineTooLong = "line_too_long"
  /// The connection speaks HTTP, which has no place on this port.
  case notHTTP = "not_http"
  /// There is no request of this type, or no text command of this name.
  case unknownType = "unknown_type"
  /// A field is missing or of the wrong type.
  case badField = "bad_field"
  /// A name, room or text holds characters that are not allowed, or is too long or empty.
  case badText = "bad_text"
  /// More requests than `limits.commands_per_s` allows.
  case tooFast = "too_fast"
  /// There is no such thing as was named, or this player may not know of it: `what` says of which kind.
  case notFound = "not_found"
  /// There is one of this name or number already: `what` says of which kind.
  case exists
  /// There are as many as there may be, or as many as the player, the address or the day may have: `what` says of what.
  case tooMany = "too_many"
  /// The session is in no room, or in several, and the request names none.
  case whichRoom = "which_room"
  /// The session is not in that room.
  case notInRoom = "not_in_room"
  /// The room needs a code, and this is not it.
  case wrongCode = "wrong_code"
  /// The room has as many members as it takes.
  case roomFull = "room_full"
  /// Only the room's owner may do that.
  case notOwner = "not_owner"
  /// No bot of the house plays that game, or none is free.
  case noBot = "no_bot"
  /// The owner has silenced this player in this room.
  case muted = "muted"
  /// The owner has sent this player away from this room.
  case kicked = "kicked"
  /// Watchers do not play.
  case watching = "watching"
  /// There is nothing to play here at the moment: no round has begun, or the round is over.
  case notPlaying = "not_playing"
  /// The move was meant for the puzzle of another day.
  case otherPuzzle = "other_puzzle"
  /// The room's owner lets the round wait.
  case paused = "paused"
  /// A round is under way already.
  case alreadyPlaying = "already_playing"
  /// The name belongs to somebody else, or the token is not that player's.
  case nameTaken = "name_taken"
  /// The token opens nothing.
  case badToken = "bad_token"
  /// The name or the password is wrong, or a password is missing.
  case wrongPassword = "wrong_password"
  /// A password would cross a network on which others can read it.
  case notEncrypted = "not_encrypted"
  /// A guest has no name to change: `login` claims one.
  case notNamed = "not_named"
  /// The player has a name already; `rename` changes it.
  case alreadyNamed = "already_named"
  /// No matches begin at the moment: the server is about to be restarted.
  case maintenance = "maintenance"
  /// A guest may not do that: it needs a name, which `login` claims.
  case notLoggedIn = "not_logged_in"
  /// The day is not over, or this viewer may not see it.
  case notOver = "not_over"
  /// The state could not be stored; nothing of the request has happened.
  case storageUnavailable = "storage_unavailable"
  /// A part of what is stored has been lost, so that it is shown and not changed any more: trying again does not help.
  case dataDamaged = "data_damaged"
  /// The player has no reaction to that share.
  case noReaction = "no_reaction"
  /// This result is in the channel already.
  case alreadyShared = "already_shared"
  /// The player has finished nothing there that could be shared.
  case nothingFinished = "nothing_finished"
  /// The viewer has not finished that puzzle.
  case notFinished = "not_finished"
  /// The result was claimed, so that nobody here knows its letters.
  case noLetters = "no_letters"
  /// The text is not a result of a game that is known here, or it contradicts itself or what was played here.
  case notAResult = "not_a_result"
  /// The channel is for results.
  case noTalk = "no_talk"
  /// The deck has more bytes than one may have.
  case deckTooLarge = "deck_too_large"
  /// The player, or whoever comes from there, is kept out by those who run the server.
  case banned = "banned"
  /// Only those who run the server may do that, or only moderators.
  case forbidden = "forbidden"
  /// The server has as many connections as it takes, in all or from this address.
  case serverFull = "server_full"
}

/// The answer to a request that could not be fulfilled.
public struct ErrorMessage: ReadableMessage {
  public static let type: StaticString = "error"
  /// What is wrong.
  public var error: WireError

  /// A message that carries an error.
  public init(_ error: WireError) { self.error = error }

  public init(reading fields: MessageFields) throws(UnreadableMessage) { error = try WireError(reading: fields) }

  public func writeFields(to json: inout JSONWriter) {
    json.field("code", error.code)
    json.field("what", ifPresent: error.what?.rawValue)
    json.field("message", error.message)
    if let wait = error.retryAfterMilliseconds { json.field("retry_after_ms", wait) }
    json.field("share_id", ifPresent: error.share)
  }
}

extension WireError {
  /// Reads an `error`.
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      code: try fields.text("code"), what: fields.optionalText("what").flatMap(Subject.init),
      message: fields.optionalText("message") ?? "", retryAfterMilliseconds: fields.optionalInt("retry_after_ms"))
    share = fields.optionalInt("share_id")
  }
}
