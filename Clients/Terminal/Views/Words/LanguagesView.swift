internal import WireProtocol

struct LanguagesView: ShellView {
  let shell: Shell
  let list: LanguageList

  /// The number of visible lines of the list.
  var room: Int { max(1, height - 5) }
  private var top: Int { 3 }
  private var first: Int { list.cursor.first(of: list.languages?.count ?? 0, room: room) }

  func index(at mouse: Mouse) -> Int? {
    let index = mouse.y - top + first
    return mouse.y >= top && mouse.y < top + room && index < list.languages?.count ?? 0 ? index : nil
  }

  func draw(on frame: inout Frame) {
    drawHeader("Words", on: &frame)
    drawFooter(hints, on: &frame)
    if let complaint = list.complaint {
      drawText(complaint, 1, 2, look.bad, on: &frame)
      guard list.lacksName else { return }
      return drawText("u chooses a name, a an account with a password.", 1, 5, on: &frame)
    }
    guard let languages = list.languages else { return drawWaiting(1, 2, on: &frame) }
    guard !languages.isEmpty else {
      return drawText(
        "You learn no language yet. a begins one: Spanish, or Irish verbs, or whatever you like, with words of your own. "
          + "o shows decks to begin with, i brings in a file.", 1, 2, on: &frame)
    }
    let due = languages.reduce(0) { $0 + $1.due }
    let title = due > 0 ? "\(ShellFormat.count(due, "word")) to repeat today" : "Nothing to repeat today"
    frame.put(title, 1, 2, look.heading)
    for (index, language) in languages.enumerated().dropFirst(first).prefix(room) {
      draw(language, top + index - first, isChosen: index == list.cursor.chosen, on: &frame)
    }
  }

  private var hints: String {
    if list.lacksName { return "u your name  a account  esc back  ? help" }
    return list.chosen == nil
      ? "a begin a language  o ready-made decks  i bring in a file  esc back  ? help"
      : "s study  p practise  ↵ words  c cards  a new  o decks  i import  x export  e change  d delete  esc back  ? help"
  }

  private func draw(
    _ language: LanguagesAnswer.Language, _ y: Int, isChosen: Bool, on frame: inout Frame
  ) {
    let style = isChosen ? look.chosen : .plain
    frame.fill(Area(x: 0, y: y, width: width, height: 1), style)
    frame.put(isChosen ? "▸" : " ", 1, y, style)
    let parts =
      width >= 60
      ? [
        ShellFormat.count(language.words, "word"), "\(ShellFormat.grouped(language.marked)) marked",
        "\(ShellFormat.grouped(language.new)) new", "\(ShellFormat.grouped(language.due)) due",
      ] : ["\(ShellFormat.grouped(language.words))", "\(ShellFormat.grouped(language.due)) due"]
    let right = parts.joined(separator: " · ")
    let x = max(14, width - 1 - TextWidth.of(right))
    frame.put(TextWidth.clipped(language.name, to: max(0, x - 4)), 3, y, style.bolder)
    frame.put(right, x, y, language.due > 0 && !isChosen ? look.good : style, limit: width)
  }
}
