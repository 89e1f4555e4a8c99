internal import ClientKit
internal import WireProtocol

/// What the program asks: a screen names it, the edge asks it and brings an ``Answer`` back.
enum Question: Hashable, Sendable {
  /// A request of the wire. `number` tells two requests with the same fields apart.
  case request(String, JSONObject = [:], number: Int = 0)
  /// Logs in as the player that was kept, or as the one that is asked for; without either as a guest with a token,
  /// which keeps the boards when the link is lost.
  case comeBack(name: String?, token: String?, asGuest: Bool)
  /// Claims a name, takes another one, or logs in with a token; the token is kept in the configuration folder.
  case login(name: String, token: String?)
  /// Registers, logs in or out, changes the password, deletes the account.
  case account(AccountRequest)
  /// Sends a file of this machine as a deck and asks what would come of adding it.
  case sendDeck(path: String, language: String?)
  /// Writes a language's words to a file of this machine.
  case exportDeck(language: String, format: String, path: String)
  /// Keeps what a day's puzzles are committed to in the configuration folder, and tells what is kept there.
  case keepCommitments([String: String], day: String, epoch: String)

  static func command(_ text: String, room: String?) -> Question {
    request("command", .given(["text": text, "room": room]))
  }

  /// The request's type; empty for what is no request of the wire alone.
  var type: String { if case .request(let type, _, _) = self { type } else { "" } }

  var fields: JSONObject { if case .request(_, let fields, _) = self { fields } else { [:] } }

  var number: Int { if case .request(_, _, let number) = self { number } else { 0 } }

  subscript(field: String) -> String? { fields[field]?.stringValue }

  /// Questions of one lane are asked one after the other: who types on while a move is under way means the next one to
  /// be played after it.
  var lane: String? {
    type == "move" || type == "say" ? "\(type) \(self["room"] ?? "")" : nil
  }
}

protocol FieldValue { var json: JSON { get } }

extension String: FieldValue { var json: JSON { .string(self) } }
extension Int: FieldValue { var json: JSON { .int(self) } }
extension Bool: FieldValue { var json: JSON { .bool(self) } }
extension [String]: FieldValue { var json: JSON { .array(map { .string($0) }) } }

extension JSONObject {
  static func given(_ fields: KeyValuePairs<String, (any FieldValue)?>) -> JSONObject {
    var object = JSONObject()
    for case (let key, let value?) in fields { object[key] = value.json }
    return object
  }
}

enum Answer: Sendable {
  /// The server's answer to a request, read by its type.
  case message(Message)
  case login(LoginAnswer?)
  /// The player is gone; the session goes on under this name.
  case forgotten(String)
  /// The session goes on as this guest.
  case loggedOut(String)
  /// The account is made.
  case registered(String)
  case passwordSet(isChanged: Bool)
  case commitments([String: [String: String]])
  /// What would come of adding the deck that was sent.
  case preview(ImportPreview)
  /// The file that was written.
  case exported(path: String)
}

struct Failure: Error, Hashable, Sendable {
  var code: String?
  var what: WireError.Subject?
  var message: String
  /// Whether it was the link: what was asked may have been done all the same.
  var isOfLink = false
}

enum AppEvent: Sendable {
  case input(Input)
  case resized(width: Int, height: Int)
  case heard(Event)
  case answered(Question, Result<Answer, Failure>)
  case tick
  /// The program was suspended and is back.
  case resumed
}

enum Effect: Sendable {
  case ask(Question)
  case copy(String)
  /// Keeps the theme for the next run; `nil` leaves it to the terminal and the server again.
  case keep(Theme?)
  /// Keeps a player no longer whose token opens nothing.
  case forget(SavedPlayer)
  case suspend
  case redraw
  case retry
  case quit
}
