internal import ClientKit
internal import WireProtocol

/// A page of text that somebody reads: what the server has drawn, a match move by move, a list of words.
struct Page: Sendable {
  private(set) var title = ""
  /// `nil` until the answer is there.
  private(set) var lines: [String]?
  private(set) var offset = 0
  /// What shows more of it.
  private(set) var next: Question?
  private(set) var complaint: String?
  /// A match that is played again on boards; its moves are the lines.
  private(set) var replay: Replay?
  private(set) var isReplayShown = false
  private var asked: Question?

  /// Asks, and shows what is answered.
  mutating func open(_ title: String, _ question: Question, _ shell: inout Shell) {
    self = Page()
    (self.title, asked) = (title, question)
    shell.go(to: .page)
    shell.ask(question)
  }

  /// `wordsearch list=es gato`: a game, one of its lists, the word behind which the page begins.
  static func words(_ words: some Collection<String>) -> Question {
    let list = words.first { $0.hasPrefix("list=") }.map { String($0.dropFirst(5)) }
    let after = words.dropFirst().first { !$0.hasPrefix("list=") }
    return .request("words", .given(["game": words.first, "list": list, "after": after, "limit": 200]))
  }

  /// The lines as they fit into the window. What fits stays as it is: columns stand below each other.
  func lines(in shell: Shell) -> [String] {
    let room = max(8, shell.width - 4)
    return (lines ?? []).flatMap { TextWidth.of($0) <= room ? [$0] : TextWidth.wrapped($0, to: room) }
  }
}

extension Page: Screen {
  mutating func press(_ key: Key, _ shell: inout Shell) {
    if isReplayShown, replay?.step(key, at: shell.now) == true { return }
    switch key {
    case .tab where replay != nil: isReplayShown.toggle()
    case .escape, .character("q"), .backspace: shell.goBack()
    case .up, .character("k"): offset -= 1
    case .down, .character("j"): offset += 1
    case .pageUp: offset -= 10
    case .pageDown, .character(" "): offset += 10
    case .home: offset = 0
    case .end: offset = Int.max / 2
    case .character("o"):
      if let next { shell.ask(next) } else { shell.tell("That is all there is.", for: 3) }
    case .character("/"): shell.dialog = .command("/")
    default: shell.tellKeyIsFree()
    }
    offset = max(0, min(offset, lines(in: shell).count - (shell.height - 3)))
  }

  mutating func take(_ message: Message, to question: Question, _ shell: inout Shell) {
    let found = Self.lines(of: message, shell.commitments)
    guard question != next else {
      // A further page follows the one before.
      lines = (lines ?? []) + found
      return next = Self.next(after: message.json, question)
    }
    if question.type == "command" {
      // What is short is told where one is.
      if found.count <= 2, message.type != "help" { return shell.tell(found.joined(separator: " "), for: 10) }
      self = Page()
      title = question["text"] ?? ""
      shell.go(to: .page)
    } else if question != asked {
      return
    }
    (lines, next) = (found, Self.next(after: message.json, question))
    if message.type == "replay" {
      replay = Replay(message.attached, at: shell.preferences.isAnimated ? shell.now : nil)
      isReplayShown = replay != nil
    }
  }

  mutating func take(_ failure: Failure, of question: Question, _ shell: inout Shell) { complaint = failure.message }

  func draw(on frame: inout Frame, _ shell: Shell) { PageView(shell: shell, page: self).draw(on: &frame) }

  // MARK: - Lines

  /// What to ask for the lines after these.
  private static func next(after json: JSONObject, _ question: Question) -> Question? {
    guard json["more"]?.boolValue == true else { return nil }
    if let last = json["words"]?.arrayValue?.last {
      var fields = question.fields
      fields["after"] = last
      return .request("words", fields)
    }
    return nil
  }

  /// - Parameter commitments: by day and game, the hashes that were heard when those days began.
  static func lines(of message: Message, _ commitments: [String: [String: String]]) -> [String] {
    let json = message.json
    let drawn = (json["drawn"]?.stringValue ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    switch message.type {
    case "words":
      // Twelve to a line: words of five letters fill a window of 80 columns.
      let words = (json["words"]?.arrayValue ?? []).compactMap(\.stringValue)
      return stride(from: 0, to: words.count, by: 12)
        .map { words[$0..<min($0 + 12, words.count)].joined(separator: " ") }
    case "replay": return message.attached.flatMap(replayed)
    case "opened":
      let known = commitments[json["day"]?.stringValue ?? ""] ?? [:]
      return drawn + [""] + (json["opened"]?.objectValue ?? [:]).map { "\($0): " + verdict($1, known[$0]) }
    default: return drawn
    }
  }

  private static func verdict(_ entry: JSON, _ known: String?) -> String {
    guard let puzzle = entry["puzzle_data"] else { return "It does not say what the puzzle was." }
    let hash = Commitment.hash(nonce: entry["nonce"]?.stringValue ?? "", puzzle: puzzle)
    guard let known else { return "\(hash): compare it with what was published when that day began." }
    return known == hash
      ? "It is the puzzle that was committed to when the day began." : "IT IS NOT the puzzle that was committed to!"
  }

  /// A line of a replay, for a person.
  private static func replayed(_ line: [UInt8]) -> [String] {
    guard let entry = try? JSON(parsing: line) else { return [] }
    let who = entry["player"]?.stringValue ?? ""
    let time = ShellFormat.clock(entry["elapsed_ms"]?.intValue ?? 0)
    switch entry["type"]?.stringValue {
    case "replay_header":
      let parts = [entry["game"], entry["mode"], entry["day"]].compactMap { $0?.stringValue }
      return [parts.joined(separator: " · "), ""]
    case "replay_move": return ["\(time)  \(who)  \(entry["move"].map(text) ?? "")"]
    case "replay_outcome":
      let outcome = Told.result(entry.objectValue ?? [:])
      let share = (entry["share"]?.stringValue ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      return ["", "\(who): \(outcome) after \(time)", ""] + share.map(String.init)
    default: return []
    }
  }

  /// A move of a game that nobody here knows: what it holds, in its order.
  private static func text(_ value: JSON) -> String {
    if let list = value.arrayValue { return list.map(text).joined(separator: ",") }
    guard let object = value.objectValue else { return value.stringValue ?? value.text }
    return object.map { name, value in value.boolValue.map { $0 ? name : "" } ?? text(value) }
      .filter { !$0.isEmpty }.joined(separator: " ")
  }
}
