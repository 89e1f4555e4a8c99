internal import WireProtocol

/// The purpose of a dialog about the account.
enum AccountBox: Sendable, Equatable {
  case register, logIn, password, rename
  case logOut(name: String)
}

extension Dialog {
  static func register(name: String = "") -> Dialog {
    var dialog = Dialog(
      .account(.register), "Register",
      hint: "A password has 8 characters at least. It is not shown, and only the server's check of it is kept.",
      fields: [
        Field(label: "Name", text: name), Field(label: "Password", isSecret: true),
        Field(label: "Once more", isSecret: true),
      ], keys: "↵ register  ↓ next line  esc not now")
    if !name.isEmpty { dialog.chosen = 1 }
    return dialog
  }

  static func logIn(name: String = "") -> Dialog {
    var dialog = Dialog(
      .account(.logIn), "Log in", hint: "Who has forgotten the password asks the server's operator.",
      fields: [Field(label: "Name", text: name), Field(label: "Password", isSecret: true)],
      keys: "↵ log in  ↓ next line  esc not now")
    if !name.isEmpty { dialog.chosen = 1 }
    return dialog
  }

  static func password() -> Dialog {
    Dialog(
      .account(.password), "Password",
      hint: "The present one stays empty where you have none yet. Other machines have to log in again.",
      fields: [
        Field(label: "Present", isSecret: true), Field(label: "New", isSecret: true),
        Field(label: "Once more", isSecret: true),
      ], keys: "↵ keep it  ↓ next line  esc as before")
  }

  static func logOut(_ name: String) -> Dialog {
    Dialog(
      .account(.logOut(name: name)), "Log out?",
      hint: "This machine forgets the token of \(name). Without a password nothing else leads back.",
      keys: "↵ log out  esc stay")
  }
}

extension App {
  mutating func submit(_ dialog: Dialog, for box: AccountBox) {
    switch box {
    case .register:
      guard let name = dialog.value(0), let password = password(of: dialog, 1) else { return }
      ask(.register(name: name, password: password))
    case .logIn:
      guard let name = dialog.value(0), let password = dialog.value(1) else {
        return keep(dialog, "A name and its password are needed.")
      }
      ask(.logIn(name: name, password: password))
    case .password:
      guard let new = password(of: dialog, 1) else { return }
      ask(.setPassword(old: dialog.value(0), new: new))
    case .rename:
      guard let name = dialog.value(0) else { return keep(dialog, "A name is needed.") }
      // A player without a password gets no password field: the token suffices.
      guard let password = dialog.value(1) else { return shell.ask(.login(name: name, token: nil)) }
      ask(.rename(to: name, password: password))
    case .logOut: ask(.logOut)
    }
  }

  mutating func ask(_ request: AccountRequest) {
    shell.tell("One moment…", for: 30)
    shell.ask(.account(request))
  }

  /// The password typed in a field and repeated in the one below; `nil` if the dialog stays open.
  private mutating func password(of dialog: Dialog, _ index: Int) -> String? {
    guard let password = dialog.value(index), dialog.value(0) != nil || index != 1 || dialog.fields[0].isSecret else {
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

  private mutating func keep(_ dialog: Dialog, _ why: String) {
    shell.dialog = dialog
    shell.tell(why, isBad: true)
  }
}

/// Results of account requests.
extension App {
  mutating func take(registered name: String) {
    (shell.name, shell.isLoggedIn) = (name, true)
    settle()
    shell.go(to: .languages)
    shell.dialog = .addLanguage(isFirst: true)
    shell.tell("You are \(name). What do you learn first?", for: 10)
  }

  mutating func take(password isChanged: Bool) {
    let changed = "The password is changed: other machines have to log in again."
    shell.tell(isChanged ? changed : "You come back with it from anywhere.", for: 10)
  }

  mutating func take(failure: Failure, of request: AccountRequest, _ question: Question) {
    let sentence = failure.code == "unknown_type" ? "This server has no passwords: u chooses a name." : failure.message
    shell.tell(
      failure.isOfLink ? "The connection was lost: it may have been done. Try to log in." : sentence, isBad: true,
      for: 15)
    if submitted?.question == question { submitted?.box.takeUp(after: failure) }
    bringBack(refused: question)
  }
}

extension Dialog {
  /// Where the dialog continues after a refusal.
  fileprivate mutating func takeUp(after failure: Failure) {
    switch failure.code {
    case ErrorCode.nameTaken.rawValue?: chosen = 0
    case ErrorCode.wrongPassword.rawValue?, ErrorCode.badText.rawValue?: clearPasswords()
    default: break
    }
  }
}
