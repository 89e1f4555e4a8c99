internal import ClientKit
internal import WireProtocol

/// Commands with a slash, on any screen.
extension App {
  /// The commands that open a form, where their passwords are hidden.
  static let commandsWithForms: Set = ["login", "register", "password", "rename", "forget-me"]

  /// Runs a command: with a screen, or with a secret of this client's, here; any other one at the server.
  mutating func run(_ line: String) {
    guard line.hasPrefix("/") else { return shell.tell("Commands begin with a slash, such as /rooms.") }
    let words = line.drop { $0 == "/" }.split(separator: " ").map(String.init)
    let first = words.dropFirst().first
    switch (words.first?.lowercased(), first) {
    case ("quit", _), ("exit", _), ("bye", _): shell.effects.append(.quit)
    case ("rooms", _): shell.go(to: .lobby)
    case ("theme", nil): shell.dialog = .options(shell.theme, shell.preferences)
    case ("theme", let theme?) where theme == Dialog.automatic || Theme(rawValue: theme) != nil:
      choose(Theme(rawValue: theme))
    case ("forget-me", _): forgetMe()
    case ("login", let token?) where token.hasPrefix(LoginToken.prefix): shell.ask(.login(name: "", token: token))
    case ("login", let name?):
      let password = TextCommand(line.drop { $0 == "/" })?.optionalPasswordAfterName?.text
      guard let password, !password.hasPrefix(LoginToken.prefix) else {
        return shell.ask(.login(name: name, token: password))
      }
      shell.dialog = .account("login", name: name, password: password, shell)
    case ("rename", let name?) where words.count > 2 && shell.isGuest:
      shell.dialog = .account("register", name: name, shell)
    case ("register", let name): shell.dialog = .account("register", name: name, shell)
    case ("password", _): shell.dialog = .account("password", shell)
    case ("logout", _) where !shell.isGuest: shell.dialog = .account("logout", shell)
    case ("rename", let name?) where words.count > 2 && !shell.isGuest:
      guard let password = TextCommand(line.drop { $0 == "/" })?.optionalPasswordAfterName?.text else { return }
      shell.dialog = .account("rename", name: name, password: password, shell)
    case ("name", _?), ("rename", _?):
      shell.ask(.login(name: words.dropFirst().joined(separator: " "), token: nil))
    case ("import", _): shell.dialog = .bringIn(language: words.dropFirst().joined(separator: " "))
    case ("replay", let match?): shell.open(.replay(match: match))
    case ("ping", _): shell.ask("ping", number: shell.now)
    default:
      // About a game, and without what it needs: that is asked for.
      if words.count == 1, let row = RequestTable.textForm(named: words[0])?.row, !row.required.isEmpty,
        row.fields["game"] != nil
      {
        let names = row.fields.members.map { $0.key }
        return shell.dialog = .form(Dialog.words(row.type), for: .request(row.type), asking: names, shell)
      }
      let room: String? = if case .room(let name) = shell.place { name } else { nil }
      shell.ask(.command(line, room: room))
    }
  }

  private mutating func forgetMe() {
    guard !shell.isGuest else {
      return shell.tell("You are a guest: there is nothing to forget.")
    }
    shell.dialog = .account("forget_me", shell)
  }

  /// - Parameter theme: `nil` follows the terminal's background.
  mutating func choose(_ theme: Theme?) {
    shell.theme = theme ?? .dark
    shell.preferences.isLookFixed = theme != nil
    if let theme { shell.preferences.show(theme) } else { shell.show(.dark) }
    shell.effects.append(.keep(theme))
    shell.ask("theme", ["theme": shell.theme.rawValue])
  }
}
