internal import Synchronization
public import WireProtocol

/// A connection to a Parlor server that maintains itself: it matches answers to requests, keeps the order of events,
/// and after a lost link it reconnects and resumes its rooms without missing events.
///
/// A bot that plays a round of Wordle:
///
/// ```swift
/// import ClientKit
///
/// let client = try await Client.connect(to: ServerAddress(host: "localhost"))
/// let words = try await client.acceptedWords(of: "wordle")
/// let room = try await client.create(game: "wordle", mode: .practice).room
/// for word in words.shuffled().prefix(6) {
///   let moved = try await client.move(word, in: room)
///   print(moved.turn["tiles"]?.stringValue ?? "", word)
///   if moved.turn["tiles"]?.stringValue == "🟩🟩🟩🟩🟩" { break }
/// }
/// await client.close()
/// ```
///
/// Other players' actions arrive as ``events``. Every method can be called from any task; concurrent requests are
/// executed in the order in which they were made.
///
/// **When the link is lost**, read-only requests are repeated, and so are moves, which play once because each has a
/// `move_id`. Requests that must not be done twice (`say`, `create`, `start`, `kick`, `mute`, `leave`, `trial`,
/// claiming a name) fail with ``RequestError/linkLost`` unless they had not been sent yet. Without a token a client
/// cannot return as the same player: a guest's moves fail too, and its rooms are described anew.
///
/// A client has one thread. It lives until it is closed, or until neither it nor its events are referenced.
public final class Client: Sendable {
  /// The server's address.
  public let server: ServerAddress

  let options: ClientOptions
  let buffer: EventBuffer
  let inbox: Inbox
  let status = Status()
  private let nextID = Atomic(1)
  private let movePrefix: String

  /// Connects, and waits for the greeting. Only later losses of the link lead to reconnection.
  public static func connect(
    to server: ServerAddress, options: ClientOptions = ClientOptions()
  ) async throws(ConnectionError) -> Client {
    let client = try Client(to: server, options: options, firstAttemptDecides: true)
    _ = try await client.online()
    return client
  }

  /// Creates a client that connects in the background, retrying from the first attempt on: for programs that show their
  /// screen at once. Requests wait for a link; ``events`` report progress.
  ///
  /// - Throws: if the system has no thread or descriptor left.
  public static func start(
    to server: ServerAddress, options: ClientOptions = ClientOptions()
  ) throws(ConnectionError) -> Client {
    try Client(to: server, options: options, firstAttemptDecides: false)
  }

  private init(
    to server: ServerAddress, options: ClientOptions, firstAttemptDecides: Bool
  ) throws(ConnectionError) {
    guard let inbox = Inbox() else { throw .unreachable(server, "there are too many open files") }
    var options = options
    self.server = server
    self.inbox = inbox
    movePrefix = String(UInt64.random(in: .min ... .max, using: &options.generator), radix: 36)
    self.options = options
    buffer = EventBuffer(bound: options.eventBound)
    let started = OwnThread.start { [options, buffer, status] in
      let conversation = Conversation(
        to: server, options: options, firstAttemptDecides: firstAttemptDecides, at: .now)
      ClientLoop(conversation, inbox: inbox, buffer: buffer, status: status).run()
    }
    guard started else { throw .unreachable(server, "there are too many threads") }
  }

  deinit { inbox.post(.close) }

  /// Waits for the first greeting; throws if the client ends before.
  @discardableResult
  public func online() async throws(ConnectionError) -> Hello { try await status.online().get() }

  /// The latest greeting: games, day, limits. `nil` before the first.
  public var hello: Hello? { status.hello }

  /// The session's name; empty before the first greeting.
  public var name: String { status.name }

  /// The token of this player: the result of ``login(name:token:isBot:within:)``.
  public var token: String? { status.token }

  /// The names of the client's rooms.
  public var rooms: [String] { status.rooms }

  /// The state of the link; `nil` before the first attempt.
  public var link: LinkState? { status.link }

  /// The client's events; for one task.
  public var events: Events { Events(client: self) }

  /// Retries at once instead of waiting.
  public func retryNow() { inbox.post(.retryNow) }

  /// Closes the client: pending requests are answered, within two seconds.
  public func close() async {
    inbox.post(.close)
    await status.ended()
  }

  /// Sends any request by its name and fields, and waits for the raw answer.
  ///
  /// The client sets `id`, and `move_id` of a `move` without one. Do not set `since`.
  ///
  /// - Parameter limit: the time limit; by default ``ClientOptions/requestLimit``.
  public func request(
    _ type: String, _ fields: JSONObject = [:], within limit: Duration? = nil
  ) async throws(RequestError) -> Message {
    var traits = RequestTraits(type, room: fields["room"]?.stringValue, code: fields["code"]?.stringValue)
    traits.token = fields["token"]?.stringValue
    traits.claimsName = fields["name"]?.stringValue != nil && fields["password"]?.stringValue == nil
    traits.isBot = fields["bot"]?.boolValue ?? false
    traits.namesPuzzle = fields["puzzle"]?.intValue != nil
    let moveID = type == "move" && fields["move_id"]?.stringValue == nil
    return try await send(traits, within: limit) { json, id in
      for (key, value) in fields where key != "type" && key != "id" && !(moveID && key == "move_id") {
        json.key(key)
        json.value(value)
      }
      if moveID { json.field("move_id", self.moveID(id)) }
    }
  }

  /// Sends a request, and waits for its answer: `try await client.ask(Request.Stats(game: "wordle"))`.
  ///
  /// Protocol/Reference describes the fields, answers and errors of each request.
  @discardableResult
  public func ask<Asked: AnsweredRequest>(
    _ request: Asked, within limit: Duration? = nil
  ) async throws(RequestError) -> Asked.Answer {
    try Self.read(try await send(request, within: limit))
  }

  /// Sends a request that has several types of answers.
  @discardableResult
  public func send(_ request: some WireRequest, within limit: Duration? = nil) async throws(RequestError) -> Message {
    try await send(RequestTraits(request), within: limit) { json, _ in request.writeFields(to: &json) }
  }

  /// A unique `move_id`.
  func moveID(_ id: Int) -> String { "\(movePrefix)-\(id)" }

  static func read<Answer: ReadableMessage>(_ message: Message) throws(RequestError) -> Answer {
    do { return try message.read() } catch { throw .unreadable(error) }
  }

  func send(
    _ traits: RequestTraits, within limit: Duration?, _ fields: (inout JSONWriter, Int) -> Void
  ) async throws(RequestError) -> Message {
    guard !Task.isCancelled else { throw .cancelled }
    let id = nextID.wrappingAdd(1, ordering: .relaxed).oldValue
    var writer = JSONWriter()
    writer.beginObject()
    writer.field("type", traits.kind)
    writer.field("id", id)
    fields(&writer, id)
    writer.endObject()
    writer.newline()
    let limit = limit ?? options.requestLimit
    let request = PendingRequest(
      id: id, line: writer.bytes, traits: traits, limit: limit, deadline: .now + limit)
    let result = await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        inbox.post(.request(request, continuation))
        // The task was cancelled before the request was registered.
        if Task.isCancelled { inbox.post(.cancel(id)) }
      }
    } onCancel: {
      inbox.post(.cancel(id))
    }
    return try result.get()
  }
}
