internal import ClientKit
internal import WireProtocol

extension Dialog {
  /// The form of a typed command about the account, whose secrets stay hidden.
  ///
  /// - Parameter password: as it was typed behind the command.
  static func account(_ type: String, name: String? = nil, password: String? = nil, _ shell: Shell) -> Dialog {
    let (asked, keep): ([String], Bool?) =
      switch type {
      case "logout": ([], nil)
      case "password": (["old", "new"], true)
      case "register", "login": (["name", "password"], true)
      default: (["name", "password"], nil)
      }
    let question = Question.request(type, .given(["keep": keep]))
    var dialog = Dialog.form(words(type), for: question, asking: asked, shell)
    for (index, typed) in [name, password].enumerated() {
      if let typed { dialog.fields[index].line.set(typed) }
    }
    if name != nil { dialog.chosen = 1 }
    return dialog
  }

  /// Where the dialog continues after a refusal: the wrong letter of a password cannot be seen.
  mutating func takeUp(after failure: Failure) {
    switch failure.code {
    case ErrorCode.nameTaken.rawValue?: chosen = 0
    case ErrorCode.wrongPassword.rawValue?, ErrorCode.badText.rawValue?: clearPasswords()
    default: break
    }
  }
}

extension App {
  /// A form stays open, and why.
  mutating func keep(_ dialog: Dialog, _ why: String) {
    shell.dialog = dialog
    shell.tell(why, isBad: true)
  }

  /// - Returns: whether the answer was about the account.
  mutating func take(account message: Message) -> Bool {
    let name = message.json["you"]?.stringValue ?? ""
    switch message.type {
    case "login", "rename": take(.login(try? message.read()), to: .request(message.type))
    case "register":
      (shell.name, shell.isLoggedIn) = (name, true)
      settle()
      shell.go(to: .lobby)
      shell.look("languages")
      carryOutOpenings()
      shell.dialog = .form(
        "Your first language", for: .request("add_language"), asking: ["name", "original", "translation"],
        hint: "Such as Spanish, or Irish verbs. Its first word may come later.", shell)
      shell.tell("You are \(name). What do you learn first?", for: 10)
    case "password":
      shell.tell(message.drawn ?? "", for: 10)
      refreshPage("account")
    case "logout", "forget_me": become(name, message.drawn ?? "")
    default: return false
    }
    return true
  }
}
