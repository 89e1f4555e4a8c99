/// One line from a client: a request, and how its answer is to be addressed.
public struct Envelope {
  /// The value of `id`, if there was one.
  public let id: RequestID?
  /// The request, or what is wrong with it.
  public let request: Result<Request, WireError>

  /// Reads a parsed line. Unknown fields are ignored.
  ///
  /// The request may hold views of the document, so it is to be handled before the document parses again.
  public init(_ document: JSONDocument) {
    let root = document.root
    guard root.kind == .object else {
      id = nil
      request = .failure(WireError(.badJSON, "A message is one JSON object, such as {\"type\":\"help\"}"))
      return
    }
    do throws(WireError) {
      // Every field is looked for among all of them.
      guard root.count <= RequestFields.mostFields else {
        throw WireError(.badField, "A message may have at most \(RequestFields.mostFields) fields")
      }
      id = try Self.readID(root)
    } catch {
      id = nil
      request = .failure(error)
      return
    }
    do {
      request = .success(try Self.read(root))
    } catch {
      request = .failure(error)
    }
  }

  /// The value of `id` alone, for an answer to a line that is not read any further.
  public static func id(of document: JSONDocument) -> RequestID? {
    document.root.count <= RequestFields.mostFields ? (try? readID(document.root)) ?? nil : nil
  }

  private static func readID(_ root: JSONView) throws(WireError) -> RequestID? {
    guard let value = root["id"], !value.isNull else { return nil }
    if value.kind == .int, let number = value.int { return .number(number) }
    if value.sourceByteCount <= RequestID.maximumBytes * 6 + 2, let text = value.string,
      text.utf8.count <= RequestID.maximumBytes
    {
      return .text(text)
    }
    throw WireError(
      .badField, "\"id\" must be an integer or a string of at most \(RequestID.maximumBytes) bytes")
  }

  private static func read(_ root: JSONView) throws(WireError) -> Request {
    guard let type = root["type"] else {
      throw WireError(.badField, "A message needs a field \"type\" (a string), such as {\"type\":\"help\"}")
    }
    // The two requests that are sent most often are recognised without making a String.
    if type.isString("ping") { return .ping }
    if type.isString("say") {
      let fields = RequestFields(view: root, type: "say")
      return .say(room: try fields.optionalText("room"), text: try fields.longText("text"))
    }
    guard type.kind == .string else { throw WireError(.badField, "\"type\" must be a string") }
    let name = try RequestFields(view: root, type: "message").text("type")
    guard let kind = RequestKind(rawValue: name) else {
      let shown = String(name.prefix(32))
      let near = Spelling.nearest(to: shown, among: RequestKind.allCases.map(\.rawValue))
      let hint = near.map { "; did you mean \"\($0)\"?" } ?? "; {\"type\":\"help\"} lists what there is"
      throw WireError(.unknownType, "There is no request \"\(shown)\"\(hint)")
    }
    return try Request(kind, RequestFields(view: root, type: name))
  }
}

extension Request {
  init(_ kind: RequestKind, _ fields: RequestFields) throws(WireError) {
    switch kind {
    case .ping: self = .ping
    case .about: self = .about
    case .limits: self = .limits
    case .rooms: self = .rooms
    case .bye: self = .bye
    case .forgetMe: self = .forgetMe
    case .rename: self = .rename(name: try fields.text("name"))
    case .stats: self = .stats(player: try fields.optionalText("player"), game: try fields.optionalText("game"))
    case .leaderboard: self = .leaderboard(try Leaderboard(fields))
    case .history: self = .history(try History(fields))
    case .compare: self = .compare(try Compare(fields))
    case .replay: self = .replay(match: try fields.text("match"))
    case .opened: self = .opened(day: try fields.text("day"))
    case .share: self = .share(try Share(fields))
    case .unshare: self = .unshare(share: try fields.share())
    case .react: self = .react(share: try fields.share(), emoji: try fields.optionalReaction("emoji"))
    case .shares: self = .shares(try Shares(fields))
    case .reveal:
      self = .reveal(share: try fields.share(), row: try fields.optionalInt("row", in: 1...Int.max))
    case .theme: self = .theme(try fields.optionalTheme("theme"))
    case .calendar: self = .calendar(try Calendar(fields))
    case .scores: self = .scores(try Scores(fields))
    case .score: self = .score(id: try fields.scoreID())
    case .addScore: self = .addScore(try fields.score(), token: try fields.optionalText("token"))
    case .deleteScore: self = .deleteScore(id: try fields.scoreID(), token: try fields.optionalText("token"))
    case .resetScores: self = .resetScores(token: try fields.optionalText("token"))
    case .trial: self = .trial(try Trial(fields))
    case .giveUp:
      self = .giveUp(room: try fields.optionalText("room"), puzzle: try fields.optionalInt("puzzle"))
    case .trials: self = .trials(try Trials(fields))
    case .trialReport:
      self = .trialReport(name: try fields.text("name"), player: try fields.optionalText("player"))
    case .command: self = .command(room: try fields.optionalText("room"), text: try fields.longText("text"))
    case .help: self = .help(topic: try fields.optionalText("topic"))
    case .schema: self = .schema(of: try fields.text("of"), game: try fields.optionalText("game"))
    case .login: self = .login(try Login(fields))
    case .join: self = .join(try Join(fields))
    case .watch: self = .watch(try Join(fields))
    case .create: self = .create(try Create(fields))
    case .move: self = .move(try Move(fields))
    case .words: self = .words(try Words(fields))
    case .leave: self = .leave(room: try fields.optionalText("room"))
    case .start: self = .start(room: try fields.optionalText("room"))
    case .who: self = .who(room: try fields.optionalText("room"))
    case .board:
      self = .board(room: try fields.optionalText("room"), player: try fields.optionalText("player"))
    case .say: self = .say(room: try fields.optionalText("room"), text: try fields.longText("text"))
    case .kick: self = .kick(room: try fields.optionalText("room"), player: try fields.text("player"))
    case .mute:
      self = .mute(
        room: try fields.optionalText("room"), player: try fields.text("player"),
        muted: try fields.optionalBool("muted") ?? true)
    }
  }
}

extension Request.Login {
  init(_ fields: RequestFields) throws(WireError) {
    self.init(
      name: try fields.optionalText("name"), token: try fields.optionalText("token"),
      isBot: try fields.optionalBool("bot") ?? false)
  }
}

extension Request.Join {
  init(_ fields: RequestFields) throws(WireError) {
    self.init(
      room: try fields.text("room"), code: try fields.optionalText("code"),
      settings: try fields.optionalObject("settings"))
    guard let place = fields.view["since"], !place.isNull else { return }
    guard place.sourceByteCount <= RequestFields.textBytes, let epoch = place["epoch"]?.string,
      let seq = place["seq"]?.int, seq >= 0
    else {
      throw fields.wrong("since", "an object with \"epoch\" (a string) and \"seq\" (an integer from 0 on)")
    }
    since = Request.Since(epoch: epoch, seq: seq)
  }
}

extension Request.Create {
  init(_ fields: RequestFields) throws(WireError) {
    let number = try fields.optionalInt("puzzle").map(String.init)
    self.init(
      room: try fields.optionalText("room"), game: try fields.optionalText("game"),
      mode: try fields.optionalMode("mode"), settings: try fields.optionalObject("settings"),
      code: try fields.optionalText("code"), seed: try fields.optionalInt("seed"),
      day: try fields.optionalText("day") ?? number, roundSeconds: try fields.optionalInt("round_s", in: 10...86_400),
      isNamedOnly: try fields.optionalBool("named_only") ?? false)
  }
}

extension Request.Move {
  init(_ fields: RequestFields) throws(WireError) {
    let moveID = try fields.optionalText("move_id")
    guard (moveID?.utf8.count ?? 0) <= RequestID.maximumBytes else {
      throw fields.wrong("move_id", "a string of at most \(RequestID.maximumBytes) bytes")
    }
    let room = try fields.optionalText("room")
    let puzzle = try fields.optionalInt("puzzle")
    if let move = try fields.optionalValue("move") {
      self.init(room: room, content: .typed(move), moveID: moveID, puzzle: puzzle)
    } else if let text = try fields.optionalLongText("text") {
      self.init(room: room, content: .text(text), moveID: moveID, puzzle: puzzle)
    } else {
      throw WireError(
        .badField, "\"move\" needs a field \"move\" (as the game's schema says) or \"text\" (as a person types it)")
    }
  }
}

extension Request.Words {
  init(_ fields: RequestFields) throws(WireError) {
    self.init(
      game: try fields.text("game"), list: try fields.optionalText("list") ?? "guesses",
      after: try fields.optionalText("after"),
      limit: try fields.optionalInt("limit", in: 1...Self.maximumPage) ?? Self.maximumPage)
  }
}
