/// The events of a client, in order; it ends when the client does.
///
/// One task takes them: with several, each event goes to one of them. The sequence keeps its client alive.
///
/// At most ``ClientOptions/eventBound`` events wait to be taken. Beyond that, events of rooms are passed over and asked
/// for again when half of the waiting ones are taken: they come late, but they come, or the room is told of as
/// ``Event/resynchronised(_:)``. Of messages that belong to no room, and of those of a trial, it is told how many were
/// passed over (``Event/passedOver(_:)``); a trial's beginning and its report always come. Of the states of the link
/// only the last one stays. Answers to requests do not wait here, so that a task may ask while it holds up its events,
/// and a bot that never looks at them costs nothing.
public struct Events: AsyncSequence, Sendable {
  public typealias Element = Event
  public typealias Failure = Never

  let client: Client

  /// Takes events one by one.
  public struct Iterator: AsyncIteratorProtocol {
    let client: Client

    /// The next event; `nil` when the client has ended or the task was cancelled.
    public mutating func next() async -> Event? { await Self.next(of: client) }

    /// The next event, for callers of any isolation.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Event? { await Self.next(of: client) }

    private static func next(of client: Client) async -> Event? {
      let (event, makesRoom) = await client.buffer.take()
      if makesRoom { client.inbox.post(.madeRoom) }
      return event.map(Event.init(reading:))
    }
  }

  /// Begins to take events.
  public func makeAsyncIterator() -> Iterator { Iterator(client: client) }
}
