internal import WireProtocol

/// Which results of the channel are looked at: all, unless something is said.
struct SharesFilter: Hashable, Sendable {
  var game: String?
  var player: String?
  var day: String?

  /// `wordle · ben`.
  var title: String { [game, player, day].compactMap { $0 }.joined(separator: " · ") }

  func takes(_ json: JSONObject) -> Bool {
    (game == nil || game == json["game"]?.stringValue) && (player == nil || player == json["player"]?.stringValue)
      && (day == nil || day == json["day"]?.stringValue)
  }
}

/// A result in the channel.
struct SharedItem: Hashable, Sendable {
  var id: Int
  var player: String
  var game: String?
  var headline: String
  /// The tiles, and their letters where they have been revealed.
  var rows: [String]
  var letters: [String] = []
  var isClaimed: Bool
  var isBot: Bool
  var reactions: [String: Int]
  var own: String?
  /// All of it, as it was shared.
  var text: String
  /// Cells whose letters are shown.
  var revealed: Set<BoardCell> = []

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

  static func reactions(_ json: JSONObject) -> [String: Int] {
    var counts: [String: Int] = [:]
    for (emoji, count) in json["reactions"]?.objectValue ?? [:] { counts[emoji] = count.intValue }
    return counts
  }
}

/// The channel of shared results, as far as it has been looked at.
struct SharesState: Sendable {
  static let room = "shares"
  /// The emoji with which results are answered, by the keys 1 to 6.
  static let emoji = ["👍", "🎉", "🔥", "😮", "😂", "💚"]

  /// The newest first.
  var items: [SharedItem] = []
  var hasMore = false
  var filter = SharesFilter()
  var isFollowed = false
  var wasAsked = false
  var complaint: String?
  /// The cell that is pointed at.
  var chosen = 0
  var cell = BoardCell(x: 0, y: 0)
  /// What to do when the letters that were asked for have come.
  var wish = Set<BoardCell>()

  /// News of the channel.
  mutating func hear(_ type: String, _ json: JSONObject) {
    switch type {
    case "shared":
      if let old = json["replaced"]?.intValue { remove { $0.id == old } }
      if filter.takes(json), let item = SharedItem(json), !items.contains(where: { $0.id == item.id }) {
        items.insert(item, at: 0)
        // What one looks at stays where it is.
        if chosen > 0 || cell.y > 0 { chosen = min(chosen + 1, items.count - 1) }
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

  private mutating func remove(_ isGone: (SharedItem) -> Bool) {
    items.removeAll(where: isGone)
    fit()
  }

  mutating func fit() {
    chosen = min(max(chosen, 0), max(0, items.count - 1))
    guard items.indices.contains(chosen) else { return }
    cell.y = min(max(cell.y, 0), max(0, items[chosen].rows.count - 1))
    let row = items[chosen].rows.indices.contains(cell.y) ? items[chosen].rows[cell.y].count : 1
    cell.x = min(max(cell.x, 0), max(0, row - 1))
  }

  /// Goes up or down, over a grid's edge into the next.
  mutating func move(_ dy: Int) {
    cell.y += dy
    if items.indices.contains(chosen), cell.y >= items[chosen].rows.count, chosen + 1 < items.count {
      chosen += 1
      cell.y = 0
    } else if cell.y < 0, chosen > 0 {
      chosen -= 1
      cell.y = items[chosen].rows.count - 1
    }
    fit()
  }

  mutating func jump(_ step: Int) {
    chosen += step
    cell = BoardCell(x: 0, y: 0)
    fit()
  }
}

extension App {
  mutating func openShares(_ filter: SharesFilter = SharesFilter()) {
    go(to: .shares)
    if shares.filter != filter { (shares.items, shares.chosen) = ([], 0) }
    shares.filter = filter
    shares.complaint = nil
    shares.wasAsked = true
    if !shares.isFollowed { ask(.followShares) }
    ask(.shares(before: nil, of: filter))
  }

  /// All, one's own, then each game's.
  private mutating func nextFilter() {
    let filters =
      [SharesFilter(), SharesFilter(player: name)] + (about?.games ?? []).map { SharesFilter(game: $0.id) }
    let index = filters.firstIndex(of: shares.filter) ?? -1
    openShares(filters[(index + 1) % filters.count])
  }

  mutating func takeShares(_ json: JSONObject, to question: Question) {
    switch question {
    case .shares(let before, let filter):
      guard filter == shares.filter else { return }
      let found = (json["shares"]?.arrayValue ?? []).compactMap { $0.objectValue.flatMap(SharedItem.init) }
      let known = Dictionary(shares.items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      let merged = found.map { item -> SharedItem in
        var item = item
        (item.letters, item.revealed) = (known[item.id]?.letters ?? [], known[item.id]?.revealed ?? [])
        return item
      }
      shares.items = before == nil ? merged : shares.items + merged.filter { known[$0.id] == nil }
      shares.hasMore = json["more"]?.boolValue ?? false
      shares.fit()
    case .share, .shareMatch:
      tell(Self.sentence(shared: json), for: 10)
      shares.hear("shared", json)
    case .react, .unshare:
      shares.hear(json["type"]?.stringValue ?? "", json)
      if case .react(let id, let emoji) = question, let index = shares.items.firstIndex(where: { $0.id == id }) {
        shares.items[index].own = emoji
      }
    case .reveal(let id):
      guard let index = shares.items.firstIndex(where: { $0.id == id }) else { return }
      shares.items[index].letters = (json["rows"]?.arrayValue ?? []).map { $0["letters"]?.stringValue ?? "" }
      shares.items[index].revealed.formUnion(shares.wish)
    default: break
    }
  }

  /// What the server has made of a result.
  private static func sentence(shared json: JSONObject) -> String {
    let number = json["share_id"]?.intValue ?? 0
    let headline = json["text"]?.stringValue?.split(separator: "\n").first.map(String.init) ?? "It"
    guard json["claimed"]?.boolValue == true else { return "Shared as number \(number): \(headline)" }
    let replaced = json["replaced"]?.intValue.map { " It takes the place of number \($0)." } ?? ""
    return "\(headline) is claimed: number \(number) of the channel.\(replaced)"
  }

  mutating func pressInShares(_ key: Key) {
    let item = shares.items.indices.contains(shares.chosen) ? shares.items[shares.chosen] : nil
    switch key {
    case .escape, .character("q"), .backspace: goBack()
    case .up, .character("k"): shares.move(-1)
    case .down, .character("j"): shares.move(1)
    case .left: shares.cell.x = max(0, shares.cell.x - 1)
    case .right:
      shares.cell.x += 1
      shares.fit()
    case .pageUp: shares.jump(-1)
    case .pageDown, .tab: shares.jump(1)
    case .home: shares.jump(-shares.items.count)
    case .end: shares.jump(shares.items.count)
    case .character(" "), .enter: if let item { reveal(item, [shares.cell]) }
    case .character("a"):
      let cells = item?.rows.enumerated().flatMap { y, row in (0..<row.count).map { BoardCell(x: $0, y: y) } } ?? []
      if let item { reveal(item, Set(cells)) }
    case .character("r"):
      let count = item?.rows.indices.contains(shares.cell.y) == true ? item?.rows[shares.cell.y].count ?? 0 : 0
      if let item { reveal(item, Set((0..<count).map { BoardCell(x: $0, y: shares.cell.y) })) }
    case .character(let digit) where digit.wholeNumberValue.map { 1...6 ~= $0 } ?? false:
      guard let item else { return }
      let emoji = SharesState.emoji[(digit.wholeNumberValue ?? 1) - 1]
      ask(.react(item.id, emoji: item.own == emoji ? nil : emoji))
    case .character("s"): ask(.share(room: nil, text: nil))
    case .character("y"): if let item { copy(item.text) }
    case .character("d"): takeBack(item)
    case .character("o"):
      guard let last = shares.items.last, shares.hasMore else { return tell("That is all there is.", for: 3) }
      ask(.shares(before: last.id, of: shares.filter))
    case .character("f"): nextFilter()
    case .character("l"):
      if item?.isClaimed == true { return lookAtClaims(of: item?.game) }
      lookingBack.isClaimed = false
      look(.leaderboard, game: item?.game)
    case .character("/"): dialog = .command("/")
    default: tellKeyIsFree()
    }
  }

  private mutating func takeBack(_ item: SharedItem?) {
    guard let item else { return }
    if item.player == name { ask(.unshare(item.id)) } else { tell("d takes back what you have shared yourself.") }
  }

  /// Shows letters, and asks for them first where that has not been done; shown letters are hidden again.
  private mutating func reveal(_ item: SharedItem, _ cells: Set<BoardCell>) {
    guard !item.letters.isEmpty else {
      shares.wish = cells
      return ask(.reveal(item.id))
    }
    if item.revealed.isSuperset(of: cells) {
      shares.items[shares.chosen].revealed.subtract(cells)
    } else {
      shares.items[shares.chosen].revealed.formUnion(cells)
    }
  }
}
