internal import ClientKit
internal import WireProtocol

/// Routes answers about words to their screens.
extension App {
  /// - Returns: whether the answer was about words.
  mutating func take(learning message: Message, to question: Question) -> Bool {
    switch question.type {
    case "add_word", "edit_word", "delete_word":
      if let answer = try? message.read(as: WordAnswer.self) { take(answer, to: question) }
    case "import_add":
      shell.tell((message.drawn ?? "").split(separator: "\n").joined(separator: ". "), for: 10)
      // What was added is in the list that led here.
      if shell.place == .page, !page.goBack(to: "languages") { shell.look("languages") }
      refreshPage("languages")
    case "import":
      shell.tell(message.drawn ?? "", for: 10)
      // Of a dropped file there is nothing to be seen any more.
      if shell.place == .page, page.type == "import_preview" { with { $0.press(.escape, &$1) } }
    case "add_language", "change_language", "delete_language":
      tellChange(by: question)
      return false
    default: return false
    }
    return true
  }

  private mutating func tellChange(by question: Question) {
    switch question.type {
    case "add_language":
      shell.tell("You learn \(question["name"] ?? "it") now: ↵ shows its words, a new one is added there.", for: 8)
    case "change_language": shell.tell("\(question["language"] ?? "It") is changed.")
    default: shell.tell("\(question["language"] ?? "It") is deleted, with its words.")
    }
  }

  private mutating func take(_ answer: WordAnswer, to question: Question) {
    refreshPage("found")
    refreshPage("section")
    let word = answer.word
    switch question.type {
    case "add_word":
      if let duplicate = answer.duplicate {
        shell.tell(
          "\(word.original) is added, but you have it already as word \(duplicate): look for it and delete one.",
          isBad: true, for: 10)
      } else {
        shell.tell("\(word.original) = \(word.translation) is added.", for: 3)
      }
    case "edit_word" where question["original"] != nil: shell.tell("\(word.original) = \(word.translation)", for: 3)
    case "delete_word": shell.tell("\(word.original) is deleted.", for: 3)
    default: break
    }
  }

  /// - Returns: whether the failed request was about words.
  mutating func take(learning failure: Failure, of question: Question) -> Bool {
    switch question.type {
    case "add_word", "edit_word", "delete_word", "add_language", "change_language", "delete_language":
      shell.tell(failure.message, isBad: true, for: 10)
      bringBack(refused: question)
    default: return false
    }
    return true
  }
}
