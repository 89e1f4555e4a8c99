extension RequestTable {
  private static let secret: JSON = [
    "type": "string", "description": "8 to 128 characters of any script",
  ]
  private static let keep: JSON = [
    "type": "boolean", "description": "whether a token is wanted, which brings you back without the password",
  ]

  /// The requests about who somebody is.
  static let accountRows: [RequestRow] = [
    RequestRow(
      "login",
      "claim a name and get its token, or come back with it or with a password; without a name a token for the guest",
      example: ["name": "ana"],
      fields: ["name": text, "token": text, "password": secret, "keep": keep, "bot": flag], needs: .storage,
      typed: [
        TextForm("/login [NAME [PASSWORD]], /login [NAME] TOKEN", takesPassword: true) { typed throws(WireError) in
          .login(try Request.Login(typed))
        },
        TextForm("/name NAME") { typed throws(WireError) in .login(Request.Login(name: try typed.only())) },
      ]
    ) { fields throws(WireError) in .login(try Request.Login(fields)) },
    RequestRow(
      "register", "make an account: a name with a password, under which words can be learnt and results count",
      example: ["name": "ana", "password": "correct horse"],
      fields: ["name": text, "password": secret, "keep": keep], required: ["name", "password"], needs: .storage,
      typed: [
        TextForm("/register NAME PASSWORD", takesPassword: true) { typed throws(WireError) in
          .register(Request.Register(name: try typed.first(), password: try typed.passwordAfterName()))
        }
      ]
    ) { fields throws(WireError) in
      .register(
        Request.Register(
          name: try fields.text("name"), password: try fields.password("password"), wantsToken: try fields.keep()))
    },
    RequestRow(
      "password", "set a password, or change it; tokens of before a change open nothing any more",
      example: ["old": "correct horse", "new": "battery staple"],
      fields: ["old": secret, "new": secret, "keep": keep], required: ["new"], needs: [.storage, .name],
      typed: [
        TextForm("/password [OLD] NEW, /password OLD = NEW", takesPassword: true) { typed throws(WireError) in
          .password(try Request.PasswordChange(typed))
        }
      ]
    ) { fields throws(WireError) in
      .password(
        Request.PasswordChange(
          old: try fields.optionalPassword("old"), new: try fields.password("new"), wantsToken: try fields.keep()))
    },
    RequestRow(
      "logout", "be a guest again; with a password the session's token opens nothing any more",
      needs: [.storage, .name],
      typed: [TextForm("/logout") { _ in .logout }]
    ) { _ in .logout },
    RequestRow(
      "rename", "take another name; password and tokens stay", example: ["name": "anna"],
      fields: ["name": text, "password": secret],
      required: ["name"], needs: [.storage, .name],
      typed: [
        TextForm("/rename NAME [PASSWORD]", takesPassword: true) { typed throws(WireError) in
          .rename(Request.Rename(name: try typed.first(), password: typed.optionalPasswordAfterName))
        }
      ]
    ) { fields throws(WireError) in
      .rename(Request.Rename(name: try fields.text("name"), password: try fields.optionalPassword("password")))
    },
  ]

  static let part: JSON = [
    "type": "integer", "minimum": 1, "description": "the first, which begins an export, or the next one",
  ]

  private static let time: JSON = [
    "type": "string", "description": "2026-11-20, 2026-11-20T08:30, in UTC, or 2h: so long ago",
  ]
  static let timeRange: JSONObject = ["from": time, "to": time]

  /// `timeline`.
  static let timeline = RequestRow(
    "timeline", "what happened to you of late: comings and goings, rooms, moves, refusals", example: ["from": "2d"],
    fields: timeRange, needs: .name,
    typed: [TextForm("/timeline [FROM] [TO]") { typed throws(WireError) in .timeline(try typed.timeRange(behind: 0)) }]
  ) { fields throws(WireError) in .timeline(try fields.timeRange()) }

  /// `export_me`.
  static let exportMe = RequestRow(
    "export_me", "all that is stored of you, part by part", fields: ["part": part], needs: .name,
    typed: [
      TextForm("/export-me [PART]") { typed throws(WireError) in .exportMe(part: try typed.optionalPart(0)) }
    ]
  ) { fields throws(WireError) in .exportMe(part: try fields.optionalInt("part", in: 1...Int.max)) }

  /// `forget_me`.
  static let forgetMe = RequestRow(
    "forget_me", "delete your account for good: your name, words, results, password and tokens",
    fields: ["name": text, "password": secret], needs: .storage,
    typed: [
      TextForm("/forget-me NAME [PASSWORD]", takesPassword: true) { typed in
        .forgetMe(Request.ForgetMe(name: typed.words.first ?? "", password: typed.optionalPasswordAfterName))
      }
    ]
  ) { fields throws(WireError) in
    .forgetMe(
      Request.ForgetMe(name: try fields.optionalText("name"), password: try fields.optionalPassword("password")))
  }
}

extension RequestFields {
  func password(_ key: StaticString) throws(WireError) -> Password {
    Password(try text(key, atMost: Password.mostBytes))
  }

  func optionalPassword(_ key: StaticString) throws(WireError) -> Password? {
    try optionalText(key, atMost: Password.mostBytes).map { Password($0) }
  }

  func timeRange() throws(WireError) -> Request.TimeRange {
    Request.TimeRange(from: try optionalText("from"), to: try optionalText("to"))
  }

  func keep() throws(WireError) -> Bool { try optionalBool("keep") ?? false }
}

extension TextCommand {
  /// What follows the name is the password, spaces included; `nil` where nothing does.
  public var optionalPasswordAfterName: Password? {
    let parts = rest.unicodeScalars.split(maxSplits: 1, whereSeparator: \.properties.isWhitespace)
    return parts.count == 2 ? Password(String(parts[1].drop(while: \.properties.isWhitespace))) : nil
  }

  func passwordAfterName() throws(WireError) -> Password {
    guard let password = optionalPasswordAfterName else { throw typeItLikeThis() }
    return password
  }
}

extension Request.Login {
  init(_ fields: RequestFields) throws(WireError) {
    self.init(
      name: try fields.optionalText("name"), token: try fields.optionalText("token"),
      password: try fields.optionalPassword("password"), wantsToken: try fields.keep(),
      isBot: try fields.optionalBool("bot") ?? false)
    guard password == nil || name != nil && token == nil else {
      throw WireError(.badField, "\"password\" of \"login\" goes with \"name\", and without \"token\"")
    }
  }

  /// `ana`, `ana PASSWORD`, `ana p1_…`, the token alone, which says whose it is, or nothing: a guest gets a token.
  init(_ command: TextCommand) throws(WireError) {
    let words = command.words
    if words.count == 1, words[0].hasPrefix(LoginToken.prefix) {
      self.init(token: words[0])
    } else if let second = command.second, second.hasPrefix(LoginToken.prefix) {
      // More behind it is no password.
      guard words.count == 2 else { throw command.typeItLikeThis("/login ana PASSWORD, or /login ana TOKEN") }
      self.init(name: words.first, token: second)
    } else {
      self.init(name: words.first, password: command.optionalPasswordAfterName)
    }
  }
}

extension Request.PasswordChange {
  /// `NEW`, `OLD NEW`, `OLD = NEW`: with the sign between them, both may have spaces.
  init(_ command: TextCommand) throws(WireError) {
    let sides = command.rest.split(separator: " = ", maxSplits: 1)
    if sides.count == 2 {
      self.init(old: Password(String(sides[0])), new: Password(String(sides[1])))
    } else if command.words.count == 1 {
      self.init(new: Password(command.words[0]))
    } else if command.words.count == 2 {
      self.init(old: Password(command.words[0]), new: Password(command.words[1]))
    } else {
      throw command.typeItLikeThis()
    }
  }
}
