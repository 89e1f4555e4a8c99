internal import ClientKit
internal import WireProtocol

/// Asks a server what the model wants to know.
enum Backend {
  /// Asks, and waits for what comes of it.
  static func ask(_ question: Question, of client: Client, keptIn saved: SavedPlayers) async -> Result<Answer, Failure>
  {
    do {
      return .success(try await answer(question, client, saved))
    } catch let error as RequestError {
      return .failure(Failure(code: error.code, message: sentence(error), isOfLink: isOfLink(error)))
    } catch {
      return .failure(Failure(message: "\(error)"))
    }
  }

  private static func isOfLink(_ error: RequestError) -> Bool {
    switch error {
    case .linkLost, .timedOut: true
    default: false
    }
  }

  private static func sentence(_ error: RequestError) -> String {
    let text = error.description
    return text.hasSuffix(".") || text.hasSuffix("!") || text.hasSuffix("?") ? text : text + "."
  }

  private static func answer(_ question: Question, _ client: Client, _ saved: SavedPlayers) async throws -> Answer {
    switch question {
    case .comeBack(nil, nil, let asGuest):
      if !asGuest, let answer = try await client.login(keptIn: saved) { return .login(answer) }
      try await client.login()
    case .comeBack(let name, let token, _):
      return .login(try await login(name ?? "", token, client, saved))
    case .login(let name, let token): return .login(try await login(name, token, client, saved))
    case .about: return .about(try await client.about())
    case .rooms: return .rooms(try await client.listRooms())
    case .join(let room, let code, let settings):
      return .joined(try await client.join(room, code: code, settings: settings))
    case .watch(let room, let code): return .joined(try await client.watch(room, code: code))
    case .create(let new):
      return .joined(
        try await client.create(
          room: new.room, game: new.game, mode: new.mode, settings: new.settings, code: new.code, seed: new.seed,
          roundSeconds: new.roundSeconds))
    case .leave(let room): try await client.leave(room)
    case .start(let room): try await client.start(room)
    case .move(let room, let text, let puzzle, _): try await client.move(text, in: room, puzzle: puzzle)
    case .say(let room, let text): try await client.say(text, in: room)
    case .board(let room):
      return .board(try await client.request("board", ["room": .string(room)], as: BoardAnswer.self))
    case .who(let room): return .who(try await client.who(room))
    case .kick(let room, let player): try await client.kick(player, from: room)
    case .mute(let room, let player, let isMuted): try await client.mute(player, isMuted, in: room)
    case .stats(let player, let game): return .stats(try await client.stats(of: player, game: game))
    case .leaderboard(let game, let period, let bots, let isClaimed):
      let period = Request.Leaderboard.Period(rawValue: period) ?? .week
      return .leaderboard(
        try await client.leaderboard(.init(game: game, period: period, bots: bots, claimed: isClaimed, limit: 100)))
    case .history(let player, let game, let before):
      return .history(try await client.history(.init(player: player, game: game, before: before, limit: 50)))
    case .compare(let player, let game): return .compare(try await client.compare(with: player, game: game))
    case .calendar(let player, let game, let month):
      return .calendar(try await client.calendar(of: player, game: game, month: month))
    case .theme(let theme): return .theme(try await client.theme(theme))
    case .forgetMe: return .forgotten(try await forget(client, saved))
    case .lookUp(.replay(let match)):
      let lines = try await client.replay(match).compactMap { try? JSON(parsing: Array($0.utf8)) }
      return .object(["lines": .array(lines)])
    case .lookUp(let lookup):
      let (type, fields) = lookup.request
      return .object(try await client.request(type, fields).json)
    case .ping: try await client.ping()
    case .keepCommitments(let hashes, let day, let epoch):
      let seen = SeenCommitments(beside: saved)
      try? seen.remember(hashes, of: day, at: client.server, epoch: epoch)
      return .commitments(seen.list(at: client.server, epoch: epoch))
    default: return try await share(question, client)
    }
    return .done
  }

  /// Nothing of the player stays, here neither; the new guest has a token as every guest.
  private static func forget(_ client: Client, _ saved: SavedPlayers) async throws -> String {
    let name = client.name
    let guest = try await client.forgetMe().you
    try? saved.forget(at: client.server, named: name)
    try await client.login()
    return guest
  }

  /// The channel: its messages are read as they come, so that this works with every server.
  private static func share(_ question: Question, _ client: Client) async throws(RequestError) -> Answer {
    func object(_ type: String, _ fields: KeyValuePairs<String, JSON?>) async throws(RequestError) -> Answer {
      var all = JSONObject()
      for case (let key, let value?) in fields { all[key] = value }
      return .object(try await client.request(type, all).json)
    }
    switch question {
    case .followShares: return .joined(try await client.watch("shares"))
    case .shares(let before, let filter):
      return try await object(
        "shares",
        [
          "before": before.map { .int($0) }, "game": filter.game.map { .string($0) },
          "player": filter.player.map { .string($0) }, "day": filter.day.map { .string($0) }, "limit": 30,
        ])
    case .shareMatch(let match): return try await object("share", ["match": .string(match)])
    case .share(let room, let text):
      return try await object("share", ["room": room.map { .string($0) }, "text": text.map { .string($0) }])
    case .unshare(let id): return try await object("unshare", ["share_id": .int(id)])
    case .reveal(let id): return try await object("reveal", ["share_id": .int(id)])
    case .react(let id, let emoji):
      return try await object("react", ["share_id": .int(id), "emoji": emoji.map { .string($0) }])
    default: return .done
    }
  }

  /// By token, by a player that was kept, or by a new name, which is kept.
  private static func login(
    _ name: String, _ token: String?, _ client: Client, _ saved: SavedPlayers
  ) async throws -> LoginAnswer {
    if let token {
      let answer = try await client.login(token: token)
      try? saved.remember(SavedPlayer(at: client.server, name: answer.you, token: token))
      return answer
    }
    let kept = try saved.player(at: client.server, named: name)
    if kept == nil, !client.name.isEmpty, !client.name.hasPrefix("guest-"), client.token != nil {
      let answer = try await client.rename(name)
      if let token = client.token { try saved.remember(SavedPlayer(at: client.server, name: answer.you, token: token)) }
      return LoginAnswer(you: answer.you, token: nil)
    }
    do {
      if let answer = try await client.login(name: name, keptIn: saved) { return answer }
    } catch let error as RequestError where error.code == "bad_token" && !name.isEmpty {
      // A server that has begun anew knows nobody: then the name is free again, or somebody else's by now.
      try saved.forget(at: client.server, named: name)
      if let answer = try await client.login(name: name, keptIn: saved) { return answer }
    }
    return LoginAnswer(you: client.name, token: nil)
  }
}
