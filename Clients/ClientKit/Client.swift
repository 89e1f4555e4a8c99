internal import Synchronization
public import WireProtocol

/// A connection to a Parlor server that looks after itself: it matches answers to requests, keeps the order of events,
/// and when the link is lost it comes back, resumes its rooms and misses nothing.
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
/// What others do comes as ``events``. Every method may be called from any task; requests may be under way at the same
/// time, and are carried out in the order in which they were made.
///
/// **When the link is lost**, questions are asked again and moves are sent again, which play once because each has a
/// `move_id`; what may not be done twice (`say`, `create`, `start`, `kick`, `mute`, `leave`, `trial`, claiming a name)
/// fails with ``RequestError/linkLost`` unless it had not been sent yet. Somebody without a token cannot come back as
/// the same player: a guest's moves fail, too, and its rooms are described anew.
///
/// A client has one thread. It lives until it is closed, or until nobody holds it or its events any more.
public final class Client: Sendable {
  /// The server that it is, or wants to be, connected to.
  public let server: ServerAddress

  let options: ClientOptions
  let buffer: EventBuffer
  let inbox: Inbox
  let status = Status()
  private let nextID = Atomic(1)
  private let movePrefix: String

  /// Connects, and waits for the greeting. Only later losses of the link are made good again.
  public static func connect(
    to server: ServerAddress, options: ClientOptions = ClientOptions()
  ) async throws(ConnectionError) -> Client {
    let client = try Client(to: server, options: options, firstAttemptDecides: true)
    _ = try await client.online()
    return client
  }

  /// A client that connects by itself, the first time as every time: for programs that show their screen at once.
  /// Requests wait until there is a link; ``events`` tell how it goes.
  ///
  /// - Throws: if the system has no thread or descriptor for it.
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

  /// Waits until the server has greeted for the first time; throws why the client has ended instead.
  @discardableResult
  public func online() async throws(ConnectionError) -> Hello { try await status.online().get() }

  /// The latest greeting: the games, the day, the limits. `nil` before the first.
  public var hello: Hello? { status.hello }

  /// The name that the session goes by; empty before the first greeting.
  public var name: String { status.name }

  /// The token that brings this player back: what a ``login(name:token:isBot:within:)`` has returned.
  public var token: String? { status.token }

  /// The rooms that the client is in, by name.
  public var rooms: [String] { status.rooms }

  /// What the link is doing; `nil` before the first attempt.
  public var link: LinkState? { status.link }

  /// What the client hears; for one task to take.
  public var events: Events { Events(client: self) }

  /// Tries to come back at once instead of waiting any longer.
  public func retryNow() { inbox.post(.retryNow) }

  /// Says goodbye and ends: what was asked before is answered, within two seconds.
  public func close() async {
    inbox.post(.close)
    await status.ended()
  }

  /// Asks the server anything, by the name of the request and its fields, and waits for the answer as it comes.
  ///
  /// `id` is set by the client, and so is `move_id` of a `move` that has none. Leave `since` to the client.
  ///
  /// - Parameter limit: how long it may take; ``ClientOptions/requestLimit`` unless said otherwise.
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

  /// Asks anything, and waits for its answer: `try await client.ask(Request.Stats(game: "wordle"))`.
  ///
  /// What each request needs, how it is answered and which errors it may bring stands in Protocol/Reference.
  @discardableResult
  public func ask<Asked: AnsweredRequest>(
    _ request: Asked, within limit: Duration? = nil
  ) async throws(RequestError) -> Asked.Answer {
    try Self.read(try await send(request, within: limit))
  }

  /// Asks what messages of several types may answer.
  @discardableResult
  public func send(_ request: some WireRequest, within limit: Duration? = nil) async throws(RequestError) -> Message {
    try await send(RequestTraits(request), within: limit) { json, _ in request.writeFields(to: &json) }
  }

  /// A `move_id` that no other move has.
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
        // Cancelled before it was there to be found.
        if Task.isCancelled { inbox.post(.cancel(id)) }
      }
    } onCancel: {
      inbox.post(.cancel(id))
    }
    return try result.get()
  }
}
