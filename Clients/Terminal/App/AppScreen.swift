internal import ClientKit

/// A screen of the program: a value with its own state, which handles keys and answers, and draws itself.
protocol AppScreen: Sendable {
  mutating func press(_ key: Key, _ shell: inout Shell)
  mutating func point(_ mouse: Mouse, _ shell: inout Shell)
  /// Handles the answer to a request of this screen, or to a command whose answer it shows.
  mutating func take(_ message: Message, to question: Question, _ shell: inout Shell)
  mutating func take(_ failure: Failure, of question: Question, _ shell: inout Shell)
  func draw(on frame: inout Frame, _ shell: Shell)
  /// The keys with their meanings, the most important first, separated by two spaces: the footer shows as many as fit,
  /// and the help all.
  func hints(_ shell: Shell) -> String
  /// What the help adds to the hints.
  var helpLines: [String] { get }
}

extension AppScreen {
  mutating func point(_ mouse: Mouse, _ shell: inout Shell) {}

  var helpLines: [String] { [] }
}
