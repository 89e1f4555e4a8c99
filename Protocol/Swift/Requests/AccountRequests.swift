// Hand-written parts of requests about accounts.

extension Request.Login {
  func check() throws(WireError) {
    guard password == nil || name != nil && token == nil else {
      throw WireError(.badField, "\"password\" of \"login\" goes with \"name\", and without \"token\"")
    }
  }

  /// `ana`, `ana PASSWORD`, `ana p1_…`, a token alone, which identifies the player, or nothing: a guest gets a token.
  init(typed command: TextCommand) throws(WireError) {
    let words = command.words
    if words.count == 1, words[0].hasPrefix(LoginToken.prefix) {
      self.init(token: words[0])
    } else if let second = command.optionalWord(1), second.hasPrefix(LoginToken.prefix) {
      // A password has no spaces here.
      guard words.count == 2 else { throw command.typeItLikeThis("/login ana PASSWORD, or /login ana TOKEN") }
      self.init(name: words.first, token: second)
    } else {
      self.init(name: words.first, password: command.optionalPasswordAfterName)
    }
  }

  /// The only word: a name has no spaces.
  init(naming command: TextCommand) throws(WireError) {
    self.init(name: try command.word())
    guard command.words.count == 1 else {
      // Further words may be meant as a password, and are not repeated.
      throw WireError(.badField, "A name is one word; /register NAME PASSWORD makes one with a password")
    }
  }
}

extension Request.Register {
  init(typed command: TextCommand) throws(WireError) {
    let name = try command.word()
    guard let password = command.optionalPasswordAfterName else { throw command.typeItLikeThis() }
    self.init(name: name, password: password)
  }
}

extension Request.PasswordChange {
  /// `NEW`, `OLD NEW`, `OLD = NEW`: with the equals sign, both may have spaces.
  init(typed command: TextCommand) throws(WireError) {
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

extension Request.Rename {
  init(typed command: TextCommand) throws(WireError) {
    self.init(name: try command.word(), password: command.optionalPasswordAfterName)
  }
}

extension Request.Timeline {
  init(typed command: TextCommand) throws(WireError) {
    let times = try command.times(behind: 0)
    self.init(from: times.from, to: times.to)
  }
}

extension Request.PlayerTimeline {
  init(typed command: TextCommand) throws(WireError) {
    let times = try command.times(behind: 1)
    self.init(player: try command.word(), from: times.from, to: times.to)
  }
}

extension TextCommand {
  /// The beginning and the end of a period, after `count` words.
  fileprivate func times(behind count: Int) throws(WireError) -> (from: String?, to: String?) {
    let times = words.dropFirst(count)
    guard times.count <= 2 else {
      throw WireError(.badField, "At most two times: from when, and to when, such as 7d 2d")
    }
    return (times.first, times.dropFirst().first)
  }
}

extension Request.ForgetMe {
  init(typed command: TextCommand) throws(WireError) {
    self.init(name: command.words.first ?? "", password: command.optionalPasswordAfterName)
  }
}

extension TextCommand {
  /// The text after the name, spaces included; `nil` if there is none.
  public var optionalPasswordAfterName: Password? {
    let parts = rest.unicodeScalars.split(maxSplits: 1, whereSeparator: \.properties.isWhitespace)
    return parts.count == 2 ? Password(String(parts[1].drop(while: \.properties.isWhitespace))) : nil
  }
}
