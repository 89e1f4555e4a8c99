internal import ClientKit

/// A page of the program: a value that owns its state, hears keys and answers, and draws itself.
protocol Screen: Sendable {
  mutating func press(_ key: Key, _ shell: inout Shell)
  mutating func point(_ mouse: Mouse, _ shell: inout Shell)
  /// The answer to a request of the screen's own, or of a command that it shows the answer of.
  mutating func take(_ message: Message, to question: Question, _ shell: inout Shell)
  mutating func take(_ failure: Failure, of question: Question, _ shell: inout Shell)
  func draw(on frame: inout Frame, _ shell: Shell)
}

extension Screen {
  mutating func point(_ mouse: Mouse, _ shell: inout Shell) {}
}
