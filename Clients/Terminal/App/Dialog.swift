internal import WireProtocol

/// A form: lines to fill in, and what happens with them.
struct Dialog: Sendable {
  typealias Submit = @Sendable (Dialog, inout App) -> Void

  /// Dialogs that change while they are open.
  enum Kind: Sendable, Equatable {
    case fixed
    /// Fills in a request of this type.
    case request(String)
    /// With the preferences before they were opened.
    case options(Preferences)
  }

  struct Field: Sendable {
    let label: String
    /// The member of the request that it fills in.
    var member = ""
    var line = LineEditor()
    /// The choices; empty for a text field.
    var choices: [String]
    var choice = 0
    /// Whether the input is hidden: a password.
    let isSecret: Bool
    /// Enter goes to this field while it is empty and that one is not: to a password, which must not be typed into a
    /// visible field, or to the other side of a word.
    var isNeededWith: Int?
    /// The text that it began with.
    var original = ""
    /// What the choices stand for in the request.
    var values: [JSON] = []
    /// The schema of the member.
    var rule: JSON = [:]
    /// Whether the request needs the member.
    var isRequired = false
    /// What is typed there.
    var note: String?

    init(
      _ label: String, _ member: String = "", text: String? = nil, choices: [String] = [], isSecret: Bool = false,
      isNeededWith: Int? = nil
    ) {
      (self.label, self.member, self.choices, self.isSecret) = (label, member, choices, isSecret)
      self.isNeededWith = isNeededWith
      line.set(text ?? "")
    }

    /// A password, which Enter never passes over.
    static func secret(_ label: String, isNeededWith: Int? = -1) -> Field {
      Field(label, isSecret: true, isNeededWith: isNeededWith)
    }

    var value: String { choices.isEmpty ? line.text : choices.indices.contains(choice) ? choices[choice] : "" }
  }

  let title: String
  var hint: String
  var fields: [Field]
  let keys: String
  var kind = Kind.fixed
  var chosen = 0
  /// Text above the fields.
  var shown: [String] = []
  let submit: Submit
  /// Whether sample tiles are shown.
  var hasSample: Bool { if case .options = kind { true } else { false } }

  init(
    _ title: String, hint: String, fields: [Field] = [], keys: String = "↵ go  esc not now", submit: @escaping Submit
  ) {
    (self.title, self.hint, self.fields, self.keys, self.submit) = (title, hint, fields, keys, submit)
  }

  /// - Returns: whether Enter goes to a field instead of submitting.
  mutating func goToEmptyField() -> Bool {
    let next = fields.indices.first { index in
      guard index > chosen, fields[index].value.isEmpty, let other = fields[index].isNeededWith else { return false }
      return !fields.indices.contains(other) || !fields[other].value.isEmpty
    }
    if let next { chosen = next }
    return next != nil
  }

  /// Clears refused passwords, since the wrong letter cannot be seen.
  ///
  /// - Parameter first: the first field to clear.
  mutating func clearPasswords(from first: Int = 0) {
    let secrets = fields.indices.filter { $0 >= first && fields[$0].isSecret }
    for index in secrets { fields[index].line.clear() }
    chosen = secrets.first ?? chosen
  }

  mutating func press(_ key: Key) {
    switch key {
    case .tab, .down: chosen = min(chosen + 1, max(0, fields.count - 1))
    case .backTab, .up: chosen = max(0, chosen - 1)
    default:
      guard fields.indices.contains(chosen) else { return }
      let count = fields[chosen].choices.count
      if count == 0 {
        _ = fields[chosen].line.press(key)
      } else if key == .left || key == .right || key == .character(" ") {
        fields[chosen].choice = (fields[chosen].choice + (key == .left ? count - 1 : 1)) % count
      } else if case .character(let digit) = key, digit.isWholeNumber {
        fields[chosen].choice = fields[chosen].choices.firstIndex(of: String(digit)) ?? fields[chosen].choice
      }
    }
  }

  /// Whether no field is filled in.
  var isEmpty: Bool { fields.allSatisfy(\.value.isEmpty) }

  func value(_ index: Int) -> String? {
    guard fields.indices.contains(index) else { return nil }
    let text = fields[index].value
    return text.isEmpty ? nil : text
  }
}
