internal import WireProtocol

/// An open poll of a room, in the server's words.
struct RoomPoll: Hashable, Sendable {
  let number: Int
  let title: String
  /// A line for each option, which begins with its number.
  let options: [String]
  /// How many have voted, and how one votes.
  let footnote: String

  /// - Parameter text: as the server draws it: a title, a line for each option, a footnote.
  init(_ poll: PollAnswer, _ text: String) {
    let lines = text.split(separator: "\n").map(String.init)
    number = poll.number
    title = lines.first ?? poll.question
    options = lines.dropFirst().prefix(poll.options.count).map { String($0.trimmingPrefix(while: \.isWhitespace)) }
    footnote = (lines.dropFirst(poll.options.count + 1).first ?? "")
  }
}

extension RoomModel {
  /// Shows an open poll until it is closed. Its end is told if its beginning was shown, or if it was asked for.
  mutating func receive(_ poll: PollAnswer, _ text: String, isAskedFor: Bool = false, at now: Int) {
    let known = self.poll?.number
    self.poll = poll.isClosed ? nil : RoomPoll(poll, text)
    let lines = text.split(separator: "\n").map(String.init)
    if poll.isClosed, isAskedFor || known == poll.number {
      for line in lines { tell(line, at: now) }
    } else if !poll.isClosed, known != poll.number, let title = lines.first {
      tell(title, at: now)
    }
  }

  mutating func receive(_ removed: PollRemoved, _ text: String, at now: Int) {
    poll = nil
    tell(text, at: now)
  }

  /// Votes for an option, counted from 1. The poll's number makes sure that no later one is meant.
  func vote(for option: Int, _ shell: inout Shell) {
    guard let poll, 1...poll.options.count ~= option else { return }
    shell.ask("vote", ["room": name, "option": option, "n": poll.number])
  }
}

extension Dialog {
  static func vote(in room: String, _ poll: RoomPoll) -> Dialog {
    let numbers = poll.options.indices.map { "\($0 + 1)" }
    var dialog = Dialog(
      poll.title, hint: "A digit chooses, too. Until the poll is closed you may choose another one.",
      fields: [Field("Your vote", choices: numbers)], keys: "←→ choose  ↵ vote  esc not now"
    ) { $1.shell.ask("vote", ["room": room, "option": $0.fields[0].choice + 1, "n": poll.number]) }
    dialog.shown = poll.options
    return dialog
  }
}
