/// A box that was sent off and whose answer has not come.
struct Submitted: Sendable {
  var dialog: Dialog
  /// Whether nothing was pressed since: a box that opens by itself would take keys that are meant for something else.
  var isWaitedFor = true

  /// Whether a question is what the box has asked.
  func asked(_ question: Question) -> Bool {
    switch (dialog.purpose, question) {
    case (.name, .login), (.join, .join), (.code, .join), (.newRoom, .create), (.command, _): true
    default: false
    }
  }
}

extension App {
  /// Opens a box: with what was filled in before, if that was refused.
  mutating func show(_ new: Dialog) {
    dialog = new
    if let before = submitted?.dialog, before.purpose == new.purpose { dialog = before }
    submitted = nil
  }

  /// The server has refused what a box has asked: it opens again, so that a letter can be changed.
  mutating func bringBack(refused question: Question) {
    guard let box = submitted, box.asked(question), box.isWaitedFor, dialog == nil else { return }
    (dialog, submitted) = (box.dialog, nil)
  }
}
