internal import WireProtocol

extension App {
  /// Carries a line with a slash out.
  mutating func run(_ line: String) {
    guard line.hasPrefix("/") else { return tell("Commands begin with a slash, such as /rooms.") }
    var current: String?
    if case .room(let name) = place { current = name }
    switch Command.read(line, in: current, games: about?.games.map(\.id) ?? []) {
    case .ask(.rooms): go(to: .lobby)
    case .ask(let question): ask(question)
    case .look(let kind, let player, let game): look(kind, player: player, game: game)
    case .calendar(let month, let player, let game): look(.calendar, player: player, game: game, month: month)
    case .leaderboard(let game, let period, let bots, let isClaimed):
      (lookingBack.period, lookingBack.bots) = (period ?? .week, bots)
      if isClaimed { return lookAtClaims(of: game) }
      lookingBack.isClaimed = false
      look(.leaderboard, game: game)
    case .shares(let filter): openShares(filter)
    case .lookUp(let lookup): lookUp(lookup)
    case .theme(nil): openOptions()
    case .theme(let theme?): choose(theme)
    case .forgetMe: forgetMe()
    case .ping: ask(.ping(at: now))
    case .help: isHelpShown = true
    case .quit: effects.append(.quit)
    case .wrong(let why): tell(why, isBad: true)
    }
  }

  /// Asks first: it is for good.
  mutating func forgetMe() {
    guard !name.hasPrefix("guest-"), !name.isEmpty else { return tell("You are a guest: there is nothing to forget.") }
    dialog = .forget(name)
  }
}
