internal import ClientKit
internal import WireProtocol

struct AccountMenu: Sendable {
  private struct Entry {
    let key: Character
    let hint: String
    let title: String
    let dialog: Dialog
  }

  var cursor = ListCursor()

  private func entries(_ shell: Shell) -> [Entry] {
    guard !shell.isGuest else {
      return [
        Entry(key: "r", hint: "register", title: "register: a name with a password", dialog: .register()),
        Entry(key: "l", hint: "log in", title: "log in with a password", dialog: .logIn()),
        Entry(key: "n", hint: "name", title: "a name without a password", dialog: .name(nil)),
      ]
    }
    return [
      Entry(key: "p", hint: "password", title: "set or change the password", dialog: .password()),
      Entry(key: "n", hint: "name", title: "another name", dialog: .name(shell.name)),
      Entry(key: "o", hint: "log out", title: "log out", dialog: .logOut(shell.name)),
      Entry(key: "d", hint: "delete", title: "delete the account", dialog: .forget(shell.name)),
    ]
  }
}

extension AccountMenu: ListScreen {
  func listing(_ shell: Shell) -> Listing {
    let entries = entries(shell)
    let keys = entries.map { "\($0.key) \($0.hint)" }.joined(separator: "  ")
    var listing = Listing("Account", hints: "\(keys)  esc back  ? help")
    listing.heading = shell.isGuest ? "You are a guest." : "You are \(shell.name)."
    let text =
      shell.isGuest
      ? "With a password you come back from anywhere. Without one this machine keeps a token for you, and it alone."
      : "This machine keeps a token that brings you back without a password; logging out forgets it."
    listing.show(
      entries.map { Listing.Row(cells: ["\($0.key)  \($0.title)"], key: .character($0.key)) } + [.text("")]
        + TextWidth.wrapped(text, to: shell.width - 2).map { .text($0, .faint) })
    return listing
  }

  mutating func act(_ key: Key, _ shell: inout Shell) {
    let entries = entries(shell)
    if let index = entries.firstIndex(where: { Key.character($0.key) == key }) {
      cursor.choose(index, of: entries.count)
      shell.dialog = entries[index].dialog
    } else if [.enter, .right, .character(" ")].contains(key) {
      shell.dialog = entries[cursor.chosen].dialog
    } else {
      shell.press(onPage: key)
    }
  }

  mutating func take(_ message: Message, to question: Question, _ shell: inout Shell) {}

  mutating func take(_ failure: Failure, of question: Question, _ shell: inout Shell) {}
}
