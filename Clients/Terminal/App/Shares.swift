internal import ClientKit
internal import WireProtocol

/// Which results of the channel are looked at: all, unless something is said.
struct SharesFilter: Hashable, Sendable {
  var game: String?
  var player: String?
  var day: String?

  init(game: String? = nil, player: String? = nil, day: String? = nil) {
    (self.game, self.player, self.day) = (game, player, day)
  }

  /// Words in any order, as at a terminal.
  init(_ words: some Sequence<String>, games: [String]) {
    for word in words {
      if word.first?.isNumber == true { day = word } else if games.contains(word) { game = word } else { player = word }
    }
  }

  /// `wordle · ben`.
  var title: String { [game, player, day].compactMap { $0 }.joined(separator: " · ") }

  func takes(_ json: JSONObject) -> Bool {
    (game == nil || game == json["game"]?.stringValue) && (player == nil || player == json["player"]?.stringValue)
      && (day == nil || day == json["day"]?.stringValue)
  }
}

/// A result in the channel.
struct SharedItem: GridItem {
  var id: Int
  var player: String
  var game: String?
  var headline: String
  /// The tiles, and their letters where they have been revealed.
  var rows: [String]
  var letters: [String] = []
  var isClaimed: Bool
  var isBot: Bool
  /// Each emoji and how often, `🎉 1`, in the server's order.
  var reactions: [String]
  var own: String?
  /// All of it, as it was shared.
  var text: String
  /// Cells whose letters are shown.
  var revealed: Set<BoardCell> = []

  var title: String {
    "\(player) · \(headline)" + (isClaimed ? " · claimed" : "") + (isBot ? " · bot" : "")
  }

  var remark: String { reactions.joined(separator: "  ") }

  init?(_ json: JSONObject) {
    guard let id = json["share_id"]?.intValue, let text = json["text"]?.stringValue else { return nil }
    self.id = id
    self.text = text
    player = json["player"]?.stringValue ?? ""
    game = json["game"]?.stringValue
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
    headline = lines.first ?? ""
    rows = Array(lines.dropFirst())
    isClaimed = json["claimed"]?.boolValue ?? false
    isBot = json["bot"]?.boolValue ?? false
    own = json["your_reaction"]?.stringValue
    reactions = Self.reactions(json)
  }

  static func reactions(_ json: JSONObject) -> [String] {
    (json["reactions"]?.objectValue ?? [:]).map { "\($0) \($1.intValue ?? 0)" }
  }
}

/// The channel of shared results, as far as it has been looked at.
struct SharesState: Sendable {
  static let room = "shares"

  var grids = GridList<SharedItem>()
  var items: [SharedItem] {
    get { grids.items }
    set { grids.items = newValue }
  }
  var hasMore = false
  var filter = SharesFilter()
  var isFollowed = false
  var complaint: String?
  /// What to do when the letters that were asked for have come.
  var wish = Set<BoardCell>()

  mutating func open(_ filter: SharesFilter, _ shell: inout Shell) {
    shell.go(to: .shares)
    if self.filter != filter { grids = GridList() }
    (self.filter, complaint) = (filter, nil)
    if !isFollowed { shell.ask("watch", ["room": Self.room]) }
    reload(&shell)
  }

  /// Asks for the newest results, or for those before one.
  func reload(before: Int? = nil, _ shell: inout Shell) {
    shell.ask(
      "shares", ["before": before, "game": filter.game, "player": filter.player, "day": filter.day, "limit": 30])
  }

  /// News of the channel.
  mutating func hear(_ type: String, _ json: JSONObject) {
    switch type {
    case "shared":
      if let old = json["replaced"]?.intValue { remove { $0.id == old } }
      if filter.takes(json), let item = SharedItem(json), !items.contains(where: { $0.id == item.id }) {
        grids.insertFirst(item)
      }
    case "unshared":
      let player = json["player"]?.stringValue
      if let id = json["share_id"]?.intValue { remove { $0.id == id } } else { remove { $0.player == player } }
    case "reacted":
      guard let index = items.firstIndex(where: { $0.id == json["share_id"]?.intValue }) else { return }
      items[index].reactions = SharedItem.reactions(json)
    default: break
    }
  }

  private mutating func remove(_ isGone: (SharedItem) -> Bool) { items.removeAll(where: isGone) }
}

extension SharesState: Screen {
  mutating func press(_ key: Key, _ shell: inout Shell) {
    if grids.go(key) { return }
    if let cells = grids.cells(under: key) { return reveal(cells, &shell) }
    let item = grids.item
    switch key {
    case .escape, .character("q"), .backspace: shell.goBack()
    case .character(let digit) where digit.isASCII && digit.isNumber:
      let index = (digit.wholeNumberValue ?? 0) - 1
      guard let item, shell.reactions.indices.contains(index) else { return }
      let emoji = shell.reactions[index]
      shell.ask("react", ["share_id": item.id, "emoji": item.own == emoji ? nil : emoji])
    case .character("s"): shell.ask("share")
    case .character("y"): if let item { shell.copy(item.text) }
    case .character("d"):
      guard let item, item.player == shell.name else {
        return shell.tell("d takes back what you have shared yourself.")
      }
      shell.ask("unshare", ["share_id": item.id])
    case .character("o"):
      guard let last = items.last, hasMore else { return shell.tell("That is all there is.", for: 3) }
      reload(before: last.id, &shell)
    case .character("e"): shell.open(.scores())
    case .character("f"): openNextFilter(&shell)
    case .character("l"):
      shell.open(item?.isClaimed == true ? .claims(game: item?.game) : .look(.leaderboard, game: item?.game))
    case .character("/"): shell.dialog = .command("/")
    default: shell.tellKeyIsFree()
    }
  }

  mutating func point(_ mouse: Mouse, _ shell: inout Shell) {
    guard mouse.act == .press, let place = GridListView(shell: shell, grids: grids).cell(at: mouse) else { return }
    grids.point(at: place.index, place.cell)
    press(.enter, &shell)
  }

  func draw(on frame: inout Frame, _ shell: Shell) { SharesView(shell: shell, shares: self).draw(on: &frame) }

  /// All, one's own, then each game's.
  private mutating func openNextFilter(_ shell: inout Shell) {
    let filters = [SharesFilter(), SharesFilter(player: shell.name)] + shell.games.map { SharesFilter(game: $0.id) }
    let index = filters.firstIndex(of: filter) ?? -1
    open(filters[(index + 1) % filters.count], &shell)
  }

  /// Shows letters, and asks for them first where that has not been done; shown letters are hidden again.
  private mutating func reveal(_ cells: Set<BoardCell>, _ shell: inout Shell) {
    guard let item = grids.item, !grids.reveal(cells) else { return }
    wish = cells
    shell.ask("reveal", ["share_id": item.id])
  }

  // MARK: - Answers

  mutating func take(_ message: Message, to question: Question, _ shell: inout Shell) {
    let json = message.json
    switch message.type {
    case "shares": take(page: json, to: question)
    case "reveal":
      guard let index = items.firstIndex(where: { $0.id == json["share_id"]?.intValue }) else {
        return shell.tell(json["drawn"]?.stringValue ?? "")
      }
      items[index].letters = (json["rows"]?.arrayValue ?? []).map { $0["letters"]?.stringValue ?? "" }
      items[index].revealed.formUnion(wish)
    default:
      hear(message.type, json)
      if message.type == "shared" { shell.tell(Self.sentence(shared: json), for: 10) }
      if question.type == "react", let index = items.firstIndex(where: { $0.id == json["share_id"]?.intValue }) {
        items[index].own = question["emoji"]
      }
    }
  }

  private mutating func take(page json: JSONObject, to question: Question) {
    let asked = SharesFilter(game: question["game"], player: question["player"], day: question["day"])
    guard asked == filter else { return }
    let known = Dictionary(items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let found = (json["shares"]?.arrayValue ?? []).compactMap { entry -> SharedItem? in
      guard var item = entry.objectValue.flatMap(SharedItem.init) else { return nil }
      (item.letters, item.revealed) = (known[item.id]?.letters ?? [], known[item.id]?.revealed ?? [])
      return item
    }
    items = question.fields["before"] == nil ? found : items + found.filter { known[$0.id] == nil }
    hasMore = json["more"]?.boolValue ?? false
  }

  /// What the server has made of a result.
  private static func sentence(shared json: JSONObject) -> String {
    let number = json["share_id"]?.intValue ?? 0
    let headline = json["text"]?.stringValue?.split(separator: "\n").first.map(String.init) ?? "It"
    guard json["claimed"]?.boolValue == true else { return "Shared as number \(number): \(headline)" }
    let replaced = json["replaced"]?.intValue.map { " It takes the place of number \($0)." } ?? ""
    return "\(headline) is claimed: number \(number) of the channel.\(replaced)"
  }

  mutating func take(_ failure: Failure, of question: Question, _ shell: inout Shell) {
    guard question.type != "share" else {
      let hint = failure.code == "not_a_result" ? " Nothing was shared." : ""
      return shell.tell(failure.message + hint, isBad: true, for: 10)
    }
    let hasNoChannel = failure.code == "unknown_type" || failure.code == "no_such_room"
    complaint = hasNoChannel ? "This server has no channel of shared results." : failure.message
  }
}
