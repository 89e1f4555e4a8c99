internal import ClientKit
internal import WireProtocol

/// A request of the program: a screen creates it, and the backend executes it and returns an ``Answer``.
enum Question: Hashable, Sendable {
  /// A request of the wire. `number` distinguishes requests with the same fields.
  case request(String, JSONObject = [:], number: Int = 0)
  /// Logs in as the saved or the requested player; without either as a guest with a token, which keeps the boards when
  /// the link is lost.
  case comeBack(name: String?, token: String?, asGuest: Bool)
  /// Claims a name, renames, or logs in with a token; the token is saved in the configuration folder.
  case login(name: String, token: String?)
  /// Sends a file of this machine as a deck.
  case sendDeck(path: String, language: String?)
  /// Writes a language's words to a file of this machine.
  case exportDeck(language: String, format: String, path: String)
  /// Saves a day's commitments in the configuration folder, and returns all saved ones.
  case keepCommitments([String: String], day: String, epoch: String)

  static func command(_ text: String, room: String?) -> Question {
    request("command", .given(["text": text, "room": room]))
  }

  /// The request's type; empty if it is not a plain request of the wire.
  var type: String { if case .request(let type, _, _) = self { type } else { "" } }

  var fields: JSONObject { if case .request(_, let fields, _) = self { fields } else { [:] } }

  var number: Int { if case .request(_, _, let number) = self { number } else { 0 } }

  subscript(field: String) -> String? { fields[field]?.stringValue }

  /// Whether its answer may lead into a room. Commands that are typed in a room concern that one.
  var opensRoom: Bool {
    switch type {
    case "command": self["room"] == nil && number == 0
    case "join": self["room"] != KnownNames.channel
    default: ["create", "study", "cards"].contains(type)
    }
  }

  /// Requests of one lane are sent one after the other: a move typed while another one is pending must be played after
  /// it.
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
  /// The server's answer to a request, parsed by its type.
  case message(Message)
  case login(LoginAnswer?)
  case commitments([String: [String: String]])
  /// The deck was sent.
  case sent
  /// The written file.
  case exported(path: String)
}

struct Failure: Error, Hashable, Sendable {
  var code: String?
  var what: WireError.Subject?
  var message: String
  /// Whether the link was lost: the request may have been executed.
  var isOfLink = false
}

enum AppEvent: Sendable {
  case input(Input)
  case resized(width: Int, height: Int)
  /// An event, and its text for a person.
  case heard(Event, text: String? = nil)
  case answered(Question, Result<Answer, Failure>)
  case tick
  /// The program was resumed after a suspension.
  case resumed
}

enum Effect: Sendable {
  case ask(Question)
  case copy(String)
  /// Saves the theme; `nil` follows the terminal and the server again.
  case keep(Theme?)
  /// Removes a saved player whose token was rejected.
  case forget(SavedPlayer)
  case suspend
  case redraw
  case retry
  case quit
}
