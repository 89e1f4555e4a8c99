internal import ClientKit
internal import WireProtocol

/// How a bot enters its room.
struct RoomEntry {
  let client: Client
  let options: PlayOptions

  /// Joins the named room, or creates it; without a name creates a new one.
  func enter(_ mode: ModeKind) async throws(RequestError) -> Joined {
    guard let room = options.room else { return try await create(mode) }
    do {
      return try await client.join(room, code: options.code)
    } catch {
      guard error.isCode(.notFound, .room) else { throw error }
    }
    do {
      return try await create(mode)
    } catch {
      // Another bot has created it meanwhile.
      guard error.isCode(.exists, .room) else { throw error }
      return try await client.join(room, code: options.code)
    }
  }

  func create(_ mode: ModeKind) async throws(RequestError) -> Joined {
    let isShared = mode == .race || mode == .together
    return try await client.create(
      room: isShared ? options.room : nil, game: options.game, mode: mode,
      settings: options.settings.isEmpty ? nil : options.settings, code: isShared ? options.code : nil,
      seed: options.seed)
  }
}

extension Client {
  /// Logs in as a bot, and prints how to log in again under a claimed name.
  func login(as name: String?, token: String?, isQuiet: Bool) async throws(RequestError) {
    let answer = try await login(name: name, token: token, isBot: true)
    if name != nil, let token = answer.token, !isQuiet {
      print("\(answer.you) is yours; come back with --token \(token)")
    }
  }
}
