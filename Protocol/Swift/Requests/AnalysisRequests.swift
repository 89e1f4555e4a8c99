// Hand-written parts of requests about finished matches.

extension Request.Analysis {
  func check() throws(WireError) {
    guard room == nil || match == nil else {
      throw WireError(.badField, "\"analysis\" takes one of \"room\" and \"match\", or none")
    }
  }

  /// `/analysis`, `/analysis 12` for a match, `/analysis lunch` for a room.
  init(typed command: TextCommand) throws(WireError) {
    guard let word = command.words.first else {
      self.init()
      return
    }
    guard command.words.count == 1 else { throw WireError(.badField, "/analysis takes a match or a room") }
    if Int(word) == nil { self.init(room: word) } else { self.init(match: word) }
  }
}

extension Request.WordsLeft {
  func check() throws(WireError) {
    guard room == nil || match == nil else {
      throw WireError(.badField, "\"words_left\" takes one of \"room\" and \"match\", or none")
    }
  }
}
