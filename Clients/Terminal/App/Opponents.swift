internal import ClientKit
internal import WireProtocol

/// Somebody to play with: who asks, who looks for an opponent, arenas, and who is here.
struct Opponents: Sendable {
  private enum Entry {
    case suitor(player: String, text: String)
    case seek(ListedSeek, JSONObject)
    case arena(ArenaInfo)
    case player(String, isBot: Bool)
  }

  var cursor = ListCursor()
  private var arenas: [ArenaInfo] = []

  private func suitors(_ shell: Shell) -> [Entry] {
    shell.suitor.map { [.suitor(player: $0.player, text: $0.text)] } ?? []
  }

  private func seeks(_ shell: Shell) -> [Entry] {
    let fields = shell.seeks?.fields ?? []
    return zip(shell.seeks?.answer.seeks ?? [], fields).map { .seek($0, $1) }
  }

  private func here(_ shell: Shell) -> [Entry] {
    let looking = shell.seeks?.answer.seeks.map(\.player) ?? []
    return (shell.seeks?.others(than: shell.name) ?? []).filter { !looking.contains($0) }.map { player in
      .player(player, isBot: shell.seeks?.answer.bots.contains(player) == true)
    }
  }

  /// In the order of the rows.
  private func entries(_ shell: Shell) -> [Entry] {
    suitors(shell) + seeks(shell) + arenas.map(Entry.arena) + here(shell)
  }

  private func chosen(_ shell: Shell) -> Entry? {
    let entries = entries(shell)
    return entries.indices.contains(cursor.chosen) ? entries[cursor.chosen] : nil
  }
}

extension Opponents: ListScreen {
  func listing(_ shell: Shell) -> Listing {
    let act =
      switch chosen(shell) {
      case .suitor: "↵ accept  d decline  "
      case .seek(let seek, _): seek.player == shell.name ? "" : "↵ play this  "
      case .arena: "↵ look at it  "
      case .player: "↵ challenge  "
      case nil: ""
      }
    let seek = shell.seeks?.isLooking(shell.name) == true ? "c end your seek" : "s seek"
    var listing = Listing(
      "Somebody to play with", hints: "\(act)\(seek)  esc back  a new arena  r ask again  / command  ? help",
      columns: [.init(x: 3, tone: .bold), .init(x: shell.width < 60 ? 14 : 24), .init(x: -1, tone: .faint)])
    listing.explain(isKnown: shell.seeks != nil, complaint: nil, isEmpty: false, "")
    var rows = suitors(shell).flatMap { row(of: $0, shell) }
    func add(_ title: String, _ entries: [Entry], _ none: String) {
      if !rows.isEmpty, shell.height >= 18 { rows.append(.text("")) }
      rows.append(.text(title, .heading))
      rows += entries.flatMap { row(of: $0, shell) }
      if entries.isEmpty, !none.isEmpty { rows.append(.text("  \(none)", .faint)) }
    }
    add("Looking for an opponent", seeks(shell), "Nobody: s looks for one")
    if !arenas.isEmpty { add("Arenas", arenas.map(Entry.arena), "") }
    add("In the lobby", here(shell), "Nobody else")
    if let count = shell.seeks?.answer.playerCount, count > 1 {
      rows += [.text(""), .text("\(count) players are on this server.", .faint)]
    }
    listing.show(rows)
    return listing
  }

  var helpLines: [String] {
    [
      "Whoever looks for an opponent is told when one is found, whatever is done meanwhile; ^G accepts from anywhere.",
      "A seek is for a race on the same puzzle, or a match where a game is played against others.",
    ]
  }

  private func row(of entry: Entry, _ shell: Shell) -> [Listing.Row] {
    switch entry {
    case .suitor(_, let text):
      let lines = TextWidth.wrapped(text, to: max(8, shell.width - 5))
      return [.init(cells: [lines.first ?? "", "", ""], tones: [.good, .plain, .plain])]
        + lines.dropFirst().map { .text("  \($0)", .good) }
    case .seek(let seek, _):
      let you = seek.player == shell.name
      return [
        .init(
          cells: [
            you ? "you" : Self.named(seek.player, seek.isBot, seek.rating), seek.words(shell), Self.waited(seek),
          ],
          tone: you ? .good : .plain)
      ]
    case .arena(let arena):
      let players = shell.width < 60 ? "" : " · \(ShellFormat.count(arena.players, "player"))"
      let time = arena.nextInSeconds.map { " in \(ShellFormat.clock($0 * 1000))" } ?? ""
      return [
        .init(cells: [
          arena.name, "\(shell.title(of: arena.game))\(players)",
          "\(arena.state == .waiting ? "begins" : "ends")\(time)",
        ])
      ]
    case .player(let player, let isBot): return [.init(cells: [Self.named(player, isBot, nil), "", ""])]
    }
  }

  private static func named(_ player: String, _ isBot: Bool, _ rating: Int?) -> String {
    let facts = (isBot ? ["bot"] : []) + (rating.map { ["\($0)"] } ?? [])
    return facts.isEmpty ? player : "\(player) (\(facts.joined(separator: ", ")))"
  }

  private static func waited(_ seek: ListedSeek) -> String { ShellFormat.clock(seek.waitedSeconds * 1000) }

  mutating func act(_ key: Key, _ shell: inout Shell) {
    switch (key, chosen(shell)) {
    case (.enter, .suitor(let player, _)), (.right, .suitor(let player, _)): shell.accept(player)
    case (.character("d"), .suitor(let player, _)): shell.ask("decline", ["player": player])
    case (.enter, .seek(let seek, let fields)) where seek.player != shell.name:
      shell.ask(.request("seek", fields))
    case (.enter, .arena(let arena)): shell.open(.arena(arena.code))
    case (.enter, .player(let player, let isBot)):
      shell.dialog = .opponent(player, isBot: isBot, games: shell.games)
    case (.character("s"), _): shell.dialog = .opponent(nil, isBot: false, games: shell.games)
    case (.character("c"), _) where shell.seeks?.isLooking(shell.name) == true: shell.ask("cancel_seek")
    case (.character("a"), _): shell.dialog = .arena(games: shell.games)
    case (.character("r"), _): refresh(&shell)
    default: shell.press(onPage: key)
    }
  }

  mutating func refresh(_ shell: inout Shell) {
    shell.ask("seeks")
    shell.ask("arenas")
  }

  mutating func take(_ message: Message, to question: Question, _ shell: inout Shell) {
    switch message.type {
    case "arenas":
      guard let answer = try? message.read(as: ArenasAnswer.self) else { return }
      arenas = answer.arenas.filter { $0.state == .waiting || $0.state == .running }
    case "seeks": shell.seeks = Seeks(message)
    default: break
    }
    cursor.choose(cursor.chosen, of: entries(shell).count)
  }

  mutating func take(_ failure: Failure, of question: Question, _ shell: inout Shell) {}
}

/// Who looks for an opponent, and who is here.
struct Seeks: Sendable {
  let answer: SeeksAnswer
  /// What asks for the same as each seek.
  let fields: [JSONObject]

  init?(_ message: Message) {
    guard let answer = try? message.read(as: SeeksAnswer.self) else { return nil }
    self.answer = answer
    let wished = ["game", "mode", "settings", "clock", "best_of", "round_s"]
    let listed = message.json["seeks"]?.arrayValue ?? []
    fields = zip(listed, answer.seeks).map { json, seek in
      var fields = JSONObject()
      for name in wished { fields[name] = json[name] }
      if seek.isRated || seek.isUnrated { fields["rated"] = .bool(seek.isRated) }
      if seek.isBot { fields["bots"] = true }
      return fields
    }
  }

  func others(than name: String) -> [String] { answer.here.filter { $0 != name } }

  func isLooking(_ name: String) -> Bool { answer.seeks.contains { $0.player == name } }
}

extension ListedSeek {
  /// `Last Word · 3+2 · rated`.
  fileprivate func words(_ shell: Shell) -> String {
    var words = [shell.title(of: terms.game)]
    if let clock = terms.match?.clock { words.append(clock.text) }
    if let count = terms.match?.bestOf { words.append("best of \(count)") }
    if let seconds = terms.roundSeconds { words.append(ShellFormat.clock(seconds * 1000)) }
    words += (terms.settings?.objectValue ?? [:]).map { $1 == true ? $0 : "\($0)=\($1.stringValue ?? $1.text)" }
    if isRated || isUnrated { words.append(isRated ? "rated" : "unrated") }
    return words.joined(separator: " · ")
  }
}

extension Dialog {
  /// Looks for somebody, or challenges a player. Races are played by those games that have no match against others.
  static func opponent(_ player: String?, isBot: Bool, games: [About.Game]) -> Dialog {
    let played = games.filter { $0.seats != nil || $0.modes.contains(.race) }
    let fields = [
      Field("Game", choices: played.map(\.title)), Field("Rating", choices: ["either", "rated", "unrated"]),
      Field("Time"), Field("Settings"), Field("Bots", choices: isBot ? ["yes"] : ["no", "yes"]),
    ]
    let ends = player == nil ? "Somebody near your rating is looked for. " : ""
    return Dialog(
      player.map { "Challenge \($0)" } ?? "Look for somebody",
      hint: "\(ends)Time, in a game with turns: 3+2 is 3 minutes, and 2 seconds for each move.",
      fields: player == nil || isBot ? fields : fields.dropLast(),
      keys: "↑↓ ←→ choose  ↵ \(player == nil ? "look" : "ask")  esc not now"
    ) { form, app in
      guard played.indices.contains(form.fields[0].choice) else { return }
      let rated = form.value(1).flatMap { $0 == "either" ? nil : $0 }
      let bots = form.value(4) == "yes" ? "bots" : nil
      let words = [
        player.map { "/challenge \($0)" } ?? "/seek", played[form.fields[0].choice].id, form.value(2), rated, bots,
        form.value(3),
      ]
      app.shell.ask(.command(words.compactMap { $0 }.joined(separator: " "), room: nil))
    }
  }

  static func arena(games: [About.Game]) -> Dialog {
    let played = games.filter { $0.seats != nil || $0.modes.contains(.race) }
    return Dialog(
      "A new arena", hint: "Everybody who wants plays one game after the other for so many minutes.",
      fields: [
        Field("Game", choices: played.map(\.title)), Field("Name"), Field("Minutes", text: "30"),
        Field("Begins in", text: "5"), Field("Time"),
      ], keys: "↑↓ ←→ choose  ↵ open it  esc not now"
    ) { form, app in
      guard played.indices.contains(form.fields[0].choice) else { return }
      let words = [
        "/new-arena", played[form.fields[0].choice].id, form.value(1), form.value(2).map { "minutes=\($0)" },
        form.value(3).map { "in=\($0)" }, form.value(4).map { "clock=\($0)" },
      ]
      app.shell.ask(.command(words.compactMap { $0 }.joined(separator: " "), room: nil))
    }
  }
}
