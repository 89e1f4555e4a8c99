internal import ClientKit
internal import WireProtocol

/// A page of text: drawn by the server, or a match move by move.
struct Page: Sendable {
  private(set) var title = ""
  /// `nil` until the answer arrives.
  private(set) var lines: [String]?
  var cursor = ListCursor()
  private(set) var next: Question?
  private(set) var complaint: String?
  /// A match replayed on boards; its moves are the lines.
  private(set) var replay: Replay?
  private(set) var isReplayShown = false
  private var asked: Question?

  mutating func open(_ title: String, _ question: Question, _ shell: inout Shell) {
    self = Page()
    (self.title, asked) = (title, question)
    shell.go(to: .page)
    shell.ask(question)
  }
}

extension Page: ListScreen {
  func listing(_ shell: Shell) -> Listing {
    let room = max(8, shell.width - 4)
    let lines = TextWidth.fitted(lines ?? [], to: room)
    let scroll = lines.count > shell.height - 3 ? "↑↓ scroll  " : ""
    let words = asked?.type == "analysis" ? "1-9 words that were left  " : ""
    let more = next == nil ? "" : "o more  "
    var listing = Listing(title, hints: "\(scroll)\(words)esc back  \(more)/ command  ? help")
    listing.margin = 2
    listing.explain(isKnown: self.lines != nil, complaint: complaint, isEmpty: false, "")
    listing.show(lines.map { .text($0) })
    return listing
  }

  mutating func press(_ key: Key, _ shell: inout Shell) {
    if isReplayShown, replay?.step(key, at: shell.now) == true { return }
    pressInList(key == .character(" ") ? .pageDown : key, &shell)
  }

  mutating func act(_ key: Key, _ shell: inout Shell) {
    switch key {
    case .tab where replay != nil: isReplayShown.toggle()
    case .character("o"):
      if let next { shell.ask(next) } else { shell.tell("That is all there is.", for: 3) }
    case .character(let digit) where asked?.type == "analysis" && digit.wholeNumberValue.map { $0 > 0 } ?? false:
      let guess = digit.wholeNumberValue ?? 1
      shell.open(
        .page("Left after guess \(guess)", .request("words_left", .given(["room": asked?["room"], "n": guess]))))
    default: shell.press(onPage: key)
    }
  }

  mutating func take(_ message: Message, to question: Question, _ shell: inout Shell) {
    var found = Self.lines(of: message, shell.commitments).map(shell.theme.plain)
    var further: Question?
    if let line = found.last, line.hasPrefix(Self.more) {
      further = .command(String(line.dropFirst(Self.more.count)), room: question["room"])
      found.removeLast()
    }
    guard question != next else {
      (lines, next) = ((lines ?? []) + found, further)
      return
    }
    if question.type == "command" {
      // A short answer is shown as a notice.
      if found.count <= 2, message.type != "help" { return shell.tell(found.joined(separator: " "), for: 10) }
      self = Page()
      // A command that makes a puzzle has the word that others are to find.
      title = message.type == "puzzle" ? "A puzzle" : question["text"] ?? ""
      // An old refusal must not stand below what was done in the end.
      shell.notice = nil
      shell.go(to: .page)
    } else if question != asked {
      return
    }
    (lines, next) = (found, further)
    if message.type == "replay" {
      replay = Replay(message.attached, at: shell.preferences.isAnimated ? shell.now : nil)
      isReplayShown = replay != nil
    }
  }

  mutating func take(_ failure: Failure, of question: Question, _ shell: inout Shell) { complaint = failure.message }

  func draw(on frame: inout Frame, _ shell: Shell) {
    let listing = listing(shell)
    if isReplayShown, let replay { return ReplayView(shell: shell, replay: replay).draw(title, on: &frame) }
    ListingView(shell: shell, listing: listing, cursor: cursor).draw(on: &frame)
  }

  /// The beginning of the last line if the server has more; the command for it follows.
  private static let more = "More: "

  /// - Parameter commitments: the hashes received when the days began, by day and game.
  static func lines(of message: Message, _ commitments: [String: [String: String]]) -> [String] {
    let json = message.json
    let drawn = (json["drawn"]?.stringValue ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    switch message.type {
    case "replay": return message.attached.flatMap(replayed)
    case "opened":
      let known = commitments[json["day"]?.stringValue ?? ""] ?? [:]
      return drawn + [""] + (json["opened"]?.objectValue ?? [:]).map { "\($0): " + verdict($1, known[$0]) }
    default: return drawn
    }
  }

  /// The commitment that an opened puzzle should have.
  static func hash(of entry: JSON) -> String? {
    entry["puzzle_data"].map { Commitment.hash(nonce: entry["nonce"]?.stringValue ?? "", puzzle: $0) }
  }

  private static func verdict(_ entry: JSON, _ known: String?) -> String {
    guard let hash = hash(of: entry) else { return "It does not say what the puzzle was." }
    guard let known else { return "\(hash): compare it with what was published when that day began." }
    return known == hash
      ? "It is the puzzle that was committed to when the day began." : "IT IS NOT the puzzle that was committed to!"
  }

  private static func replayed(_ line: [UInt8]) -> [String] {
    guard let entry = try? JSON(parsing: line) else { return [] }
    let who = entry["player"]?.stringValue ?? ""
    let time = ShellFormat.time(entry["elapsed_ms"]?.intValue ?? 0)
    switch entry["type"]?.stringValue {
    case "replay_header":
      return [
        [entry["game"], entry["mode"], entry["day"]].compactMap { $0?.stringValue }.joined(separator: " · "), "",
      ]
    case "replay_move": return ["\(time)  \(who)  \(entry["text"]?.stringValue ?? "")"]
    case "replay_outcome":
      let outcome = ShellFormat.result(entry.objectValue ?? [:])
      let share = (entry["share"]?.stringValue ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      return ["", "\(who): \(outcome) after \(time)", ""] + share.map(String.init)
    default: return []
    }
  }
}
