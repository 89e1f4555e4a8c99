internal import ClientKit
internal import WireProtocol

/// Routes answers about files of words to their screens.
extension App {
  /// - Returns: whether the answer was about a file.
  mutating func take(learning message: Message, to question: Question) -> Bool {
    switch question.type {
    case "import_add":
      shell.tell((message.drawn ?? "").split(separator: "\n").joined(separator: ". "), for: 10)
      // What was added is in the list that led here.
      if shell.place == .page, !page.goBack(to: "languages") { shell.look("languages") }
      refreshPage("languages")
    case "import":
      shell.tell(message.drawn ?? "", for: 10)
      // Of a dropped file there is nothing to be seen any more.
      if shell.place == .page, page.type == "import_preview" { with { $0.press(.escape, &$1) } }
    default: return false
    }
    return true
  }
}
