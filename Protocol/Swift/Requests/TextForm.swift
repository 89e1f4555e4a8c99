/// A typed form of a request: `/kick PLAYER`.
public struct TextForm: Sendable {
  /// The usage in the help, alternatives separated by commas; `nil` for a hidden form.
  public let usage: String?
  /// The commands' names, without the slash; empty if the form is not a command.
  public let names: [String]
  /// Whether it takes a text as long as talk.
  public let takesText: Bool
  /// Whether it takes a password, which must not be shown again.
  public let takesPassword: Bool

  private let reader: @Sendable (TextCommand) throws(WireError) -> (any WireRequest)?

  /// A form whose names are the words of the usage that begin with a slash.
  ///
  /// - Parameter reader: makes the command's request; `nil` if the words after the command make it none.
  init(
    _ usage: String, takesText: Bool = false, takesPassword: Bool = false,
    reader: @escaping @Sendable (TextCommand) throws(WireError) -> (any WireRequest)?
  ) {
    self.init(
      usage: usage, names: Self.names(in: usage), takesText: takesText || takesPassword, takesPassword: takesPassword,
      reader: reader)
  }

  /// A command that the help omits.
  init(hidden name: String, reader: @escaping @Sendable (TextCommand) throws(WireError) -> (any WireRequest)?) {
    self.init(usage: nil, names: [name], takesText: false, takesPassword: false, reader: reader)
  }

  private init(
    usage: String?, names: [String], takesText: Bool, takesPassword: Bool,
    reader: @escaping @Sendable (TextCommand) throws(WireError) -> (any WireRequest)?
  ) {
    self.usage = usage
    self.names = names
    self.takesText = takesText
    self.takesPassword = takesPassword
    self.reader = reader
  }

  /// The request of a command of this form; `nil` if the words after it make it none.
  func read(_ command: TextCommand) throws(WireError) -> RequestCall? {
    var command = command
    command.usage = usage
    return try reader(command).map { RequestCall(request: $0) }
  }

  private static func names(in usage: String) -> [String] {
    var names: [String] = []
    for word in usage.split(whereSeparator: { $0 == " " || $0 == "," }) where word.hasPrefix("/") {
      let name = String(word.dropFirst())
      if !names.contains(name) { names.append(name) }
    }
    return names
  }
}
