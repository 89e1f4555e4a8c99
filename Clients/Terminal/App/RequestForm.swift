internal import WireProtocol

/// The forms of requests, from their schemas.
extension Dialog {
  /// Asks for the members `names` of a request, or without any whether it is meant.
  ///
  /// - Parameters:
  ///   - subject: what is at the cursor, if the form is about that.
  ///   - hint: in place of what the request does.
  static func form(
    _ title: String, for question: Question, asking names: [String], about subject: String? = nil, hint: String? = nil,
    _ shell: Shell
  ) -> Dialog {
    switch question.type {
    case "import": return .bringIn(language: question["language"] ?? "")
    case "export": return .takeOut(question["language"] ?? "")
    default: break
    }
    let row = RequestTable.row(of: question.type)
    let fields = names.flatMap { name in
      let field = Field(name, row?.fields[name] ?? [:], isRequired: row?.required.contains(name) ?? false)
      return field.isNewPassword ? [field, .secret("Once more")] : [field]
    }
    let who = question["player"].map { " \($0)" } ?? ""
    let summary = row.map { words($0.summary) }
    var dialog = Dialog(
      title + who, hint: hint ?? [subject, summary].compactMap { $0 }.joined(separator: ". "), fields: fields,
      keys: fields.isEmpty ? "↵ go on  esc not now" : "↵ go on  ↓ next line  esc not now"
    ) { form, app in
      var members = question.fields
      for name in names { members[name] = nil }
      if let index = form.fields.indices.dropLast().first(where: { form.isTypedOtherwise(after: $0) }) {
        var emptied = form
        emptied.clearPasswords(from: index)
        return app.keep(emptied, "The two passwords differ: type both again.")
      }
      for field in form.fields where field.isChanged && !field.member.isEmpty {
        do throws(WireError) {
          members.merge(try field.members)
        } catch {
          return app.keep(form, error.message)
        }
      }
      if form.fields.contains(where: \.isSecret) { app.shell.tell("One moment…", for: 30) }
      let asked = Question.request(question.type, members)
      // A name or a token may be one that this machine keeps.
      if question.type == "login", members["password"] == nil {
        return app.shell.ask(.login(name: asked["name"] ?? "", token: asked["token"]))
      }
      if app.shell.place == .page, !app.page.isAwaited { return app.page.ask(asked, &app.shell) }
      guard row?.repetition == .anybody else { return app.shell.ask(asked) }
      app.shell.open(.page(app.shell.title(ofPage: question.type), asked))
    }
    dialog.kind = .request(question.type)
    dialog.fit(shell)
    for index in fields.indices {
      if let given = question.fields[fields[index].member] { dialog.fields[index].begin(with: given) }
    }
    return dialog
  }

  static func newRoom(_ game: String?, _ shell: Shell) -> Dialog {
    .form(
      "A new room", for: .request("create", .given(["game": game])),
      asking: ["room", "game", "mode", "code", "settings"], shell)
  }

  /// Offers the games that suit the request, the modes of the chosen one, and its settings, as far as they are known.
  mutating func fit(_ shell: Shell) {
    guard case .request(let type) = kind, let place = fields.firstIndex(where: { $0.member == "game" }) else { return }
    let none = fields[place].isRequired ? [] : [(type == "create" ? "talk" : "as usual", JSON.null)]
    let games = shell.games.filter { !$0.unsuited.contains(type) }
    fields[place].offer(games.map { ($0.title, JSON.string($0.id)) } + none)
    guard let game = games.first(where: { .string($0.id) == fields[place].chosenValue }) else { return }
    for index in fields.indices {
      switch fields[index].member {
      case "mode" where type == "create":
        fields[index].offer(game.modes.filter { $0 != .daily }.map { ($0.rawValue, .string($0.rawValue)) })
      case "settings":
        let settings = (shell.settings[game.id] ?? []) + ["time=60", "seed=7"]
        fields[index].note = "Such as \(settings.joined(separator: " "))"
      default: break
      }
    }
  }

  /// Whether a new password is followed by another one.
  private func isTypedOtherwise(after index: Int) -> Bool {
    fields[index].isNewPassword && fields[index].value != fields[index + 1].value
  }

  /// The game whose settings are asked for.
  var gameWithSettings: String? {
    guard fields.contains(where: { $0.member == "settings" }) else { return nil }
    return fields.first { $0.member == "game" }?.chosenValue?.stringValue
  }

  /// `In minutes`, from `in_minutes`.
  static func words(_ name: String) -> String {
    let words = name.replacing("_", with: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

extension Dialog.Field {
  /// A field for a member of a request.
  ///
  /// - Parameter rule: the member's schema.
  fileprivate init(_ name: String, _ rule: JSON, isRequired: Bool) {
    let isSecret = ["password", Self.newPassword].contains(rule["format"])
    self.init(Dialog.words(name), name, isSecret: isSecret, isNeededWith: isRequired || isSecret ? -1 : nil)
    (self.rule, self.isRequired) = (rule, isRequired)
    let usual = rule["default"]
    let isOpen = usual == nil && !isRequired
    var choices: [(String, JSON)] = rule["enum"]?.arrayValue?.map { ($0.stringValue ?? $0.text, $0) } ?? []
    if rule["type"] == "boolean" { choices = [("no", false), ("yes", true)] }
    if !choices.isEmpty { offer((isOpen ? [("as usual", JSON.null)] : []) + choices) }
    if let usual { begin(with: usual) }
  }

  private static let newPassword: JSON = "new-password"

  /// Whether it is a password that is made up here, which is typed twice.
  fileprivate var isNewPassword: Bool { rule["format"] == Self.newPassword }

  /// Sets the choices, and keeps the chosen one if it is among them.
  fileprivate mutating func offer(_ choices: [(String, JSON)]) {
    let before = chosenValue
    (self.choices, values) = (choices.map { $0.0 }, choices.map { $0.1 })
    choice = values.firstIndex { $0 == before } ?? 0
  }

  fileprivate var chosenValue: JSON? { values.indices.contains(choice) ? values[choice] : nil }

  /// Shows what the member is already, which is not sent unless it is changed.
  fileprivate mutating func begin(with value: JSON) {
    if choices.isEmpty {
      line.set(value.arrayValue?.compactMap(\.stringValue).joined(separator: " ") ?? value.stringValue ?? value.text)
    } else {
      choice = values.firstIndex(of: value) ?? 0
    }
    original = self.value
  }

  fileprivate var isChanged: Bool {
    (isRequired || member == "game" || value != original) && chosenValue != .null
  }

  /// What the field says, as members of the request.
  fileprivate var members: JSONObject {
    get throws(WireError) {
      let text = line.text
      var value = chosenValue
      switch rule["type"]?.stringValue {
      case _ where value != nil: break
      case "integer": value = Int(text).map(JSON.int)
      case "array": value = .array(text.split { $0 == "," || $0 == " " }.map { .string(String($0)) })
      case "object": return try JSONObject(typedOptions: text)
      case "string": value = .string(text)
      default: value = ClockRules(text).map { .object($0.object) }
      }
      guard let value else { throw WireError(.badField, "\(label): \(expected).") }
      return [member: value]
    }
  }

  /// What the member means, and in which form it is typed.
  var about: String? {
    guard let description = rule["description"]?.stringValue else { return nil }
    return note ?? (rule["oneOf"] == nil ? description : description + " Typed " + expected + ".")
  }

  private var expected: String {
    guard rule["type"] == "integer" else { return "such as 3+2, or 30s for each move" }
    return "a number from \(rule["minimum"]?.intValue ?? 0) to \(rule["maximum"]?.intValue ?? Int.max)"
  }
}
