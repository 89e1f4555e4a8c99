internal import ClientKit
internal import WireProtocol

/// How a bot comes into the room that it plays in.
struct RoomEntry {
  let client: Client
  let options: PlayOptions

  /// The room of that name, opened if it is not there; a new one without a name.
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
      // Another bot has opened it in the meantime.
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
  /// Logs in as a bot, and says how to come back under a name that was claimed.
  func login(as name: String?, token: String?, isQuiet: Bool) async throws(RequestError) {
    let answer = try await login(name: name, token: token, isBot: true)
    if name != nil, let token = answer.token, !isQuiet {
      print("\(answer.you) is yours; come back with --token \(token)")
    }
  }
}
