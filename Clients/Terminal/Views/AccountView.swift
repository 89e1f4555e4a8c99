internal import WireProtocol

struct AccountView: ShellView {
  let shell: Shell
  let menu: AccountMenu

  func draw(on frame: inout Frame) {
    drawHeader("Account", on: &frame)
    let whom = shell.isGuest ? "You are a guest." : "You are \(name)."
    frame.put(TextWidth.clipped(whom, to: width - 2), 1, 2, look.heading)
    let entries = menu.entries(shell)
    for (index, entry) in entries.enumerated() where 4 + index < height - 1 {
      let isChosen = index == min(menu.cursor.chosen, entries.count - 1)
      let style = isChosen ? look.chosen : .plain
      frame.fill(Area(x: 0, y: 4 + index, width: width, height: 1), style)
      let text = "\(isChosen ? "▸" : " ") \(entry.rawValue)  \(entry.title(isGuest: shell.isGuest))"
      frame.put(text, 1, 4 + index, style, limit: width)
      frame.link(Area(x: 0, y: 4 + index, width: width, height: 1), to: .character(entry.rawValue))
    }
    let text =
      shell.isGuest
      ? "With a password you come back from anywhere. Without one this machine keeps a token for you, and it alone."
      : "This machine keeps a token that brings you back without a password; logging out forgets it."
    let below = 5 + entries.count
    for (line, part) in TextWidth.wrapped(text, to: width - 2).enumerated() where below + line < height - 1 {
      frame.put(part, 1, below + line, look.faint)
    }
    let keys = entries.map { "\($0.rawValue) \(Self.hint($0))" }.joined(separator: "  ")
    drawFooter("\(keys)  esc back  ? help", on: &frame)
  }

  private static func hint(_ entry: AccountMenu.Entry) -> String {
    switch entry {
    case .register: "register"
    case .logIn: "log in"
    case .name: "name"
    case .password: "password"
    case .logOut: "log out"
    case .delete: "delete"
    }
  }
}
