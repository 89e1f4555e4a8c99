internal import ClientKit
internal import WireProtocol

/// The forms of the account.
extension Dialog {
  static func register(name: String = "") -> Dialog {
    var dialog = Dialog(
      "Register",
      hint: "A password has 8 characters at least. It is not shown, and only the server's check of it is kept.",
      fields: [Field("Name", text: name), .secret("Password"), .secret("Once more")],
      keys: "↵ register  ↓ next line  esc not now"
    ) { form, app in
      guard let name = form.value(0) else { return app.keep(form, "A name and a password are needed.") }
      guard let password = app.password(of: form) else { return }
      app.ask("register", ["name": name, "password": password, "keep": true])
    }
    if !name.isEmpty { dialog.chosen = 1 }
    return dialog
  }

  static func logIn(name: String = "") -> Dialog {
    var dialog = Dialog(
      "Log in", hint: "Who has forgotten the password asks the server's operator.",
      fields: [Field("Name", text: name), .secret("Password")], keys: "↵ log in  ↓ next line  esc not now"
    ) { form, app in
      guard let name = form.value(0), let password = form.value(1) else {
        return app.keep(form, "A name and its password are needed.")
      }
      app.ask("login", ["name": name, "password": password, "keep": true])
    }
    if !name.isEmpty { dialog.chosen = 1 }
    return dialog
  }

  static func password() -> Dialog {
    Dialog(
      "Password",
      hint: "The present one stays empty where you have none yet. Other machines have to log in again.",
      fields: [.secret("Present"), .secret("New"), .secret("Once more")],
      keys: "↵ keep it  ↓ next line  esc as before"
    ) { form, app in
      if let new = app.password(of: form) { app.ask("password", ["old": form.value(0), "new": new, "keep": true]) }
    }
  }

  static func logOut(_ name: String) -> Dialog {
    Dialog(
      "Log out?", hint: "This machine forgets the token of \(name). Without a password nothing else leads back.",
      keys: "↵ log out  esc stay"
    ) { $1.ask("logout") }
  }

  static func forget(_ name: String) -> Dialog {
    Dialog(
      "Forget \(name)?",
      hint:
        "Your name, its password and tokens, your words, results and what you have shared are removed for good. To do it, "
        + "type your name, and your password if you have one.",
      fields: [Field("Name"), .secret("Password", isNeededWith: 0)], keys: "↵ remove all of it  esc keep it"
    ) { form, app in
      guard form.value(0)?.lowercased() == name.lowercased() else {
        return app.shell.tell("Nothing was removed: that is not your name.", isBad: true)
      }
      app.ask("forget_me", ["name": name, "password": form.value(1)])
    }
  }

  /// Where the dialog continues after a refusal.
  fileprivate mutating func takeUp(after failure: Failure) {
    switch failure.code {
    case ErrorCode.nameTaken.rawValue?: chosen = 0
    case ErrorCode.wrongPassword.rawValue?, ErrorCode.badText.rawValue?: clearPasswords()
    default: break
    }
  }
}

extension App {
  /// Sends a request about the account. Its password is held only while it is pending: this machine stores a token.
  mutating func ask(_ type: String, _ fields: KeyValuePairs<String, (any FieldValue)?> = [:]) {
    shell.tell("One moment…", for: 30)
    shell.ask(type, fields)
  }

  /// The new password of a form, which is typed in its last two fields; `nil` if the form stays open.
  fileprivate mutating func password(of dialog: Dialog) -> String? {
    let index = dialog.fields.count - 2
    guard let password = dialog.value(index) else {
      keep(dialog, "A name and a password are needed.")
      return nil
    }
    guard password == dialog.value(index + 1) else {
      var emptied = dialog
      emptied.clearPasswords(from: index)
      keep(emptied, "The two passwords differ: type both again.")
      return nil
    }
    return password
  }

  /// A form stays open, and why.
  mutating func keep(_ dialog: Dialog, _ why: String) {
    shell.dialog = dialog
    shell.tell(why, isBad: true)
  }
}

/// Results of account requests.
extension App {
  /// - Returns: whether the answer was about the account.
  mutating func take(account message: Message) -> Bool {
    let name = message.json["you"]?.stringValue ?? ""
    switch message.type {
    case "login", "rename": take(.login(try? message.read()), to: .request(message.type))
    case "register":
      (shell.name, shell.isLoggedIn) = (name, true)
      settle()
      shell.look("languages")
      carryOutOpenings()
      shell.dialog = .form(
        "Your first language", for: .request("add_language"), asking: ["name", "original", "translation"],
        hint: "Such as Spanish, or Irish verbs. Its first word may come later.", shell)
      shell.tell("You are \(name). What do you learn first?", for: 10)
    case "password": shell.tell("Your password is set. Other machines have to log in again.", for: 10)
    case "logout": become(name, "You are logged out. You are the guest \(name) now.")
    case "forget_me": become(name, "You are forgotten. You are the guest \(name) now.")
    default: return false
    }
    return true
  }

  /// - Returns: whether the failed request was about the account.
  mutating func take(account failure: Failure, of question: Question) -> Bool {
    let types = ["register", "login", "password", "rename", "logout", "forget_me"]
    guard types.contains(question.type) else { return false }
    let sentence = failure.code == "unknown_type" ? "This server has no passwords: u chooses a name." : failure.message
    shell.tell(
      failure.isOfLink ? "The connection was lost: it may have been done. Try to log in." : sentence, isBad: true,
      for: 15)
    if submitted?.question == question { submitted?.box.takeUp(after: failure) }
    bringBack(refused: question)
    return true
  }
}
