internal import ClientKit
internal import WireProtocol

struct AccountMenu: Sendable {
  enum Entry: Character, Sendable {
    case register = "r"
    case logIn = "l"
    case name = "n"
    case password = "p"
    case logOut = "o"
    case delete = "d"

    /// - Parameter isGuest: with a name, the entry is about another name.
    func title(isGuest: Bool) -> String {
      switch self {
      case .register: "register: a name with a password"
      case .logIn: "log in with a password"
      case .name: isGuest ? "a name without a password" : "another name"
      case .password: "set or change the password"
      case .logOut: "log out"
      case .delete: "delete the account"
      }
    }
  }

  private(set) var cursor = ListCursor()

  func entries(_ shell: Shell) -> [Entry] {
    shell.isGuest ? [.register, .logIn, .name] : [.password, .name, .logOut, .delete]
  }

  private func open(_ entry: Entry, _ shell: inout Shell) {
    switch entry {
    case .register: shell.dialog = .register()
    case .logIn: shell.dialog = .logIn()
    case .name: shell.dialog = .name(shell.isGuest ? nil : shell.name)
    case .password: shell.dialog = .password()
    case .logOut: shell.dialog = .logOut(shell.name)
    case .delete: shell.dialog = .forget(shell.name)
    }
  }
}

extension AccountMenu: AppScreen {
  mutating func press(_ key: Key, _ shell: inout Shell) {
    let entries = entries(shell)
    cursor.choose(cursor.chosen, of: entries.count)
    if cursor.go(key, of: entries.count, room: entries.count) { return }
    if case .character(let sign) = key, let entry = Entry(rawValue: sign), entries.contains(entry) {
      cursor.choose(entries.firstIndex(of: entry) ?? 0, of: entries.count)
      return open(entry, &shell)
    }
    switch key {
    case .enter, .right, .character(" "): open(entries[cursor.chosen], &shell)
    default: shell.press(onPage: key)
    }
  }

  mutating func take(_ message: Message, to question: Question, _ shell: inout Shell) {}

  mutating func take(_ failure: Failure, of question: Question, _ shell: inout Shell) {}

  func draw(on frame: inout Frame, _ shell: Shell) { AccountView(shell: shell, menu: self).draw(on: &frame) }
}
