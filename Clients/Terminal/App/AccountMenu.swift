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

    var hint: String {
      switch self {
      case .register: "register"
      case .logIn: "log in"
      case .name: "name"
      case .password: "password"
      case .logOut: "log out"
      case .delete: "delete"
      }
    }

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

  var cursor = ListCursor()

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

extension AccountMenu: ListScreen {
  func listing(_ shell: Shell) -> Listing {
    let entries = entries(shell)
    let keys = entries.map { "\($0.rawValue) \($0.hint)" }.joined(separator: "  ")
    var listing = Listing("Account", hints: "\(keys)  esc back  ? help")
    listing.heading = shell.isGuest ? "You are a guest." : "You are \(shell.name)."
    let text =
      shell.isGuest
      ? "With a password you come back from anywhere. Without one this machine keeps a token for you, and it alone."
      : "This machine keeps a token that brings you back without a password; logging out forgets it."
    listing.show(
      entries.map { entry in
        let text = "\(entry.rawValue)  \(entry.title(isGuest: shell.isGuest))"
        return .init(cells: [text], key: .character(entry.rawValue))
      } + [.text("")] + TextWidth.wrapped(text, to: shell.width - 2).map { .text($0, .faint) })
    return listing
  }

  mutating func act(_ key: Key, _ shell: inout Shell) {
    let entries = entries(shell)
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
}
