// Hand-written parts of requests about the channel of shared results.

extension Request.Share {
  func check() throws(WireError) {
    guard [room, match, text].count(where: { $0 != nil }) < 2 else {
      throw WireError(.badField, "\"share\" takes one of \"room\", \"match\" and \"text\", or none")
    }
  }

  /// `/share`, `/share 12` for a match, `/share lunch` for a room, or a pasted result after the command.
  init(typed command: TextCommand) throws(WireError) {
    guard let word = command.words.first else {
      self.init()
      return
    }
    if command.words.count > 1 {
      self.init(text: command.rest)
    } else if Int(word) == nil {
      self.init(room: word)
    } else {
      self.init(match: word)
    }
  }
}

extension Request.Shares {
  /// Words in any order: a day, the number of a share after which the page begins, a game, a player.
  init(typed command: TextCommand) throws(WireError) {
    self.init(limit: 10)
    for word in command.words {
      if word.isDigits(inGroupsOf: [4, 2, 2]) {
        day = word
      } else if let number = Int(word), number > 0 {
        after = number
      } else if word.first?.isNumber == true {
        throw command.typeItLikeThis("/shares 2026-11-20, or /shares 88")
      } else if game == nil {
        game = word
      } else {
        player = word
      }
    }
  }
}

extension Request.Calendar {
  /// Words in any order: a month, a game, a player.
  init(typed command: TextCommand) throws(WireError) {
    self.init()
    for word in command.words {
      if word.first?.isNumber == true {
        guard word.isDigits(inGroupsOf: [4, 2]) else {
          throw command.typeItLikeThis("/calendar [MONTH] [GAME] [PLAYER], with a month like 2026-11")
        }
        month = word
      } else if game == nil {
        game = word
      } else {
        player = word
      }
    }
  }
}

extension Request.React {
  init(typed command: TextCommand) throws(WireError) {
    self.init(share: try command.number(0, "SHARE"))
    guard let word = command.optionalWord(1) else { return }
    guard let reaction = Reaction(rawValue: word) else {
      throw WireError(.badField, "React with one of \(Reaction.allCases.map(\.rawValue).joined(separator: " "))")
    }
    emoji = reaction
  }
}

extension Request.SetTheme {
  init(typed command: TextCommand) throws(WireError) {
    self.init()
    guard let word = command.words.first else { return }
    guard let theme = Theme(rawValue: word.lowercased()) else {
      throw command.typeItLikeThis("/theme dark|light|contrast")
    }
    self.theme = theme
  }
}

extension String {
  /// Whether it consists of digits in hyphenated groups, such as `2026-11-20` in groups of 4, 2 and 2. Whether it is a
  /// date is checked elsewhere.
  fileprivate func isDigits(inGroupsOf counts: [Int]) -> Bool {
    let groups = utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return groups.map(\.count) == counts && groups.allSatisfy { $0.allSatisfy { (0x30...0x39).contains($0) } }
  }
}
