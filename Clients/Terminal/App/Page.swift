internal import ClientKit
internal import WireProtocol

/// A page of text in the server's words, with what can be done about its parts; or a match move by move.
struct Page: Sendable {
  private(set) var title = ""
  /// `nil` until the answer arrives.
  private(set) var text: LinkedText?
  private(set) var complaint: String?
  /// The chosen entry; of a text without entries the first visible line.
  private(set) var chosen = 0
  /// The tile at the cursor, in a part whose tiles hide letters.
  private(set) var cell = BoardCell(x: 0, y: 0)
  /// Letters by what was answered with them, and the tiles that show theirs.
  private var letters: [Question: [[Character]]] = [:]
  private var shown: [Question: Set<BoardCell>] = [:]
  /// What is typed to be looked for, what was looked for last, and whether that is answered.
  private(set) var line = LineEditor()
  private var searched = ""
  private var isSearching = false
  /// A match replayed on boards; its moves are the lines.
  private(set) var replay: Replay?
  private(set) var isReplayShown = false
  /// What it shows: an answer without its text.
  private(set) var answer: JSONObject = [:]
  private var asked: Question?
  /// The pages that led here, which Esc goes back to.
  private var earlier: [Page] = []
  /// The page below the screen from which this one was opened; at most one.
  private var covered: [Page] = []

  /// Whether neither its text nor a complaint has arrived.
  var isAwaited: Bool { text == nil && complaint == nil }

  var type: String { answer["type"]?.stringValue ?? "" }

  mutating func open(_ title: String, _ question: Question, _ shell: inout Shell) {
    let (earlier, covered) = (shell.place == .page ? path : [], pagesBelow(shell))
    self = Page()
    (self.title, asked, self.earlier, self.covered) = (title, question, earlier, covered)
    shell.go(to: .page)
    shell.ask(question)
  }

  /// Asks for what changes by itself.
  mutating func refresh(_ shell: inout Shell) {
    if let question = text?.again?.question { ask(question, &shell) }
  }

  var isRefreshed: Bool { text?.again != nil }

  /// Whether what is typed is looked for.
  var isSearched: Bool { text?.search != nil }

  /// The letter that a tile shows.
  func letter(at cell: BoardCell, of question: Question) -> Character? {
    guard shown[question]?.contains(cell) == true, let rows = letters[question], rows.indices.contains(cell.y),
      rows[cell.y].indices.contains(cell.x)
    else { return nil }
    return rows[cell.y][cell.x]
  }

  private func pagesBelow(_ shell: Shell) -> [Page] {
    shell.place == .page ? covered : shell.path.contains(.page) ? [self] : []
  }

  private var path: [Page] {
    var last = self
    (last.earlier, last.covered) = ([], [])
    return Array((earlier + (text == nil ? [] : [last])).suffix(16))
  }

  /// Goes back to a page of a type, and returns whether it has led here.
  mutating func goBack(to type: String) -> Bool {
    guard let index = earlier.lastIndex(where: { $0.type == type }) else { return false }
    var page = earlier[index]
    (page.earlier, page.covered) = (Array(earlier[..<index]), covered)
    self = page
    return true
  }

  private mutating func goBack(_ shell: inout Shell) {
    guard var last = earlier.popLast() else {
      if let page = covered.first { self = page }
      return shell.goBack()
    }
    (last.earlier, last.covered) = (earlier, covered)
    self = last
  }
}

extension Page: AppScreen {
  func hints(_ shell: Shell) -> String {
    if isReplayShown, let replay { return replay.hints(at: shell.now) }
    let own = entry(shell)?.links ?? []
    let tiles = entry(shell)?.letters == nil ? [] : ["space letter", "r row"]
    let links = tiles + (own + links(shell)).map(\.hint).filter { !$0.isEmpty }
    let game = nextGame(1, shell) == nil ? [] : ["tab game"]
    let scroll = view(shell).isScrolled ? ["↑↓ scroll"] : []
    return (Array(links.prefix(1)) + ["esc back"] + links.dropFirst() + game + scroll + ["/ command", "? help"])
      .joined(separator: "  ")
  }

  func isWaiting(for question: Question) -> Bool { question == asked }

  /// The links of the page, and the answers to whoever asks to play.
  private func links(_ shell: Shell) -> [LinkedText.Link] {
    guard type == "seeks", let suitor = shell.suitor else { return text?.links ?? [] }
    let answers = [("y", "accept"), ("d", "decline")].map { key, type in
      LinkedText.Link(
        key: Key(hint: key) ?? .enter, hint: "\(key) \(type)",
        question: .request(type, .given(["player": suitor.player])))
    }
    return answers + (text?.links ?? [])
  }

  /// With whoever asks to play, where that can be answered.
  func heading(_ shell: Shell) -> String { type == "seeks" ? shell.suitor?.text ?? title : title }

  private func view(_ shell: Shell) -> PageView { PageView(shell: shell, page: self) }

  private func entry(_ shell: Shell) -> LinkedText.Part? {
    let entries = text?.entries ?? []
    return entries.indices.contains(chosen) ? entries[chosen] : entries.last
  }

  mutating func press(_ key: Key, _ shell: inout Shell) {
    if isReplayShown, replay?.step(key, at: shell.now) == true { return }
    let letters: [Key: Key] = [.character("k"): .up, .character("j"): .down]
    let links = (entry(shell)?.links ?? []) + links(shell)
    if isSearched ? press(inSearch: key, &shell) : press(onTiles: letters[key] ?? key, &shell) { return }
    switch letters[key] ?? key {
    case .tab where replay != nil: isReplayShown.toggle()
    case .tab, .backTab:
      if let question = nextGame(key == .tab ? 1 : -1, shell) { ask(question, &shell) }
    case .up, .down, .left, .right, .pageUp, .pageDown, .home, .end: choose(view(shell).index(letters[key] ?? key))
    case .character(" ") where text?.entries.isEmpty != false: chosen = view(shell).index(.pageDown)
    case .enter, .character(" "): if let link = links.first(where: { $0.key == .enter }) { follow(link, &shell) }
    default:
      if let link = links.first(where: { $0.key == key }) { return follow(link, &shell) }
      if [.escape, .backspace, .character("q")].contains(key) { return goBack(&shell) }
      shell.press(onPage: key)
    }
  }

  mutating func point(_ mouse: Mouse, _ shell: inout Shell) {
    guard mouse.act == .press, !isReplayShown, let index = view(shell).entry(at: mouse) else { return }
    let tile = view(shell).tile(at: mouse, in: index)
    if let tile {
      (chosen, cell) = (index, tile)
      press(.character(" "), &shell)
    } else if index == chosen {
      press(.enter, &shell)
    } else {
      choose(index)
    }
  }

  private mutating func choose(_ index: Int) {
    if index != chosen { cell = BoardCell(x: 0, y: 0) }
    chosen = index
  }

  /// Moves over the tiles of the chosen part, or shows or hides their letters: of one, of a row, of all.
  ///
  /// - Returns: whether the key was one for that.
  private mutating func press(onTiles key: Key, _ shell: inout Shell) -> Bool {
    guard let question = entry(shell)?.letters else { return false }
    let tiles = view(shell).tiles
    var next = cell
    switch key {
    case .up: next.y -= 1
    case .down: next.y += 1
    case .left: next.x -= 1
    case .right: next.x += 1
    case .character(" "): show([cell], of: question, &shell)
    case .character("r"): show(tiles.filter { $0.y == cell.y }, of: question, &shell)
    case .enter: show(tiles, of: question, &shell)
    default: return false
    }
    if next == cell { return true }
    guard tiles.contains(next) else { return false }
    cell = next
    return true
  }

  /// Letters are asked for once; then tiles show them, or hide them if all of these show theirs.
  private mutating func show(_ tiles: Set<BoardCell>, of question: Question, _ shell: inout Shell) {
    if letters[question] == nil { ask(question, &shell) }
    let isHidden = letters[question] == nil || !shown[question, default: []].isSuperset(of: tiles)
    shown[question] = isHidden ? shown[question, default: []].union(tiles) : shown[question]?.subtracting(tiles)
  }

  /// - Returns: whether the key was one for the line that is looked for.
  private mutating func press(inSearch key: Key, _ shell: inout Shell) -> Bool {
    let before = line.text
    switch key {
    case .escape where !line.isEmpty: line.clear()
    case .backspace where line.isEmpty: return false
    case .character, .backspace, .left, .right, .delete: _ = line.press(key)
    default: return false
    }
    if line.text != before { search(&shell) }
    return true
  }

  mutating func paste(_ text: String, _ shell: inout Shell) {
    line.insert(text)
    search(&shell)
  }

  /// One search is pending at most: what is typed meanwhile is looked for when it is answered.
  private mutating func search(_ shell: inout Shell) {
    guard !isSearching, searched != line.text, let link = text?.search, let member = link.form?.first,
      case .request(let type, var fields, _)? = link.question
    else { return }
    fields[member] = .string(line.text)
    (searched, isSearching, chosen) = (line.text, true, 0)
    ask(.request(type, fields), &shell)
  }

  private mutating func follow(_ link: LinkedText.Link, _ shell: inout Shell) {
    if let text = link.copied { return shell.copy(text) }
    guard let question = link.question else { return }
    if let names = link.form {
      return shell.dialog = .form(
        Dialog.words(link.text), for: question, asking: names, about: subject(of: link, shell), shell)
    }
    shell.leavePastDays(before: question)
    ask(question, &shell)
  }

  /// The chosen line, if a link is about it.
  private func subject(of link: LinkedText.Link, _ shell: Shell) -> String? {
    guard link.region != nil || link.about != nil, let text, let area = entry(shell)?.area, area.height == 1 else {
      return nil
    }
    let line = TextWidth.cut(text.lines[area.y], area.x, area.width)
    return line.split(separator: "  ").map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " · ")
  }

  /// Asks for something of which the answer is shown here.
  mutating func ask(_ question: Question, _ shell: inout Shell) {
    asked = question
    shell.ask(question)
  }

  /// The same page of the next game, for a page about one.
  private func nextGame(_ step: Int, _ shell: Shell) -> Question? {
    guard ["stats", "calendar", "leaderboard", "compare"].contains(type), let game = answer["game"]?.stringValue else {
      return nil
    }
    let isRecorded = type == "stats" || type == "calendar"
    let own = shell.games.map(\.id) + (isRecorded ? shell.recordedGames.map(\.id) : [])
    let games = answer["claimed"] == true ? shell.about?.claimedGames ?? [] : own
    guard games.count > 1 else { return nil }
    var fields = JSONObject()
    for name in ["player", "with", "month", "period", "bots", "claimed"] { fields[name] = answer[name] }
    if type == "compare" { fields["player"] = nil }
    fields["game"] = .string(games[((games.firstIndex(of: game) ?? 0) + step + games.count) % games.count])
    return .request(type, fields)
  }

  mutating func take(_ message: Message, to question: Question, _ shell: inout Shell) {
    if take(letters: message, of: question, &shell) { return }
    let (isHere, isCommand) = (shell.place == .page, question.type == "command")
    // What changes the visible list is answered by the list.
    guard question == asked || isCommand || isHere && message.type == type else { return }
    // Whoever has left the page meanwhile is not brought back.
    guard isHere || isCommand || text == nil || message.type == type else { return }
    let lines = Self.lines(of: message, shell.commitments).map(shell.theme.plain)
    let kept = isHere && question == text?.again?.question ? entry(shell)?.links.first?.question : nil
    let found = LinkedText(lines, message.json["links"]?.arrayValue ?? [])
    if isCommand || isHere && text != nil {
      // A short answer is shown as a notice, unless it takes the place of the page; and so is what has changed it.
      let isChange = RequestTable.row(of: question.type).map { $0.repetition != .anybody } ?? false
      let most = isChange && !isCommand && isRefreshed ? 4 : 2
      let isShort = found.lines.count <= most && found.links.isEmpty && found.parts.isEmpty
      if isShort, message.type != "help", !isHere || message.type != type || isChange {
        if !isCommand { refresh(&shell) }
        return shell.tell(found.lines.joined(separator: " "), for: 10)
      }
      turn(to: message, question, shell)
      // An old refusal must not stand below what was done in the end.
      if shell.notice?.isBad == true { shell.notice = nil }
      // An open dialog stays.
      if !isHere { shell.go(to: .page) }
    }
    if text == nil, chosen == 0 { chosen = found.entries.firstIndex { $0.links.contains(where: \.isChosen) } ?? 0 }
    (text, answer, complaint, asked) = (found, message.json, nil, question)
    answer["drawn"] = nil
    if let kept { chosen = found.index(of: kept, near: chosen) }
    if question.type == found.search?.question?.type { isSearching = false }
    search(&shell)
    if message.type == "replay" {
      replay = Replay(message.attached, at: shell.preferences.isAnimated ? shell.now : nil)
      isReplayShown = replay != nil
    }
  }

  /// - Returns: whether the answer was the letters of a part's tiles, or why they stay hidden.
  private mutating func take(letters message: Message, of question: Question, _ shell: inout Shell) -> Bool {
    guard shell.place == .page, let text, let part = text.parts.first(where: { $0.letters == question }) else {
      return false
    }
    let rows = (message.json["rows"]?.arrayValue ?? []).map { Array($0["letters"]?.stringValue ?? "") }
    guard !rows.isEmpty else {
      shown[question] = nil
      shell.tell(message.drawn?.split(separator: "\n").first.map(String.init) ?? "", isBad: true)
      return true
    }
    // A game that shares something else than its board: that is a page of its own.
    guard rows.map(\.count) == text.tiles(of: part).map(\.row.count) else { return false }
    letters[question] = rows
    return true
  }

  /// Begins the page of an answer: in place of one of the same type, unless that goes on.
  private mutating func turn(to message: Message, _ question: Question, _ shell: Shell) {
    let goesOn = text?.links.contains { $0.role == "further" && $0.leads(to: question) } ?? false
    let isSame = shell.place == .page && type == message.type && !goesOn
    let (chosen, kept) = (isSame ? chosen : 0, shell.place != .page ? [] : isSame ? earlier : path)
    let below = pagesBelow(shell)
    let last = self
    self = Page()
    (self.chosen, earlier, covered) = (chosen, kept, below)
    if isSame {
      (letters, shown, cell) = (last.letters, last.shown, last.cell)
      (line, searched) = (last.line, last.searched)
    }
    // A command that makes a puzzle has the word that others are to find.
    title = message.type == "puzzle" ? "A puzzle" : question["text"] ?? shell.title(ofPage: message.type)
  }

  mutating func take(_ failure: Failure, of question: Question, _ shell: inout Shell) {
    // A file that is gone has no preview any more.
    if question.type == "import_add", failure.code == ErrorCode.notFound.rawValue { text = nil }
    shown[question] = nil
    if question.type == text?.search?.question?.type { isSearching = false }
    if question == asked, text == nil { complaint = failure.message } else { shell.tell(failure.message, isBad: true) }
    if question == asked { asked = nil }
  }

  func draw(on frame: inout Frame, _ shell: Shell) {
    if isReplayShown, let replay { return ReplayView(shell: shell, replay: replay).draw(title, on: &frame) }
    view(shell).draw(on: &frame)
  }

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
