/// The events of a client, in order; the sequence ends when the client does.
///
/// For one task: with several, each event goes to one of them. The sequence keeps its client alive.
///
/// At most ``ClientOptions/eventBound`` events wait to be taken. Beyond that, events of rooms are dropped, and
/// requested again when half of the buffer is free: they arrive late, or the room is described by
/// ``Event/resynchronised(_:)``. Of messages that belong to no room, and those of a trial, only the number of dropped
/// ones is reported (``Event/passedOver(_:)``); a trial's beginning and its report are never dropped. Of the states of
/// the link only the last one is kept. Answers to requests are not queued here, so a task may send requests while it
/// delays its events, and a bot may ignore them at no cost.
public struct Events: AsyncSequence, Sendable {
  public typealias Element = Event
  public typealias Failure = Never

  let client: Client

  /// Iterates over events.
  public struct Iterator: AsyncIteratorProtocol {
    let client: Client

    /// The next event; `nil` if the client has ended or the task was cancelled.
    public mutating func next() async -> Event? { await Self.next(of: client) }

    /// The next event, for callers of any isolation.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Event? { await Self.next(of: client) }

    private static func next(of client: Client) async -> Event? {
      await client.nextRawEvent().map(Event.init(reading:))
    }
  }

  /// Creates an iterator.
  public func makeAsyncIterator() -> Iterator { Iterator(client: client) }
}

extension Client {
  /// The next event, as of ``events``, with its text for a person, which ``ClientOptions/wantsText`` asks for.
  public func nextEvent() async -> (event: Event, text: String?)? {
    guard let raw = await nextRawEvent() else { return nil }
    guard case .message(let message) = raw else { return (Event(reading: raw), nil) }
    return (Event(reading: raw), message.drawn)
  }

  fileprivate func nextRawEvent() async -> RawEvent? {
    let (event, makesRoom) = await buffer.take()
    if makesRoom { inbox.post(.madeRoom) }
    return event
  }
}
