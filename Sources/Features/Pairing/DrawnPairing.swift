import TextMode
package import WireProtocol

extension PairingAnswer: LinkedText {
  package func page() -> DrawnPage {
    guard state == .asked else { return DrawnPage(sentence) }
    var page = DrawnPage(sentence, typed: ": /accept or /decline")
    page.offer(
      .init("accept", Request.Accept(player: player), key: "y"),
      .init("decline", Request.Decline(player: player), key: "d"))
    return page
  }

  private var sentence: String {
    let who = Drawing.player(player, isBot: isBot, rating)
    let what = Drawing.terms(terms) + (isRated ? ", rated" : "")
    let time = expiresInSeconds.map { " (\($0) s)" } ?? ""
    switch state {
    case .asked where isOwn: return "\(who) accepts: \(what)\(time)"
    case .asked where isChallenge: return "\(who) challenges you: \(what)\(time)"
    case .asked: return "\(who) is found for you: \(what)\(time)"
    case .waiting where isOwn: return "\(who) is asked: \(what)\(time)"
    case .waiting where isChallenge: return "You accept; \(who) plays something else and is asked: \(what)\(time)"
    case .waiting: return "\(who) is found for you and has to accept: \(what)\(time)"
    case .playing: return "You play \(who): \(what)"
    case .declined: return "\(who): declined"
    case .cancelled: return "\(who): taken back"
    case .expired: return "\(who): nobody has accepted in time"
    case .gone: return "\(who) has left"
    }
  }
}

extension ChallengesAnswer: Drawable {
  package func drawn() -> String {
    areAllowed
      ? "Others may challenge you: /challenges-off ends that"
      : "Nobody may challenge you: /challenges-on allows it again"
  }
}

extension SeekAnswer: LinkedText {
  package func page() -> DrawnPage {
    let what = Drawing.terms(terms) + Drawing.stake(isRated, isUnrated) + (allowsBots ? ", also with bots" : "")
    guard let endsInSeconds else { return DrawnPage("Nobody is looked for any more: \(what)") }
    let near = window.map { " within \($0) points of \(rating ?? 1500), farther the longer it takes" } ?? ""
    return DrawnPage(
      "Looking for somebody\(near): \(what)\n"
        + "You are told, whatever you do meanwhile, for \(Drawing.duration(endsInSeconds))",
      typed: "; /cancel-seek ends it")
  }
}

extension SeeksAnswer: LinkedText {
  package func page() -> DrawnPage {
    var page = DrawnPage(
      seeks.isEmpty ? "Nobody looks for an opponent" : "Looking for an opponent:",
      typed: seeks.isEmpty ? ": /seek lastword 3+2" : "")
    for seek in seeks {
      let (who, what) = (Drawing.player(seek.player, isBot: seek.isBot, seek.rating), Drawing.typed(seek))
      page.add(
        "  \(who)  \(what)", typed: "  \(who): /seek \(what)",
        [
          .init("play this", seek.request).except(for: seek.player),
          .init("end your seek", Request.CancelSeek()).only(for: seek.player),
        ])
    }
    if seekCount > seeks.count { page.add("  and \(seekCount - seeks.count) more") }
    var parts: [(String, DrawnPage.Link?)] = [(here.isEmpty ? "Nobody else is in the lobby" : "In the lobby: ", nil)]
    let bots = Set(bots)
    for (index, name) in here.enumerated() {
      let challenge = Request.Challenge(
        player: name, game: "", wish: Request.PairingWish(allowsBots: bots.contains(name)))
      parts.append(
        (bots.contains(name) ? "\(name) (bot)" : name, .init("challenge", challenge, asks: Request.Challenge.asked)))
      if index + 1 < here.count { parts.append((", ", nil)) }
    }
    page.add(parts + [(" · \(Drawing.count(playerCount, "player", "players")) in all", nil)])
    page.offer(
      .init(
        "look for somebody", Request.Seek(game: ""), key: "s", asks: ["game", "rated", "clock", "bots", "settings"]),
      .init("arenas", Request.Arenas(), key: "a"), .refresh(Request.Seeks()))
    for seek in seeks { page.offer(.init("end your seek", Request.CancelSeek(), key: "c").only(for: seek.player)) }
    return page
  }
}

extension ListedSeek {
  /// The request that would be paired with it.
  fileprivate var request: Request.Seek {
    let wish = Request.PairingWish(
      mode: terms.mode, settings: terms.settings?.objectValue, clock: terms.match?.clock, bestOf: terms.match?.bestOf,
      roundSeconds: terms.roundSeconds, isRated: isRated ? true : isUnrated ? false : nil, allowsBots: isBot)
    return Request.Seek(game: terms.game, wish: wish)
  }
}

extension RematchAnswer: LinkedText {
  package func page() -> DrawnPage {
    let verb = wanted.count == 1 ? "wants" : "want"
    return DrawnPage(
      "\(Drawing.names(wanted, total: wanted.count)) \(verb) to play once more",
      typed: ": /rematch of \(Drawing.names(missing, total: missing.count)) is missing")
  }
}

extension Drawing {
  /// `ben (bot, 1480)`.
  fileprivate static func player(_ name: String, isBot: Bool, _ rating: Int?) -> String {
    let facts = (isBot ? ["bot"] : []) + (rating.map { ["\($0)"] } ?? [])
    return facts.isEmpty ? name : "\(name) (\(facts.joined(separator: ", ")))"
  }

  /// `lastword together 3+2`, as typed.
  fileprivate static func terms(_ terms: PairingTerms) -> String {
    var words = [terms.game, terms.mode.rawValue]
    if let clock = terms.match?.clock { words.append(clock.text) }
    if let count = terms.match?.bestOf { words.append("best=\(count)") }
    if let seconds = terms.roundSeconds { words.append("time=\(seconds)") }
    for (name, value) in terms.settings?.objectValue?.members ?? [] {
      words.append(value == true ? name : "\(name)=\(value.stringValue ?? value.text)")
    }
    return words.joined(separator: " ")
  }

  fileprivate static func stake(_ isRated: Bool, _ isUnrated: Bool) -> String {
    isRated ? ", rated" : isUnrated ? ", unrated" : ""
  }

  /// The command that would be paired with a seek.
  fileprivate static func typed(_ seek: ListedSeek) -> String {
    let stake = seek.isRated ? " rated" : seek.isUnrated ? " unrated" : ""
    return "\(terms(seek.terms))\(stake)\(seek.isBot ? " bots" : "")"
  }
}
